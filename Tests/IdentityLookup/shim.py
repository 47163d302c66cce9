"""Holds Sources/IdentityLookupShim against facts.tsv by the symbol graph that Swift makes of it.
The column `shim` says equal, differs or absent, which must be true, and why. What the shim has
beyond the table is an error too."""

import json
import pathlib
import re
import subprocess

from standin import facts

SHIM = pathlib.Path(__file__).resolve().parents[2] / "Sources/IdentityLookupShim"
# Foundation's own on Apple's systems.
BEYOND = "HTTPURLResponse"
# Members that Swift makes.
MADE = {"hashValue", "hash(into:)", "!=(_:_:)", "==(_:_:)", "localizedDescription"}


def graph(folder):
    command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-emit-module", "-module-name", "IdentityLookupShim"]
    command += ["-package-name", "spamkit", "-emit-module-path", f"{folder}/IdentityLookupShim.swiftmodule"]
    subprocess.run(command + [str(path) for path in sorted(SHIM.glob("*.swift"))], check=True)
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"], text=True))["target"]["unversionedTriple"]
    extract = ["swift-symbolgraph-extract", "-module-name", "IdentityLookupShim", "-I", str(folder), "-target", target]
    subprocess.run(extract + ["-minimum-access-level", "public", "-output-dir", str(folder)], check=True)
    return json.loads((pathlib.Path(folder) / "IdentityLookupShim.symbols.json").read_text())


def plain(swift):
    """A declaration without what does not change how it is used: attributes, access, constants."""
    swift = re.sub(r"@(available\([^)]*\)|MainActor|nonexhaustive|unchecked) ", "", swift)
    swift = re.sub(r"\b(override|open|public|final) ", "", swift)
    if re.search(r"\b(let|var) ", swift) and "{" not in swift:
        swift += " { get }" if "let " in swift else " { get set }"
    return re.sub(r"\s", "", re.sub(r"\blet ", "var ", swift))


def declarations(symbols):
    """Each type's header, with what it conforms to and derives from, and each member, by name."""
    names = {symbol["identifier"]["precise"]: symbol["pathComponents"] for symbol in symbols["symbols"]}
    parents = {}
    for relation in symbols["relationships"]:
        if relation["kind"] in ("conformsTo", "inheritsFrom"):
            target = names.get(relation["target"], [relation.get("targetFallback", "")])
            parents.setdefault(relation["source"], set()).add(target[-1].rpartition(".")[2])
    found = {}
    for symbol in symbols["symbols"]:
        path, kind = symbol["pathComponents"], symbol["kind"]["identifier"]
        if path[0] == BEYOND or path[-1] in MADE or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        swift = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        if kind in ("swift.class", "swift.enum", "swift.struct", "swift.protocol"):
            found[".".join(path), "-"] = (kind, symbol["accessLevel"], parents.get(symbol["identifier"]["precise"], set()))
        else:
            deprecated = any(entry.get("isUnconditionallyDeprecated") for entry in symbol.get("availability", []))
            found[".".join(path[:-1]) or "-", path[-1]] = plain(swift), deprecated
    return found


def is_equal(row, found):
    swift = row["swift"]
    if row["member"] != "-":
        return found == (plain(swift), "deprecated" in swift)
    kind, access, parents = found
    header, _, wanted = swift.partition(": ")
    wanted = {name.replace("@unchecked ", "") for name in wanted.split(", ")} - {"Int"}
    return f"swift.{header.split()[-2]}" == kind and (access == "open") == ("open" in header) and wanted <= parents


def problems(folder):
    found = declarations(graph(folder))
    for row in facts():
        name, said = f"{row['type']}.{row['member']}", row["shim"].partition(":")[0]
        own = found.pop((row["type"], row["member"]), None)
        is_ = "absent" if own is None else "equal" if is_equal(row, own) else "differs"
        if said != "equal" and ": " not in row["shim"]:
            yield f"{name}: expected a reason, as in 'absent: why', found '{row['shim']}'; correct facts.tsv"
        elif is_ != said:
            yield f"{name}: the shim's is {is_}, facts.tsv says {said}; correct the shim: {own or row['swift']}"
    enums = sum(row["member"] == "-" and row["swift"].startswith("enum") for row in facts())
    open_ended = sum(path.read_text().count("@nonexhaustive\n") for path in SHIM.glob("*.swift"))
    if enums != open_ended:
        yield f"expected all {enums} enums of the shim @nonexhaustive, as iOS may add cases, found {open_ended}; mark the others"
    for type_, member in found:
        yield f"{type_}.{member}: public in the shim, no row of facts.tsv; make it package, or add its row with a source"
