#!/usr/bin/env bash
# Builds with a bar in place of the build's log. usage: quietly.sh LOG COMMAND ARGUMENT...
set -uo pipefail
log=$1
shift
mkdir -p "$(dirname "$log")"
[ -t 2 ] || echo "Building, some minutes the first time; the log: $log" >&2
"$@" > "$log" 2>&1 &
build=$!
trap 'kill "$build" 2> /dev/null; exit 130' INT TERM
while kill -0 "$build" 2> /dev/null; do
    if [ -t 2 ]; then
        # The last step that SwiftPM names: [12/345].
        step=$(grep -oE '^\[[0-9]+/[0-9]+\]' "$log" | tail -n 1 | tr -d '[]')
        done=${step%/*} all=${step#*/}
        share=$((${all:-0} > 0 ? 30 * ${done:-0} / all : 0))
        printf '\r\033[KBuilding  %s  %s' "$(printf '%*s' "$share" '' | tr ' ' '#')$(printf '%*s' $((30 - share)) '' | tr ' ' .)" "$step" >&2
    fi
    sleep 0.3
done
[ -t 2 ] && printf '\r\033[K' >&2
wait "$build" || { cat "$log" >&2; exit 1; }
