#!/usr/bin/env python3
"""Checks what is written by hand of the peers: README's table, and that the page is what its record says.

usage: readme.py

Fails with the rows that README should have. Part of `make lint`.
"""
import os
import re
import sys
import tempfile

import page
from record import Figures

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
# What README says, table, corpus, figure, how it is shown, whether less is better, and a peer that is shown beside the best.
ROWS = [
    ("average precision, English (UCI)", "quality", "uci", "ap", page.share, False, None),
    ("average precision, Chinese (message80W)", "quality", "zh80w", "ap", page.share, False, None),
    ("recall under hiding tricks, English, mean", "attack", "uci", "mean", page.rate, False, None),
    ("ROC-AUC, English sources never trained on", "phones", "phone-en-starter", "auc", page.rate, False, None),
    ("bytes of the Chinese model", "cost", "zh80w", "model bytes", page.size, True, "scikit-learn SVM"),
]


def rows(figures):
    """The lines of README's table that a record has figures for, the better of two in bold."""
    lines = []
    for words, table, corpus, figure, show, lower, beside in ROWS:
        known = {system: figures.value(table, corpus, system, figure) for system in figures.systems(table)}
        peers = {system: value for system, value in known.items() if value is not None and not system.startswith("spamkit")}
        if known.get("spamkit") is None or not peers:
            continue
        best = (min if lower else max)(peers, key=peers.get)
        ours, theirs = show(known["spamkit"]), show(peers[best])
        behind = peers[best] < known["spamkit"] if lower else peers[best] > known["spamkit"]
        if ours != theirs:
            ours, theirs = (ours, f"**{theirs}**") if behind else (f"**{ours}**", theirs)
        more = f"; {show(peers[beside])}, {beside}" if beside and beside != best else ""
        lines.append(f"| {words} | {ours} | {theirs}, {best}{more} |")
    return lines


def main():
    with open(f"{ROOT}/Benchmarks/PEERS.md", encoding="utf-8") as file:
        record = re.search(r"\]\((records/[^)]+)\)", file.read())[1]
    figures = Figures(f"{ROOT}/Benchmarks/{record}")
    found = rows(figures)
    if len(found) < len(ROWS):
        sys.exit(f"Benchmarks/PEERS.md: expected a record of public corpora with README's {len(ROWS)} figures, found {len(found)} in {record}; "
                 "take the page back: git checkout Benchmarks")
    with open(f"{ROOT}/README.md", encoding="utf-8") as file:
        written = file.read().splitlines()
    missing = [line for line in found if line not in written]
    if missing:
        sys.exit("\n".join(["README.md: expected these rows of Benchmarks/PEERS.md:", *missing]))
    with tempfile.TemporaryDirectory() as folder:
        page.write(figures, f"{folder}/{record}", folder)
        for name in sorted(os.listdir(folder)):
            with open(f"{folder}/{name}", encoding="utf-8") as new, open(f"{ROOT}/Benchmarks/{name}", encoding="utf-8") as old:
                if new.read() != old.read():
                    sys.exit(f"Benchmarks/{name}: not what {record} says; Benchmarks/peers/__main__.py --page Benchmarks/{record} writes it")


if __name__ == "__main__":
    main()
