"""What can go wrong in a training on Spark."""

from __future__ import annotations

import re


class SparkTrainingError(Exception):
    """A training on Spark cannot go on."""


class ToolError(SparkTrainingError):
    """The tool ended with an error; its own words say why."""


class VersionError(SparkTrainingError):
    """A worker runs another version of the tool than the driver."""


def failure(text: str) -> SparkTrainingError:
    """What a failure of Spark says, in a line. Its own words may show a message, and are left out."""
    said = re.search(r"(WorkerError|OtherVersionError): (.*)", text)
    if said:
        return (VersionError if said[1] == "OtherVersionError" else SparkTrainingError)(said[2].strip())
    if "MALFORMED" in text or "FAILED_READ_FILE" in text:
        return SparkTrainingError("expected rows that can be read, found one that cannot; mend it, or give --skip-bad-rows")
    code = re.search(r"\[([A-Z_.]+)\]", text)
    return SparkTrainingError(
        f"Spark failed: {code[1] if code else 'it does not say why in a word'}; its log says more, and may show messages")
