#!/usr/bin/env python3
"""Fails on names that are newer than iOS 18 in what a phone runs: compilers on Linux know of no
availability. Read are the targets that the library MessageFilterExtension brings, its example, and
the Swift that README and docs/ show. Fails too where the targets name a network, which an extension
has not. Comments and literals do not count."""

import pathlib
import re
import sys

sys.path += [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Snippets")]
import rooms  # noqa: E402
import snippets  # noqa: E402

PHONE = ["SpamFilter", "SpamFilterIO", "MessageFilterExtension"]
# By the system that has them first.
NEWER = {
    "26": [
        r"\bInlineArray\b", r"\[\d+ of ", r"<let \w+: Int", r"\bUTF8Span\b", r"\.utf8Span\b", r"\bisolated deinit\b",
        r"\bTask\.(immediate|immediateDetached)\b", r"\baddImmediateTask", r"\bTask(\.detached)?\(name:", r"\bTask\.name\b",
        r"\bObservations\b", r"\bUnicode\.UTF8\.ValidationError\b", r"\bTaskExecutor\.current\b", r"\bglassEffect\b",
        r"\bNotificationCenter\.(Main|Async)\w*Message\b", r"\bAttributedTextSelection\b", r"\bFoundationModels\b",
    ],
}

NETWORK = r"\b(URLSession|URLRequest|URLProtocol|NWConnection|CFSocket|CFStream|socket\(|connect\(|getaddrinfo)"


def code():
    for target in PHONE:
        for path in sorted((snippets.PROJECT / "Sources" / target).rglob("*.swift")):
            if not path.is_symlink():
                yield str(path.relative_to(snippets.PROJECT)), path.read_text()
    for document in snippets.documents():
        for name, _, lines in snippets.sources(document):
            yield name, "\n".join(lines)


def main():
    failures = []
    for name, text in code():
        plain = rooms.COMMENT.sub("", rooms.LITERAL.sub('""', text))
        for system, patterns in NEWER.items():
            for found in re.finditer("|".join(patterns), plain):
                failures.append(f"{name}: {found.group()} needs iOS {system}, and the least is iOS 18; write it without")
        if name.startswith("Sources/") and "/Example/" not in name:
            for found in re.finditer(NETWORK, plain):
                failures.append(f"{name}: {found.group()} is for a network, which an extension has not; ask by its context")
    print("\n".join(failures), end="\n" if failures else "")
    sys.exit(1 if failures else 0)


main()
