#!/usr/bin/env python3
"""Writes stability.csv beside this file: population stability indexes of two histograms, by frouros and by SciPy.

usage: pip install frouros scipy && python3 stability.py

frouros has no half messages: it is given twice the counts plus one, which are the same shares. SciPy's figure is the sum
of both relative entropies. The standard error is that of 20,000 drawn pairs of histograms.
"""
import csv
from pathlib import Path

import numpy as np
from frouros.detectors.data_drift import PSI
from scipy.stats import entropy

HERE = Path(__file__).parent
PAIRS = [
    ([500, 300, 200], [500, 300, 200]),
    ([500, 300, 200], [250, 300, 450]),
    ([120, 900, 400, 80], [300, 1500, 150, 50]),
    ([1000, 2000, 3000, 2000, 1000], [50, 400, 300, 400, 250]),
    ([40, 60], [90, 10]),
    ([700, 100, 100, 100], [0, 300, 300, 400]),
]


def of_frouros(expected, found):
    values = np.arange(len(expected), dtype=float)
    detector = PSI(num_bins=len(expected))
    detector.fit(X=np.repeat(values, [2 * n + 1 for n in expected]))
    return detector.compare(X=np.repeat(values, [2 * n + 1 for n in found]))[0].distance


def of_scipy(expected, found):
    p, q = ((np.array(counts) + 0.5) for counts in (expected, found))
    p, q = p / p.sum(), q / q.sum()
    return entropy(q, p) + entropy(p, q)


def spread(expected, found, random):
    p, q = ((np.array(counts) + 0.5) for counts in (expected, found))
    draws = [
        of_scipy(random.multinomial(sum(expected), p / p.sum()), random.multinomial(sum(found), q / q.sum()))
        for _ in range(20_000)
    ]
    return np.std(draws)


with open(HERE / "stability.csv", "w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["expected", "found", "frouros", "scipy", "standardError"])
    random = np.random.default_rng(1)
    for expected, found in PAIRS:
        rows.writerow(
            [" ".join(map(str, expected)), " ".join(map(str, found)), of_frouros(expected, found), of_scipy(expected, found), spread(expected, found, random)]
        )
