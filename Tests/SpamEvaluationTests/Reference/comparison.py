#!/usr/bin/env python3
"""Writes comparison.csv and comparison.json beside this file: invented scores of two classifiers, and
what the Python package says of them. The tests of the tool and of the package read both.

usage: pip install spamkit && python3 comparison.py
"""
import csv
import json
import random
from pathlib import Path

import spamkit

HERE = Path(__file__).parent
DRAW = random.Random(1)


def rows(case, wanted, junk, template=3):
    """A row a message: what is wanted and what is junk, as (how many, mean of a, mean of b)."""
    for is_junk, groups in ((0, wanted), (1, junk)):
        for count, a, b in groups:
            for i in range(count):
                # Two decimals, so that some scores are tied.
                first, second = (f"{DRAW.gauss(mean, 1):.2f}" for mean in (a, b))
                yield [case, is_junk, first, second, f"{is_junk}-{a}-{i // template}"]


CASES = [
    *rows("better", [(120, -3, -3)], [(60, 2, 2), (60, -1, 2)]),
    *rows("mixed", [(120, -3, -3), (30, -3.1, 3)], [(60, 2, 2), (60, -1, 2)], template=30),
    *rows("gains and losses", [(90, -3, -3), (20, -3.1, 2)], [(60, 2, 2), (90, -1, 3)], template=1),
    *rows("one template lost", [(120, -3, -3), (30, -3.1, 3)], [(60, 2, 2)], template=30),
    *rows("worse", [(120, -3, -3)], [(90, 2, -1)], template=2),
    *rows("even", [(100, -2, -2)], [(80, 1.5, 1.5)]),
    *rows("too few groups", [(40, -2, -2)], [(40, -1, 1)], template=10),
    *rows("no junk", [(60, -2, -1)], []),
    # Entries of one message are templates of their own.
    *rows(
        "templates lost and one regained",
        [(300, -3, -3), (60, 3, -3), *((1, -3 - i / 100, 3) for i in range(1, 12))],
        [(2, -2 - i / 100, 3) for i in range(40)],
        template=300,
    ),
    *rows(
        "limit not shown",
        [(600, -4, -4), (1, 4, 4), *((1, -4 - i / 100, -4) for i in range(1, 30))],
        [(1, -2 - i / 100, 3) for i in range(30)],
        template=600,
    ),
]

with open(HERE / "comparison.csv", "w", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["case", "y", "a", "b", "group"])
    writer.writerows(CASES)

found = {}
for name in dict.fromkeys(row[0] for row in CASES):
    y, a, b, groups = zip(*(row[1:] for row in CASES if row[0] == name))
    said = spamkit.compare(y, [float(x) for x in a], [float(x) for x in b], groups, rounds=100, seed=7)
    found[name] = {
        "verdict": said.verdict,
        "sentence": said.sentence,
        "groups": said.groups,
        "tallies": {
            key: list(getattr(said, key))
            for key in ("junk", "false_junk", "missed_junk", "junk_by_group", "false_junk_by_group", "missed_junk_by_group")
        },
        "figures": {
            key: [value.first, value.second, value.difference and list(value.difference)]
            for key, value in said.figures.items()
        },
    }
(HERE / "comparison.json").write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
