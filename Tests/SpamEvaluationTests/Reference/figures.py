#!/usr/bin/env python3
"""Writes rows.csv and figures.json beside this file: 200 made-up outcomes and what scikit-learn says of them.

usage: pip install scikit-learn && python3 figures.py

rows.csv      truth, predicted, action, junkLogOdds: scores in steps of a half, so that many tie; every action and unsure occur
figures.json  the same keys as the report's JSON, plain numbers instead of rates
"""
import csv
import json
import random
from pathlib import Path

import sklearn
from sklearn.metrics import (
    average_precision_score,
    confusion_matrix,
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
        "mcc": matthews_corrcoef(isjunk, [v == "junk" for v in verdict]),
    }


if __name__ == "__main__":
    table = list(rows())
    with open(HERE / "rows.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["truth", "predicted", "action", "junkLogOdds"])
        writer.writerows(table)
    with open(HERE / "figures.json", "w") as file:
        json.dump(figures(table), file, indent=2)
        file.write("\n")
    print("scikit-learn", sklearn.__version__)
