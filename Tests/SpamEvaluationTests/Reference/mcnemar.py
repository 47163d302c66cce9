#!/usr/bin/env python3
"""Writes mcnemar.csv beside this file: two-sided chances of McNemar's exact test, from SciPy's binomial test.

usage: pip install scipy && python3 mcnemar.py
"""
from pathlib import Path

from scipy.stats import binomtest

with open(Path(__file__).parent / "mcnemar.csv", "w") as file:
    file.write("won,lost,pValue\n")
    for won, lost in [(1, 0), (0, 5), (3, 3), (4, 3), (10, 2), (2, 20), (17, 30), (100, 130), (400, 300), (1000, 1000), (0, 60)]:
        file.write(f"{won},{lost},{binomtest(won, won + lost).pvalue!r}\n")
