"""Reads messages with Spark, leaves out what is not to be learned from, and groups what is alike."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.ml.feature import HashingTF, MinHashLSH
from pyspark.ml.functions import vector_to_array
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from .. import _core
from ..exchange.importing import LABELS

# The columns that messages may have; all but the first two may be missing.
COLUMNS = ("text", "label", "sender", "country", "template")
NAMES = {str(_core.label_name(number)): number for number in LABELS}
# Jaccard's similarity of near duplicates. Bands of four hashes: of pairs at it 99 % meet in one.
SIMILARITY, HASHES, BAND, FEATURES = 0.7, 64, 4, 1 << 20


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
    known = F.create_map(*map(F.lit, chain(*zip(map(str.lower, words), words.values()))))
    found = found.select(*[own[name].alias(name) for name in own]).withColumn("label", known[F.lower(F.trim("label"))])
    if plan.skip_bad_rows:
        found = found.where("label is not null and text is not null")
    if plan.near_duplicates:
        return grouped(found).persist(StorageLevel.DISK_ONLY)
    return found.withColumn("group", F.xxhash64(F.coalesce("template", F.regexp_replace(F.lower("text"), r"\d+", "0"))))


def grouped(found: DataFrame) -> DataFrame:
    """Messages with a column `group`, equal for near duplicates and for those that these join.

    MinHash signatures of n-grams are cut into bands (Leskovec, Rajaraman & Ullman, Mining of Massive
    Datasets, 3rd ed., 2020, section 3.4.2). The texts of a bucket are compared with one of them, by exact
    Jaccard similarity: the cost is linear in the texts, whatever they have in common. Pairs may be missed
    where most of a text is shared with many that are no near duplicates. The pairs found go to the
    driver, 16 bytes each. The name of a group is the least hash of its texts.
    """
    masked = F.regexp_replace(F.lower("text"), r"\d", "0")
    texts = found.select(masked.alias("masked")).where("length(masked) > 4").distinct()
    starts = F.sequence(F.lit(1), F.length("masked") - 4)
    grams = F.array_distinct(F.transform(starts, lambda start: F.xxhash64(F.substring("masked", start, 5))))
    texts = texts.select(F.xxhash64("masked").alias("node"), grams.alias("grams"))
    texts = HashingTF(inputCol="grams", outputCol="features", numFeatures=FEATURES, binary=True).transform(texts)
    hashing = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=HASHES, seed=1).fit(texts)
    texts = hashing.transform(texts).select("node", "hashes", "grams").persist()
    # MinHashLSH gives each hash of a signature as a vector of one number.
    hashes = [vector_to_array(F.col("hashes")[place])[0] for place in range(HASHES)]
    bands = F.array(*[F.xxhash64(F.lit(at), *hashes[at:at + BAND]) for at in range(0, HASHES, BAND)])
    buckets = texts.select("node", F.explode(bands).alias("bucket"))
    # Another text in each bucket: what one misses, another may find.
    centres = buckets.groupBy("bucket").agg(F.min_by("node", F.xxhash64("node", "bucket")).alias("centre"))
    pairs = buckets.join(centres, "bucket").where("node != centre").select("node", "centre").distinct()
    others = texts.select(F.col("node").alias("centre"), F.col("grams").alias("others"))
    common = F.size(F.array_intersect("grams", "others"))
    is_near = common >= SIMILARITY * (F.size("grams") + F.size("others") - common)
    near = pairs.join(texts, "node").join(others, "centre").where(is_near).select("node", "centre").toArrow()
    texts.unpersist()
    nodes, ends = np.unique(np.concatenate([near["node"], near["centre"]]), return_inverse=True)
    graph = coo_array((np.ones(len(near)), ends.reshape(2, -1)), (len(nodes), len(nodes)))
    component = connected_components(graph, directed=False)[1]
    # Nodes ascend, so the first of a component is its least.
    least = nodes[np.unique(component, return_index=True)[1][component]]
    groups = found.sparkSession.createDataFrame(pa.table({"node": nodes, "least": least}))
    joined = found.withColumn("node", F.xxhash64(masked)).join(groups, "node", "left")
    return joined.withColumn("group", F.coalesce("least", "node")).drop("node", "least")
