"""Train and score on Apache Spark: `python -m spamkit.spark --help`, docs/spark.md.

Spark reads, filters, deduplicates and sums; this package on its workers reads features.
"""

try:
    from .messages import Plan, SparkTrainingError, messages
    from .scoring import score
    from .training import train
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"expected the package {error.name}, found none; pip install 'spamkit[spark]'") from None

__all__ = ["Plan", "SparkTrainingError", "messages", "score", "train"]
