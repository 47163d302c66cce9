#!/usr/bin/env python3
"""What training costs beside scikit-learn and fastText, in the same run: CPU seconds from file to
model, and peak memory.

usage: cost.py SPAMKIT SPLITS_DIR [--runs 5] [--peer-runs 5] [--out RECORD.tsv] [DATASET...]        needs scikit-learn, fasttext-wheel

SPLITS_DIR holds DATASET.group.train.tsv, label<TAB>text. Every system is a process of its own on
one thread, and in each run all take their turn (peers in the first --peer-runs); the least of the
runs counts. spamkit: user and system time of the whole process, exec to exit, model written. Peers,
which are Python: *whole* is the same, *work* begins after all imports and ends with the model in
memory; reading the file and taking it apart into features is in both. Peers' settings are ordinary
ones, not tuned here. MB are MiB, the most that was resident.
"""
import argparse
import datetime
import importlib.metadata
import os
import platform
import subprocess
import sys
import tempfile
import time

TRAINERS = ["nb", "lr", "nblr", "blend"]
# A Han or kana character is a word, as Chinese and Japanese have no spaces.
WORDS = {"token_pattern": r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+", "ngram_range": (1, 2)}
EPOCHS, DIMENSIONS = 10, 16  # fastText
SMALL = 20_000  # rows; below, fastText gets fewer buckets
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def read(path):
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [line.rstrip("\n").split("\t", 1) for line in lines if line.strip("\n")]


def scikit_learn(make):
    """`make(sklearn's parts, is Chinese)` gives a pipeline. Returns from-path-to-predictor, imports done."""
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    def characters(chinese):
        return TfidfVectorizer(sublinear_tf=True, **({"analyzer": "char", "ngram_range": (1, 3)} if chinese else {"analyzer": "char_wb", "ngram_range": (2, 5)}))

    # liblinear's dual coordinate descent at our C, ended at liblinear's own tolerance instead of scikit-learn's, which takes longer.
    regression = LogisticRegression(solver="liblinear", dual=True, C=16, tol=0.1)
    parts = {
        "nb-word": lambda _: (CountVectorizer(**WORDS), MultinomialNB()),
        "lr-word": lambda _: (TfidfVectorizer(sublinear_tf=True, **WORDS), regression),
        "svc-char": lambda chinese: (characters(chinese), LinearSVC()),
    }[make]

    def fit(path):
        labels, texts = zip(*read(path))
        model = make_pipeline(*parts(os.path.basename(path).startswith(("zh", "multi"))))
        model.fit(texts, labels)
        return lambda texts: model.predict(texts)
    return fit


def fast_text(**settings):
    import fasttext
    from fasttext_sizes import prepared

    def fit(path):
        rows = read(path)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.writelines(f"__label__{label} {prepared(text, True)}\n" for label, text in rows)
            file.flush()
            model = fasttext.train_supervised(
                file.name, epoch=EPOCHS, dim=DIMENSIONS, lr=0.5, wordNgrams=2, bucket=2**18 if len(rows) < SMALL else 2**20, thread=1, verbose=0, **settings)
        # Not model.predict, which fails with NumPy 2.
        return lambda texts: [model.f.predict(prepared(text, True) + "\n", 1, 0.0, "strict")[0][1].removeprefix("__label__") for text in texts]
    return fit


PEERS = {
    "fastText, words and pairs": lambda: fast_text(minn=0, maxn=0),
    "fastText, with subwords 1-4": lambda: fast_text(minn=1, maxn=4),
    "scikit-learn, multinomial NB, counts of words and pairs": lambda: scikit_learn("nb-word"),
    "scikit-learn, LR (liblinear), TF-IDF of words and pairs": lambda: scikit_learn("lr-word"),
    "scikit-learn, linear SVM, TF-IDF of characters": lambda: scikit_learn("svc-char"),
}


def peer(name, path):
    """The process of a peer: prints the CPU seconds of its work. What it learned must be more than nothing."""
    fit = PEERS[name]()
    start = time.process_time()
    predict = fit(path)
    print(time.process_time() - start)
    some = read(path)[::50]
    right = sum(a == b for a, (b, _) in zip(predict([text for _, text in some]), some)) / len(some)
    if right < 0.95:
        sys.exit(f"cost: {name} is right on {right:.3f} of its own training rows, expected .95 at least")


def timed(command):
    """CPU seconds and peak MiB of a command that must succeed, and what it printed. This process stays small: its own pages count in the child's peak until exec."""
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env={**os.environ, **ONE_THREAD})
        output = child.stdout.read()
        child.stdout.close()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            errors.seek(0)
            sys.exit(f"cost: {command[0]} ended with {child.returncode}: {errors.read().decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10), output


def systems(tool, path, model):
    for trainer in TRAINERS:
        for options in (["--folds", "0"], []):
            yield f"spamkit {trainer}" + ("" if options else ", four folds"), [tool, "train", path, "--trainer", trainer, "--threads", "1", "--out", model, *options]
    for name in PEERS:
        yield name, [sys.executable, os.path.abspath(__file__), "--peer", name, path]


def main():
    if sys.argv[1:2] == ["--peer"]:
        return peer(*sys.argv[2:4])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("splits")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peer-runs", type=int, default=5)
    parser.add_argument("--out")
    parser.add_argument("datasets", nargs="*", default=["uci", "zh80w", "multi"])
    a = parser.parse_intermixed_args()
    found = {}  # (dataset, system): [whole, work, MiB]
    for dataset in a.datasets:
        path, load = os.path.join(a.splits, f"{dataset}.group.train.tsv"), os.getloadavg()[0]
        with tempfile.TemporaryDirectory() as folder:
            for run in range(a.runs):
                for name, command in systems(a.tool, path, os.path.join(folder, "model.spam")):
                    if name in PEERS and run >= a.peer_runs:
                        continue
                    whole, peak, output = timed(command)
                    row = [whole, float(output) if name in PEERS else whole, peak]
                    before = found.get((dataset, name), row)
                    found[dataset, name] = [min(row[0], before[0]), min(row[1], before[1]), max(row[2], before[2])]
                print(f"{dataset}, run {run + 1} of {a.runs}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
        if a.out:  # at once: the largest takes long
            record(a, dataset, {name: row for (ds, name), row in found.items() if ds == dataset}, load)
    print("| CPU s (whole process); peak MB | " + " | ".join(a.datasets) + " |\n|" + "---|" * (len(a.datasets) + 1))
    for name in dict.fromkeys(name for _, name in found):
        cells = [found[dataset, name] for dataset in a.datasets]
        print(f"| {name} | " + " | ".join(f"{work:.3f}" + ("" if work == whole else f" ({whole:.2f})") + f"; {peak:.0f}" for whole, work, peak in cells) + " |")


def record(a, dataset, rows, load):
    versions = ", ".join(f"{p} {importlib.metadata.version(p)}" for p in ("scikit-learn", "fasttext-wheel"))
    with open(a.out, "w" if dataset == a.datasets[0] else "a", encoding="utf-8") as out:
        print(f"# {datetime.date.today()}, {dataset}: {versions}, Python {platform.python_version()}, {platform.machine()}, load {load:.1f} to {os.getloadavg()[0]:.1f}, "
              f"{a.runs} runs, of peers {min(a.runs, a.peer_runs)}", file=out)
        if dataset == a.datasets[0]:
            print("dataset", "system", "whole cpu s", "work cpu s", "peak MiB", sep="\t", file=out)
        for name, (whole, work, peak) in rows.items():
            print(dataset, name, f"{whole:.3f}", f"{work:.3f}", f"{peak:.1f}", sep="\t", file=out)


if __name__ == "__main__":
    main()
