"""Train and score on Apache Spark.

    python -m spamkit.spark train INPUT MODEL --trainer lr
    python -m spamkit.spark score MODEL INPUT OUTPUT

Spark reads, filters and deduplicates messages. Its tasks run the tool `spamkit` as partition
workers, and the driver makes the model of their sums: docs/spark.md.
"""

from __future__ import annotations

from .errors import SparkTrainingError, ToolError, VersionError
from .messages import Reading, messages
from .scoring import score
from .training import Plan, train

__all__ = ["Plan", "Reading", "SparkTrainingError", "ToolError", "VersionError", "messages", "score", "train"]
