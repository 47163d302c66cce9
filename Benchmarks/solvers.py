#!/usr/bin/env python3
"""Solvers of L2 logistic regression on one matrix: CPU seconds until the objective is within 1 and
.1 % of its least.

usage: solvers.py SPLITS_DIR [--runs 5] [--limit SECONDS] [--out RECORD.tsv] [DATASET...]        needs scikit-learn; with numba also FTRL

The objective is spamkit's, 1/2 |w|^2 + C x sum over rows of ln(1 + exp(-y (w x))), C 16, on
sublinear TF-IDF of characters (2-5 inside words; runs of 1-3 where Chinese is among the rows: a
DATASET zh… or multi) of DATASET.group.train.tsv, with one more column of ones, whose weight is the
bias. Every solver is given more and more passes, from nothing each time, until it is there; that
last fit alone counts, the least of its runs, all solvers taking turns. One thread, the matrix in
memory. The least objective is the lowest that was found, and a point of the dual made from it must
be within .01 %.

FTRL-proximal (McMahan et al., KDD 2013) is Python compiled by numba, its rate the best of RATES. It
goes over the rows again; its penalty grows with the rows that it has seen, so that each pass counts
as a whole corpus.
"""
import argparse
import datetime
import importlib.metadata
import os
import platform
import sys
import time
import warnings

os.environ.update({name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")})  # read when NumPy loads

import numpy as np
import scipy.sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

try:
    import numba
except ImportError:
    numba = None

COST = 16
NEAR = (0.01, 0.001)
PASSES = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128, 160, 200, 256, 320, 400, 512, 640, 800, 1024]
RATES = (3, 10)


def matrix(path, chinese):
    with open(path, encoding="utf-8", newline="\n") as lines:
        labels, texts = zip(*(line.rstrip("\n").split("\t", 1) for line in lines if line.strip("\n")))
    features = TfidfVectorizer(sublinear_tf=True, **({"analyzer": "char", "ngram_range": (1, 3)} if chinese else {"analyzer": "char_wb", "ngram_range": (2, 5)}))
    x = features.fit_transform(texts)
    x = scipy.sparse.hstack([x, np.ones((x.shape[0], 1))], format="csr")
    x.indices, x.indptr = x.indices.astype(np.int32), x.indptr.astype(np.int32)  # what liblinear reads
    return x, np.where([label == "spam" for label in labels], 1.0, -1.0)


def objective(x, y, w):
    return w @ w / 2 + COST * np.logaddexp(0, -y * (x @ w)).sum()


def dual(x, y, w):
    """The dual objective at p = sigmoid(-y (w x)): not above the least primal one."""
    p = np.clip(1 / (1 + np.exp(y * (x @ w))), 1e-300, 1 - 1e-16)
    v = x.T @ (COST * y * p)
    return -v @ v / 2 - COST * (p * np.log(p) + (1 - p) * np.log1p(-p)).sum()


def scikit_learn(solver, **settings):
    def fit(x, y, passes):
        model = LogisticRegression(solver=solver, C=COST, tol=1e-12, max_iter=passes, fit_intercept=False, random_state=1, **settings)
        return model.fit(x, y).coef_[0]
    return fit


def ftrl(rate):
    def fit(x, y, passes):
        order = np.random.default_rng(1)
        z, n = np.zeros(x.shape[1]), np.zeros(x.shape[1])
        for done in range(passes):
            ftrl_pass(x.data, x.indices, x.indptr, y, order.permutation(len(y)), z, n, rate, done)
        return -z / ((1 + np.sqrt(n)) / rate + passes / COST)
    return fit


def ftrl_pass(values, columns, starts, y, order, z, n, rate, done):
    """One visit of every row. The weight of a column is -z / ((1 + sqrt(n)) / rate + penalty), n the sum of its squared gradients."""
    for seen, row in enumerate(order):
        penalty = (done + seen / len(order)) / COST
        margin = 0.0
        for k in range(starts[row], starts[row + 1]):
            c = columns[k]
            margin -= values[k] * z[c] / ((1 + np.sqrt(n[c])) / rate + penalty)
        slope = -y[row] / (1 + np.exp(y[row] * margin))
        for k in range(starts[row], starts[row + 1]):
            c = columns[k]
            g, root = slope * values[k], np.sqrt(n[c])
            w = -z[c] / ((1 + root) / rate + penalty)
            n[c] += g * g
            z[c] += g - (np.sqrt(n[c]) - root) / rate * w


SOLVERS = {
    "liblinear -s 7: dual, row by row": scikit_learn("liblinear", dual=True),
    "liblinear -s 0: primal, trust-region Newton": scikit_learn("liblinear"),
    "L-BFGS": scikit_learn("lbfgs"),
    "Newton-CG": scikit_learn("newton-cg"),
    "SAG": scikit_learn("sag"),
    "SAGA": scikit_learn("saga"),
}
if numba:
    ftrl_pass = numba.njit(ftrl_pass)
    SOLVERS.update({f"FTRL-proximal (numba), rate {rate}": ftrl(rate) for rate in RATES})


def timed(fit, *arguments):
    start = time.process_time()
    w = fit(*arguments)
    return time.process_time() - start, w


def compare(x, y, runs, limit):
    """(least objective, {solver: {nearness: (passes, CPU seconds) or None}})."""
    best = min((scikit_learn("newton-cg")(x, y, 200), scikit_learn("liblinear", dual=True)(x, y, 300)), key=lambda w: objective(x, y, w))
    least = objective(x, y, best)
    if dual(x, y, best) < least * (1 - 1e-4):
        sys.exit(f"solvers: no optimum: {least} found, {dual(x, y, best)} is the bound below it")
    found = {}
    for name, fit in SOLVERS.items():
        fit(x[:100], y[:100], 1)  # numba compiles
        found[name], wanted = dict.fromkeys(NEAR), list(NEAR)
        for passes in PASSES:
            seconds, w = timed(fit, x, y, passes)
            above = objective(x, y, w) / least - 1
            print(f"{name}, {passes}: {100 * above:.3f} % above, {seconds:.2f} s", file=sys.stderr, flush=True)
            while wanted and above <= wanted[0]:
                found[name][wanted.pop(0)] = (passes, seconds)
            if not wanted or seconds > limit:
                break
    for _ in range(runs - 1):
        for name, fit in SOLVERS.items():
            for near, reached in found[name].items():
                if reached:
                    found[name][near] = (reached[0], min(reached[1], timed(fit, x, y, reached[0])[0]))
    rates = [name for name in found if name.startswith("FTRL")]
    if rates:
        kept = min(rates, key=lambda name: [found[name][near][1] if found[name][near] else float("inf") for near in reversed(NEAR)])
        found = {name: times for name, times in found.items() if name not in rates or name == kept}
    return least, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("splits")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds; a solver whose fit took longer is given no more passes")
    parser.add_argument("--out")
    parser.add_argument("datasets", nargs="*", default=["uci", "zh80w"])
    a = parser.parse_intermixed_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # every fit but the last ends early on purpose
    warnings.simplefilter("ignore", FutureWarning)
    lines = []
    print("| | " + " | ".join(f"within {100 * near:g} %: CPU s (passes)" for near in NEAR) + " |\n|" + "---|" * (len(NEAR) + 1))
    for dataset in a.datasets:
        x, y = matrix(os.path.join(a.splits, f"{dataset}.group.train.tsv"), dataset.startswith(("zh", "multi")))
        least, found = compare(x, y, a.runs, a.limit)
        print(f"| **{dataset}**: {x.shape[0]:,} rows, {x.shape[1]:,} columns, {x.nnz:,} entries | |  |")
        for name, times in found.items():
            print(f"| {name} | " + " | ".join(f"{t[1]:.3f} ({t[0]})" if t else f"not in {a.limit:g} s" for t in times.values()) + " |", flush=True)
            lines += [(dataset, name, f"{100 * near:g}", *((t[0], f"{t[1]:.4f}") if t else ("-", "-")), f"{least:.4f}") for near, t in times.items()]
    if not numba:
        print("\nFTRL: numba is not installed here, not measured.")
    if a.out:
        versions = ", ".join(f"{p} {importlib.metadata.version(p)}" for p in ("scikit-learn", "scipy", *(["numba"] if numba else [])))
        with open(a.out, "w", encoding="utf-8") as out:
            print(f"# {datetime.date.today()}, {versions}, Python {platform.python_version()}, {platform.machine()}, C {COST}, {a.runs} runs, limit {a.limit:g} s, load {os.getloadavg()[0]:.1f}", file=out)
            print("dataset", "solver", "within %", "passes", "cpu s", "least objective", sep="\t", file=out)
            for line in lines:
                print(*line, sep="\t", file=out)


if __name__ == "__main__":
    main()
