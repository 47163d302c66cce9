"""Reads messages with Spark, and leaves out what is not to be learned from.

In: JSON Lines, CSV or Parquet, by path or address of an object store. Out: a table whose rows are
objects of JSON as the tool reads them.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import Literal

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

from .errors import SparkTrainingError
from .near import grouped

# The columns that the tool reads; all but the first two may be missing.
COLUMNS = ("text", "label", "sender", "country", "lang", "source", "template", "time", "id")

NearDuplicates = Literal["keep", "drop", "template"]


@dataclass(frozen=True)
class Reading:
    """How messages are read.

    Attributes:
        format: "jsonl", "csv" or "parquet"; None: by the ending of the path.
        columns: names of columns for those of `COLUMNS`, where they are called otherwise.
        source: the source of messages that name none; None: the name of the input.
        where: conditions in SQL, all of which a message must meet. They see all columns of the input,
            by their own names and by those of `COLUMNS`.
        distinct: whether of messages with equal text, sender and label only one is kept.
        near_duplicates: "drop" keeps one of a group of near duplicates of each label, "template"
            names the group as its messages' template, "keep" does not look for them.
        similarity: the Jaccard similarity of near duplicates, over n-grams of five characters of
            text whose digits are masked; .4 to 1.
        partitions: into how many partitions messages are put; None: as Spark reads them.
        skip_bad_rows: leave out rows that cannot be read, instead of stopping at the first.
        label_map: words for labels, as of spamkit train --label-map.
    """

    format: str | None = None
    columns: tuple[tuple[str, str], ...] = ()
    source: str | None = None
    where: tuple[str, ...] = ()
    distinct: bool = False
    near_duplicates: NearDuplicates = "keep"
    similarity: float = 0.7
    partitions: int | None = None
    skip_bad_rows: bool = False
    label_map: tuple[str, ...] = ()

    def tool_options(self) -> tuple[str, ...]:
        """The options of the tool that go with it."""
        options = ["--format", "jsonl"]
        if self.skip_bad_rows:
            options.append("--skip-bad-rows")
        for words in self.label_map:
            options += ["--label-map", words]
        return tuple(options)


def table(
    spark: SparkSession, input: str | DataFrame, reading: Reading, columns: tuple[str, ...] = COLUMNS
) -> DataFrame:
    """The messages of a path or table as a table of texts, with columns of `COLUMNS`."""
    names = dict(reading.columns)
    wanted = {name: names.get(name, name) for name in columns}
    found = rows(spark, input, reading, list(wanted.values()))
    there = set(found.columns)
    for name in ("text", "label"):
        if name in columns and wanted[name] not in there:
            raise SparkTrainingError(
                f"expected a column {wanted[name]}, found {', '.join(found.columns)}; give --column {name}=NAME")
    return found.select(
        *[F.col(f"`{own}`").cast("string").alias(name) for name, own in wanted.items() if own in there])


def rows(
    spark: SparkSession, input: str | DataFrame, reading: Reading, columns: list[str] | None = None
) -> DataFrame:
    """The rows of a path or table that meet the conditions, as they are.

    Args:
        columns: those that are wanted; None: all.
    """
    found = _read(spark, input, reading, columns) if isinstance(input, str) else input
    own = found.columns
    renamed = {name: F.col(f"`{given}`") for name, given in reading.columns if given in own and name not in own}
    if reading.where and renamed:
        found = found.withColumns(renamed)
    for condition in reading.where:
        found = found.where(condition)
    return found.select(*[f"`{name}`" for name in own])


def _read(spark: SparkSession, path: str, reading: Reading, columns: list[str] | None) -> DataFrame:
    kind = reading.format or _format(path)
    mode = "DROPMALFORMED" if reading.skip_bad_rows else "FAILFAST"
    if kind == "parquet":
        return spark.read.parquet(path)
    if kind == "csv":
        return spark.read.csv(path, header=True, mode=mode, multiLine=True, escape='"')
    if kind != "jsonl":
        raise SparkTrainingError(f"expected the format jsonl, csv or parquet, found {kind}; give --format")
    if columns is None or reading.where:
        # Conditions may name any column. To find them all, Spark reads the messages once more.
        return spark.read.json(path, mode=mode)
    schema = StructType([StructField(name, StringType()) for name in dict.fromkeys(columns)])
    return spark.read.json(path, schema=schema, mode=mode)


def files(spark: SparkSession, path: str) -> str:
    """A digest of the files of a path: their names, lengths and times."""
    found = spark.read.format("binaryFile").load(path).select("path", "length", "modificationTime").collect()
    rows = sorted((row.path, row.length, row.modificationTime.timestamp()) for row in found)
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def messages(spark: SparkSession, input: str | DataFrame, reading: Reading = Reading()) -> DataFrame:
    """The messages of a path or table, with the columns of `COLUMNS` that there are."""
    found = table(spark, input, reading)
    name = os.path.basename(input.rstrip("/")) if isinstance(input, str) else ""
    source = F.lit(reading.source or name or "messages")
    found = found.withColumn("source", F.coalesce(F.col("source"), source) if "source" in found.columns else source)
    if reading.distinct:
        found = _least(found, [name for name in ("text", "sender", "label") if name in found.columns])
    if reading.near_duplicates == "template":
        found = grouped(found, reading.similarity)
        found = found.withColumn("template", F.concat(F.lit("near-"), F.hex("group"))).drop("group")
    elif reading.near_duplicates == "drop":
        # A text with two labels keeps both.
        found = grouped(found, reading.similarity)
        found = _least(found, [name for name in found.columns if name in ("group", "label")])
    if reading.partitions is not None:
        found = found.repartition(reading.partitions)
    return found.select(*[name for name in COLUMNS if name in found.columns])


def _least(found: DataFrame, keys: list[str]) -> DataFrame:
    """Of the rows with equal keys the least: which one is kept must not depend on chance."""
    others = [name for name in found.columns if name not in keys]
    kept = found.groupBy(*keys).agg(F.min(F.struct(*others)).alias("least"))
    return kept.select(*keys, *[F.col(f"least.{name}").alias(name) for name in others])


def _format(path: str) -> str:
    name = path.rstrip("/").lower()
    for ending, kind in ((".parquet", "parquet"), (".csv", "csv"), (".csv.gz", "csv"), (".jsonl", "jsonl"),
                         (".json", "jsonl"), (".jsonl.gz", "jsonl")):
        if name.endswith(ending):
            return kind
    raise SparkTrainingError(
        f"expected a path that ends with .jsonl, .csv or .parquet, found {os.path.basename(name)}; give --format")
