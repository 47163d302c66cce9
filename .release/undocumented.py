#!/usr/bin/env python3
"""Names the public symbols without documentation in a folder of symbol graphs; exit code 1 if any.

usage: undocumented.py GRAPHS

A symbol without a place in a source is made by the compiler, or is of another module.
"""
import glob
import json
import os
import sys

if len(sys.argv) != 2:
    sys.exit(__doc__)
missing = []
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.symbols.json"))):
    with open(path, encoding="utf-8") as file:
        symbols = json.load(file)["symbols"]
    for symbol in symbols:
        if symbol["accessLevel"] in ("public", "open") and "location" in symbol and not symbol.get("docComment"):
            place = symbol["location"]
            source = os.path.relpath(place["uri"].removeprefix("file://"))
            missing.append(f"{source}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])} has no documentation")
print("\n".join(missing), file=sys.stderr, end="\n" if missing else "")
sys.exit(1 if missing else 0)
