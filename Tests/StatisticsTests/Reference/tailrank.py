#!/usr/bin/env python3
"""Writes tailrank.csv beside this file: ratios of mean tail weights, and their ranges by drawing anew which values are found.

usage: pip install numpy scipy && python3 tailrank.py

A draw deals the values of both histograms out anew, as many to each (multivariate hypergeometric). The range is that of
1,000,000 draws at the two tails. Ranks and the normal deviate of a tail are SciPy's.
"""
import csv
from pathlib import Path

import numpy as np
from scipy.stats import norm, rankdata

HERE = Path(__file__).parent
CASES = [
    ([900, 80, 15, 4, 1], [900, 80, 15, 4, 1], 0.01, 0.01),
    ([900, 80, 15, 4, 1], [850, 100, 30, 15, 5], 0.01, 0.01),
    ([3600, 320, 60, 16, 4], [420, 50, 20, 8, 2], 0.01, 0.001),
    ([240, 30, 20, 8, 2], [3800, 150, 30, 15, 5], 0.01, 0.001),
    ([500, 300, 150, 40, 10], [480, 310, 150, 45, 15], 0.003, 0.01),
    ([2000, 500, 200, 100, 50, 20, 10, 5, 2, 1], [700, 180, 70, 30, 25, 9, 8, 4, 3, 1], 0.006, 0.002),
]
DRAWS = 1_000_000


def weights(expected, found, tail):
    values = np.repeat(np.arange(len(expected)), np.add(expected, found))
    # The middle of the tail above each value.
    above = 1 - (rankdata(values) - 0.5) / len(values)
    by_bin = {v: np.log(1 + tail / a) for v, a in zip(values, above)}
    return np.array([by_bin.get(b, 0.0) for b in range(len(expected))])


def main():
    random = np.random.default_rng(1)
    rows = []
    for expected, found, tail, level in CASES:
        expected, found = np.array(expected), np.array(found)
        w, n, m = weights(expected, found, tail), expected.sum(), found.sum()
        ratio = (found @ w / m) / (expected @ w / n)
        sums = random.multivariate_hypergeometric(expected + found, m, size=DRAWS, method="marginals") @ w
        mean = (expected + found) @ w * m / (n + m)
        low, high = np.quantile(sums, [level, 1 - level]) - mean
        scale = (n + m) / (n * m) / (expected @ w / n)
        rows.append([" ".join(map(str, expected)), " ".join(map(str, found)), tail, norm.isf(level), ratio,
                     max(0, ratio - high * scale), ratio - low * scale])
    with open(HERE / "tailrank.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["expected", "found", "tail", "z", "ratio", "lower", "upper"])
        writer.writerows([[x if isinstance(x, str) else repr(float(x)) for x in row] for row in rows])


if __name__ == "__main__":
    main()
