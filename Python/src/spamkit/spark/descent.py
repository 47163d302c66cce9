"""Logistic regressions of all levels at once, by sums over blocks of rows in the cluster."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from .features import VALUE, Floats
from .levels import Level

# C, as on one machine. Steps between second derivatives, which scale the features:
# Benchmarks/decisions/spark.md.
COST, STEPS = 16.0, (10, 10, 20, 20)
Sums = tuple[Any, Any, Any]


def added(a: Sums, b: Sums) -> Sums:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def derivatives(levels: Sequence[tuple[Level, bool]], scores: Floats, cell: Any, unit: int) -> Sums:
    """The loss, and slopes and curvatures by the scores (rows, vectors), in whole numbers of `unit`."""
    loss, slopes, curves, first = 0.0, np.zeros_like(scores), np.zeros_like(scores), 0
    for level, is_of_all in levels:
        own, first = slice(first, first + level.vectors), first + level.vectors
        rows = np.flatnonzero((level.target[cell // 2] >= 0) & (is_of_all | (cell % 2 == 0)))
        score, target, weight = scores[rows, own], level.target[cell[rows] // 2], level.weight[cell[rows] // 2, None]
        score = np.hstack([np.zeros_like(score), score]) if level.vectors == 1 else score
        score = score - score.max(axis=1, keepdims=True)
        total = np.exp(score).sum(axis=1, keepdims=True)
        shares, is_target = np.exp(score) / total, np.arange(score.shape[1]) == target[:, None]
        loss += np.rint(weight[:, 0] * (np.log(total[:, 0]) - score[is_target]) * unit).sum()
        slopes[rows, own] = (weight * (shares - is_target))[:, -level.vectors:]
        curves[rows, own] = (weight * shares * (1 - shares))[:, -level.vectors:]
    return int(loss), np.rint(slopes * unit).astype(np.int64), np.rint(curves * unit).astype(np.int64)


def regressions(
    table: DataFrame, width: int, messages: int, levels: Sequence[tuple[Level, bool]], told: Callable[[str], None]
) -> list[Floats]:
    """The weights of each level, of shape (width, vectors).

    Args:
        table: blocks of rows, which Spark keeps on its machines' disks and makes again where they are lost.
        width: the features and the bias.
        levels: each with whether it learns from held-out messages too.
    """
    blocks = table.rdd.map(lambda row: pickle.loads(row.block)).persist(StorageLevel.DISK_ONLY)
    # Penalties as on one machine: a softmax of two classes is then the regression of two.
    bend = np.repeat([2.0 if level.vectors > 1 else 1.0 for level, _ in levels], [level.vectors for level, _ in levels])
    # Sums of so many messages have room in 62 bits.
    unit, passes = 1 << 42 - messages.bit_length(), 0

    def objective(point: Floats) -> tuple[float, Floats, Floats]:
        nonlocal passes
        sent, passes = table.sparkSession.sparkContext.broadcast(point), passes + 1

        def summed(blocks: Iterable[Any]) -> Iterator[Sums]:
            total: Sums = 0, 0, 0
            for values, *places, cell in blocks:
                matrix = csr_matrix((values / VALUE, *places), shape=(len(cell), width - 1))
                loss, *by_score = derivatives(levels, matrix @ sent.value[:-1] + sent.value[-1], cell, unit)
                sums = []
                for factors, own in zip((values.astype(np.int64), np.rint(matrix.data * values).astype(np.int64)), by_score):
                    of_block = csr_matrix((factors, *places), shape=matrix.shape).T @ own
                    sums.append(np.vstack([of_block, VALUE * own.sum(axis=0)]))
                total = added(total, (loss, sums[0], sums[1]))
            yield total

        loss, slopes, curves = blocks.mapPartitions(summed).treeReduce(added)
        sent.destroy()
        value, scale = COST * loss / unit + float((bend / 2 * point**2).sum()), COST / unit / VALUE
        told(f"pass {passes}, objective {value:.6g}")
        return value, scale * slopes + bend * point, scale * curves + bend

    point = np.zeros((width, len(bend)))
    for steps in STEPS:
        _, slope, curve = objective(point)
        # The first step of the search has the length 1 in its own numbers: it is then that of Newton's method.
        scale = np.linalg.norm(slope / np.sqrt(curve)) / np.sqrt(curve)

        def scaled(own: Floats) -> tuple[float, Floats]:
            value, slope, _ = objective(own.reshape(point.shape) * scale)
            return value, (slope * scale).ravel()

        found = minimize(scaled, (point / scale).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": steps})
        point = found.x.reshape(point.shape) * scale
    blocks.unpersist()
    return np.split(point, np.cumsum([level.vectors for level, _ in levels])[:-1], axis=1)
