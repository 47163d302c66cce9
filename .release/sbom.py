#!/usr/bin/env python3
"""The bill of materials of a release, as CycloneDX 1.5 in JSON: what the binary and the wheel hold or
need, with versions, licences and origins.

usage: sbom.py NAME PACKAGE_RESOLVED CHECKOUTS PYPROJECT VERSION COMMIT > sbom.cdx.json
    PYPROJECT: - for a program without a package for Python

SOURCE_DATE_EPOCH is the time that it names, so that two runs give the same bytes. Licences are read
from the packages' own files; one that is none of the known ones is an error, to be looked at.
"""
import datetime
import glob
import json
import os
import re
import subprocess
import sys
import uuid

try:
    import tomllib
except ImportError:  # before Python 3.11
    from pip._vendor import tomli as tomllib

# What tells a licence by its text.
LICENCES = [
    ("Apache-2.0", r"Apache License\s+Version 2\.0"),
    ("MIT", r"Permission is hereby granted, free of charge, to any person obtaining a copy"),
    ("BSD-3-Clause", r"Neither the name of"),
]
# Those of Python's packages, which are needed and not held, by what their authors declare.
PYTHON = {
    "coremltools": "BSD-3-Clause", "numpy": "BSD-3-Clause", "onnx": "Apache-2.0", "onnxruntime": "MIT",
    "pandas": "BSD-3-Clause", "pyarrow": "Apache-2.0", "pyspark": "Apache-2.0", "scikit-learn": "BSD-3-Clause", "scipy": "BSD-3-Clause",
}
# Shared libraries of the system, which are needed and not held.
SYSTEM = [("sqlite3", "blessing"), ("zlib", "Zlib"), ("openssl", "Apache-2.0"), ("glibc", "LGPL-2.1-or-later"), ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1")]


def licence_of(folder):
    for path in sorted(glob.glob(os.path.join(folder, "LICENSE*"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for name, pattern in LICENCES:
            if re.search(pattern, text):
                return name
    sys.exit(f"sbom: {folder} has no LICENSE of a known licence; add it to LICENCES")


def licences(expression):
    return [{"expression": expression}] if " " in expression else [{"license": {"id": expression}}]


def held(pin, checkouts):
    """A Swift package whose code is in the binary."""
    url, state = pin["location"].removesuffix(".git"), pin["state"]
    version = state.get("version", state["revision"])
    purl = f"pkg:swift/{re.sub('^https?://', '', url)}@{version}"
    return {
        "type": "library", "bom-ref": purl, "name": pin["identity"], "version": version, "purl": purl, "scope": "required",
        "licenses": licences(licence_of(os.path.join(checkouts, os.path.basename(url)))),
        "externalReferences": [{"type": "vcs", "url": url, "comment": f"commit {state['revision']}"}],
    }


def swift_library():
    text = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    version = re.search(r"Swift version (\S+)", text)[1]
    purl = f"pkg:generic/swift-stdlib@{version}"
    return {
        "type": "library", "bom-ref": purl, "name": "swift-stdlib", "version": version, "purl": purl, "scope": "required",
        "licenses": licences("Apache-2.0 WITH Swift-exception"),
    }


def needed(pyproject):
    """Of the wheel: what must be installed, and what may be."""
    with open(pyproject, "rb") as file:
        project = tomllib.load(file)["project"]
    groups = [(project["dependencies"], "required")]
    groups += [(names, "optional") for group, names in project["optional-dependencies"].items() if group != "test"]
    found = {}
    for requirements, scope in groups:
        for requirement in requirements:
            name = re.match(r"[\w.-]+", requirement)[0]
            if name not in PYTHON:
                sys.exit(f"sbom: no licence known of {name}; add it to PYTHON")
            found.setdefault(name, {
                "type": "library", "bom-ref": f"pkg:pypi/{name}", "name": name, "purl": f"pkg:pypi/{name}", "scope": scope,
                "description": f"Python package, not held: {requirement}", "licenses": licences(PYTHON[name]),
            })
    return list(found.values())


def main():
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    name, resolved, checkouts, pyproject, version, commit = sys.argv[1:]
    with open(resolved, encoding="utf-8") as file:
        pins = sorted(json.load(file)["pins"], key=lambda pin: pin["identity"])
    components = [held(pin, checkouts) for pin in pins] + [swift_library()]
    for library, licence in SYSTEM:
        components.append({
            "type": "library", "bom-ref": f"pkg:generic/{library}", "name": library, "scope": "required",
            "description": "Shared library of the system, not held", "licenses": licences(licence),
        })
    if pyproject != "-":
        components += needed(pyproject)
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    own = f"pkg:generic/{name}@{version}"
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own + '#' + commit)}",
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": own, "name": name, "version": version, "purl": own,
                "licenses": licences("MIT"), "properties": [{"name": "commit", "value": commit}],
            },
        },
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": [component["bom-ref"] for component in components]}],
    }
    json.dump(document, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
