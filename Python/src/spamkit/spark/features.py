"""What workers read of messages: sums of features, and blocks of a sparse matrix."""

import pickle
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from scipy.sparse import csr_matrix

from ..exchange.cutoffs import Floats, Integers
from ..exchange.importing import LinearClass, from_vectors
from ..features import HashedRows
from ..modelfile import empty_table
from .scoring import opened

Batches = Iterator[pa.RecordBatch]

# Reads messages as the models do that are trained, and holds no feature.
BLANK = from_vectors(
    empty_table(np.empty(0, np.uint64), 1, 0)[0], [LinearClass(1), LinearClass(2, ((0.0, np.zeros(8)),))], {}, {}).to_bytes()
# A value of 1 in sums, and in a matrix: whole numbers have the same sum in any order.
UNIT, VALUE = 1 << 24, 1 << 14
# Of each feature: its messages, values, least and greatest group, and whether it is a character n-gram.
SUMS = {"messages": "sum", "units": "sum", "low": "min", "high": "max", "gram": "max"}


def entries(batch: pa.RecordBatch) -> tuple[HashedRows, Integers, npt.NDArray[np.float32]]:
    """The features of some messages, with the row and the value of each."""
    found = opened(BLANK).hashed_features(*[batch[name].to_pylist() for name in ("text", "sender", "country")])
    row = np.repeat(np.arange(batch.num_rows), found.widths)
    return found, row, np.minimum(found.counts, 255).astype(np.float32) * found.norm.astype(np.float32)[row]


def sums(batches: Batches) -> Batches:
    """Sums of each feature over the messages of each cell."""
    for batch in batches:
        for cell in pc.unique(batch["cell"]):
            own = batch.filter(pc.equal(batch["cell"], cell))
            found, row, values = entries(own)
            group, units = own["group"].to_numpy()[row], (values.astype(float) * UNIT + 0.5).astype(np.int64)
            columns = [found.hashes.view(np.int64), np.ones_like(row), units, group, group, pa.array(found.is_char_ngram)]
            summed = pa.table(columns, names=["hash", *SUMS]).group_by("hash", use_threads=False).aggregate(list(SUMS.items()))
            yield from summed.rename_columns(["hash", *SUMS]).append_column("cell", pa.repeat(cell, len(summed))).to_batches()


def blocks(batches: Batches, hashes: Integers, scale: Floats) -> Batches:
    """Blocks of rows over a vocabulary, with the cell of each row. The last column is the bias."""
    columns = pd.Index(hashes)
    for batch in batches:
        found, row, values = entries(batch)
        column, each = columns.get_indexer(found.hashes.view(np.int64)), np.arange(batch.num_rows)
        row, column, values = row[column >= 0], column[column >= 0], values[column >= 0]
        whole = np.append(np.rint(values * scale[column] * VALUE), np.full(len(each), VALUE)).astype(np.int32)
        places = np.append(row, each), np.append(column, np.full(len(each), len(hashes)))
        matrix = csr_matrix((whole, places), shape=(len(each), len(hashes) + 1))
        yield pa.RecordBatch.from_pydict({"block": [pickle.dumps((matrix, batch["cell"].to_numpy().astype(np.int8)))]})
