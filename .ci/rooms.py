#!/usr/bin/env python3
"""Fails where folders of a target (rooms) depend on each other in a circle, which no import shows.

usage: rooms.py [--arrows] [SOURCES...]        default: the Sources of each package; --arrows prints them

A file depends on another one if it names what only that one declares at its top level. It is read by
words: literals and comments do not count, and a name that two files declare counts for neither.
Examples and documentation are left out.
"""
import collections
import os
import re
import sys

DECLARED = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|open|final|indirect|nonisolated|static)\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias|func|let|var)\s+([A-Za-z_]\w*)", re.M)
LITERAL = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"')
COMMENT = re.compile(r"//[^\n]*|/\*(?:.|\n)*?\*/")
# Shorter names in lower case are those of parameters, too.
SHORTEST_FUNCTION = 6


def sources(target):
    """The code of each file of a target, by its path."""
    for folder, _, names in os.walk(target):
        if ".docc" in folder or "Example" in folder.split(os.sep):
            continue
        for name in names:
            if name.endswith(".swift"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, target), COMMENT.sub("", LITERAL.sub('""', file.read()))


def arrows(target):
    """Which room names what of which: {room: {other room: (file, name)}}, an example each."""
    code = dict(sources(target))
    owners = collections.defaultdict(set)
    for path, text in code.items():
        for name in DECLARED.findall(text):
            if name[0].isupper() or len(name) >= SHORTEST_FUNCTION:
                owners[name].add(path)
    owner = {name: paths.pop() for name, paths in owners.items() if len(paths) == 1}
    found = collections.defaultdict(dict)
    for path, text in sorted(code.items()):
        for name in sorted(set(re.findall(r"[A-Za-z_]\w*", text)) & owner.keys()):
            here, there = os.path.dirname(path) or ".", os.path.dirname(owner[name]) or "."
            if here != there:
                found[here].setdefault(there, (path, name))
    return found


def reachable(graph, start):
    """All rooms that a way of arrows leads to."""
    seen, waiting = set(), list(graph.get(start, ()))
    while waiting:
        room = waiting.pop()
        if room not in seen:
            seen.add(room)
            waiting += graph.get(room, ())
    return seen


def circles(graph):
    """Sets of rooms each of which leads to all others of its set."""
    leads = {room: reachable(graph, room) for room in graph}
    found = {frozenset(other for other in leads[room] if room in leads.get(other, ())) for room in leads if room in leads[room]}
    return sorted(map(sorted, found))


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    given = [argument for argument in sys.argv[1:] if argument != "--arrows"]
    roots = given or [root for root in ("Sources", "Server/Sources") if os.path.isdir(root)]
    targets = [os.path.join(root, name) for root in roots for name in sorted(os.listdir(root))]
    count = 0
    for target in filter(os.path.isdir, targets):
        graph = arrows(target)
        if "--arrows" in sys.argv:
            for here, others in sorted(graph.items()):
                for there, (path, name) in sorted(others.items()):
                    print(f"{target}: {here} -> {there}: {path} names {name}")
        for circle in circles(graph):
            count += 1
            print(f"rooms: {target}: a circle of {', '.join(circle)}", file=sys.stderr)
            for here in circle:
                for there in circle:
                    if there in graph[here]:
                        path, name = graph[here][there]
                        print(f"  {here} -> {there}: {path} names {name}", file=sys.stderr)
    if count:
        print("rooms: move what is named to the room that everybody may name, or make one room of two", file=sys.stderr)
        return 1
    print("rooms: no folders of a target depend on each other in a circle")
    return 0


if __name__ == "__main__":
    sys.exit(main())
