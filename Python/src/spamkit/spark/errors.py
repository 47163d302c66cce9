"""What can go wrong in a training on Spark."""

from __future__ import annotations


class SparkTrainingError(Exception):
    """A training on Spark cannot go on."""


class ToolError(SparkTrainingError):
    """The tool ended with an error; its own words say why."""


class VersionError(SparkTrainingError):
    """A worker runs another version of the tool than the driver."""
