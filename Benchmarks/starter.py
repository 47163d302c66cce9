#!/usr/bin/env python3
"""What the starter corpus is worth: four tables, of spamkit's default trainer beside a character
TF-IDF + LR of scikit-learn and fastText.

usage: starter.py --tool SPAMKIT --shared SHARED_DIR --commit COMMIT --out RECORD.tsv [--only
held-out,language,pair,wanted] [--pairs NAME,…]

SHARED_DIR holds referee/cross.py, which writes pairs of training and test rows of other sources,
and datasets/jsonl/NAME.jsonl, the public corpora (text, label, lang, sender). Nothing of them but
counts and figures is kept.

held-out   starter corpus: trained on train.jsonl, tested on test.jsonl (other templates), whole and by language
language   starter corpus: trained on eleven languages, tested on the twelfth
pair       a pair of sources, without and with the starter corpus's rows of the test's language
wanted     false junk on wanted messages of real corpora, by class, without and with; no corpus is tested on itself

Peers take minutes on 180,000 rows, so they and a second spamkit learn from at most CAP_TRAIN rows a
source and label and are tested on CAP_TEST a label (rows `capped`); spamkit also on all (`all`).

auc, r1: ranking; r1 is recall where at most 1 % of the test's wanted messages score higher. own:
spamkit's action is junk; a peer's score is above .5. held: a peer's score is above what 1 % of the
training's wanted messages reach out of fold (two folds by template or letters).
"""
import argparse
import datetime
import hashlib
import importlib.util
import json
import os
import random
import re
import subprocess
import tempfile
import warnings

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

CAP_TRAIN, CAP_TEST = 5000, 6000
COLUMNS = "table name system rows starter train test junk auc r1 own_false own_recall held_false held_recall".split()
STARTER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Datasets", "starter")
PAIR_LANGUAGES = {"en-mishra": "en", "zh-mudou": "zh", "zh-80w": "zh", "ko-delivery": "ko", "all-id": "id", "all-tr": "tr"}
WANTED = {  # tested: what is trained on, and the language of the starter rows
    "zh_mudou_part": (["zh_message80w", "zh_80w_topics", "zh_nus"], "zh"),
    "en_in_unlabelled": (["en_uci", "en_nus", "en_mishra_soni"], "en"),
    "ko_chatbot_ham": (["ko_meal_bbang"], "ko"),
    "synthetic_ko_delivery_ham": (["ko_meal_bbang", "ko_chatbot_ham"], "ko"),
    "id_sms": (["en_uci", "en_nus", "en_mishra_soni", "zh_message80w", "zh_mudou_part", "ko_meal_bbang", "tr_sms"], "id"),
    "tr_sms": (["en_uci", "en_nus", "en_mishra_soni", "zh_message80w", "zh_mudou_part", "ko_meal_bbang", "id_sms"], "tr"),
}
JUNK = {"spam", "junk", "smishing", "fraud"}


def is_junk(row):
    return row["label"] in JUNK


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def letters(text):
    return re.sub(r"[\W\d_]+", "", text.lower())


def group(row):
    return row.get("template") or letters(row["text"])


def capped(rows, most, by):
    """At most `most` rows of each value of `by`, drawn with a fixed seed, in their order."""
    places = {}
    for place, row in enumerate(rows):
        places.setdefault(by(row), []).append(place)
    draw = random.Random(1)
    kept = {p for own in places.values() for p in (own if len(own) <= most else draw.sample(own, most))}
    return [row for place, row in enumerate(rows) if place in kept]


# --- systems: rows to learn from and rows to judge -> a score each, and by cutoff what they call junk ----------------------------


def spamkit(tool, train, test):
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ("train.jsonl", "test.jsonl", "model.spam")}
        for name, rows in (("train.jsonl", train), ("test.jsonl", test)):
            with open(paths[name], "w", encoding="utf-8", newline="\n") as file:
                file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        run = dict(check=True, capture_output=True, text=True, encoding="utf-8")
        subprocess.run([tool, "train", paths["train.jsonl"], "--out", paths["model.spam"]], **run)
        out = subprocess.run([tool, "classify", paths["model.spam"], paths["test.jsonl"]], **run).stdout
    verdicts = [json.loads(line) for line in out.splitlines()]
    assert len(verdicts) == len(test), "a verdict for each row"
    return np.array([v["junkLogOdds"] for v in verdicts]), {"own": np.array([v["action"] == "junk" for v in verdicts])}


def out_of_fold_cutoff(train, scores_of):
    """What 1 % of the wanted rows reach with a model of the other half of the groups."""
    fold = np.array([hashlib.sha256(group(row).encode()).digest()[0] & 1 for row in train])
    y, held = np.array([is_junk(row) for row in train]), np.zeros(len(train))
    for part in (0, 1):
        held[fold == part] = scores_of(np.flatnonzero(fold != part), np.flatnonzero(fold == part))
    return np.quantile(held[~y], .99)


def scikit(tool, train, test):
    counts = CountVectorizer(analyzer="char", ngram_range=(1, 4), dtype=np.float32).fit_transform(
        [re.sub(r"\s+", " ", row["text"]) for row in train + test])
    y = np.array([is_junk(row) for row in train])

    def scores_of(learn, judge):
        seen = np.flatnonzero(counts[learn].getnnz(axis=0) >= 2)
        weights = TfidfTransformer(sublinear_tf=True)
        x = weights.fit_transform(counts[learn][:, seen])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = LogisticRegression(C=20, solver="liblinear", dual=True, tol=.1, random_state=1).fit(x, y[learn])
        return model.predict_proba(weights.transform(counts[judge][:, seen]))[:, 1]

    return with_cutoffs(train, test, scores_of)


def fasttext(tool, train, test):
    import fasttext as library
    rows = [re.sub(r"\s+", " ", row["text"].lower()).strip() for row in train + test]

    def scores_of(learn, judge):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
            file.writelines(f"__label__{'junk' if is_junk(train[i]) else 'wanted'} {rows[i]}\n" for i in learn)
            file.flush()
            model = library.train_supervised(file.name, dim=32, epoch=10, lr=.3, wordNgrams=2, minn=1, maxn=4, bucket=500_000,
                                             thread=1, seed=1, verbose=0)
        # the binding's own `predict` does not work with NumPy 2
        return np.array([dict((name, p) for p, name in model.f.predict(rows[i] + "\n", 2, 0., "strict")).get("__label__junk", 0)
                         for i in judge])

    return with_cutoffs(train, test, scores_of)


def with_cutoffs(train, test, scores_of):
    cutoff = out_of_fold_cutoff(train, scores_of)
    scores = scores_of(np.arange(len(train)), np.arange(len(train), len(train) + len(test)))
    return scores, {"own": scores > .5, "held": scores > cutoff}


SYSTEMS = {"spamkit": spamkit, "scikit-learn": scikit, "fastText": fasttext}


# --- figures --------------------------------------------------------------------------------------------------------------------


def figures(test, scores, calls):
    y, found = np.array([is_junk(row) for row in test]), {"test": len(test), "junk": int(sum(is_junk(row) for row in test))}
    if 0 < y.sum() < len(y):
        wanted = np.sort(scores[~y])[::-1]
        found["auc"] = f"{roc_auc_score(y, scores):.4f}"
        found["r1"] = f"{(scores[y] > wanted[int(len(wanted) * .01)]).mean():.3f}"
    for name, said in calls.items():
        if (~y).any():
            found[f"{name}_false"] = f"{said[~y].sum()}/{(~y).sum()}"
        if y.any():
            found[f"{name}_recall"] = f"{said[y].mean():.3f}"
    return found


class Record:
    def __init__(self, path, head):
        self.file = open(path, "w", encoding="utf-8", newline="\n")
        self.file.write(f"# {head}\n" + "\t".join(COLUMNS) + "\n")
        print("\t".join(COLUMNS), flush=True)

    def add(self, **row):
        line = "\t".join(str(row.get(column, "-")) for column in COLUMNS)
        self.file.write(line + "\n")
        self.file.flush()
        print(line, flush=True)


# --- tables ---------------------------------------------------------------------------------------------------------------------


def held_out(knobs, record):
    train, test = (lines(f"{STARTER}/{part}.jsonl") for part in ("train", "test"))
    for name in ("spamkit", "scikit-learn"):
        scores, calls = SYSTEMS[name](knobs.tool, train, test)
        for lang in ["all", *sorted({row["lang"] for row in test})]:
            own = np.array([lang in ("all", row["lang"]) for row in test])
            rows = [row for row, kept in zip(test, own) if kept]
            record.add(table="held-out", name=lang, system=name, rows="all", starter="only", train=len(train),
                       **figures(rows, scores[own], {cutoff: said[own] for cutoff, said in calls.items()}))


def language(knobs, record):
    rows = starter()
    for lang in sorted({row["lang"] for row in rows}):
        train, test = [r for r in rows if r["lang"] != lang], [r for r in rows if r["lang"] == lang]
        for name in ("spamkit", "scikit-learn"):
            record.add(table="language", name=lang, system=name, rows="all", starter="only", train=len(train),
                       **figures(test, *SYSTEMS[name](knobs.tool, train, test)))


def starter(lang=""):
    return [row for part in ("train", "test") for row in lines(f"{STARTER}/{part}.jsonl") if row["lang"].startswith(lang)]


def extra(lang, test):
    """Starter rows of a language; those that say what a test row says are left out."""
    taken = {letters(row["text"]) for row in test}
    return [row for row in starter(lang) if letters(row["text"]) not in taken]


def pair(knobs, record):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["python3", f"{knobs.shared}/referee/cross.py", folder], check=True, capture_output=True)
        for name in knobs.pairs:
            public, test = (lines(f"{folder}/{name}.{part}.jsonl") for part in ("train", "test"))
            own = extra(PAIR_LANGUAGES[name], test)
            few = [capped(public, CAP_TRAIN, lambda r: (r["source"], r["label"])), capped(test, CAP_TEST, is_junk)]
            for rows, (some, judged) in (("all", (public, test)), ("capped", few)):
                for system in SYSTEMS if rows == "capped" else ["spamkit"]:
                    for mode, train in (("without", some), ("with", some + own)):
                        record.add(table="pair", name=name, system=system, rows=rows, starter=mode, train=len(train),
                                   **figures(judged, *SYSTEMS[system](knobs.tool, train, judged)))


def wanted(knobs, record):
    spec = importlib.util.spec_from_file_location("cross", f"{knobs.shared}/referee/cross.py")
    cross = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(cross)
    for name, (sources, lang) in WANTED.items():
        public, seen, test = [], set(), []
        for source in sources:
            for label, text, row_lang in cross.rows(source):
                if letters(text) not in seen:
                    seen.add(letters(text))
                    public.append({"text": text, "label": label, "lang": row_lang, "source": source})
        for row in lines(f"{knobs.shared}/datasets/jsonl/{name}.jsonl"):
            if row.get("label") not in JUNK and letters(row["text"]) not in seen:
                seen.add(letters(row["text"]))
                test.append({"label": "unlabelled", **row})
        own = extra(lang, test)
        for mode, train in (("without", public), ("with", public + own)):
            _, calls = spamkit(knobs.tool, train, test)
            for label in sorted({row["label"] for row in test}):
                of_class = np.array([row["label"] == label for row in test])
                record.add(table="wanted", name=f"{name} {label}", system="spamkit", rows="all", starter=mode, train=len(train),
                           test=int(of_class.sum()), junk=0, own_false=f"{calls['own'][of_class].sum()}/{of_class.sum()}")


TABLES = {"held-out": held_out, "language": language, "pair": pair, "wanted": wanted}


def main():
    parser = argparse.ArgumentParser(description="What the starter corpus is worth.")
    for name in ("tool", "shared", "commit", "out"):
        parser.add_argument(f"--{name}", required=True)
    for name, known in (("only", TABLES), ("pairs", PAIR_LANGUAGES)):
        parser.add_argument(f"--{name}", type=lambda text: text.split(","), default=list(known))
    knobs = parser.parse_args()
    day = datetime.datetime.now(datetime.timezone.utc).date()
    rows = starter()
    record = Record(knobs.out, f"{day}, spamkit {knobs.commit}, starter corpus of {len(rows)} rows of {len({r['template'] for r in rows})} "
                               f"templates; starter.py --tool spamkit --shared SHARED_DIR --out RECORD.tsv")
    for table in knobs.only:
        TABLES[table](knobs, record)


if __name__ == "__main__":
    main()
