#!/usr/bin/env python3
"""spamkit's default model beside a linear SVM on characters, on the same rows: differences with
intervals.

usage: paired.py TOOL SHARED_DIR DATASET...        needs scikit-learn; SHARED_DIR holds splits/

The SVM is scikit-learn's LinearSVC on TF-IDF of characters: 2-5 inside words, runs of 1-3 where
Chinese is among the rows (a DATASET zh… or multi). A DATASET of splits/ is trained on its
DATASET.group.train.tsv and tested on DATASET.group.test.tsv; DATASET.cv5 is five folds of
splits/DATASET.cv5.tsv (random fold, group fold, label, text), pooled, by group. Intervals:
percentiles of 1,000 draws with replacement of groups of messages that share their letters, junk and
wanted drawn apart; both models are measured on each draw. F1 is the best of all cutoffs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

DRAWS = 1000
JUNK = {"spam", "smishing", "fraud", "phishing", "junk", "1"}


def read(path):
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [(label.strip().lower() in JUNK, text) for label, text in (line.rstrip("\n").split("\t", 1) for line in lines if line.strip("\n"))]


def spamkit(tool, train, test, folder):
    """Log-odds of junk by the calibrated model, for each text of `test`."""
    corpus, texts, model = (os.path.join(folder, name) for name in ("train.tsv", "texts.tsv", "model.spam"))
    for path, rows in ((corpus, train), (texts, test)):
        with open(path, "w", encoding="utf-8", newline="\n") as out:
            out.writelines(f"{'spam' if junk else 'ham'}\t{text}\n" for junk, text in rows)
    subprocess.run([tool, "train", corpus, "--out", model], check=True, capture_output=True)
    found = subprocess.run([tool, "classify", model, texts], check=True, capture_output=True, text=True).stdout
    return np.array([json.loads(line)["junkLogOdds"] for line in found.splitlines()])


def svm(train, test, chinese):
    characters = TfidfVectorizer(analyzer="char", ngram_range=(1, 3)) if chinese else TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5))
    model = make_pipeline(characters.set_params(sublinear_tf=True), LinearSVC())
    model.fit([text for _, text in train], [junk for junk, _ in train])
    return model.decision_function([text for _, text in test])


def figures(order, ends, junk, weights):
    """Average precision, best F1 and recall at .1 % false junk with rows weighed, `order` by falling score, `ends` of runs of equal scores."""
    w, y = weights[order], junk[order]
    found, false = np.cumsum(w * y)[ends], np.cumsum(w * ~y)[ends]
    precision = found / np.maximum(found + false, 1e-9)
    step = np.diff(found, prepend=0)
    allowed = found[false <= 0.001 * false[-1]]
    return np.array([(step * precision).sum() / found[-1], (2 * found / (found[-1] + found + false)).max(), allowed[-1] if len(allowed) else 0]) \
        / [1, 1, found[-1]]


def compare(dataset, rows, ours, theirs):
    junk = np.array([junk for junk, _ in rows])
    keys = [re.sub(r"[\W\d_]+", "", text.lower()) or text for _, text in rows]
    groups = np.unique(keys, return_inverse=True)[1]
    strata = [np.unique(groups[junk]), np.setdiff1d(groups, groups[junk])]
    ranked = []
    for scores in (ours, theirs):
        order = np.argsort(-scores, kind="stable")
        ranked.append((order, np.append(np.nonzero(np.diff(scores[order]))[0], len(order) - 1)))
    random = np.random.default_rng(1)
    draws = []
    for _ in range(DRAWS):
        counts = np.zeros(groups.max() + 1)
        for stratum in strata:
            np.add.at(counts, random.choice(stratum, len(stratum)), 1)
        draws.append([figures(*r, junk, counts[groups]) for r in ranked])
    draws = np.array(draws)
    own, other = (figures(*r, junk, np.ones(len(rows))) for r in ranked)
    low, high = np.percentile(draws[:, 0] - draws[:, 1], [2.5, 97.5], axis=0)
    cells = [f"{a:.4f} - {b:.4f} = {a - b:+.4f} [{l:+.4f}, {h:+.4f}]" for a, b, l, h in zip(own, other, low, high)]
    print(f"| {dataset} | {len(rows):,}, {int(junk.sum()):,} junk, {groups.max() + 1:,} groups | " + " | ".join(cells) + " |", flush=True)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    tool, shared, datasets = sys.argv[1], sys.argv[2], sys.argv[3:]
    print("| | messages | average precision | best F1 | recall at .1 % false junk |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for dataset in datasets:
            splits = os.path.join(shared, "splits", dataset)
            if dataset.endswith(".cv5"):
                with open(splits + ".tsv", encoding="utf-8", newline="\n") as lines:
                    folded = [line.rstrip("\n").split("\t", 3) for line in lines]
                rows, ours, theirs = [], [], []
                for fold in sorted({row[1] for row in folded}):
                    train, test = ([(r[2] in JUNK, r[3]) for r in folded if (r[1] == fold) == held] for held in (False, True))
                    rows += test
                    ours.append(spamkit(tool, train, test, folder))
                    theirs.append(svm(train, test, False))
                compare(dataset, rows, np.concatenate(ours), np.concatenate(theirs))
            else:
                train, test = read(splits + ".group.train.tsv"), read(splits + ".group.test.tsv")
                compare(dataset, test, spamkit(tool, train, test, folder), svm(train, test, dataset.startswith(("zh", "multi"))))


if __name__ == "__main__":
    main()
