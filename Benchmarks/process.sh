#!/usr/bin/env bash
# What a process costs that opens a model, decides on one message and ends. Builds verdict-once
# dynamic, with the Swift library inside (static-stdlib), and with the C library too (static), and
# measures each next to a program that does nothing. Prints tables for the log.
# usage: process.sh MODEL [--text TEXT] [--runs N] [--commit NAME]
# --commit also appends to records/.
set -euo pipefail
[ $# -ge 1 ] || { sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 64; }
model=$(realpath "$1")
shift
cd "$(dirname "$0")"

# make NAME FLAGS...: both programs with these flags, in a scratch folder of their own. Runs copies,
# as installed programs are: the linker's own file, written piece by piece, costs .2 ms more.
programs=()
make() {
    local name=$1 product scratch=../.build/process-$1
    shift
    mkdir -p "$scratch/installed"
    for product in verdict-once empty; do
        swift build -c release --package-path .. --product $product --scratch-path "$scratch" "$@" >&2
        rm -f "$scratch/installed/$product"
        cp "$scratch/release/$product" "$scratch/installed/$product"
    done
    programs+=("$name=$scratch/installed")
}

make dynamic
if [ "$(uname)" = Linux ]; then
    make static-stdlib --static-swift-stdlib
    make static --static-swift-stdlib -Xswiftc -static-executable
fi
exec python3 process.py "$model" "${programs[@]}" --swift "$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | head -n 1)" "$@"
