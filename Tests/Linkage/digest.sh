#!/usr/bin/env bash
# Fails when the verdicts of 100,000 messages differ in any bit between a release build and Embedded
# Swift, linked with the C library, or the first 20,000 in a debug build. Where an emulator of arm64
# is installed, the phone's processor is compared too: its compiler could fuse a multiplication and
# an addition into one rounding (Debian: qemu-user-static, gcc-aarch64-linux-gnu,
# libc6-dev-arm64-cross).
# The expected digest is in Tests/SpamFilterTests/ScoreDigest.swift.
set -euo pipefail
cd "$(dirname "$0")"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
builds=()

# check NAME PROGRAM...: the program compares its digest with the expected one, and prints it.
check() {
    local found
    found=$("${@:2}")
    if ! grep -qE '^digest: [0-9a-f]+ over the verdicts of [12]0+ messages$' <<<"$found"; then
        echo "digest: the $1 build gives other verdicts:" >&2
        echo "$found" >&2
        exit 1
    fi
    builds+=("$1")
    [ "$1" = debug ] || line=$found
}

# embed TARGET OBJECT
embed() {
    swiftc -O -wmo -enable-experimental-feature Embedded -parse-as-library -module-name digest -package-name spamkit -target "$1" \
        -c $(find ../../Sources/SpamFilter -name "*.swift") Sources/digest/*.swift -o "$2"
}

# The quickest first.
for configuration in release debug; do
    swift build -c $configuration --product digest >&2
    check $configuration "$(swift build -c $configuration --show-bin-path)/digest"
done

libraries=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/embedded
if [ "$(uname -sm)" = "Linux x86_64" ] && [ -d "$libraries/x86_64-unknown-linux-gnu" ]; then
    embed x86_64-unknown-linux-gnu "$folder/embedded.o"
    clang "$folder/embedded.o" "$libraries/x86_64-unknown-linux-gnu/libswiftUnicodeDataTables.a" -o "$folder/embedded"
    check Embedded "$folder/embedded"
    emulator=$(command -v qemu-aarch64-static || command -v qemu-aarch64 || true)
    if [ -n "$emulator" ] && [ -d /usr/aarch64-linux-gnu/lib ]; then
        embed aarch64-none-none-elf "$folder/arm64.o"
        clang --target=aarch64-linux-gnu -fuse-ld=lld -static "$folder/arm64.o" \
            "$libraries/aarch64-none-none-elf/libswiftUnicodeDataTables.a" -o "$folder/arm64"
        check "Embedded for arm64" "$emulator" "$folder/arm64"
    fi
fi
echo "$line, equal in: $(printf '%s, ' "${builds[@]}" | sed 's/, $//')"
