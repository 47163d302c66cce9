#!/usr/bin/env python3
"""How good spamkit's default model is on sources that it was never trained on, with the starter
corpus in training and without.

usage: across.py SPAMKIT SHARED_DIR [--seeds N] [--pairs NAME,…] [--out RECORD.tsv]        default: 13 seeds, all pairs

SHARED_DIR holds referee/cross.py, which writes pairs of training and test rows of other sources.
All rows, one thread, default settings but for what a column says:

starter    the starter corpus' rows that are in training: none, those of the test's language, or all
sources    as rows name them (JSON Lines); file: the same rows without names (TSV), one source
seed       of the folds, from which calibration and cutoffs come, and of the order in which rows are learned

auc, ap: ranking. r1: recall at the cutoff that 1 % of the test's wanted messages pass. recall,
false: at the model's own cutoff. A minute and a half a seed.
"""
import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile

STARTER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Datasets", "starter", "train.jsonl")
LANGUAGES = {"en-mishra": "en", "zh-mudou": "zh", "zh-80w": "zh", "ko-delivery": "ko", "all-id": "id", "all-tr": "tr"}
COLUMNS = "pair starter sources seed auc ap r1 recall false wanted".split()


def measured(tool, training, test, options):
    """auc, ap, r1, recall and false junk, of how many; `-` where the test has no junk."""
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "model.spam")
        run = dict(check=True, capture_output=True, text=True, encoding="utf-8")
        subprocess.run([tool, "train", *training, "--out", model, "--threads", "1", *options], **run)
        report = json.loads(subprocess.run([tool, "evaluate", model, test, "--json", "-"], **run).stdout)
    junk = next(c for c in report["classes"] if c["label"] == "junk")
    figures = [report["auc"], report["ap"], report["recallAt"]["1%"]["rate"], junk["recall"]["rate"]]
    return ["-" if x is None else f"{x:.4f}" for x in figures] + [report["falseJunk"]["count"], report["falseJunk"]["of"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("shared")
    parser.add_argument("--seeds", type=int, default=13)
    parser.add_argument("--pairs", default=",".join(LANGUAGES))
    parser.add_argument("--out")
    a = parser.parse_args()
    out = open(a.out, "w", encoding="utf-8") if a.out else sys.stdout
    version = subprocess.run([a.tool, "--version"], capture_output=True, text=True).stdout.strip()
    print(f"# {datetime.date.today()}, spamkit {version}, default settings; across.py", file=out)
    print("\t".join(COLUMNS), file=out, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, os.path.join(a.shared, "referee", "cross.py"), folder], check=True, capture_output=True)
        starter = [json.loads(line) for line in open(STARTER, encoding="utf-8")]
        for pair in a.pairs.split(","):
            path = os.path.join(folder, pair)
            own = f"{path}.starter.jsonl"
            with open(own, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in starter if row["lang"].split("-")[0] == LANGUAGES[pair])
            runs = [("none", [], "named", 1), ("all", [STARTER], "named", 1)]
            runs += [("language", [own], "named", seed) for seed in range(1, a.seeds + 1)]
            runs.append(("language", [own], "file", 1))
            for name, rows, sources, seed in runs:
                options = ["--seed", str(seed)]
                corpus = f"{path}.train.{'jsonl' if sources == 'named' else 'tsv'}"
                found = measured(a.tool, [corpus, *rows], f"{path}.test.jsonl", options)
                print("\t".join(map(str, [pair, name, sources, seed, *found])), file=out, flush=True)


if __name__ == "__main__":
    main()
