#!/usr/bin/env python3
"""Writes intervals.csv and trials.csv beside this file: reference values of binomial intervals, from SciPy.

usage: pip install scipy && python3 intervals.py

intervals.csv  Wilson (1927) two-sided, and the one-sided upper limit of Clopper & Pearson (1934)
trials.csv     the fewest trials whose one-sided upper limit is within the bound, found by SciPy's binomial distribution
"""
import csv
from pathlib import Path

import scipy
from scipy.stats import beta, binom, binomtest

HERE = Path(__file__).parent


def intervals():
    for n in (1, 2, 3, 10, 29, 30, 31, 100, 150, 1292, 3120, 100_000, 1_000_000):
        counts = {0, 1, 2, 5, n // 100, n // 10, n // 3, n // 2, n - n // 10, n - 5, n - 1, n}
        for k in sorted(c for c in counts if 0 <= c <= n):
            for confidence in (0.5, 0.9, 0.95, 0.99, 0.999999):
                wilson = binomtest(k, n).proportion_ci(confidence, "wilson")
                # A quantile of the beta distribution: proportion_ci(…, "exact") is right to 2e-12 only, absolute.
                upper = 1.0 if k == n else beta.isf(1 - confidence, k + 1, n - k)
                yield [k, n, confidence, *wilson, upper]


def trials():
    for bound in (0.5, 0.1, 0.01, 0.005, 0.002, 0.001, 0.0001):
        for confidence in (0.9, 0.95, 0.99):
            for k in (0, 1, 2, 5, 20):
                low, high = k, k + 1
                while binom.cdf(k, high, bound) > 1 - confidence:
                    low, high = high, 2 * high
                while high - low > 1:
                    middle = (low + high) // 2
                    if binom.cdf(k, middle, bound) <= 1 - confidence:
                        high = middle
                    else:
                        low = middle
                yield [bound, confidence, k, high]


def write(name, header, rows):
    with open(HERE / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([[repr(float(x)) if isinstance(x, float) else x for x in row] for row in rows])


if __name__ == "__main__":
    write(
        "intervals.csv",
        ["successes", "trials", "confidence", "wilsonLower", "wilsonUpper", "exactUpper"],
        intervals(),
    )
    write("trials.csv", ["bound", "confidence", "successes", "trials"], trials())
    print("SciPy", scipy.__version__)
