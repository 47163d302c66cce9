#!/usr/bin/env bash
# Fails when a program that uses the decision core links Foundation, or when a source of the core
# imports anything. The extension's adapter may import only what is listed below.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release >&2
program=$(swift build -c release --show-bin-path)/verdict
if [ "$(uname)" = Darwin ]; then libraries=$(otool -L "$program"); else libraries=$(ldd "$program"); fi
if grep -qi foundation <<<"$libraries"; then
    echo "linkage: SpamFilter must not link Foundation, but this does:" >&2
    grep -i foundation <<<"$libraries" >&2
    exit 1
fi
if grep -rnE --include='*.swift' '^\s*(@\w+(\(\w+\))? )*import ' ../../Sources/SpamFilter; then
    echo "linkage: SpamFilter must import nothing" >&2
    exit 1
fi
if grep -rnE --include='*.swift' '^\s*(@\w+(\(\w+\))? )*import ' ../../Sources/MessageFilterExtension/*.swift |
    grep -vE 'import (Foundation|IdentityLookup|IdentityLookupShim|SpamFilter|SpamFilterIO)$'; then
    echo "linkage: MessageFilterExtension must import nothing but Foundation, IdentityLookup, SpamFilter and SpamFilterIO" >&2
    exit 1
fi
echo "linkage: SpamFilter and SpamFilterIO link no Foundation; SpamFilter imports nothing"
