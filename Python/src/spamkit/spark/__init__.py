"""Train and score on Apache Spark: `python -m spamkit.spark --help`, docs/scale.md.

Spark reads, filters, deduplicates and sums; this package on its workers reads features.
"""

from __future__ import annotations

from typing import NoReturn

__all__ = ["Plan", "SparkTrainingError", "messages", "score", "train"]

# What to install, where a package of Spark's is not here.
MISSING: str | None = None

try:
    from .messages import Plan, SparkTrainingError, messages
    from .scoring import score
    from .training import train
except ModuleNotFoundError as error:
    if (error.name or "").startswith("spamkit"):
        raise
    MISSING = (
        f"expected the packages that spamkit.spark needs, found no {error.name}; install them: pip install "
        "'./Python[spark]' in a clone, or pip install 'WHEEL[spark]' with the path of the wheel"
    )

    def __getattr__(name: str) -> NoReturn:
        if name in __all__:
            raise ModuleNotFoundError(MISSING)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
