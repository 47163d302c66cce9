"""fastText: pairs of words and subwords of 1 to 4 letters; Han and kana characters are words of their own."""
import math
import re
import tempfile

SYSTEMS = {"fastText": None}
SMALL = 20_000  # rows; below, more epochs and fewer buckets
WORD = re.compile(r"\w+|[^\w\s]")
HAN_KANA = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")


def prepare():
    global fasttext
    import fasttext
    fasttext.FastText.eprint = lambda *_: None  # a warning at each load


def prepared(text):
    """Lower case, signs apart from words: it splits at white space only."""
    return " ".join(WORD.findall(HAN_KANA.sub(r" \1 ", text.lower().replace("__label__", " "))))


def train(settings, rows, path):
    small = len(rows) < SMALL
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.writelines(f"__label__{'junk' if junk else 'wanted'} {prepared(text)}\n" for junk, text in rows)
        file.flush()
        model = fasttext.train_supervised(
            file.name, dim=16, lr=0.5, epoch=25 if small else 5, wordNgrams=2, minn=1, maxn=4, bucket=2**18 if small else 2**20,
            minCount=1, thread=1, seed=1, verbose=0)
    model.save_model(path)


def opened(path):
    model = fasttext.load_model(path)

    def score(text):
        # Not model.predict, which fails with NumPy 2.
        chance = {label: p for p, label in model.f.predict(prepared(text) + "\n", 2, 0.0, "strict")}
        # The difference of logarithms orders like the chance, and finer where that rounds to 1.
        return math.log(max(chance.get("__label__junk", 0), 1e-12)) - math.log(max(chance.get("__label__wanted", 0), 1e-12))
    return lambda texts: [score(text) for text in texts]
