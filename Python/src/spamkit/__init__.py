"""Classify messages with models of spamkit, and train them by its tool.

>>> import spamkit
>>> spamkit.__version__
'0.1.0'

`Model` opens a model file and follows the conventions of scikit-learn's classifiers. `train` makes
a model file by the tool. `spamkit.exchange` takes weights to other programs and back.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import Error
    from .explanation import Clue, Explanation
    from .features import FeatureRows
    from .model import Model, Verdicts
    from .training import train

__all__ = ["Clue", "Error", "Explanation", "FeatureRows", "Model", "Verdicts", "train"]
__version__ = "0.1.0"

# Loaded when they are asked for: workers that only call the tool need neither NumPy nor the core.
_HOMES = {
    "Clue": "explanation",
    "Error": "errors",
    "Explanation": "explanation",
    "FeatureRows": "features",
    "Model": "model",
    "Verdicts": "model",
    "train": "training",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{home}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
