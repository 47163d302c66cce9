"""Logistic regressions of all levels at once, by sums over blocks of rows in the cluster."""

import logging
import operator
import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from scipy.optimize import minimize
from scipy.special import log_softmax

from ..exchange.cutoffs import Floats, Integers
from .features import VALUE
from .levels import Level

# C, as on one machine. Steps between second derivatives, which scale the features:
# Benchmarks/decisions/spark.md.
COST, STEPS = 16.0, (10, 10, 20, 20)

log = logging.getLogger(__name__)


def derivatives(level: Level, scores: Floats, cell: Integers) -> tuple[Floats, Floats, Floats]:
    """The loss (rows, 1), and its first and second derivatives by the scores (rows, vectors)."""
    own = level.parts[cell]
    logs = log_softmax(np.hstack([np.zeros((len(cell), 1)), scores]), axis=1)
    shares, counts = np.exp(logs), own.sum(axis=1, keepdims=True)
    losses = -(own * logs).sum(axis=1, keepdims=True)
    return losses, (counts * shares - own)[:, 1:], (counts * shares * (1 - shares))[:, 1:]


def regressions(table: DataFrame, shape: tuple[int, int], fits: Sequence[tuple[Level, Any]]) -> list[Floats]:
    """The weights of each fit, of shape (columns, vectors).

    Args:
        table: blocks of rows; shape: rows and columns of all.
        fits: regressions, each with the factor of its penalty: a number, or one for each column.
    """
    # Spark makes again what is lost with a machine.
    blocks = table.rdd.map(lambda row: pickle.loads(row.block)).persist(StorageLevel.DISK_ONLY)
    (messages, width), levels = shape, [level for level, _ in fits]
    fit_of = np.repeat(np.arange(len(levels)), [len(level.owners) for level in levels])
    penalties = np.hstack([np.broadcast_to(penalty, (width, len(level.owners))) for level, penalty in fits])
    # The penalty is that of a vector for each class, moved to where they are shortest.
    shares = np.equal.outer(fit_of, fit_of) / (np.bincount(fit_of)[fit_of] + 1)
    # Sums of so many messages have room in 62 bits.
    unit, passes = 1 << 42 - messages.bit_length(), count(1)

    def objective(point: Floats, curved: bool = False) -> tuple[float, Floats, Floats]:
        sent = table.sparkSession.sparkContext.broadcast(point / VALUE)

        def summed(blocks: Iterable[Any]) -> Iterator[Any]:
            # The last row is the loss.
            slopes, curves = np.zeros((2, width + 1, len(fit_of)), np.int64)
            for matrix, cell in blocks:
                scores = matrix @ sent.value
                parts = [derivatives(level, scores[:, fit_of == at], cell) for at, level in enumerate(levels)]
                losses, *by_score = (np.rint(np.hstack(part) * unit).astype(np.int64) for part in zip(*parts))
                slopes[-1, 0] += losses.sum()
                slopes[:-1] += matrix.T @ by_score[0]
                if curved:
                    matrix = matrix.power(2, np.int64)
                    matrix.data //= VALUE
                    curves[:-1] += matrix.T @ by_score[1]
            yield np.stack([slopes, curves]) if curved else slopes[None]

        total = COST / unit * blocks.mapPartitions(summed).treeReduce(operator.add)
        sent.destroy()
        pull = 2 * penalties * (point - point @ shares)
        value, sums = float(total[0, -1, 0] + (pull * point).sum() / 2), total[:, :-1] / VALUE
        log.info("pass %d, objective %.6g", next(passes), value)
        return value, sums[0] + pull, sums[-1] + 2 * penalties * (1 - shares.diagonal())

    point = np.zeros((width, len(fit_of)))
    for steps in STEPS:
        _, slope, curve = objective(point, curved=True)
        # The first step of the search has the length 1 in its own numbers: it is then that of Newton's method.
        scale = np.linalg.norm(slope / np.sqrt(curve)) / np.sqrt(curve)

        def scaled(own: Floats) -> tuple[float, Floats]:
            value, slope, _ = objective(own.reshape(point.shape) * scale)
            return value, (slope * scale).ravel()

        found = minimize(scaled, (point / scale).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": steps})
        point = found.x.reshape(point.shape) * scale
    blocks.unpersist()
    return [point[:, fit_of == at] for at in range(len(levels))]
