#!/usr/bin/env python3
"""fastText's quantised models, size against quality: label<TAB>text files in, one row a corpus and
size out.

usage: fasttext_sizes.py --score SCORE.py --out OUT.tsv NAME TRAIN.tsv TEST.tsv [NAME TRAIN.tsv
TEST.tsv ...]

For each size asked: every recipe that may fit is trained on 4/5 of TRAIN, pruned to the largest
cutoff that fits, retrained, quantised and scored on the other 1/5 (dev); the recipe with the best
average precision there is trained on all of TRAIN and scored on TEST, once. `SCORE.py TEST.tsv
VERDICTS.jsonl --json` prints ap, precision, recall and recall@0.2%. Needs `pip install fasttext-wheel 'numpy<2'`. Nothing of a corpus is written
but to a folder that is removed at the end. One thread, fastText's own fixed seed: the same bytes
again.
"""
import argparse
import collections
import datetime
import hashlib
import importlib.metadata
import json
import math
import os
import platform
import re
import subprocess
import sys
import tempfile
import time

import fasttext
import numpy

KIB = 1024
SIZES = [4, 8, 16, 32, 64, 128, 256, 1024, 4096, 16384]  # KiB
COLUMNS = ["ds", "size asked", "bytes", "AP", "F1", "R@.2", "recipe", "dim", "cutoff", "dev AP"]
DEV_PARTS = 5  # one in five rows of the train file is dev
DEV_TRAIN_ROWS, DEV_ROWS = 40_000, 12_000  # at most so many while recipes are compared, for time; the final training takes all
SMALL = 20_000  # rows; below, fastText needs more epochs and fewer buckets
LEAST_ROWS = 256  # a product quantiser has 256 centroids and refuses fewer rows

# spaced: Chinese and Japanese characters are words of their own. Rejected on uci's dev part: a minCount so high that words are hashed
# like their n-grams (8 bytes a word instead of its letters and 10), .937 against .966 at 4 KiB, .90 to .95 against .98 above.
Recipe = collections.namedtuple("Recipe", "name spaced word_ngrams minn maxn")
RECIPES = [
    Recipe("words2", True, 2, 0, 0),
    Recipe("words3", True, 3, 0, 0),
    Recipe("words2+subwords", True, 2, 2, 5),
    Recipe("subwords", False, 1, 2, 5),
]

WORD = re.compile(r"\w+|[^\w\s]")
HAN_KANA = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")


def prepared(text, spaced):
    """Lower case, signs apart from words, as fastText's own examples do: it splits at white space only."""
    text = text.lower().replace("__label__", " ")
    if spaced:
        text = HAN_KANA.sub(r" \1 ", text)
    return " ".join(WORD.findall(text))


def rows_of(path):
    """(is junk, text) of every row."""
    with open(path, encoding="utf-8", newline="\n") as lines:
        split = (line.rstrip("\r\n").split("\t", 1) for line in lines if line.strip("\r\n"))
        return [(label == "spam", text) for label, text in split]


def is_dev(text):
    """One in DEV_PARTS, by a digest of the text with digits masked: messages that differ in digits alone are on one side."""
    masked = re.sub(r"\d+", "0", text.lower())
    return hashlib.sha256(masked.encode()).digest()[0] % DEV_PARTS == 0


def dev_split(rows):
    fit, dev = [r for r in rows if not is_dev(r[1])], [r for r in rows if is_dev(r[1])]
    return fit[::math.ceil(len(fit) / DEV_TRAIN_ROWS)], dev[::math.ceil(len(dev) / DEV_ROWS)]


def write_training(rows, spaced, path):
    with open(path, "w", encoding="utf-8") as out:
        for junk, text in rows:
            out.write(f"__label__{'spam' if junk else 'ham'} {prepared(text, spaced)}\n")


def train(recipe, dim, rows, path):
    small = rows < SMALL
    return fasttext.train_supervised(
        path, dim=dim, lr=0.5, epoch=25 if small else 5, wordNgrams=recipe.word_ngrams, minn=recipe.minn, maxn=recipe.maxn,
        bucket=2**18 if small else 2**20, minCount=1, thread=1, loss="softmax", verbose=1)


class Sizes:
    """The bytes of the .ftz that every cutoff of a trained model gives, summed from fastText's format."""

    def __init__(self, model, dim):
        matrix, words = model.get_input_matrix(), model.get_words()
        norms = numpy.linalg.norm(matrix, axis=1)
        if "</s>" in words:
            norms[words.index("</s>")] = numpy.inf  # the end of line is always kept
        entry = numpy.full(len(norms), 8, dtype=numpy.int64)  # a hashed n-gram: two int32
        entry[:len(words)] = [len(w.encode()) + 1 + 8 + 1 for w in words]  # letters, NUL, int64 count, type
        self.rows = len(norms)
        self.codes, self.norm_codes = (dim + 1) // 2, int(has_norms(dim))
        sorted_entries = entry[numpy.argsort(-norms, kind="stable")]
        labels = sum(len(label.encode()) + 10 for label in model.get_labels())
        magic, settings, dictionary = 8, 12 * 4 + 8, 3 * 4 + 2 * 8 + labels
        quantised, centroids = 1 + 1 + 16 + 4, 16 + 256 * dim * 4
        norm_centroids = self.norm_codes * (16 + 256 * 4)
        output = 1 + 16 + 2 * dim * 4
        self.fixed = magic + settings + dictionary + quantised + centroids + norm_centroids + output
        self.pruned = numpy.cumsum(sorted_entries + self.codes + self.norm_codes)
        # Without pruning no list of the n-grams kept is written: a bucket is its codes alone.
        self.whole = self.fixed + int(entry[:len(words)].sum()) + self.rows * (self.codes + self.norm_codes)

    def cutoff(self, limit):
        """Rows to keep so that the file is not larger than `limit` (0: all of them), and its bytes; None if it cannot be so small."""
        if self.whole <= limit:
            return 0, self.whole
        keep = int(numpy.searchsorted(self.pruned, limit - self.fixed, side="right"))
        keep = min(keep, self.rows - 1)
        return None if keep < LEAST_ROWS else (keep, self.fixed + int(self.pruned[keep - 1]))

    def least(self):
        return self.fixed + int(self.pruned[LEAST_ROWS - 1])


def has_norms(dim):
    """qnorm quantises norms apart. With one or two dimensions a code holds the whole row: norms would cost 1 KiB and a byte a row for nothing."""
    return dim > 2


def dims(kib):
    """Dimensions worth trying: each costs 1 KiB of centroids."""
    return [1, 2] if kib <= 8 else [2, 8] if kib <= 64 else [8] if kib <= 256 else [8, 16]


def quantised(base, training, cutoff, dim, path):
    """The model in `base` pruned, retrained and quantised into `path`."""
    model = fasttext.load_model(base)
    if cutoff:
        model.quantize(training, cutoff=cutoff, retrain=True, qnorm=has_norms(dim), dsub=2, thread=1, verbose=1)
    else:
        model.quantize(training, qnorm=has_norms(dim), dsub=2, thread=1, verbose=1)
    model.save_model(path)
    return fasttext.load_model(path)


def score(model, rows, spaced, script, folder):
    """Average precision, F1 at P(spam) >= .5 and recall at .2 % false junk, from the referee's script."""
    labels, chances = model.predict([prepared(text, spaced) for _, text in rows], k=2)
    test, verdicts = os.path.join(folder, "labels.tsv"), os.path.join(folder, "verdicts.jsonl")
    with open(test, "w", encoding="utf-8") as t, open(verdicts, "w", encoding="utf-8") as v:
        for (junk, _), names, p in zip(rows, labels, chances):
            chance = dict(zip(names, (float(x) for x in p)))
            spam, ham = chance.get("__label__spam", 0.0), chance.get("__label__ham", 0.0)
            # The difference of logarithms orders like P(spam), and finer where it rounds to 1.
            odds = math.log(max(spam, 1e-9)) - math.log(max(ham, 1e-9))
            t.write(f"{'spam' if junk else 'ham'}\t-\n")
            v.write(json.dumps({"junkLogOdds": odds, "action": "junk" if spam >= 0.5 else "allow"}) + "\n")
    done = subprocess.run([sys.executable, script, test, verdicts, "--json"], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    p, r = found["precision"], found["recall"]
    return found["ap"], 2 * p * r / (p + r) if p + r > 0 else 0.0, found["recall@0.2%"]


def compare(rows, sizes, script, folder):
    """The best (dev AP, recipe, dim) for each size, and the fewest bytes that any recipe reaches."""
    fit, dev = dev_split(rows)
    best, least = {}, None
    for recipe in RECIPES:
        training, base = os.path.join(folder, "dev-train.txt"), os.path.join(folder, "base.bin")
        write_training(fit, recipe.spaced, training)
        for dim in sorted({d for kib in sizes for d in dims(kib)}):
            model = train(recipe, dim, len(fit), training)
            model.save_model(base)
            fits = Sizes(model, dim)
            least = min(filter(None, [least, fits.least()]))
            done = {}
            for kib in (k for k in sizes if dim in dims(k)):
                found = fits.cutoff(kib * KIB)
                if found is None:
                    continue
                if found[0] not in done:
                    small = quantised(base, training, found[0], dim, os.path.join(folder, "small.ftz"))
                    done[found[0]] = score(small, dev, recipe.spaced, script, folder)[0]
                ap = done[found[0]]
                print(f"  dev {recipe.name} dim {dim} {kib} KiB: {ap:.4f}", file=sys.stderr, flush=True)
                if kib not in best or ap > best[kib][0]:
                    best[kib] = (ap, recipe, dim)
    return best, least


def table(name, train_path, test_path, sizes, script, folder):
    """The rows of one corpus."""
    rows, test = rows_of(train_path), rows_of(test_path)
    best, least = compare(rows, sizes, script, folder)
    print(f"{name}: least bytes on dev {least}", file=sys.stderr)
    bases = {}
    for kib in sizes:
        if kib not in best:
            yield [name, kib * KIB, "-", "-", "-", "-", f"none fits; least on dev: {least} bytes", "-", "-", "-"]
            continue
        ap, recipe, dim = best[kib]
        training, base = os.path.join(folder, f"train-{recipe.spaced}.txt"), os.path.join(folder, f"{recipe.name}-{dim}.bin")
        if (recipe, dim) not in bases:
            write_training(rows, recipe.spaced, training)
            model = train(recipe, dim, len(rows), training)
            model.save_model(base)
            bases[recipe, dim] = Sizes(model, dim)
        found = bases[recipe, dim].cutoff(kib * KIB)
        if found is None:
            yield [name, kib * KIB, "-", "-", "-", "-", f"{recipe.name}: {bases[recipe, dim].least()} bytes at least", dim, "-", f"{ap:.4f}"]
            continue
        path = os.path.join(folder, "final.ftz")
        small = quantised(base, training, found[0], dim, path)
        size = os.path.getsize(path)
        if size != found[1] or size > kib * KIB:
            sys.exit(f"fasttext_sizes: {name} {recipe.name} {kib} KiB: {size} bytes where {found[1]} were expected")
        figures = score(small, test, recipe.spaced, script, folder)
        yield [name, kib * KIB, size, *(f"{x:.4f}" for x in figures), recipe.name, dim, found[0] or "all", f"{ap:.4f}"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--score", required=True)
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--sizes", help="KiB, with commas", default=",".join(map(str, SIZES)))
    arguments.add_argument("corpora", nargs="+", help="NAME TRAIN.tsv TEST.tsv")
    a = arguments.parse_args()
    if len(a.corpora) % 3:
        arguments.error("three arguments a corpus: NAME TRAIN.tsv TEST.tsv")
    fasttext.FastText.eprint = lambda *_: None  # a warning about load_model on every load
    names = " ".join(f"{a.corpora[i]} TRAIN.tsv TEST.tsv" for i in range(0, len(a.corpora), 3))
    versions = ", ".join(f"{p} {importlib.metadata.version(p)}" for p in ("fasttext-wheel", "numpy"))
    with open(a.out, "w", encoding="utf-8") as out, tempfile.TemporaryDirectory() as folder:
        print(f"# {datetime.date.today()}, {versions}, Python {platform.python_version()}, {platform.machine()}", file=out)
        print(f"# fasttext_sizes.py --score score.py --out OUT.tsv --sizes {a.sizes} {names}", file=out)
        print(*COLUMNS, sep="\t", file=out, flush=True)
        for i in range(0, len(a.corpora), 3):
            start = time.monotonic()
            with tempfile.TemporaryDirectory(dir=folder) as own:
                for row in table(*a.corpora[i:i + 3], [int(k) for k in a.sizes.split(",")], a.score, own):
                    print(*row, sep="\t", file=out, flush=True)
            print(f"{a.corpora[i]}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
