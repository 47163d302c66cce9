#!/usr/bin/env bash
# Fails when a program that uses the decision core links Foundation, or when a source of the core
# imports anything. The extension's adapter may import only what is listed below. Fails too when an
# app that uses the phone's modules needs another package: it is built without a network and
# without a cache, in a folder of its own where no other package was ever fetched.
set -euo pipefail
cd "$(dirname "$0")"
offline=()
if unshare -rn true 2>/dev/null; then offline=(unshare -rn); fi
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
rm -rf Package.resolved .build/checkouts .build/repositories .build/workspace-state.json
HOME=$home ${offline[@]+"${offline[@]}"} swift build -c release --cache-path "$home" >&2
if [ -e Package.resolved ] || [ -n "$(ls .build/checkouts 2>/dev/null)" ]; then
    echo "linkage: an app without traits must fetch no other package, but this does:" >&2
    ls .build/checkouts >&2
    exit 1
fi
.build/release/phone
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
if grep -rnE --include='*.swift' '^\s*(@\w+(\(\w+\))? )*import ' ../../Sources/MessageFilterExtension/*.swift ../../Sources/MessageFilterExtension/{Folder,Network,Rules} |
    grep -vE 'import (Foundation|IdentityLookup|IdentityLookupShim|SpamFilter|SpamFilterIO)$'; then
    echo "linkage: MessageFilterExtension must import nothing but Foundation, IdentityLookup, SpamFilter and SpamFilterIO" >&2
    exit 1
fi
echo "linkage: SpamFilter and SpamFilterIO link no Foundation; SpamFilter imports nothing"
echo "linkage: an app of the phone's modules needs no other package${offline:+, built without a network}"
