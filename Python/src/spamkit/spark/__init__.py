"""Train and score on Apache Spark: `python -m spamkit.spark --help`, docs/spark.md.

Spark reads, filters, deduplicates and sums; this package on its workers reads features.
"""

from .messages import Plan, SparkTrainingError, messages
from .scoring import score
from .training import train

__all__ = ["Plan", "SparkTrainingError", "messages", "score", "train"]
