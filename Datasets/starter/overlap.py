#!/usr/bin/env python3
"""Finds templates that share a run of words with a message of a public corpus: nobody's sentence may be in ours.

    python3 overlap.py CORPUS.jsonl … [--lang LANG]

A run is eight words in a row, or eight characters of Han, kana or Hangul in a row. Case, width, numbers, marks and links do not
count: they neither make nor break a run of words; marks and numbers end a run of characters. A run of characters that lies inside
phrases of `set-phrases.txt` and of at most seven characters around them is everybody's. Exit 1 with a line for each template found.
"""
import argparse
import json
import re
import sys
import unicodedata
from itertools import islice
from pathlib import Path

import generate
from template import load

RUN = 8
LINK = re.compile(r"(?:https?://)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#][!-~]*)?")
DENSE = "\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3"
WORD = re.compile(rf"[^\W\d_{DENSE}]+")
CLAUSE = re.compile(rf"[{DENSE}]+")


def runs(text, phrases=None):
    """The runs of a text. With `phrases`, a pattern, their characters are marked, and a run needs RUN others in a row."""
    text = LINK.sub(" ", unicodedata.normalize("NFKC", text).lower())
    words = WORD.findall(text)
    yield from (" ".join(words[i:i + RUN]) for i in range(len(words) - RUN + 1))
    for clause in CLAUSE.findall(re.sub(r"\s+", "", text)):
        for piece in phrases.split(clause) if phrases else [clause]:
            yield from (piece[i:i + RUN] for i in range(len(piece) - RUN + 1))


def set_phrases(path):
    """A pattern of the phrases, longest first; None if there are none."""
    phrases = [re.sub(r"\s+", "", unicodedata.normalize("NFKC", line)) for line in path.read_text(encoding="utf-8").split("\n")
               if line and not line.startswith("#")]
    return re.compile("|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))) if phrases else None


def own_runs(templates, phrases, seed=1, rows=8):
    """Run: the template that has it, over some rows of each."""
    knobs = generate.arguments(["--seed", str(seed), "--trick-rate", "0", "--form", "none"])
    owner = {}
    for template in templates:
        for row in islice(generate.stream(template, knobs, set()), rows):
            for run in runs(json.loads(row)["text"], phrases):
                owner.setdefault(run, template)
    return owner


def main():
    parser = argparse.ArgumentParser(description="Finds templates that share a run of words with a public message.")
    parser.add_argument("corpora", nargs="+", metavar="CORPUS.jsonl")
    parser.add_argument("--folder", type=Path, default=Path(__file__).resolve().parent, help="holds templates/ and slots/")
    parser.add_argument("--lang", help="only templates of this language")
    knobs = parser.parse_args()
    templates, problems = load(knobs.folder)
    if problems:
        sys.exit("\n".join(problems))
    owner = own_runs([t for t in templates if knobs.lang in (None, t.lang)], set_phrases(knobs.folder / "set-phrases.txt"))
    found = {}
    for path in knobs.corpora:
        with open(path, encoding="utf-8") as corpus:
            for line in corpus:
                for run in runs(json.loads(line)["text"]):
                    if run in owner:
                        found.setdefault(owner[run].id, (owner[run], {}))[1][run] = Path(path).stem
    for template, shared in found.values():
        names = ", ".join(sorted(set(shared.values())))
        print(f"{template.place}: expected words of our own, found {len(shared)} runs of {names}: {min(shared)}")
    print(f"{len(found)} templates share {RUN} words or characters in a row with {len(knobs.corpora)} corpora")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
