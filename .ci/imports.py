#!/usr/bin/env python3
"""Refuses a target of the package, or of that in Server, that imports another without naming it as a dependency.
SwiftPM allows what comes along with another dependency, and then may not compile the target again."""

import json
import pathlib
import re
import subprocess
import sys

IMPORT = re.compile(r"^\s*(?:@\w+(?:\(.*?\))? +)*(?:\w+ +)?import +(?:(?:struct|class|enum|func|protocol|var|typealias) +)?(\w+)", re.M)

faults = []
for root in [".", "Server"]:
    command = ["swift", "package", "describe", "--package-path", root, "--type", "json"]
    package = json.loads(subprocess.check_output(command))
    targets = {target["name"].replace("-", "_"): target["name"] for target in package["targets"]}
    for target in package["targets"]:
        folder = pathlib.Path(package["path"], target["path"])
        sources = [folder / source for source in target["sources"] if source.endswith(".swift")]
        imported = {targets[name] for file in sources for name in IMPORT.findall(file.read_text()) if name in targets}
        missing = imported - set(target.get("target_dependencies", [])) - {target["name"]}
        if missing:
            faults.append(f"{pathlib.Path(root, 'Package.swift')}: {target['name']} imports {', '.join(sorted(missing))}: name it as a dependency")
print("\n".join(faults), end="\n" if faults else "")
sys.exit(1 if faults else 0)
