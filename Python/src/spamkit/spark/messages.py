"""Reads messages with Spark, and leaves out what is not to be learned from."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from .. import _core
from ..exchange.importing import LABELS
from .near import grouped

# The columns that messages may have; all but the first two may be missing.
COLUMNS = ("text", "label", "sender", "country", "template")
NAMES = {str(_core.label_name(number)): number for number in LABELS}


class SparkTrainingError(Exception):
    """A training on Spark cannot go on."""


def _option(default: Any, help: str) -> Any:
    return field(default_factory=lambda: default, metadata={"help": help})


@dataclass(frozen=True)
class Plan:
    """What is read and learned; on the command line, options of these names."""

    column: Mapping[str, str] = _option({}, f"the name of a column, as text=body: {', '.join(COLUMNS)}")
    label_map: Mapping[str, str] = _option({}, "the label that a word stands for, as scam=junk")
    where: str = _option("", "a condition in SQL over the input's columns")
    near_duplicates: bool = _option(False, "near duplicates are one group, whatever their templates")
    partitions: int = _option(0, "into how many messages are put; 0: as Spark reads them")
    skip_bad_rows: bool = _option(False, "leave out rows that cannot be read, or have no text or known label")
    trainer: str = _option("blend", "blend; lr, logistic regression; or nb, naive Bayes")
    max_bytes: int = _option(1 << 20, "of the model file")
    max_false_junk: float = _option(0.002, "the share of wanted messages that may be called junk, with 95 % confidence")

    def __post_init__(self) -> None:
        for name, found, choices in (
            ("column", self.column, COLUMNS), ("label-map", self.label_map.values(), NAMES),
            ("trainer", [self.trainer], ("blend", "lr", "nb"))):
            if others := sorted(set(found) - set(choices)):
                raise SparkTrainingError(f"--{name}: expected one of {', '.join(choices)}, found {', '.join(others)}")


def named(name: str) -> Column:
    """The column of that name, whatever signs it has."""
    return F.col("`" + name.replace("`", "``") + "`")


def messages(spark: SparkSession, input: str | DataFrame, plan: Plan = Plan()) -> DataFrame:
    """The messages of a path or table: text, sender, country, label as a number, and group.

    The label is null where its word is unknown. A group is the messages of one template, else those
    whose texts differ in digits and case alone; or near duplicates.
    """
    if isinstance(input, str):
        kind = os.path.splitext(input.rstrip("/").removesuffix(".gz"))[1][1:].replace("jsonl", "json")
        mode = "DROPMALFORMED" if plan.skip_bad_rows else "FAILFAST"
        input = spark.read.load(input, kind, header=True, mode=mode, multiLine=kind == "csv", escape='"')
    found, own = input.where(plan.where) if plan.where else input, {}
    for name in COLUMNS:
        given = plan.column.get(name, name)
        if given not in found.columns and (name in COLUMNS[:2] or name in plan.column):
            raise SparkTrainingError(
                f"expected a column {given}, found {', '.join(found.columns)}; give --column {name}=NAME")
        own[name] = (named(given) if given in found.columns else F.lit(None)).cast("string")
    words = {"ham": 1, "spam": 2, **NAMES, **{word: NAMES[name] for word, name in plan.label_map.items()}}
    words = {word.lower(): number for word, number in words.items()}
    own["label"] = F.create_map(*map(F.lit, chain.from_iterable(words.items())))[F.lower(F.trim(own["label"]))]
    found = found.select(*[column.alias(name) for name, column in own.items()])
    if plan.skip_bad_rows:
        found = found.where("label is not null and text is not null")
    if plan.partitions:
        found = found.repartition(plan.partitions)
    if plan.near_duplicates:
        return grouped(found).persist(StorageLevel.DISK_ONLY)
    return found.withColumn("group", F.xxhash64(F.coalesce("template", F.regexp_replace(F.lower("text"), r"\d+", "0"))))
