# Sourced by gate and rest: names each step, and says how long the one before it took.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true  # Package.swift makes warnings errors
began=$SECONDS
named=

step() {
    [ -z "$named" ] || printf '   %s: %d s\n' "$named" $((SECONDS - began))
    began=$SECONDS
    named=${1-}
    [ -z "$named" ] || printf '\n== %s\n' "$named"
}
