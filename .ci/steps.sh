# Sourced by gate and rest: names each step, and says how long the one before it took, and how much
# of that processors did. On a busy machine only the second compares with another run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true  # Package.swift makes warnings errors
began=$SECONDS
worked=0
named=

step() {
    # `times` knows of the commands of its own shell alone, so it cannot stand in $().
    local file now
    file=$(mktemp)
    times >"$file"
    now=$(awk 'NR == 2 { split($1 $2, part, /[ms]/); printf "%d", 60 * (part[1] + part[3]) + part[2] + part[4] }' "$file")
    rm "$file"
    [ -z "$named" ] || printf '   %s: %d s, of processors %d s\n' "$named" $((SECONDS - began)) $((now - worked))
    began=$SECONDS
    worked=$now
    named=${1-}
    [ -z "$named" ] || printf '\n== %s\n' "$named"
}
