"""Trains a model in the cluster: sums of features, then weights, then cutoffs of held-out groups.

Sums are of whole numbers, so neither the order of messages nor tasks that are done again change a byte.
"""

import logging
import os
import tempfile
from typing import Any

import numpy as np
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ..exchange.cutoffs import Floats, calibrated, junk_cutoff
from ..exchange.importing import LABELS, LinearClass, from_hashes
from ..model import Model
from ..modelfile import JUNK
from .descent import regressions
from .features import SUMS, UNIT, blocks, sums
from .levels import ACTIONS, CELLS, Level, bayes, levels
from .messages import NAMES, Plan, SparkTrainingError, messages
from .scoring import score

# Of four groups one is held out. More scores make no better cutoffs: Benchmarks/decisions/cutoffs.md.
PARTS, MOST_SCORES = 4, 500_000
# Features, the most frequent first; and numbers of all their weights.
MOST_FEATURES, MOST_WEIGHTS = 1 << 19, 1 << 22
# As on one machine; the half of `blend` on features weighted by naive Bayes has a sixteenth of C.
SMOOTHING, CHAR_NGRAM_SCALE, HALF_SMOOTHING, HALF_PENALTY = 0.1, 0.7, 0.3, 16.0

log = logging.getLogger(__name__)


def train(spark: SparkSession, input: str | DataFrame, path: str | os.PathLike[str], plan: Plan = Plan()) -> None:
    """Trains on the messages of a path or table, and writes the model file whole or not at all."""
    content = _Training(spark, input, plan).model().to_bytes()
    with tempfile.TemporaryDirectory(prefix=".", dir=os.path.dirname(os.path.abspath(path))) as folder:
        with open(os.path.join(folder, "model"), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, path)


class _Training:
    def __init__(self, spark: SparkSession, input: str | DataFrame, plan: Plan) -> None:
        self.plan = plan
        place = F.array_position(F.array(*map(F.lit, LABELS)), F.col("label")) - 1
        cell = 2 * place + (F.pmod("group", F.lit(PARTS)) == 0).cast("long")
        self.messages = messages(spark, input, plan).withColumn("cell", cell)
        rows = self.messages.groupBy("cell", F.isnull("text").alias("empty")).count().collect()
        bad = sum(row["count"] for row in rows if row.empty or row.cell is None)
        if bad:
            raise SparkTrainingError(
                f"expected messages with a text and a label of {', '.join(NAMES)}, found {bad} without; say by --label-map what "
                "words mean, or give --skip-bad-rows")
        # Of each cell the messages: those of groups that are not held out, and all.
        self.counts = np.zeros((2, len(CELLS)), np.int64)
        for row in rows:
            self.counts[row.cell % 2:, row.cell] = row["count"]
        self.levels = levels(self.counts[0], False) + levels(self.counts[1], True)

    def model(self) -> Model:
        """The model of all messages, with the cutoffs of one that has not seen the groups held out."""
        self.count_features()
        log.info("%d features", len(self.hashes))
        if self.plan.trainer == "nb":
            weights = [bayes(level, self.sums, self.counts[1], SMOOTHING) for level in self.levels]
        else:
            weights = self.regressions()
        return self.made(1, weights, *self.cutoffs(self.made(0, weights, (1.0, 0.0, 0.0), {})))

    def count_features(self) -> None:
        """The vocabulary: the most frequent features, with the sum of the values of each in each cell."""
        cells = np.flatnonzero(self.counts[1]).tolist()
        counted = self.messages.mapInArrow(
            sums, "hash long, messages long, units long, low long, high long, gram boolean, cell long").groupBy("hash").agg(
                *[getattr(F, how)(name).alias(name) for name, how in SUMS.items()],
                *[F.sum(F.when(F.col("cell") == cell, F.col("units")).otherwise(0)).alias(str(cell)) for cell in cells])
        most = min(MOST_FEATURES, MOST_WEIGHTS // sum(len(level.owners) for level in self.levels))
        # What several groups have: so nothing of one message can be read out of a model.
        found = counted.where("low < high").orderBy(F.desc("messages"), "hash").limit(most).toArrow().sort_by("hash")
        if not found.num_rows:
            raise SparkTrainingError("expected features of several groups of messages, found none; add messages")
        self.hashes, self.is_gram = found["hash"].to_numpy(), found["gram"].to_numpy()
        self.frequency = found["messages"].to_numpy().astype(float)
        self.sums = np.zeros((len(self.hashes), len(CELLS)))
        for cell in cells:
            self.sums[:, cell] = found[str(cell)].to_numpy() / UNIT

    def regressions(self) -> list[Floats]:
        count = int(self.counts[1].sum())
        scale = np.log((1 + count) / (1 + self.frequency)) * np.where(self.is_gram, CHAR_NGRAM_SCALE, 1.0)
        fits: list[tuple[Level, Any]] = [(level, 1.0) for level in self.levels]
        for level in self.levels if self.plan.trainer == "blend" else []:
            if len(level.owners) == 1:
                # Features times their log-ratios are a penalty divided by the squares of these.
                squares = bayes(level, self.sums * scale[:, None], self.counts[1], HALF_SMOOTHING)[:-1] ** 2
                fits.append((level, HALF_PENALTY / np.vstack([np.maximum(squares, 1e-6), [[1.0]]])))
        sent = self.messages.sparkSession.sparkContext.broadcast((self.hashes, scale))
        rows = self.messages.mapInArrow(lambda batches: blocks(batches, *sent.value), "block binary")
        found = list(zip(fits, regressions(rows, (count, len(scale) + 1), fits)))
        halves = [[own for (of, _), own in found if of is level] for level in self.levels]
        return [np.mean(own, axis=0) * np.append(scale, 1)[:, None] for own in halves]

    def made(self, of_all: int, weights: list[Floats], junk: tuple[float, float, float], promise: dict[str, Any]) -> Model:
        """The file of weights, with the slope and offset of junk's calibration, its cutoff, and the card's promise."""
        plan, counts = self.plan, self.counts[of_all]
        of_label = {label: int(n) for label in LABELS if (n := counts[CELLS == label].sum())}
        classes = {label: [] for label in {*of_label, *ACTIONS[counts > 0].tolist()}}  # type: dict[int, list[tuple[float, Floats]]]
        for level, found in zip(self.levels, weights):
            for label, vector in zip(level.owners, found.T) if level.of_all == of_all else []:
                classes[label].append((float(vector[-1]) + level.shift, vector[:-1]))
        card = {
            "trainedWith": "spamkit.spark", "trainedOn": [], "learnedFeatures": len(self.hashes), **promise,
            "messages": {name: of_label[label] for name, label in NAMES.items() if label in of_label},
            "settings": {"trainer": plan.trainer, "maxBytes": str(plan.max_bytes), "maxFalseJunk": str(plan.max_false_junk)}}
        subs = sorted((label for label in of_label if label >= 10_000), key=lambda label: -of_label[label])
        return from_hashes(
            self.hashes.view(np.uint64), np.sqrt(self.frequency),
            [LinearClass(label, tuple(own), *(junk[:2] if label == JUNK else ())) for label, own in classes.items()],
            plan.max_bytes, {"junk": junk[2]}, card, subs[:5])

    def cutoffs(self, seen: Model) -> tuple[tuple[float, float, float], dict[str, Any]]:
        """Calibration, cutoff and promise by messages held out, scored by a model that has not seen their groups."""
        held = int((self.counts[1] - self.counts[0]).sum())
        if not held or JUNK not in CELLS[self.counts[0] > 0]:
            return (1.0, 0.0, 0.0), {}
        drawn = F.pmod(F.xxhash64("group", "text"), F.lit(held)) < MOST_SCORES
        rows = self.messages.where((F.col("cell") % 2 == 1) & drawn)
        # In an order of their own, so that sums of them are the same.
        scored = score(rows, seen, sender="sender", country="country").select("group", "cell", "junk_log_odds").toArrow()
        found = scored.sort_by([(name, "ascending") for name in scored.column_names])
        groups, cell, scores = (column.to_numpy() for column in found.columns)
        slope, offset = calibrated(scores, ACTIONS[cell] == JUNK)
        cutoff, promise = junk_cutoff(slope * scores + offset, ACTIONS[cell], groups, self.plan.max_false_junk)
        return (slope, offset, cutoff), {"falseJunk": promise}
