#!/usr/bin/env python3
"""Writes rows.csv, figures.json and losses.json beside this file: 200 made-up outcomes and what scikit-learn and SciPy say of them.

usage: pip install scikit-learn && python3 figures.py

rows.csv      truth, predicted, action, junkLogOdds: scores in steps of a half, so that many tie; every action and unsure occur
figures.json  the same keys as the report's JSON, plain numbers instead of rates
losses.json   [{logOdds, isJunk, logLoss, brier, ece}]: calibration of small sets of scores, extreme ones among them
"""
import csv
import json
import random
from pathlib import Path

import numpy
import sklearn
from scipy.special import expit, logit
from sklearn.calibration import calibration_curve
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    brier_score_loss,
    confusion_matrix,
    log_loss,
    matthews_corrcoef,
    precision_recall_fscore_support,
    roc_auc_score,
    roc_curve,
)

HERE = Path(__file__).parent
ACTIONS = ["allow", "junk", "promotion", "transaction"]
LABELS = ["allow", "junk", "promotion", "promotion/offers", "transaction", "transaction/finance", "transaction/orders"]
WEIGHTS = [80, 60, 15, 10, 10, 15, 10]


def rows():
    chance = random.Random(1927)
    for truth in chance.choices(LABELS, WEIGHTS, k=200):
        score = round(2 * chance.gauss(2.0 if truth == "junk" else -2.0, 1.8)) / 2
        predicted = truth if chance.random() < 0.8 else chance.choice(LABELS)
        if (predicted == "junk") != (score > 0):
            predicted = "junk" if score > 0 else "allow"
        action = "none" if abs(score) <= 0.5 else predicted.split("/")[0]
        yield truth, predicted, action, score


def figures(rows):
    truth = [r[0].split("/")[0] for r in rows]
    verdict = [r[2] for r in rows]
    isjunk = [t == "junk" for t in truth]
    score = [r[3] for r in rows]
    per_class = precision_recall_fscore_support(truth, verdict, labels=ACTIONS, zero_division=0.0)
    micro = precision_recall_fscore_support(truth, verdict, labels=ACTIONS, average="micro", zero_division=0.0)
    macro = precision_recall_fscore_support(truth, verdict, labels=ACTIONS, average="macro", zero_division=0.0)
    fpr, tpr, _ = roc_curve(isjunk, score, drop_intermediate=False)
    matrix = confusion_matrix(truth, verdict, labels=ACTIONS + ["none"])
    return {
        "n": len(rows),
        "junk": sum(isjunk),
        "confusion": {t: dict(zip(ACTIONS + ["none"], map(int, matrix[i]))) for i, t in enumerate(ACTIONS)},
        "classes": {
            a: {"precision": p, "recall": r, "f1": f, "support": int(s)} for a, p, r, f, s in zip(ACTIONS, *per_class)
        },
        "microF1": micro[2],
        "macroF1": macro[2],
        "falseJunk": sum(v == "junk" and not j for v, j in zip(verdict, isjunk)),
        "auc": roc_auc_score(isjunk, score),
        "ap": average_precision_score(isjunk, score),
        "recallAt": {f"{100 * f:g}%": max(tpr[fpr <= f]) for f in (0.001, 0.002, 0.005, 0.01)},
        "accuracy": accuracy_score(truth, verdict),
        "microPrecision": micro[0],
        "microRecall": micro[1],
        "macroPrecision": macro[0],
        "macroRecall": macro[1],
        "risk": 1 - accuracy_score(*zip(*[(t, v) for t, v in zip(truth, verdict) if v != "none"])),
        "published": published(isjunk, [v == "junk" for v in verdict], score),
        "cost": sum(10 * (v == "junk" and not j) + (j and v not in ("junk", "none")) + 0.2 * (v == "none") for v, j in zip(verdict, isjunk))
        / len(rows),
        **losses(score, isjunk),
        "bins": bins(score, isjunk),
        "mcc": matthews_corrcoef(isjunk, [v == "junk" for v in verdict]),
    }


def published(isjunk, called, score):
    matrix = confusion_matrix(isjunk, called)
    hm, sm = matrix[0, 1] / matrix[0].sum(), matrix[1, 0] / matrix[1].sum()
    return {
        "hm": 100 * hm,
        "sm": 100 * sm,
        "lam": 100 * expit((logit(hm) + logit(sm)) / 2),
        "oneMinusROCA": 100 * (1 - roc_auc_score(isjunk, score)),
        "sc": 100 * (1 - sm),
        "bh": 100 * hm,
    }


def bins(score, isjunk):
    """The bins that are not empty, as scikit-learn's reliability curve has them."""
    true, predicted = calibration_curve(isjunk, expit(numpy.array(score)), n_bins=15, strategy="uniform")
    return [{"junk": t, "meanPredicted": p} for t, p in zip(true, predicted)]


def losses(score, isjunk):
    p = expit(numpy.array(score, dtype=float))
    true, predicted = calibration_curve(isjunk, p, n_bins=15, strategy="uniform")
    edges = numpy.linspace(0, 1, 16)
    counts = numpy.bincount(numpy.searchsorted(edges[1:-1], p), minlength=15)
    return {
        # Both columns: 1 - p has lost all digits where p is near 1.
        "logLoss": log_loss(isjunk, numpy.column_stack([expit(-numpy.array(score, dtype=float)), p]), labels=[False, True]),
        "brier": brier_score_loss(isjunk, p, labels=[False, True]),
        "ece": float(numpy.abs(true - predicted) @ counts[counts > 0] / len(p)),
    }


def small_sets():
    chance = random.Random(1950)
    sets = [
        ([0.0], [True]),
        ([0.0, 0.0], [True, False]),
        ([float("inf"), float("-inf")], [True, False]),
        ([float("inf"), float("-inf"), 1.0], [False, True, True]),
        ([40.0, -40.0, 35.0, -35.0, 700.0, -800.0], [False, True, False, True, True, False]),
        ([-1.5, -2.5, -3.0], [False, False, False]),
        ([1.5, -2.5, 3.0], [True, True, True]),
    ]
    for n in (10, 100, 1000):
        sets.append(([chance.gauss(0, 4) for _ in range(n)], [chance.random() < 0.4 for _ in range(n)]))
    for score, isjunk in sets:
        spelled = [x if abs(x) < 1e300 else ("inf" if x > 0 else "-inf") for x in score]
        yield {"logOdds": [str(x) for x in spelled], "isJunk": isjunk, **losses(score, isjunk)}


if __name__ == "__main__":
    table = list(rows())
    with open(HERE / "rows.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["truth", "predicted", "action", "junkLogOdds"])
        writer.writerows(table)
    with open(HERE / "figures.json", "w") as file:
        json.dump(figures(table), file, indent=2)
        file.write("\n")
    with open(HERE / "losses.json", "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(case) for case in small_sets()) + "\n]\n")
    print("scikit-learn", sklearn.__version__)
