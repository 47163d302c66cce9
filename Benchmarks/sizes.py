#!/usr/bin/env python3
"""Size against quality: trains with `spamkit train --max-bytes` at many sizes and scores each
model.

usage: sizes.py --tool SPAMKIT --shared SHARED_DIR --out OURS.tsv [--sizes 4K,16K,…] [DATASET...]

SHARED_DIR holds splits/DATASET.group.{train,test}.tsv, label<TAB>text. Datasets are group splits;
`uci-cv` is pooled over the five group folds of splits/uci.cv5.tsv (fold, group fold, label, text a row). A row a dataset and size: average
precision of the ranking by log-odds, F1 of what is more likely junk than not, recall at .1 and .2 %
false junk, equal scores together. Nothing of the data but these figures is kept. No library.
"""
import argparse
import json
import os
import subprocess
import tempfile

SIZES = "4K,8K,16K,32K,64K,128K,256K,512K,1M,4M,16M"


def spamkit(tool, *arguments):
    return subprocess.run([tool, *arguments], check=True, capture_output=True, text=True, encoding="utf-8").stdout


def folds(shared, dataset):
    """Pairs of lists of `label<TAB>text` rows: to train on, to test on."""
    splits = os.path.join(shared, "splits")
    if dataset != "uci-cv":
        parts = []
        for part in ("train", "test"):
            with open(os.path.join(splits, f"{dataset}.group.{part}.tsv"), encoding="utf-8", newline="\n") as rows:
                parts.append([row.rstrip("\n") for row in rows if row.strip()])
        return [tuple(parts)]
    with open(os.path.join(splits, "uci.cv5.tsv"), encoding="utf-8", newline="\n") as rows:
        split = [row.rstrip("\n").split("\t", 3) for row in rows]
    split = [(group, f"{label}\t{text}") for _, group, label, text in split if label in ("ham", "spam")]
    names = sorted({group for group, _ in split})
    return [([r for g, r in split if g != name], [r for g, r in split if g == name]) for name in names]


def scored(tool, train, test, size, folder):
    """(log-odds, says junk, is junk) of each test row, and the bytes of the model."""
    paths = {name: os.path.join(folder, name) for name in ("train.tsv", "test.tsv", "model.spam")}
    for name, rows in (("train.tsv", train), ("test.tsv", test)):
        with open(paths[name], "w", encoding="utf-8", newline="\n") as file:
            file.writelines(row + "\n" for row in rows)
    spamkit(tool, "train", paths["train.tsv"], "--max-bytes", size, "--out", paths["model.spam"])
    lines = spamkit(tool, "classify", paths["model.spam"], paths["test.tsv"]).splitlines()
    assert len(lines) == len(test), "a verdict for each row"
    verdicts = [json.loads(line) for line in lines]
    rows = [(v["junkLogOdds"], v["label"] == "junk", row.startswith("spam\t")) for v, row in zip(verdicts, test)]
    return rows, os.path.getsize(paths["model.spam"])


def average_precision(rows):
    """Step-wise, equal scores together, as scikit-learn's."""
    rows = sorted(rows, key=lambda r: -r[0])
    junk, found, passed, total, i = sum(r[2] for r in rows), 0, 0, 0.0, 0
    while i < len(rows):
        j = i
        while j < len(rows) and rows[j][0] == rows[i][0]:
            j += 1
        new = sum(r[2] for r in rows[i:j])
        found, passed = found + new, j
        total += new * found / passed
        i = j
    return total / junk


def recall_at(rows, share):
    """The junk above the lowest cutoff that at most this share of wanted messages pass, equal scores together."""
    rows = sorted(rows, key=lambda r: -r[0])
    junk = sum(r[2] for r in rows)
    most = share * (len(rows) - junk)
    found = false = best = i = 0
    while i < len(rows):
        j = i
        while j < len(rows) and rows[j][0] == rows[i][0]:
            j += 1
        found += sum(r[2] for r in rows[i:j])
        false += sum(not r[2] for r in rows[i:j])
        if false <= most:
            best = found
        i = j
    return best / junk


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("datasets", nargs="*", default=["uci", "uci-cv", "zh80w", "multi"])
    arguments = parser.parse_args()
    with open(arguments.out, "w", encoding="utf-8") as out:
        out.write("ds\tasked\tbytes\tAP\tF1\tR@.1\tR@.2\n")
        for dataset in arguments.datasets:
            parts = folds(arguments.shared, dataset)
            before = None
            for size in arguments.sizes.split(","):
                rows, largest = [], 0
                with tempfile.TemporaryDirectory() as folder:
                    for train, test in parts:
                        some, length = scored(arguments.tool, train, test, size, folder)
                        rows += some
                        largest = max(largest, length)
                true = sum(r[1] and r[2] for r in rows)
                f1 = 2 * true / (sum(r[1] for r in rows) + sum(r[2] for r in rows))
                figures = [average_precision(rows), f1, recall_at(rows, 0.001), recall_at(rows, 0.002)]
                line = "\t".join([dataset, size, str(largest)] + [f"{x:.4f}" for x in figures])
                print(line, flush=True)
                out.write(line + "\n")
                # Nothing is left to fill a larger file with.
                if largest == before:
                    break
                before = largest


if __name__ == "__main__":
    main()
