#!/usr/bin/env python3
"""Writes ratios.csv beside this file: exact limits of a share, the lower by its ratio to another, from SciPy's beta distribution.

usage: pip install scipy && python3 ratios.py

Of k + m successes, k are of the first sample with probability p = n r / (n r + N), r the ratio of the rates. The lower limit
of p is that of Clopper & Pearson, and with it that of r and of the share r m / N. The upper limit of the share is its own.
"""
import csv
from pathlib import Path

from scipy.stats import beta

HERE = Path(__file__).parent
with open(HERE / "ratios.csv", "w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["count", "all", "expectedCount", "allExpected", "tail", "lower", "upper"])
    for k, n, m, N in [(40, 1500, 20, 2000), (0, 500, 20, 2000), (30, 2000, 30, 2000), (200, 400, 20, 2000), (5, 50, 1, 8000)]:
        for tail in (0.01, 0.000714285714285714):
            low = beta.ppf(tail, k, m + 1) if k else 0.0
            lower, upper = m / N * low / (1 - low) * N / n, beta.isf(tail, k + 1, n - k)
            rows.writerow([k, n, m, N, tail, min(lower, k / n), max(upper, k / n)])
