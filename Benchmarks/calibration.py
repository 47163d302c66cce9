#!/usr/bin/env python3
"""Expected calibration error of the default model on messages that it has not seen, beside logistic
regression of scikit-learn.

usage: calibration.py SPAMKIT SPLITS_DIR [--out RECORD.tsv] [DATASET...]        default: uci.cv5.random uci.cv5.group zh80w.group zh80w multi.group; needs scikit-learn

SPLITS_DIR holds DATASET.train.tsv and DATASET.test.tsv, label<TAB>text, and uci.cv5.tsv: random
fold, group fold, label, text, whose folds are pooled. Bins of equal width of P(junk); the error is
the mean over messages of |share of junk - mean P(junk)| of their bin (Naeini, Cooper & Hauskrecht,
AAAI 2015). Brier: the mean of (P(junk) - junk)^2. by chance: the mean error, 15 bins, of 20 draws
of labels from the probabilities themselves: what a perfect model would have on so many messages.
The peer: TF-IDF of words and pairs, not tuned.
"""
import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

DEFAULT = ["uci.cv5.random", "uci.cv5.group", "zh80w.group", "zh80w", "multi.group"]
DRAWS = 20
# A Han or kana character is a word, as Chinese and Japanese have no spaces.
WORDS = {"token_pattern":
r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+",
"ngram_range": (1, 2)}


def read(path, columns):
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [line.rstrip("\n").split("\t", columns - 1) for line in lines if line.strip("\n")]


def parts(splits, dataset):
    """Pairs of rows (label, text): to train on, to test on."""
    name, _, kind = dataset.partition(".cv5.")
    if not kind:
        return [tuple(read(os.path.join(splits, f"{dataset}.{part}.tsv"), 2) for part in ("train", "test"))]
    column = ["random", "group"].index(kind)
    rows = read(os.path.join(splits, f"{name}.cv5.tsv"), 4)
    return [([r[2:] for r in rows if r[column] != fold], [r[2:] for r in rows if r[column] == fold]) for fold in sorted({r[column] for r in rows})]


def spamkit(tool):
    def chances(train, test):
        with tempfile.TemporaryDirectory() as folder:
            corpus, texts, model = (os.path.join(folder, name) for name in ("train.tsv", "test.tsv", "model.spam"))
            for path, rows in ((corpus, train), (texts, test)):
                with open(path, "w", encoding="utf-8", newline="\n") as out:
                    out.writelines(f"{label}\t{text}\n" for label, text in rows)
            subprocess.run([tool, "train", corpus, "--out", model], check=True, capture_output=True)
            lines = subprocess.run([tool, "classify", model, texts], check=True, capture_output=True, text=True, encoding="utf-8").stdout.splitlines()
        if len(lines) != len(test):
            sys.exit(f"calibration: expected {len(test)} verdicts, found {len(lines)}")
        return 1 / (1 + np.exp([-json.loads(line)["junkLogOdds"] for line in lines]))
    return chances


def regression(cost):
    def chances(train, test):
        model = make_pipeline(TfidfVectorizer(sublinear_tf=True, **WORDS), LogisticRegression(solver="liblinear", dual=True, C=cost, max_iter=1000))
        model.fit([text for _, text in train], [label == "spam" for label, _ in train])
        return model.predict_proba([text for _, text in test])[:, 1]
    return chances


def error(p, junk, bins):
    return np.abs(np.bincount(np.minimum((p * bins).astype(int), bins - 1), p - junk)).sum() / len(p)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("splits")
    parser.add_argument("--out")
    parser.add_argument("datasets", nargs="*", default=DEFAULT)
    a = parser.parse_intermixed_args()
    systems = {"spamkit": spamkit(a.tool), "scikit-learn LR, C 1": regression(1), "scikit-learn LR, C 16": regression(16)}
    random, lines = np.random.default_rng(1), []
    print("| | messages, junk | system | error, 15 bins | 10 bins | by chance | Brier |\n|---|---|---|---|---|---|---|")
    for dataset in a.datasets:
        pairs = parts(a.splits, dataset)
        junk = np.array([label == "spam" for _, test in pairs for label, _ in test])
        for name, chances in systems.items():
            p = np.concatenate([chances(*pair) for pair in pairs])
            chance = np.mean([error(p, random.random(len(p)) < p, 15) for _ in range(DRAWS)])
            figures = [f"{x:.4f}" for x in (error(p, junk, 15), error(p, junk, 10), chance, np.mean((p - junk) ** 2))]
            print(f"| {dataset} | {len(p):,}, {junk.sum():,} | {name} | " + " | ".join(figures) + " |", flush=True)
            lines.append((dataset, name, len(p), junk.sum(), *figures))
    if a.out:
        with open(a.out, "w", encoding="utf-8") as out:
            print(f"# {datetime.date.today()}; calibration.py SPAMKIT SPLITS_DIR {' '.join(a.datasets)}", file=out)
            print("dataset", "system", "messages", "junk", "ece 15 bins", "ece 10 bins", "by chance", "brier", sep="\t", file=out)
            for line in lines:
                print(*line, sep="\t", file=out)


if __name__ == "__main__":
    main()
