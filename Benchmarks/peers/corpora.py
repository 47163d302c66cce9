"""Which rows are learned from and which are judged: the starter corpus, or the public corpora of SHARED_DIR.

SHARED_DIR holds referee/ and datasets/jsonl. Of referee/ these are used: splits/NAME.group.{train,test}.tsv and splits/own/, cross.py, which
writes pairs of sources, and modern.py, which names corpora of wanted business messages and of reported junk.
"""
import importlib.util
import os
import subprocess
import sys

from contenders import Split
from rows import capped, is_junk, read_json, write, write_json

STARTER = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Datasets", "starter"))
TITLES = {"uci": "UCI, English", "zh80w": "message80W, Chinese", "ko_bbang": "smishing, Korean", "id": "Indonesian", "multi": "five languages"}
# Rows of a source and label that pairs are trained on, and rows of a label that they are tested on: peers take minutes on 180,000.
CAP_TRAIN, CAP_TEST = 3000, 3000
OWN = {"en_in_phone": "Indian English", "pt_mz_phone": "Portuguese", "th_phone": "Thai", "es_mx_template": "Spanish"}
OWN_COUNTS = (20, 50, 200, 800)


def starter(folder, most=None):
    """Templates held out. The corpus is made of templates: good for cost, and easier than what phones receive."""
    parts = []
    for part in ("train", "test"):
        rows = read_json(f"{STARTER}/{part}.jsonl")[:most]
        parts.append(write(f"{folder}/starter.{part}.tsv", [(is_junk(row["label"]), row["text"]) for row in rows]))
    return [Split("starter", "starter corpus", *parts)]


def public(shared, names):
    parts = f"{shared}/referee/splits/{{}}.group.{{}}.tsv"
    return [Split(name, TITLES.get(name, name), parts.format(name, "train"), parts.format(name, "test")) for name in names]


def split_of(name, title, folder, train, test, options=(), shared_train=None):
    """Peers get labels and texts; spamkit the same rows with all that they say. Nobody sees senders of the test."""
    names = [f"{folder}/{shared_train or name}.train", f"{folder}/{name}.test"]
    paths = [write(f"{path}.tsv", [(is_junk(row["label"]), row["text"]) for row in rows]) for path, rows in zip(names, (train, test))]
    return Split(name, title, *paths, ([write_json(f"{names[0]}.jsonl", train)], list(options)))


def pairs(shared, folder):
    """Sources that training has none of. Korean parcel notices have no junk, so no ranking."""
    subprocess.run([sys.executable, f"{shared}/referee/cross.py", folder], check=True, capture_output=True)
    for name, title in (("en-mishra", "newer English"), ("zh-mudou", "Chinese, mudou"), ("zh-80w", "Chinese, 80w"),
                        ("all-id", "Indonesian"), ("all-tr", "Turkish")):
        train, test = (read_json(f"{folder}/{name}.{part}.jsonl") for part in ("train", "test"))
        yield split_of(f"pair-{name}", title, folder, capped(train, CAP_TRAIN, lambda r: (r["source"], r["label"])),
                       capped(test, CAP_TEST, lambda r: is_junk(r["label"])))


def modern(shared):
    spec = importlib.util.spec_from_file_location("modern", f"{shared}/referee/modern.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def phones(shared, folder):
    """Wanted messages of phones and businesses against junk that people reported, by models of the starter corpus and of old corpora."""
    source, corpus = modern(shared), read_json(f"{STARTER}/train.jsonl")
    english = [row for row in corpus if row["lang"] == "en"]
    old = [{**row, "source": name} for name in source.OLD["en"] for row in read_json(f"{shared}/datasets/jsonl/{name}.jsonl") if row.get("label")]
    for lang, name, title, train in (("en", "starter", "English, starter corpus", english), ("en", "old", "English, old corpora too", old + english),
                                     ("pt", "starter", "Portuguese, starter corpus", corpus), ("th", "starter", "Thai, starter corpus", corpus)):
        good, bad = source.TESTS[lang]
        test = [row for n in good for row in source.load(n, source.WANTED)] + [row for n in bad for row in source.load(n, source.JUNK)]
        yield split_of(f"phone-{lang}-{name}", title, folder, train, test, shared_train=None if lang == "en" else "starter")


def own(shared, folder):
    """(split, whether the starter corpus stands beside): the first own labels of a phone, judged on other messages of it."""
    parts, corpus = f"{shared}/referee/splits/own", f"{STARTER}/train.jsonl"
    for name, title in OWN.items():
        pool, test = (read_json(f"{parts}/{name}.{part}.jsonl") for part in ("pool", "test"))
        # Promotions are neither: a person may want them.
        test = [row for row in test if row["label"] != "promotion"]
        for count in (n for n in OWN_COUNTS if n <= len(pool)):
            for beside, options in ((False, []), (True, ["--background", corpus])):
                yield split_of(f"own-{name}-{count}", f"{title}, {count}", folder, pool[:count], test, options), beside
