"""Vowpal Wabbit: logistic loss over pairs of words and runs of 1 to 4 characters, one pass in a shuffled order, 2^20 weights."""
import random
import re

SYSTEMS = {"Vowpal Wabbit": None}


def prepare():
    global Workspace
    from vowpalwabbit import Workspace


def example(text):
    """Namespace w has words, c has characters as words. Its own signs are left out."""
    text = re.sub(r"[|:\s]+", " ", text.lower()).strip()
    return f"|w {text} |c {' '.join(text.replace(' ', '_'))}"


def train(settings, rows, path):
    vw = Workspace("--loss_function logistic --link identity -b 20 --ngram w2 --ngram c4 --quiet --random_seed 1")
    rows = list(rows)
    random.Random(1).shuffle(rows)
    for junk, text in rows:
        vw.learn(f"{1 if junk else -1} {example(text)}")
    vw.save(path)
    vw.finish()


def opened(path):
    vw = Workspace(f"-i {path} -t --quiet")
    return lambda texts: [vw.predict(example(text)) for text in texts]
