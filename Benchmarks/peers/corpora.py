"""Which rows are learned from and which are judged: the starter corpus, or the public corpora of SHARED_DIR.

SHARED_DIR holds referee/ and datasets/jsonl. Of referee/ these are used: splits/NAME.group.{train,test}.tsv, splits/own/ and splits/unlabelled/,
cross.py, which writes pairs of sources, modern.py, which names corpora of wanted business messages and of reported junk, and unlabelled.py.
"""
import importlib.util
import json
import os
import random
import subprocess
import sys

from contenders import Split
from rows import capped, is_junk, read_json, write, write_json

STARTER = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Datasets", "starter"))
SHIPPED = os.path.normpath(os.path.join(STARTER, "..", "..", "Models", "starter.spam"))
TITLES = {"uci": "UCI, English", "zh80w": "message80W, Chinese", "ko_bbang": "smishing, Korean", "id": "Indonesian", "multi": "five languages"}
# Rows of a source and label that pairs are trained on, and rows of a label that they are tested on: peers take minutes on 180,000.
CAP_TRAIN, CAP_TEST = 3000, 3000
OWN = {"en_in_phone": "Indian English", "pt_mz_phone": "Portuguese", "th_phone": "Thai", "es_mx_template": "Spanish"}
OWN_COUNTS = (20, 50, 200, 800)
# Phones without a label, those with chats first; the bound on false junk; messages of a pool, and the junk in it.
PHONES = {"en_uci": "English chats (UCI)", "ko_meal_bbang": "Korean comments", "tr_sms": "Turkish", "id_sms": "Indonesian", "th_phone": "Thai",
          "pt_mz_phone": "Portuguese", "en_in_phone": "Indian English", "es_mx_template": "Spanish", "zh_mudou_part": "Chinese"}
BOUND, POOL, POOL_JUNK = 0.01, 400, 0.15
# Messages of a kind that a phone is judged by: an encoder takes 40 ms for each.
CAP_PHONE = 500
# Templates that an encoder learns from, one message of each.
MOST_TEMPLATES = 10_000


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


def split_of(name, title, folder, train, test, options=(), shared_train=None, pool=()):
    """Peers get labels and texts; spamkit the same rows with all that they say. Nobody sees senders of the test.

    Rows of a pool have no label. Peers find them behind the others, and spamkit by the options `{pool}` beside `{train}`.
    """
    base, test_path = f"{folder}/{shared_train or name}.train", f"{folder}/{name}.test.tsv"
    # Rows of other corpora are each a template of their own.
    templates = [row["template"] if row.get("source") == "starter" else f"row {place}" for place, row in enumerate(train)]
    place_of = {template: place for place, template in reversed(list(enumerate(templates)))}
    some = sorted(place_of.values())[:MOST_TEMPLATES]
    first, unlabelled = [train[place] for place in some], [(None, row["text"]) for row in pool]
    pooled = [f"pool {place}" for place in range(len(pool))]

    def labelled(rows):
        return [(is_junk(row["label"]), row["text"]) for row in rows]
    files = {"train": write_json(f"{base}.jsonl", train), "pool": write_json(f"{base}.pool.jsonl", [{"text": row["text"]} for row in pool])}
    return Split(name, title, write(f"{base}.tsv", labelled(train) + unlabelled), write(test_path, labelled(test)),
                 ([] if pool else [files["train"]], [option.format(**files) for option in options]),
                 {"train": templates + pooled, "first": [templates[place] for place in some] + pooled},
                 write(f"{base}.first.tsv", labelled(first) + unlabelled))


def pairs(shared, folder):
    """Sources that training has none of. Korean parcel notices have no junk, so no ranking."""
    subprocess.run([sys.executable, f"{shared}/referee/cross.py", folder], check=True, capture_output=True)
    for name, title in (("en-mishra", "newer English"), ("zh-mudou", "Chinese, mudou"), ("zh-80w", "Chinese, 80w"),
                        ("all-id", "Indonesian"), ("all-tr", "Turkish")):
        train, test = (read_json(f"{folder}/{name}.{part}.jsonl") for part in ("train", "test"))
        yield split_of(f"pair-{name}", title, folder, capped(train, CAP_TRAIN, lambda r: (r["source"], r["label"])),
                       capped(test, CAP_TEST, lambda r: is_junk(r["label"])))


def referee(shared, name):
    spec = importlib.util.spec_from_file_location(name, f"{shared}/referee/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def phones(shared, folder):
    """Wanted messages of phones and businesses against junk that people reported, by models of the starter corpus and of old corpora."""
    source, corpus = referee(shared, "modern"), read_json(f"{STARTER}/train.jsonl")
    english = [row for row in corpus if row["lang"] == "en"]
    old = [{**row, "source": name} for name in source.OLD["en"] for row in read_json(f"{shared}/datasets/jsonl/{name}.jsonl") if row.get("label")]
    for lang, name, title, train in (("en", "starter", "English, starter corpus", english), ("en", "old", "English, old corpora too", old + english),
                                     ("pt", "starter", "Portuguese, starter corpus", corpus), ("th", "starter", "Thai, starter corpus", corpus)):
        good, bad = source.TESTS[lang]
        test = [row for n in good for row in source.load(n, source.WANTED)] + [row for n in bad for row in source.load(n, source.JUNK)]
        yield split_of(f"phone-{lang}-{name}", title, folder, train, test, shared_train=None if lang == "en" else "starter")


def unlabelled(shared, folder, pooled):
    """(split, promotions at the end of its test) of phones, by the starter corpus; pooled: with messages of the phone beside it, whose labels are dropped.

    The pools are those of unlabelled.py: templates apart from the test's, 400 messages of which at most 15 % are junk.
    """
    source, corpus = referee(shared, "unlabelled"), read_json(f"{STARTER}/train.jsonl")
    options = ["--max-false-junk", f"{100 * BOUND:g}%", *(["--unlabelled", "{pool}", "--background", "{train}"] if pooled else [])]
    shared_train = None if pooled else "starter"

    def judged(name, title, test, promotions, pool=()):
        test, promotions = capped(test, CAP_PHONE, lambda row: is_junk(row["label"])), capped(promotions, CAP_PHONE, lambda row: True)
        return split_of(name, title, folder, corpus, test + promotions, options, shared_train, pool), len(promotions)

    def kind(row):
        return source.KIND[row["label"].split("/")[0]]
    for name, title in PHONES.items():
        rows = read_json(f"{shared}/datasets/jsonl/{name}.jsonl")
        with open(f"{shared}/referee/splits/unlabelled/{name}.json", encoding="utf-8") as file:
            parts = {part: [rows[place] for place in places] for part, places in json.load(file).items() if part in ("pool", "test")}
        promotions = [row for row in parts["test"] if kind(row) == "promotion"]
        test, pool = [row for row in parts["test"] if kind(row) != "promotion"], []
        if pooled:
            junk, other = ([row for row in parts["pool"] if (kind(row) == "junk") == is_bad] for is_bad in (True, False))
            count = min(len(junk), int(POOL * POOL_JUNK), int(len(other) * POOL_JUNK / (1 - POOL_JUNK)))
            pool = junk[:count] + other[:POOL - count]
            random.Random(5).shuffle(pool)
        yield judged(f"{'pool' if pooled else 'phone'}-{name}", title, test, promotions, pool)
    if not pooled:
        source = referee(shared, "modern")
        good, bad = source.TESTS["en"]
        test = [row for n in good for row in source.load(n, source.WANTED)] + [row for n in bad for row in source.load(n, source.JUNK)]
        promotions = [row for n in good for row in source.load(n, {"promotion"})]
        yield judged("phone-en", "English business", test, promotions)


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
