"""The systems that are measured. A peer is a module of this folder with the same functions.

SYSTEMS           names, each with its settings
POOLED            optional: those that also learn from rows without a label, whose "is junk" is None
MOST_ROWS         optional: more rows than these are not trained on
ONE_A_TEMPLATE    optional: of rows made of one template the first is enough
prepare()         imports the libraries, whose time is told apart
train(settings, rows, path)   learns from (is junk, text) rows and writes a model to a path
opened(path)      opens it: a function from texts to a score each, more is more like junk
"""
import importlib

# Module of each peer, in the order of the tables.
MODULES = {
    "scikit-learn": "scikit_learn", "liblinear": "liblinear_hashed", "fastText": "fast_text", "Vowpal Wabbit": "vowpal_wabbit",
    "bogofilter": "bogo_filter", "E5": "e5_encoder", "USE": "use_encoder",
}


def module(peer):
    return importlib.import_module(f"systems.{MODULES[peer]}")


def names(peer):
    """All that a peer's module measures, with the settings of each."""
    own = module(peer)
    return {**own.SYSTEMS, **getattr(own, "POOLED", {})}


def has_han(rows):
    """Whether a tenth of the messages have Han characters: these have no spaces between words."""
    some = rows[:: max(1, len(rows) // 2000)]
    return sum(any("\u4e00" <= c <= "\u9fff" for c in text) for _, text in some) > len(some) / 10
