#!/usr/bin/env bash
# Fuzzes the decision core, counts files and the JSON of the network.
# usage: run.sh [SECONDS [TARGET]]     60 seconds by default; TARGET: text, model, counts or network
# Half of the time is for messages, a quarter for model files, the rest for counts and JSON.
# Fails when something traps, reads outside of its bytes, takes over 5 s or answers wrongly; the
# input is then in .build/found. The next run goes on from what is in .build/corpus.
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

# build PRODUCT FOLDER FLAG...: the path of the product, built for release in the folder. The
# program that makes the seeds is not instrumented, so it has a folder of its own.
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
    # --sanitize leaves the program's main to libFuzzer. The compiler's flag instruments the modules
    # of spamkit, which --sanitize alone would not.
    program=$(build "$target" .build/fuzzed --sanitize fuzzer ${address[@]+"${address[@]}"} -Xswiftc -sanitize=fuzzer)
    mkdir -p ".build/corpus/$target" .build/found
    echo "fuzz: $target for $time s"
    # Globals live until the end, which the leak check would report. Swift's own crash handler reads
    # the stack, which would trip the sanitizer.
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
