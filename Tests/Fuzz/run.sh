#!/usr/bin/env bash
# Fuzzes the decision core and all files that people or networks bring.
# usage: run.sh [SECONDS [TARGET [RUNS]]]     60 seconds by default; TARGET: one of those below
# The target `phone` stands for all that a phone reads, without seeds: they need the trainer, which
# takes minutes to build.
# Four parts of the time are for messages, two for model files, one for each of the others. With
# RUNS a target ends after so many inputs, if that is earlier.
# Fails when something traps, reads outside of its bytes, takes over 5 s or answers wrongly; the
# input is then in .build/found. The next run goes on from what is in .build/corpus.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-60}
target=${2:-}
runs=${3:--1}

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
cat >"$probe/probe.swift" <<'SWIFT'
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }
SWIFT
works() { swiftc -parse-as-library "-sanitize=$1" "$probe/probe.swift" -o "$probe/probe" 2>/dev/null && "$probe/probe" -runs=1 2>/dev/null; }
if ! works fuzzer; then
    echo "fuzz: skipped, this toolchain has no libFuzzer (those of swift.org have)"
    exit 0
fi
address=()
if works fuzzer,address; then address=(--sanitize address); else echo "fuzz: without the address sanitizer, which does not work here"; fi

# build PRODUCT FOLDER FLAG...: the path of the product, built for release in the folder. The
# program that makes the seeds is not instrumented, so it has a folder of its own.
build() {
    local product=$1 folder=$2
    shift 2
    swift build -c release --scratch-path "$folder" --product "$product" "$@" >&2 || return
    echo "$folder/release/$product"
}

if [ "$target" != phone ]; then
    seeds=$(build seeds .build/plain)
    rm -rf .build/seeds
    "$seeds" ../SpamFilterTests/Golden/messages.tsv ../../Models/small.spam .build/seeds
fi

fuzz() {
    local target=$1 time=$2 program
    # --sanitize leaves the program's main to libFuzzer. The compiler's flag instruments the modules
    # of spamkit, which --sanitize alone would not.
    program=$(build "$target" .build/fuzzed --sanitize fuzzer ${address[@]+"${address[@]}"} -Xswiftc -sanitize=fuzzer)
    mkdir -p ".build/corpus/$target" ".build/seeds/$target" .build/found
    echo "fuzz: $target for $time s"
    # A store has pages of 4 KiB, some thirty of them.
    local longest=12000
    if [ "$target" = store ]; then longest=200000; fi
    # Globals live until the end, which the leak check would report. Swift's own crash handler reads
    # the stack, which would trip the sanitizer.
    ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no "$program" -max_total_time="$time" -runs="$runs" -max_len="$longest" -timeout=5 -print_final_stats=1 \
        -artifact_prefix=".build/found/$target-" ".build/corpus/$target" ".build/seeds/$target" >"$probe/log" 2>&1 || {
        tail -n 60 "$probe/log" >&2
        echo "fuzz: $target failed; the input is in Tests/Fuzz/.build/found" >&2
        exit 1
    }
    grep -E 'DONE|number_of_executed_units|peak_rss_mb' "$probe/log"
}

if [ "$target" = phone ]; then
    for other in text model rules overlay settings network; do fuzz "$other" $((seconds / 6 + 1)); done
elif [ -n "$target" ]; then
    fuzz "$target" "$seconds"
else
    part=$((seconds / 16 > 0 ? seconds / 16 : 1))
    fuzz text $((4 * part))
    fuzz model $((2 * part))
    for other in rules card counts network overlay settings store backup typedstream table; do fuzz "$other" "$part"; done
fi
