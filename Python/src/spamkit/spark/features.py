"""What workers read of messages: counts of features, and blocks of a sparse matrix."""

import pickle
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..exchange.importing import LinearClass, from_vectors
from ..modelfile import empty_table
from .scoring import opened

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Batches = Iterator[pa.RecordBatch]

# Reads messages as the models do that are trained, and holds no feature.
BLANK = from_vectors(
    empty_table(np.empty(0, np.uint64), 1, 0)[0], [LinearClass(1), LinearClass(2, ((0.0, np.zeros(8)),))], {}, {}).to_bytes()
# A value of 1 in sums, and in a matrix: whole numbers have the same sum in any order.
UNIT, VALUE = 1 << 24, 1 << 14
# Of each feature: its messages, the sum of its values, the least and the greatest of its groups.
SUMS = {"messages": "sum", "units": "sum", "low": "min", "high": "max"}


def entries(batch: pa.RecordBatch) -> tuple[Integers, Integers, npt.NDArray[np.float32], Integers]:
    """The hash, row and value of each feature of some messages, and the cell of each message: label and part."""
    found = opened(BLANK).hashed_features(*[batch[name].to_pylist() for name in ("text", "sender", "country")])
    row = np.repeat(np.arange(batch.num_rows), found.widths)
    values = np.minimum(found.counts, 255).astype(np.float32) * found.norm.astype(np.float32)[row]
    return found.hashes.view(np.int64), row, values, batch["cell"].to_numpy()


def counts(batches: Batches) -> Batches:
    """Counts each feature in each cell."""
    for batch in batches:
        hashes, row, values, cell = entries(batch)
        group, units = batch["group"].to_numpy()[row], (values.astype(float) * UNIT + 0.5).astype(np.int64)
        columns = [hashes, cell[row], np.ones_like(row), units, group, group]
        found = pa.table(columns, names=["hash", "cell", *SUMS]).group_by(["hash", "cell"]).aggregate(list(SUMS.items()))
        names = ["hash", "cell", *[f"{name}_{how}" for name, how in SUMS.items()]]
        yield from found.select(names).rename_columns(["hash", "cell", *SUMS]).to_batches()


def blocks(batches: Batches, hashes: Integers, scale: Floats) -> Batches:
    """Makes blocks of rows over a vocabulary: values, columns, where rows begin, and the cell of each row."""
    for batch in batches:
        own, row, values, cell = entries(batch)
        column = np.minimum(np.searchsorted(hashes, own), len(hashes) - 1)
        there = hashes[column] == own
        column, row = column[there], row[there]
        whole = np.rint(values[there] * scale[column] * VALUE).astype(np.int32)
        begins = np.searchsorted(row, np.arange(batch.num_rows + 1)).astype(np.int32)
        yield pa.RecordBatch.from_pydict({"block": [pickle.dumps((whole, column.astype(np.int32), begins, cell.astype(np.int8)))]})
