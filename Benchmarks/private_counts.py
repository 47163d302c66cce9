#!/usr/bin/env python3
"""How much does privacy cost? Average precision and recall against epsilon and the number of contributors.

usage: private_counts.py SPAMKIT OUT NAME TRAIN.tsv TEST.tsv [--contributors 100,1000,10000] [--epsilons 0.5,1,2,4,8]
                         [--max-features N] [--clip C] [--seeds 5] [--noise gaussian] [--public FILE.jsonl]
TRAIN, TEST  label<TAB>text a row, near duplicates on one side only; spam is junk, ham is wanted
OUT          a folder for intermediate files; rows go to OUT/NAME.csv, a table to standard output

Messages are dealt to contributors at random: a seed deals them. Every release has noise of its own, from the system:
the tool takes no seed for it, so figures move a little from run to run. The plan's features come from the public
corpus (the starter corpus). Beside the epsilons: 100, where next to no noise is left, so that what is lost there is
lost to the bound and the plan's few features; and naive Bayes on all messages without any protection ("inf").
"""
import argparse
import csv
import json
import random
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run(*arguments, ok=True):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if ok and done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return done


def rows(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n").split("\t", 1) for line in file if line.strip("\n")]


def ranking(labels, scores):
    """Average precision, ties together, and recall where at most 1 % of wanted messages are above."""
    order = sorted(range(len(labels)), key=lambda i: -scores[i])
    junk, wanted = sum(labels), len(labels) - sum(labels)
    found = false = 0
    average = recall = 0.0
    i = 0
    while i < len(order):
        j, more, others = i, 0, 0
        while j < len(order) and scores[order[j]] == scores[order[i]]:
            more, others = more + labels[order[j]], others + (not labels[order[j]])
            j += 1
        found, false = found + more, false + others
        average += more / junk * found / (found + false)
        if false <= wanted * 0.01:
            recall = found / junk
        i = j
    return average, recall


class Bench:
    def __init__(self, arguments):
        self.tool, self.out, self.name = arguments.spamkit, Path(arguments.out), arguments.name
        self.out.mkdir(parents=True, exist_ok=True)
        self.train, self.test = rows(arguments.train), arguments.test
        self.truth = [label == "spam" for label, _ in rows(self.test)]
        self.plan = self.out / "plan.counts"
        public = self.out / "public.counts"
        run(self.tool, "counts", arguments.public, "--out", public, "--quiet")
        run(self.tool, "privacy-plan", public, "--out", self.plan, "--max-features", arguments.max_features, "--clip", arguments.clip,
            "--noise", arguments.noise)
        self.delta = [] if arguments.noise == "laplace" else ["--delta", "1e-6"]

    def figures(self, counts):
        """Of a model of some counts; nothing if they are all noise."""
        model = self.out / f"{self.name}.spam"
        made = run(self.tool, "train", counts, "--trainer", "nb", "--out", model, "--quiet", ok=False)
        if made.returncode != 0:
            if "above their noise" not in made.stderr:
                sys.exit(made.stderr)
            return None
        lines = run(self.tool, "classify", model, self.test, "--quiet").stdout.splitlines()
        scores = [json.loads(line)["junkLogOdds"] for line in lines]
        assert len(scores) == len(self.truth), f"{len(scores)} verdicts of {len(self.truth)}"
        return ranking(self.truth, scores)

    def unprotected(self):
        path = self.out / f"{self.name}.jsonl"
        self.deal(1, 0, path)
        run(self.tool, "counts", path, "--source", "all", "--out", self.out / "all.counts", "--quiet")
        return self.figures(self.out / "all.counts")

    def deal(self, contributors, seed, path):
        draws = random.Random(seed)
        with open(path, "w", encoding="utf-8") as file:
            for label, text in self.train:
                file.write(json.dumps({"label": label, "text": text, "source": f"phone {draws.randrange(contributors)}"}) + "\n")

    def contributions(self, contributors, seed):
        path, sum_ = self.out / f"{self.name}.jsonl", self.out / "sum.counts"
        self.deal(contributors, seed, path)
        run(self.tool, "counts", path, "--plan", self.plan, "--by-source", "--format", "jsonl", "--out", sum_, "--quiet")
        return sum_

    def release(self, sum_, epsilon):
        release = self.out / "release.counts"
        run(self.tool, "merge", sum_, "--plan", self.plan, "--private", "--epsilon", epsilon, *self.delta, "--out", release, "--quiet")
        return self.figures(release)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("spamkit", "out", "name", "train", "test"):
        parser.add_argument(name)
    parser.add_argument("--contributors", default="100,1000,10000")
    parser.add_argument("--epsilons", default="0.5,1,2,4,8")
    parser.add_argument("--max-features", type=int, default=1000)
    parser.add_argument("--clip", type=float, default=4)
    parser.add_argument("--noise", default="gaussian")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--public", default=HERE.parent / "Datasets/starter/train.jsonl")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    epsilons = [float(e) for e in arguments.epsilons.split(",")] + [100.0]
    whole = bench.unprotected()
    print(f"{arguments.name}: {len(bench.train):,} messages, {arguments.max_features} features, bound {arguments.clip:g}, "
          f"{arguments.noise}, {arguments.seeds} seeds; without protection AP {whole[0]:.4f}, recall at 1 % {whole[1]:.4f}\n")
    print("| contributors | epsilon | AP, mean | worst to best | recall at 1 % false junk | all noise |")
    print("|---|---|---|---|---|---|")
    with open(bench.out / f"{arguments.name}.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["name", "contributors", "epsilon", "seed", "averagePrecision", "recall"])
        table.writerow([arguments.name, "", "inf", "", *whole])
        for contributors in map(int, arguments.contributors.split(",")):
            found = {epsilon: [] for epsilon in epsilons}
            for seed in range(arguments.seeds):
                sum_ = bench.contributions(contributors, seed)
                for epsilon in epsilons:
                    figures = bench.release(sum_, epsilon)
                    found[epsilon].append(figures)
                    table.writerow([arguments.name, contributors, f"{epsilon:g}", seed, *(figures or ("", ""))])
                    file.flush()
            for epsilon in epsilons:
                good = [f for f in found[epsilon] if f]
                precisions = [f[0] for f in good]
                means = (f"{statistics.mean(precisions):.4f} | {min(precisions):.4f} to {max(precisions):.4f} | "
                         f"{statistics.mean(f[1] for f in good):.4f}") if good else " | | "
                print(f"| {contributors:,} | {epsilon:g} | {means} | {len(found[epsilon]) - len(good)} of {arguments.seeds} |", flush=True)


if __name__ == "__main__":
    main()
