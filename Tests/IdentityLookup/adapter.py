#!/usr/bin/env python3
"""Compiles what a phone runs, and what documents show of it, as a project of Xcode does on iOS:
against stand-ins for Apple's frameworks made from tables, not against the shim. Warnings are
errors, as Swift 5 and as Swift 6, with and without isolation to the main actor and the two features
that Xcode calls approachable concurrency. A probe calls each extension from nonisolated
code, as the system does. Then what must fail is tried, and the shim is held against the table.

Not known here: Apple's own headers. Needs `make build-tests`."""

import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(PROJECT / "Tests/Snippets")]
import behaviour  # noqa: E402
import faults  # noqa: E402
import shim  # noqa: E402
import snippets  # noqa: E402
import standin  # noqa: E402

LIBRARY = PROJECT / "Sources/MessageFilterExtension"
EXAMPLE = LIBRARY / "Example"
UNUSED = r"was never used|is unused"
XCODE = ["-default-isolation", "MainActor"]
FEATURES = ["InferIsolatedConformances", "NonisolatedNonsendingByDefault"]
PHONE = ["IdentityLookup", "MessageFilterExtension", "SpamFilter", "SpamFilterIO"]
# The system makes the extension and asks it on threads of its own.
PROBE = """
import IdentityLookup

nonisolated func made() -> FilterExtension { FilterExtension() }

nonisolated func asked(
    _ filter: FilterExtension, _ query: ILMessageFilterQueryRequest, _ context: ILMessageFilterExtensionContext
) {
    filter.handle(query, context: context) { _ in }
    let handling: any ILMessageFilterQueryHandling = filter
    handling.handle(query, context: context) { _ in }
}
"""
FOLDERS_PROBE = """
nonisolated func asked(
    _ filter: FilterExtension, _ query: ILMessageFilterCapabilitiesQueryRequest, _ context: ILMessageFilterExtensionContext
) {
    filter.handle(query, context: context) { _ in }
    let handling: any ILMessageFilterCapabilitiesQueryHandling = filter
    handling.handle(query, context: context) { _ in }
}
"""


def on_apple(text):
    """A source as Apple's systems compile it: guards without the name of a system."""
    text = re.sub(r"^#if canImport\(IdentityLookup\) .*", "#if canImport(IdentityLookup)", text, flags=re.M)
    text = text.replace("canImport(Darwin)", "true")
    return text.replace("import IdentityLookupShim", '#error("not the branch of Apple")')


def swiftc(folder, arguments, files, name):
    """Compiles texts as one module. Returns the errors, and the warnings as errors but for what a
    document does not go on to use. The compiler may find more after the types, so all the way to an
    object."""
    place = pathlib.Path(tempfile.mkdtemp(dir=folder))
    for file, text in files.items():
        (place / file).write_text(text)
    command = ["swiftc", "-parse-as-library", "-module-name", name, "-I", str(folder), "-I", str(snippets.MODULES)]
    for headers in ["Sources/Zlib", "Sources/Prefetch/include"]:
        command += ["-Xcc", "-I", "-Xcc", str(PROJECT / headers)]
    made = subprocess.run(command + snippets.plugins() + arguments + sorted(files), cwd=place, capture_output=True, text=True)
    lines = made.stderr.split("\n")
    found = [line for line in lines if re.match(r"[^ ].* (error|warning): ", line) and not re.search(UNUSED, line)]
    return found or ([] if made.returncode == 0 else lines[:5])


def modules(folder):
    """Apple's frameworks, and the library over them."""
    for name in standin.PRELUDE:
        arguments = ["-swift-version", "6", "-enable-library-evolution", "-suppress-warnings", "-emit-module"]
        arguments += ["-emit-module-path", f"{folder}/{name}.swiftmodule"]
        yield f"stand-in {name}", swiftc(folder, arguments, {f"{name}.swift": standin.module(name)}, name)
    # What is `package` in SpamFilterIO is seen under the name that SwiftPM took from the folder.
    manifest = (PROJECT / ".build/release.yaml").read_text()
    package = re.search(r'"-module-name","SpamFilterIO".*?"-package-name","([^"]*)"', manifest).group(1)
    sources = [path for path in LIBRARY.rglob("*.swift") if not {"Example", f"{LIBRARY.name}.docc"} & set(path.parts)]
    arguments = ["-swift-version", "6", "-package-name", package, "-emit-module"]
    arguments += ["-emit-module-path", f"{folder}/{LIBRARY.name}.swiftmodule"]
    files = {path.name: on_apple(path.read_text()) for path in sources}
    yield LIBRARY.name, swiftc(folder, arguments, files, LIBRARY.name)


def example(name):
    """A file of the example. On Apple's systems URLSession is of Foundation itself."""
    text = on_apple((EXAMPLE / name).read_text())
    return text.replace("import Foundation\n", "import Foundation\nimport FoundationNetworking\n")


def shown(document):
    """The Swift of a document that is for a phone, a file for each block."""
    files = {}
    for number, (_, imports, lines) in enumerate(snippets.sources(document)):
        phone = {f"import {module}" for module in PHONE} & set(imports)
        if phone and not any(line.startswith("#if") for line in lines):
            files[f"Block{number}.swift"] = snippets.program(imports, lines).replace("IdentityLookupShim", "IdentityLookup")
    return files


def projects():
    """What compiles together: a document is its reader's project, the example has three targets."""
    for document in snippets.documents():
        files = shown(document)
        if files:
            yield document, with_parts(files)
    app = {path.name: example(path.relative_to(EXAMPLE)) for path in sorted((EXAMPLE / "App").glob("*.swift"))}
    extension = {name: example(f"FilterExtension/{name}") for name in ["AppGroup.swift", "FilterExtension.swift"]}
    yield "Example/FilterExtension", with_parts(extension)
    yield "Example/App", with_parts(app)
    yield "Example/ReportExtension", {"ReportExtension.swift": example("ReportExtension/ReportExtension.swift")}
    tutorial = LIBRARY / f"{LIBRARY.name}.docc/Resources"
    own = {path.name: path.read_text() for path in tutorial.glob("*.swift") if not path.is_symlink()}
    yield "the tutorial", own


def with_parts(files):
    """With what a reader has already, and the probe of an extension."""
    files["Foundation.swift"] = snippets.APP_GROUPS
    whole = "\n".join(files.values())
    if "struct TryMessageView" in whole:
        files |= {name: example(f"App/{name}") for name in ["Learning.swift", "Senders.swift"]}
    if "enum AppGroup" not in whole:
        files["AppGroup.swift"] = example("FilterExtension/AppGroup.swift")
    if "class FilterExtension" in whole:
        folders = "ILMessageFilterCapabilitiesQueryHandling" in whole
        files["Probe.swift"] = PROBE + (FOLDERS_PROBE if folders else "")
    return files


def settings():
    """What a target of Xcode may have switched on: of the sixteen ways the eight in which any three
    switches meet in every way, that of a new project among them, and all and none."""
    for switches in itertools.product([False, True], repeat=4):
        if sum(switches) % 2 == 0 and len(set(switches)) == 2:
            continue
        is6, isolates, *features = switches
        named = [argument for on, name in zip(features, FEATURES) if on for argument in ["-enable-upcoming-feature", name]]
        isolation = XCODE if isolates else []
        version = "6" if is6 else "5"
        yield ["-swift-version", version] + isolation + ["-enable-upcoming-feature", "MemberImportVisibility"] + named


def jobs():
    """What compiles, and what must not: a name, files, arguments, what the compiler says of a fault."""
    for name, files in projects():
        for arguments in settings():
            yield name, files, arguments, None
    for name, right, there, instead, said, needs in faults.faults(example):
        for arguments in settings():
            if needs is None or needs in arguments:
                yield f"without {name}", with_parts({"Fault.swift": right}), arguments, None
                yield name, with_parts({"Fault.swift": right.replace(there, instead)}), arguments, said


def problem(folder, job):
    """What is wrong, and the settings; `None` where all is as expected."""
    name, files, arguments, said = job
    found = swiftc(folder, arguments + ["-Onone", "-wmo", "-emit-object", "-o", "shown.o"], files, "Shown")
    if said is None and not found or said and any(said in line for line in found):
        return None
    expected = f"expected an error that says '{said}'" if said else "expected no error"
    text = "\n  ".join([f"{name}: {expected}, found:"] + (found or ["none"]))
    return text, " ".join(arguments).replace("-enable-upcoming-feature ", "")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, found in modules(folder):
            if found:
                sys.exit("\n  ".join([f"adapter: {name} does not compile:"] + found))
        with tempfile.TemporaryDirectory(dir=folder) as own:
            failures = list(shim.problems(own))
        print(f"adapter: shim and facts.tsv: {len(failures)} of {len(standin.facts())} rows differ")
        failures += behaviour.problems()
        tried = list(jobs())
        with ThreadPoolExecutor(2) as pool:
            wrong = [found for found in pool.map(lambda job: problem(folder, job), tried) if found]
        for text in dict.fromkeys(text for text, _ in wrong):
            failures.append("\n  ".join([text] + ["with " + how for other, how in wrong if other == text]))
    faulty = sum(1 for job in tried if job[3])
    print("\n".join(failures + [f"adapter: {len(tried) - faulty} compile and {faulty} are refused, {len(failures)} problems"]))
    sys.exit(1 if failures else 0)


main()
