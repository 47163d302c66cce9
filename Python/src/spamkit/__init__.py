"""Classify messages with models of spamkit, and train them by its tool.

>>> import spamkit
>>> spamkit.__version__
'0.1.0'

`Model` opens a model file and follows the conventions of scikit-learn's classifiers. `train` makes
a model file by the tool. `compare` and `interval` say whether scores, of any classifier, are better,
and how sure a rate is. `spamkit.exchange` takes weights to other programs and back.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import errors, exchange
    from .comparison import Comparison, compare, interval
    from .errors import (
        ArgumentError,
        CorpusNotFound,
        Error,
        ExchangeError,
        FileError,
        ModelError,
        OverlayError,
        RulesError,
        SignatureError,
        ToolNotFound,
        TrainingError,
    )
    from .explanation import Clue, Explanation
    from .features import FeatureRows
    from .model import Model, Verdicts
    from .training import train

__all__ = [
    "ArgumentError",
    "Clue",
    "Comparison",
    "CorpusNotFound",
    "Error",
    "ExchangeError",
    "Explanation",
    "FeatureRows",
    "FileError",
    "Model",
    "ModelError",
    "OverlayError",
    "RulesError",
    "SignatureError",
    "ToolNotFound",
    "TrainingError",
    "Verdicts",
    "compare",
    "errors",
    "exchange",
    "interval",
    "train",
]
__version__ = "0.1.0"

# Loaded when they are asked for: workers that only call the tool need neither NumPy nor the core.
_MODULES = ("errors", "exchange")
_HOMES = {
    "Clue": "explanation",
    "Comparison": "comparison",
    "Explanation": "explanation",
    "FeatureRows": "features",
    "Model": "model",
    "Verdicts": "model",
    "compare": "comparison",
    "interval": "comparison",
    "train": "training",
}

# Hidden from type checkers, which would take any name for one of ours.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            return importlib.import_module(f".{name}", __name__)
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f".{_HOMES.get(name, 'errors')}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
