#!/usr/bin/env python3
"""The version of the release, in one place: Sources/SpamFilter/Version.swift.

usage: version.py            prints it; exit code 1 where another place has a different one
       version.py VERSION    sets it, there and in the places that cannot read it; above the entry of
                             a released version the changelog gets a new one

The tool, the server, the libraries and their pkg-config file read it when they are built. Python's
package is also built where the Swift sources are not, so it holds a copy. The changelog names it.
"""
import os
import re
import sys

SOURCE = "Sources/SpamFilter/Version.swift"
# Each with one group around what is compared.
PLACES = [
    (SOURCE, r'releaseVersion: StaticString \{ "(.*)" \}'),
    ("Python/src/spamkit/__init__.py", r'^__version__ = "(.*)"'),
    ("Python/src/spamkit/__init__.py", r">>> spamkit\.__version__\n'(.*)'"),
    # The first heading: `[Unreleased]: VERSION`, and `[VERSION] - DATE` once it is released.
    ("CHANGELOG.md", r"\A(?:(?!^## ).*\n)*## (?:\[Unreleased\]: |\[)([^]\s]+)"),
]


def found(path, pattern):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    match = re.search(pattern, text, re.MULTILINE)
    if not match:
        sys.exit(f"version: {path} has no version where one is expected: {pattern}")
    return text, match


def changed(text, match, version):
    """The text with another version. A heading with a date is of a release, and stays."""
    heading = text.rfind("\n", 0, match.start(1)) + 1
    if re.match(r"## \[[^]]+\] - ", text[heading:]) and match[1] != version:
        return f"{text[:heading]}## [Unreleased]: {version}\n\n{text[heading:]}"
    return text[:match.start(1)] + version + text[match.end(1):]


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    if len(sys.argv) == 2:
        version = sys.argv[1]
        if not re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?", version):
            sys.exit(f"version: {version!r} is no version such as 0.2.0")
        for path, pattern in PLACES:
            text, match = found(path, pattern)
            with open(path, "w", encoding="utf-8") as file:
                file.write(changed(text, match, version))
    version = found(*PLACES[0])[1][1]
    for path, pattern in PLACES[1:]:
        other = found(path, pattern)[1][1]
        if other != version:
            sys.exit(f"version: {SOURCE} has {version}, but {path} has {other}: run .ci/version.py {version}")
    print(version)


if __name__ == "__main__":
    main()
