#!/usr/bin/env bash
# Fails when the decision core does not compile in Embedded Swift, or needs more functions of C than
# those for memory and for bytes copied and compared. So it can use no Foundation, libm, file or
# thread. The iOS target gives a real Mach-O object on Linux too. Embedded Swift has it from iOS 18
# on. `digest.sh` compiles the same sources for x86-64, links and runs them.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Mach-O puts an underscore in front of names. The swift_stdlib functions are tables of Unicode for
# comparing strings, in a library of their own.
allowed='^_*(swift_stdlib_[A-Za-z_]+|stack_chk_(fail|guard)|arc4random_buf|posix_memalign|free|memcmp|memcpy|memmove|memset|bzero)$'

target=arm64-apple-ios18.0
object="$folder/$target.o"
swiftc -O -wmo -enable-experimental-feature Embedded -parse-as-library -package-name spamkit -target "$target" \
    -c $(find Sources/SpamFilter -name "*.swift") -o "$object"
if command -v llvm-nm >/dev/null; then nm=llvm-nm; else nm=nm; fi
wanted=$("$nm" -u "$object" | sed 's/^ *U *//')
if refused=$(grep -vE "$allowed" <<<"$wanted"); then
    echo "embedded: SpamFilter for $target must not ask for:" >&2
    echo "$refused" >&2
    exit 1
fi
echo "embedded: SpamFilter compiles for $target and asks for $(wc -l <<<"$wanted" | tr -d ' ') functions, none of Foundation or libm"
