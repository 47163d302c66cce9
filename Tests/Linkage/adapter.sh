#!/usr/bin/env bash
# Type-checks the extension's adapter and the example as Apple's systems compile them, against a
# module named IdentityLookup that has the shim's public names only. So nothing can be used that is
# `package` in the shim and missing in Apple's framework. Runs twice: with completions as Swift 5
# sees them, and with @Sendable ones, as newer SDKs may import them. Does not check Apple's headers.
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=$(swift build --show-bin-path)/Modules
# SwiftPM names the package by its folder; what is `package` in SpamFilterIO is seen under it alone.
manifest=.build/debug.yaml
package=$(grep '"-module-name","SpamFilterIO"' "$manifest" | grep -o '"-package-name","[^"]*"' | head -n 1 | cut -d'"' -f4)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for sendable in "" "@Sendable "; do
    rm -rf "${folder:?}"/*
    mkdir "$folder/shim" "$folder/adapter"
    for file in Sources/IdentityLookupShim/*.swift; do
        sed "s/@escaping (\(ILMessageFilter[A-Za-z]*Response\)) -> Void/@escaping $sendable(\1) -> Void/" "$file" >"$folder/shim/$(basename "$file")"
    done
    swiftc -swift-version 6 -parse-as-library -emit-module -module-name IdentityLookup -package-name apple \
        -emit-module-path "$folder/IdentityLookup.swiftmodule" "$folder"/shim/*.swift
    # The guards without the name of a system, as no SDK of Apple is here.
    for file in Sources/MessageFilterExtension/*.swift Sources/MessageFilterExtension/{Folder,Network,Rules}/*.swift Sources/MessageFilterExtension/Example/FilterExtension/*.swift; do
        sed -e 's/^#if canImport(IdentityLookup) .*/#if canImport(IdentityLookup)/' -e 's/canImport(Darwin)/true/' -e 's/^ *import MessageFilterExtension$//' -e 's/import IdentityLookupShim/#error("not the branch of Apple")/' "$file" \
            >"$folder/adapter/$(basename "$file")"
    done
    # A method that Foundation has on Apple's systems only.
    cat >"$folder/adapter/AppGroups.swift" <<'EOF'
import Foundation
extension FileManager {
    func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? { nil }
}
EOF
    swiftc -swift-version 6 -parse-as-library -typecheck -module-name Adapter -package-name "$package" -I "$folder" -I "$modules" \
        "$folder"/adapter/*.swift
done
echo "adapter: MessageFilterExtension and the example compile against the public names of IdentityLookup"
