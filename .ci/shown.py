#!/usr/bin/env python3
"""Writes again what documents show below their commands, after models or the corpus changed.

usage: shown.py SPAMKIT_FOLDER DOCUMENT...

Runs each line that begins with `$ ` in a fenced block, as DocumentedCommandTests does, and puts the
printed line in place of a shown one that is no longer printed: the one most like it, in order. A
shown line that ends in `…` keeps as many characters. Read the difference before you commit it.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def shape(line):
    """A line without its numbers."""
    return re.sub(r"[\d,.]+", "0", line)


def rewritten(shown, printed):
    """The shown lines, each as it is printed now."""
    at, result = 0, []
    for line in shown:
        if line in ("…", ""):
            result.append(line)
            continue
        isCut = line.endswith("…")
        start = line[:-1] if isCut else line

        def fits(other):
            return other.startswith(start) if isCut else other == line
        found = next((i for i in range(at, len(printed)) if fits(printed[i])), None)
        address = re.match(r"[0-9a-f]{8}: ", line)
        if found is None and address:  # a line of xxd: the one of the same address
            found = next((i for i, other in enumerate(printed) if other.startswith(address[0])), at - 1)
            line = printed[found]
        elif found is None:
            likeness = [(difflib.SequenceMatcher(None, shape(start), shape(other[:len(start)] if isCut else other)).ratio(), -i)
                        for i, other in enumerate(printed[at:], at)]
            best, place = max(likeness, default=(0, 0))
            if best < .5:
                print(f"  nothing printed is like: {line}")
                result.append(line)
                continue
            found = -place
            line = printed[found][:len(start)] + "…" if isCut else printed[found]
        result.append(line)
        at = found + 1
    return result


def update(document, tool):
    with open(document, encoding="utf-8") as file:
        lines = file.read().split("\n")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("Datasets", "Models"):
            os.symlink(os.path.join(PROJECT, name), os.path.join(folder, name))
        environment = dict(os.environ, PATH=os.path.abspath(tool) + ":" + os.environ["PATH"])
        i, inBlock = 0, False
        while i < len(lines):
            if lines[i].startswith("```"):
                inBlock = not inBlock
            if not (inBlock and lines[i].startswith("$ ")):
                i += 1
                continue
            end = i + 1
            while end < len(lines) and not lines[end].startswith(("$ ", "```")):
                end += 1
            run = subprocess.run(["bash", "-c", lines[i][2:]], cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if run.returncode:
                print(f"{document}: {lines[i]}: exit {run.returncode}: {run.stderr.strip()[:200]}")
            new = rewritten(lines[i + 1:end], run.stdout.split("\n"))
            for old, now in zip(lines[i + 1:end], new):
                if old != now:
                    print(f"{document}\n- {old}\n+ {now}")
            lines[i + 1:end] = new
            i = end
    with open(document, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for name in sys.argv[2:]:
        update(name, sys.argv[1])
