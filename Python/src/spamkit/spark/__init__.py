"""Train and score on Apache Spark: `python -m spamkit.spark --help`, docs/spark.md.

Spark reads, filters, deduplicates and sums; this package on its workers reads features.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .messages import Plan, SparkTrainingError, messages
    from .scoring import score
    from .training import train

__all__ = ["Plan", "SparkTrainingError", "messages", "score", "train"]

_HOMES = {"score": "scoring", "train": "training"}
_OWN = ("messages", "scoring", "training", "features", "levels", "descent")


def missing(error: ImportError) -> str:
    """What to install where a package of Spark's is not here."""
    return (
        f"expected the packages that spamkit.spark needs, found no {error.name}; install them: pip install "
        "'./Python[spark]' in a clone, or pip install 'spamkit-….whl[spark]'"
    )


# Loaded when they are asked for, so that what is missing can be said. Hidden from type checkers,
# which would take any name for one of ours.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            found = getattr(importlib.import_module(f".{_HOMES.get(name, 'messages')}", __name__), name)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("spamkit"):
                raise
            raise ModuleNotFoundError(missing(error), name=error.name) from None
        # A module of this name was put here by its own import.
        globals()[name] = found
        return found
