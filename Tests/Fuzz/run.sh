#!/usr/bin/env bash
# Fuzzes the decision core, counts and what crosses the network: `run.sh [seconds]`, 60 by default, half of them on messages, a quarter on model
# files, the rest on counts files and JSON; `run.sh seconds network` is all on that target.
# Ends with an error and the input that did it, in .build/found, when something traps, reads outside of its bytes, takes over 5 s or
# answers wrongly. What was learned stays in .build/corpus, so that the next run goes on from there.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-60}
target=${2:-}

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

# The path of a product, built for release. The second argument is the folder of the build: seeds are made by a program that is not instrumented.
build() {
    local product=$1 folder=$2
    shift 2
    swift build -c release --scratch-path "$folder" --product "$product" "$@" >&2 || return
    echo "$folder/release/$product"
}

seeds=$(build seeds .build/plain)
rm -rf .build/seeds
"$seeds" ../SpamFilterTests/Golden/messages.tsv .build/seeds

fuzz() {
    local target=$1 time=$2 program
    # --sanitize leaves the program's main to libFuzzer; the flag besides is for the modules of spamkit, which would not be instrumented.
    program=$(build "$target" .build/fuzzed --sanitize fuzzer ${address[@]+"${address[@]}"} -Xswiftc -sanitize=fuzzer)
    mkdir -p ".build/corpus/$target" .build/found
    echo "fuzz: $target for $time s"
    # Globals live until the end, which the leak check would report; Swift's own crash handler reads the stack and would trip the sanitizer.
    ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no "$program" -max_total_time="$time" -max_len=12000 -timeout=5 -print_final_stats=1 \
        -artifact_prefix=".build/found/$target-" ".build/corpus/$target" ".build/seeds/$target" >"$probe/log" 2>&1 || {
        tail -n 60 "$probe/log" >&2
        echo "fuzz: $target failed; the input is in Tests/Fuzz/.build/found" >&2
        exit 1
    }
    grep -E 'DONE|number_of_executed_units|peak_rss_mb' "$probe/log"
}

if [ -n "$target" ]; then
    fuzz "$target" "$seconds"
else
    fuzz text $((seconds - seconds / 4 - 2 * (seconds / 8)))
    fuzz model $((seconds / 4 > 0 ? seconds / 4 : 1))
    fuzz counts $((seconds / 8 > 0 ? seconds / 8 : 1))
    fuzz network $((seconds / 8 > 0 ? seconds / 8 : 1))
fi
