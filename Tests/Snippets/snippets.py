#!/usr/bin/env python3
"""Compiles the Swift code that README.md and docs/ show, and what of the example needs no SwiftUI.
Each as a new target of Xcode would, and as one of SwiftPM: with and without default isolation to
the main actor and member import visibility.

Code of statements becomes the body of a function, whose parameters are what a reader has already.
Imports are those of the block, else those of the block before it. Manifests are not compiled. Needs
`make build-tests`. Not the types alone are checked: the compiler may fail after them."""

import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

PROJECT = pathlib.Path(__file__).resolve().parents[2]
MODULES = PROJECT / ".build/release/Modules"
EXAMPLE = PROJECT / "Sources/MessageFilterExtension/Example"
BLOCK = re.compile(r"^( *)```swift\n(.*?)^ *```", re.M | re.S)
# Blocks of Package.swift.
MANIFESTS = 3
# What a reader has already.
GIVEN = {
    "bytes": "[UInt8]", "downloaded": "[UInt8]", "downloadedRules": "[UInt8]", "text": "String", "sender": "String",
    "path": "String", "message": "Message", "other": "Message", "verdict": "Verdict", "model": "borrowing ModelFile",
    "shipped": "String", "key": "PublicKey", "own": "PersonalOverlay", "body": "Data",
}
# A method that Foundation has on Apple's systems only.
APP_GROUPS = """
import Foundation
extension FileManager {
    nonisolated func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? { nil }
}
"""
SETTINGS = [[], ["-default-isolation", "MainActor", "-enable-upcoming-feature", "MemberImportVisibility"]]


def example(name):
    return (EXAMPLE / name).read_text().replace("canImport(Darwin)", "true")


def sources(document):
    """The name, the imports and the code of each block of a document."""
    text = (PROJECT / document).read_text()
    imports = []
    for block in BLOCK.finditer(text):
        indent, code = block.groups()
        lines = [line.removeprefix(indent) for line in code.split("\n")]
        if any(re.match(r"\.package\(|import PackageDescription", line) for line in lines):
            continue
        own = [line for line in lines if line.startswith("import ")]
        imports = own or imports
        place = text.count("\n", 0, block.start(2)) + 1
        yield f"{document}:{place}", imports, [line for line in lines if line not in own]


def program(imports, lines):
    code = "\n".join(lines)
    words = set(re.findall(r"(?<![.\w])\w+\b(?!:)", re.sub(r'//.*|"[^"]*"', "", code)))
    declared = set(re.findall(r"(?:let|var) (\w+)", code))
    given = ", ".join(f"_ {name}: {kind}" for name, kind in GIVEN.items() if name in words - declared)
    if not re.search(r"^(@Test |(nonisolated )?(final class |enum |extension )|#if )", code, re.M):
        code = f"private func snippet({given}) throws {{\n{code}\n}}\n"
    header = "\n".join(imports + [""]).replace("import IdentityLookup\n", "import IdentityLookupShim\n")
    return header + code


def plugins():
    """The macros of Swift Testing."""
    compiler = pathlib.Path(subprocess.check_output(["which", "swiftc"], text=True).strip()).resolve()
    return ["-plugin-path", str(compiler.parent.parent / "lib/swift/host/plugins")]


def documents():
    return ["README.md"] + sorted(f"docs/{path.name}" for path in (PROJECT / "docs").glob("*.md"))


def compile(job):
    (name, imports, lines), settings = job
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "Snippet.swift").write_text(program(imports, lines))
        (folder / "Foundation.swift").write_text(APP_GROUPS)
        files = ["Snippet.swift", "Foundation.swift"]
        if not any("enum AppGroup" in line for line in lines):
            (folder / "AppGroup.swift").write_text(example("FilterExtension/AppGroup.swift"))
            files.append("AppGroup.swift")
        command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-Onone", "-emit-object", "-wmo", "-o", "snippet.o"]
        command += ["-module-name", "Snippet", "-I", str(MODULES)]
        for headers in ["Sources/Zlib", "Sources/Prefetch/include"]:
            command += ["-Xcc", "-I", "-Xcc", str(PROJECT / headers)]
        made = subprocess.run(command + plugins() + settings + files, cwd=folder, capture_output=True, text=True)
        errors = [line for line in made.stderr.split("\n") if "error:" in line] or made.stderr.split("\n")[:5]
        how = "as in Xcode" if settings else "as in SwiftPM"
        return None if made.returncode == 0 else "\n  ".join([f"{name}, {how}:"] + errors)


def main():
    shown = [source for document in documents() for source in sources(document)]
    blocks = sum(len(re.findall(r"^ *```swift$", (PROJECT / document).read_text(), re.M)) for document in documents())
    if blocks != len(shown) + MANIFESTS:
        sys.exit(f"snippets: expected {blocks - MANIFESTS} blocks, found {len(shown)}; read BLOCK and MANIFESTS")
    for name in ["FilterExtension/FilterExtension.swift", "App/Learning.swift"]:
        shown.append((name, [], example(name).split("\n")))
    jobs = [(source, settings) for source in shown for settings in SETTINGS]
    with ThreadPoolExecutor(2) as pool:
        failures = [failure for failure in pool.map(compile, jobs) if failure]
    print("\n".join(failures + [f"snippets: {len(jobs) - len(failures)} of {len(jobs)} compile"]))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
