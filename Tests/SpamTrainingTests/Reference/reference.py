#!/usr/bin/env python3
"""Writes reference.json beside this file: a made-up matrix and what scikit-learn learns from it.

usage: pip install scikit-learn && python3 reference.py

The matrix has counts of 0 to 4, a norm a row, a scale a column; value = count x norm x scale, as in FeatureMatrix. Each case says
which of norms and scales it uses. The bias of logistic regression is the weight of a constant last column, penalised as any other.
`decisions` are the scores of each row: one number for two classes (the second against the first), one a class for more.
"""
import json
import random
from pathlib import Path

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

HERE = Path(__file__).parent
ROWS, COLUMNS = 40, 25


def counts_and_labels():
    """Columns lean to a class, but no class is told apart without mistakes; row 7 has no feature and column 11 no row."""
    chance = random.Random(1801)
    labels = [chance.randrange(4) for _ in range(ROWS)]
    counts = []
    for row, label in enumerate(labels):
        rates = [0.45 if column % 4 == label else 0.2 for column in range(COLUMNS)]
        counts.append([chance.randint(1, 4) if chance.random() < rate else 0 for rate in rates])
    counts[7] = [0] * COLUMNS
    for row in counts:
        row[11] = 0
    return np.array(counts, dtype=float), np.array(labels)


def rounded(values):
    return np.round(np.asarray(values), 10).tolist()


def bayes(x, y, alpha):
    model = MultinomialNB(alpha=alpha).fit(x, y)
    return {"bias": rounded(model.class_log_prior_), "logProbabilities": rounded(model.feature_log_prob_)}


def regression(x, y, cost, bias_value):
    wide = np.hstack([x, np.full((len(x), 1), bias_value)])
    model = LogisticRegression(C=cost, fit_intercept=False, solver="newton-cg", tol=1e-10, max_iter=100_000).fit(wide, y)
    return {
        "bias": rounded(model.coef_[:, -1] * bias_value),
        "coefficients": rounded(model.coef_[:, :-1]),
        "decisions": rounded(model.decision_function(wide).reshape(len(x), -1)),
    }


def main():
    counts, four = counts_and_labels()
    two = (four + (np.arange(ROWS) % 7 == 0)) % 2
    norms = np.float32(1 / np.sqrt(np.maximum(counts.sum(axis=1), 1))).astype(float)
    scales = np.float32([0.25 + 0.125 * (7 * column % 22) for column in range(COLUMNS)]).astype(float)
    cases = {"bayes": [], "regression": []}
    for class_count, y in [(2, two), (4, four)]:
        for uses_norms, uses_scales in [(False, False), (True, False), (True, True)]:
            x = counts * (norms[:, None] if uses_norms else 1) * (scales if uses_scales else 1)
            shape = {"classCount": class_count, "usesNorms": uses_norms, "usesScales": uses_scales}
            for alpha in [1, 0.1, 0.37]:
                cases["bayes"].append(shape | {"smoothing": alpha} | bayes(x, y, alpha))
            for cost, bias_value in [(0.1, 1), (1, 1), (10, 1), (1, 2)]:
                settings = {"cost": cost, "biasValue": bias_value}
                cases["regression"].append(shape | settings | regression(x, y, cost, bias_value))
    text = {
        "scikit-learn": sklearn.__version__, "counts": counts.astype(int).tolist(), "norms": norms.tolist(), "scales": scales.tolist(),
        "two": two.tolist(), "four": four.tolist(), **cases,
    }
    (HERE / "reference.json").write_text(json.dumps(text, separators=(",", ":")).replace("],[", "],\n[") + "\n")


main()
