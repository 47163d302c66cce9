"""Trains a model in the cluster: counts of features, then weights, then cutoffs of held-out groups.

Sums are of whole numbers, so neither the order of messages nor tasks that are done again change a byte.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ..exchange.importing import LinearClass, from_hashes
from ..model import Model
from .cutoffs import calibrated, junk_cutoff
from .descent import regressions
from .features import SUMS, UNIT, Floats, blocks, counts
from .levels import JUNK, action, bayes, levels, vectors
from .messages import LABELS, NAMES, Plan, SparkTrainingError, messages
from .scoring import score

# Of four groups one is held out. More scores make no better cutoffs: Benchmarks/decisions/scores-for-cutoffs.md.
PARTS, MOST_SCORES = 4, 500_000
# Features, the most frequent first; and numbers of all their weights.
MOST_FEATURES, MOST_WEIGHTS = 1 << 19, 1 << 22


def train(spark: SparkSession, input: str | DataFrame, path: str | os.PathLike[str], plan: Plan = Plan()) -> None:
    """Trains on the messages of a path or table, and writes the model file whole or not at all."""
    content = _Training(spark, input, plan).model().to_bytes()
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".spam", dir=os.path.dirname(os.path.abspath(path)))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


class _Training:
    def __init__(self, spark: SparkSession, input: str | DataFrame, plan: Plan) -> None:
        self.spark, self.plan, self.start = spark, plan, time.monotonic()
        found = messages(spark, input, plan)
        place = F.array_position(F.array(*map(F.lit, LABELS)), F.col("label")) - 1
        self.messages = found.withColumn("cell", 2 * place + (F.pmod("group", F.lit(PARTS)) == 0).cast("long"))
        rows = self.messages.groupBy("label", "cell").agg(F.count("*").alias("all"), F.count("text").alias("texts")).collect()
        bad = sum(row["all"] - (row.texts if row.label else 0) for row in rows)
        if bad or not rows:
            raise SparkTrainingError(
                f"expected messages with a text and a label of {', '.join(NAMES)}, found {f'{bad} without' if bad else 'none'}; "
                "say by --label-map what words mean, or give --skip-bad-rows")
        # Of the messages that are not held out, and of all.
        self.counts = [Counter[int](), Counter[int]()]
        for row in rows:
            self.counts[1][row.label] += row["all"]
            if row.cell % 2 == 0:
                self.counts[0][row.label] += row["all"]
        self.levels = [(level, of == 1) for of in (0, 1) for level in levels(self.counts[of])]

    def told(self, text: str) -> None:
        if not self.plan.quiet:
            print(f"{time.monotonic() - self.start:.1f} s: {text}", file=sys.stderr, flush=True)

    def model(self) -> Model:
        """The model of all messages, with the cutoffs of one that has not seen the groups held out."""
        self.count_features()
        self.told(f"{len(self.hashes)} features")
        weights = self.bayes() if self.plan.trainer == "nb" else self.regressions()
        self.told("weights")
        return self.made(weights, True, *self.cutoffs(self.made(weights, False, (1.0, 0.0), 0.0, {})))

    def count_features(self) -> None:
        """The vocabulary: the most frequent features, with the sum of the values of each in each cell."""
        def sums() -> list[Any]:
            return [getattr(F, how)(name).alias(name) for name, how in SUMS.items()]

        counted = self.messages.mapInArrow(counts, ", ".join(f"{name} long" for name in ("hash", "cell", *SUMS)))
        counted = counted.groupBy("hash", "cell").agg(*sums()).persist()
        several = F.col("low") < F.col("high") if self.plan.min_df > 1 else F.lit(True)
        most = min(MOST_FEATURES, MOST_WEIGHTS // sum(level.vectors for level, _ in self.levels))
        total = counted.groupBy("hash").agg(*sums()).where((F.col("messages") >= self.plan.min_df) & several)
        kept = total.orderBy(F.desc("messages"), "hash").limit(most).select("hash", "messages").toArrow().sort_by("hash")
        if not kept.num_rows:
            raise SparkTrainingError("expected features of several messages and groups, found none; add messages, or lower --min-df")
        self.hashes, self.frequency = kept["hash"].to_numpy(), kept["messages"].to_numpy().astype(float)
        there = F.broadcast(self.spark.createDataFrame(pa.table({"hash": self.hashes})))
        cells = counted.join(there, "hash").select("hash", "cell", "units").toArrow()
        cell, column = cells["cell"].to_numpy(), np.searchsorted(self.hashes, cells["hash"].to_numpy())
        self.sums = np.zeros((2, len(self.hashes), len(LABELS)))
        self.sums[cell % 2, column, cell // 2] = cells["units"].to_numpy() / UNIT
        counted.unpersist()

    def bayes(self) -> list[Floats]:
        sums = self.sums[0], self.sums.sum(axis=0)
        sizes = [np.array([counts[label] for label in LABELS], float) for counts in self.counts]
        return [bayes(level, sums[of_all], sizes[of_all]) for level, of_all in self.levels]

    def regressions(self) -> list[Floats]:
        hashes, scale = self.hashes, np.log((1 + self.counts[1].total()) / (1 + self.frequency))
        sent = self.spark.sparkContext.broadcast((hashes, scale))
        rows = self.messages.mapInArrow(lambda batches: blocks(batches, *sent.value), "block binary")
        found = regressions(rows, len(scale) + 1, self.counts[1].total(), self.levels, self.told)
        return [weights * np.append(scale, 1)[:, None] for weights in found]

    def made(self, weights: list[Floats], of_all: bool, junk: tuple[float, float], cutoff: float, promise: dict[str, Any]) -> Model:
        """The file of weights, with the calibration of junk and its cutoff."""
        plan, counts, names = self.plan, self.counts[of_all], {number: name for name, number in NAMES.items()}
        own: dict[int, list[tuple[float, Floats]]] = {label: [] for label in {*counts, *map(action, counts)}}
        for (level, is_of_all), found in zip(self.levels, weights):
            for label, vector in vectors(level, found) if is_of_all == of_all else []:
                own[label].append((float(vector[-1]), vector[:-1]))
        classes = [LinearClass(label, tuple(parts), *(junk if label == JUNK else (1.0, 0.0))) for label, parts in own.items()]
        card = {
            "trainedWith": "spamkit.spark", "trainedOn": [], "learnedFeatures": len(self.hashes), **promise,
            "messages": {names[label]: n for label, n in counts.items()}, "settings": {
                "trainer": plan.trainer, "maxBytes": str(plan.max_bytes), "maxFalseJunk": str(plan.max_false_junk),
                "minDocumentFrequency": str(plan.min_df)}}
        subs = sorted((label for label in counts if label != action(label)), key=lambda label: (-counts[label], label))
        hashes = self.hashes.view(np.uint64)
        return from_hashes(hashes, np.sqrt(self.frequency), classes, plan.max_bytes, {"junk": cutoff}, card, subs[:5])

    def cutoffs(self, seen: Model) -> tuple[tuple[float, float], float, dict[str, Any]]:
        """Calibration, cutoff and promise by messages held out, scored by a model that has not seen their groups."""
        held = self.counts[1].total() - self.counts[0].total()
        if not held or JUNK not in self.counts[0]:
            return (1.0, 0.0), 0.0, {}
        drawn = F.pmod(F.xxhash64("group", "text"), F.lit(held)) < MOST_SCORES
        rows = self.messages.where((F.col("cell") % 2 == 1) & drawn)
        # In an order of their own, so that sums of them are the same.
        scored = score(rows, seen, sender="sender", country="country").select("group", "cell", "junk_log_odds").toArrow()
        found = scored.sort_by([(name, "ascending") for name in scored.column_names])
        groups, cell, scores = (column.to_numpy() for column in found.columns)
        own = np.array([action(label) for label in LABELS])[cell // 2]
        slope, offset = calibrated(scores, own == JUNK)
        odds, is_wanted = slope * scores + offset, own != JUNK
        cutoff, promise = junk_cutoff(
            odds[is_wanted], own[is_wanted], groups[is_wanted], odds[~is_wanted], self.plan.max_false_junk)
        return (slope, offset), cutoff, {"falseJunk": promise}
