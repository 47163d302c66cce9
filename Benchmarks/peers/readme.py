#!/usr/bin/env python3
"""Checks what is written by hand of the peers: README's table, and that the page is what its record says.

usage: readme.py

Fails with the rows that README should have. Part of `make lint`.
"""
import glob
import os
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
    """The lines of README's table, the better of two in bold."""
    lines = []
    for words, table, corpus, figure, show, lower, beside in ROWS:
        known = {system: figures.value(table, corpus, system, figure) for system in figures.systems(table)}
        peers = {system: value for system, value in known.items() if value is not None and not system.startswith("spamkit")}
        best = (min if lower else max)(peers, key=peers.get)
        ours, theirs = show(known["spamkit"]), show(peers[best])
        behind = peers[best] < known["spamkit"] if lower else peers[best] > known["spamkit"]
        if ours != theirs:
            ours, theirs = (ours, f"**{theirs}**") if behind else (f"**{ours}**", theirs)
        more = f"; {show(peers[beside])}, {beside}" if beside and beside != best else ""
        lines.append(f"| {words} | {ours} | {theirs}, {best}{more} |")
    return lines


def main():
    newest = max(glob.glob(f"{ROOT}/Benchmarks/records/peers-*.tsv"))
    figures = Figures(newest)
    with open(f"{ROOT}/README.md", encoding="utf-8") as file:
        written = file.read().splitlines()
    missing = [line for line in rows(figures) if line not in written]
    if missing:
        sys.exit("\n".join(["README.md: expected these rows of Benchmarks/PEERS.md:", *missing]))
    with tempfile.TemporaryDirectory(dir=f"{ROOT}/Benchmarks") as folder:
        page.write(figures, f"{folder}/records/{os.path.basename(newest)}", folder)
        for name in sorted(os.listdir(folder)):
            with open(f"{folder}/{name}", encoding="utf-8") as new, open(f"{ROOT}/Benchmarks/{name}", encoding="utf-8") as old:
                if new.read() != old.read():
                    record = os.path.relpath(newest, ROOT)
                    sys.exit(f"Benchmarks/{name}: not what {record} says; Benchmarks/peers/__main__.py --page {record} writes it")


if __name__ == "__main__":
    main()
