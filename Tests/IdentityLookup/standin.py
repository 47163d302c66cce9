"""Writes a stand-in for IdentityLookup and IdentityLookupUI from facts.tsv, in Swift: the types, the
nullability and the concurrency of Apple's, with bodies that trap. Compiled with library evolution
its enums are not frozen, as Apple's are not. And one for SwiftUI from swiftui.tsv: what the
example's screens name, each row by its page in Apple's documentation, written down from memory.

It is stricter in one thing: a type must write the form of `handle` with a completion. Apple's
protocols take the async form too."""

import csv
import itertools
import pathlib
import re
import sys

# Of Package.swift.
LEAST_SYSTEM = 18
HERE = pathlib.Path(__file__).resolve().parent
# What Foundation and UIKit have on Apple's systems only, as far as declarations name it.
PRELUDE = {
    "IdentityLookup": """\
@_exported import Foundation
@_exported import FoundationNetworking

open class NSExtensionContext: NSObject {}
""",
    "IdentityLookupUI": """\
import IdentityLookup

@MainActor open class UIViewController: NSObject {
    open func viewDidAppear(_ animated: Bool) {}
}
""",
    "SwiftUI": """\
@_exported import Foundation

extension Never: View { public typealias Body = Never }
extension View where Body == Never { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public typealias Body = Never }
""",
}
# What protocols ask that a header names.
CODING = """\
    public static var supportsSecureCoding: Bool { true }
    public func encode(with coder: NSCoder) {}
    public required init?(coder: NSCoder) { nil }
"""
EQUALITY = """\
    public static func == (a: Self, b: Self) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
"""
BODY = "{ fatalError() }"


def table(name):
    with open(HERE / name, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        place = f"{name}: {row['type']}: {row['swift']}"
        if not all(row.values()):
            sys.exit(f"{place}: expected a value in each column, found an empty one; write - where there is none")
        if float(row["since"]) > LEAST_SYSTEM:
            sys.exit(f"{place}: expected iOS {LEAST_SYSTEM} or older, found {row['since']}; a phone may not have it")
    return rows


def facts():
    rows = table("facts.tsv")
    for row in rows:
        name = f"facts.tsv: {row['type']}.{row['member']}"
        if row["null"] != "-" and (row["null"] == "nullable") != ("?" in row["swift"]):
            sys.exit(f"{name}: {row['null']}, but its Swift says otherwise; correct one of them")
    return rows


def member(row, access):
    """A member with a body."""
    swift = row["swift"]
    if swift.startswith("case"):
        return f"    {swift} = {row['raw']}\n"
    attribute = ""
    if swift.startswith("@"):
        attribute, _, swift = swift.partition(") ")
        attribute += ") "
    if "init(" in swift or access == "open" and swift.startswith("final"):
        access = "public"
    if "var " not in swift:
        return f"    {attribute}{access} {swift} {BODY}\n"
    body = BODY if swift.endswith("{ get }") else "{ get { fatalError() } set {} }"
    return f"    {attribute}{access} {swift.partition(' {')[0]} {body}\n"


def declaration(name, rows):
    """A type with its members; what the framework adds in Swift is an extension."""
    header = next(row["swift"] for row in rows if row["member"] == "-")
    if not header.startswith(("open", "@MainActor open")):
        header = f"public {header}"
    members = [row for row in rows if row["member"] not in ("-", "init(rawValue:)")]
    if "protocol" in header:
        inner = "".join(f"    {row['swift']}\n" for row in members if "completion" in row["swift"])
        outer = [row for row in members if "async" in row["swift"]]
    else:
        outer = [row for row in members if row["swift"].startswith("final")]
        access = "open" if "class" in header else "public"
        inner = "".join(member(row, access) for row in members if row not in outer)
    inner += CODING if "NSSecureCoding" in header else EQUALITY if "Hashable" in header else ""
    text = f"{header} {{\n{inner}}}\n"
    if outer:
        text += f"extension {name} {{\n" + "".join(member(row, "public") for row in outer) + "}\n"
    return f"extension {name.partition('.')[0]} {{\n{text}}}\n" if "." in name else text


def swiftui():
    """Each type with its members. What a protocol does not ask for is an extension."""
    text = PRELUDE["SwiftUI"]
    for name, rows in itertools.groupby(table("swiftui.tsv"), lambda row: row["type"]):
        header, *members = [row["swift"] for row in rows]
        added = [swift for swift in members if re.search("-> some|static func main", swift)] if "protocol" in header else []
        asked = [swift for swift in members if swift not in added]
        if "protocol" not in header:
            asked = [swift if swift.startswith("case") else implemented(swift) for swift in asked]
        # A view of Apple's own is drawn without a body.
        if header.endswith(": View"):
            asked.append("public typealias Body = Never")
        text += "\n    ".join([f"{published(header)} {{"] + asked) + "\n}\n"
        text += "\n    ".join([f"extension {name} {{"] + [implemented(swift) for swift in added]) + "\n}\n" if added else ""
    return text


def published(swift):
    return re.sub(r"\b(protocol|struct|enum|static|func|var|init|subscript)\b", r"public \1", swift, count=1)


def implemented(swift):
    swift, _, accessors = published(swift).partition(" {")
    body = "{ EmptyView() }" if swift.endswith("some View") else BODY
    if accessors:
        body = "{ get { fatalError() }" + (" nonmutating set {} }" if "set" in accessors else " }")
    return f"{swift} {body}"


def module(wanted):
    if wanted == "SwiftUI":
        return swiftui()
    rows = [row for row in facts() if row["module"] == wanted]
    text = PRELUDE[wanted]
    for name in dict.fromkeys(row["type"] for row in rows):
        own = [row for row in rows if row["type"] == name]
        text += "".join(f"public {row['swift']} = \"{row['raw']}\"\n" for row in own) if name == "-" else declaration(name, own)
    return text
