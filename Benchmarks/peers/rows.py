"""Rows of label<TAB>text: the one form in which all systems get their messages."""
import json
import os
import random
import re
import shutil

JUNK = {"spam", "junk", "smishing", "fraud", "phishing", "1"}


UNLABELLED = "?"


def is_junk(label):
    return label.split("/")[0].strip().lower() in JUNK


def flat(text):
    return re.sub(r"[\t\r\n\u2028\u2029\x85\x00]+", " ", text)


def read(path):
    """(is junk, text) of each row; is junk is None where nobody said."""
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [(None if label == UNLABELLED else is_junk(label), text) for label, text in (line.rstrip("\r\n").split("\t", 1) for line in lines if line.strip("\r\n"))]


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{UNLABELLED if junk is None else 'spam' if junk else 'ham'}\t{flat(text)}\n" for junk, text in rows)
    return path


def read_json(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_json(path, rows):
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return path


def capped(rows, most, by):
    """At most `most` rows of each value of `by`, drawn with a fixed seed, in their order."""
    places = {}
    for place, row in enumerate(rows):
        places.setdefault(by(row), []).append(place)
    draw = random.Random(1)
    kept = {p for own in places.values() for p in (own if len(own) <= most else draw.sample(own, most))}
    return [row for place, row in enumerate(rows) if place in kept]


def removed(path):
    shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
