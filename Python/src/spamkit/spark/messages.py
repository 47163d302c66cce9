"""Reads messages with Spark, and leaves out what is not to be learned from.

In: JSON Lines, CSV or Parquet, by path or address of an object store. Out: a table whose rows are
objects of JSON as the tool reads them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import reduce
from typing import Literal

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

from .errors import SparkTrainingError

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
        where: conditions in SQL, all of which a message must meet.
        distinct: whether of messages with equal text, sender and label only one is kept.
        near_duplicates: "drop" keeps one of a group of near duplicates, "template" names the group as
            its messages' template, "keep" does not look for them. Found by MinHashLSH.
        similarity: the Jaccard similarity of near duplicates, over n-grams of five characters of
            text whose digits are masked.
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


def table(spark: SparkSession, path: str, reading: Reading, columns: tuple[str, ...] = COLUMNS) -> DataFrame:
    """The messages of a path as a table of texts, with columns of `COLUMNS`."""
    kind = reading.format or _format(path)
    mode = "DROPMALFORMED" if reading.skip_bad_rows else "FAILFAST"
    names = dict(reading.columns)
    wanted = {name: names.get(name, name) for name in columns}
    if kind == "parquet":
        found = spark.read.parquet(path)
    elif kind == "csv":
        found = spark.read.csv(path, header=True, mode=mode, multiLine=True, escape='"')
    elif kind == "jsonl":
        schema = StructType([StructField(name, StringType()) for name in dict.fromkeys(wanted.values())])
        found = spark.read.json(path, schema=schema, mode=mode)
    else:
        raise SparkTrainingError(f"expected the format jsonl, csv or parquet, found {kind}; give --format")
    there = set(found.columns)
    for name in ("text", "label"):
        if name in columns and wanted[name] not in there:
            raise SparkTrainingError(
                f"expected a column {wanted[name]}, found {', '.join(found.columns)}; give --column {name}=NAME")
    found = found.select(
        *[F.col(f"`{wanted[name]}`").cast("string").alias(name) for name in columns if wanted[name] in there])
    for condition in reading.where:
        found = found.where(condition)
    return found


def messages(spark: SparkSession, path: str, reading: Reading = Reading()) -> DataFrame:
    """The messages of a path, with the columns of `COLUMNS` that there are."""
    found = table(spark, path, reading)
    source = F.lit(reading.source or os.path.basename(path.rstrip("/")) or "messages")
    found = found.withColumn("source", F.coalesce(F.col("source"), source) if "source" in found.columns else source)
    if reading.distinct:
        # Which of equal messages is kept must not depend on chance.
        keys = [name for name in ("text", "sender", "label") if name in found.columns]
        others = [name for name in found.columns if name not in keys]
        found = found.groupBy(*keys).agg(*[F.min(name).alias(name) for name in others])
    if reading.near_duplicates != "keep":
        found = grouped(found, reading)
    if reading.partitions is not None:
        found = found.repartition(reading.partitions)
    return found.select(*[name for name in COLUMNS if name in found.columns])


def grouped(found: DataFrame, reading: Reading) -> DataFrame:
    """Messages without their near duplicates, or with the group of near duplicates as template.

    Groups are the connected parts of the graph of pairs that MinHashLSH finds. The group's name is
    the least hash of its texts, so that it depends on the messages alone.
    """
    from pyspark.ml.feature import NGram, HashingTF, MinHashLSH, RegexTokenizer

    masked = F.regexp_replace(F.lower(F.col("text")), r"\d", "0")
    texts = found.select(masked.alias("masked")).where("text is not null").distinct()
    texts = texts.withColumn("node", F.xxhash64("masked"))
    # Characters as tokens; a text without five of them is like none.
    steps = [
        RegexTokenizer(inputCol="masked", outputCol="characters", pattern=".", gaps=False, toLowercase=False),
        NGram(n=5, inputCol="characters", outputCol="grams"),
        HashingTF(inputCol="grams", outputCol="features", numFeatures=1 << 20, binary=True),
    ]
    for step in steps:
        texts = step.transform(texts)
    texts = texts.where(F.size("grams") > 0).select("node", "features").persist()
    hashing = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=5, seed=1).fit(texts)
    pairs = hashing.approxSimilarityJoin(texts, texts, 1 - reading.similarity, "distance")
    pairs = pairs.select(F.col("datasetA.node").alias("a"), F.col("datasetB.node").alias("b")).where("a != b")
    groups = _components(pairs)
    keyed = found.withColumn("node", F.xxhash64(masked)).join(groups, "node", "left")
    keyed = keyed.withColumn("group", F.coalesce("group", "node")).drop("node")
    if reading.near_duplicates == "template":
        return keyed.withColumn("template", F.concat(F.lit("near-"), F.hex("group"))).drop("group")
    names = [name for name in keyed.columns if name != "group"]
    least = F.min(F.struct(*[F.coalesce(name, F.lit("")).alias(name) for name in names])).alias("least")
    kept = keyed.groupBy("group").agg(least)
    return kept.select(*[F.nullif(F.col(f"least.{name}"), F.lit("")).alias(name) for name in names])


def _components(pairs: DataFrame) -> DataFrame:
    """For each node of some pairs the least node that it is joined with, by way of others too."""
    both = pairs.union(pairs.select(F.col("b").alias("a"), F.col("a").alias("b"))).distinct().persist()
    groups = both.groupBy(F.col("a").alias("node")).agg(F.least(F.min("b"), F.first("a")).alias("group"))
    while True:
        groups = groups.localCheckpoint()
        around = both.join(groups, both.b == groups.node).groupBy(F.col("a").alias("node"))
        least = around.agg(F.min("group").alias("other"))
        moved = groups.join(least, "node").select("node", F.least("group", "other").alias("group"))
        moved = moved.localCheckpoint()
        changed = moved.join(groups.withColumnRenamed("group", "before"), "node").where("group != before")
        if changed.isEmpty():
            return moved
        groups = moved


def _format(path: str) -> str:
    name = path.rstrip("/").lower()
    for ending, kind in ((".parquet", "parquet"), (".csv", "csv"), (".csv.gz", "csv"), (".jsonl", "jsonl"),
                         (".json", "jsonl"), (".jsonl.gz", "jsonl")):
        if name.endswith(ending):
            return kind
    raise SparkTrainingError(
        f"expected a path that ends with .jsonl, .csv or .parquet, found {os.path.basename(name)}; give --format")
