"""Messages as rows of a sparse matrix over the slots of a model's feature table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _core

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


@dataclass(frozen=True)
class FeatureRows:
    """A matrix of messages x slots in compressed rows (CSR), columns of a row in ascending order.

    Attributes:
        data: the value of each entry, float64: how often the message has the feature, times `norm`
            of its row.
        indices: the slot of each entry, int32.
        indptr: where each row begins in data and indices, int64; one more than there are rows.
        shape: (messages, slots).
        norm: the factor of each row, float64: 1, or 1 / sqrt(features of the message) for a model
            that is normalised by length. Features that the model does not hold are counted in it.
    """

    data: npt.NDArray[np.float64]
    indices: npt.NDArray[np.int32]
    indptr: npt.NDArray[np.int64]
    shape: tuple[int, int]
    norm: npt.NDArray[np.float64]

    def to_scipy(self) -> csr_matrix:
        """The same as a matrix of SciPy, for scikit-learn."""
        from scipy.sparse import csr_matrix

        return csr_matrix((self.data, self.indices, self.indptr), shape=self.shape)


@dataclass(frozen=True)
class HashedRows:
    """All features of messages, whether a model holds them or not.

    Attributes:
        hashes: of each entry, uint64, each once in a row, in the order of reading.
        counts: how often the message has the feature, int32.
        is_char_ngram: whether it is of characters inside a word, bool.
        widths: how many entries each row has, int64.
        norm: the factor of each row, as of `FeatureRows`.
    """

    hashes: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.int32]
    is_char_ngram: npt.NDArray[np.bool_]
    widths: npt.NDArray[np.int64]
    norm: npt.NDArray[np.float64]


def read(
    model: object, texts: tuple[object, ...], senders: object, countries: object, slots: int, by_length: bool
) -> FeatureRows:
    """Asks the core for the slots of each message."""
    parts = _core.features(model, texts, senders, countries, False)
    widths = np.frombuffer(parts[0], np.int64)
    indices = np.frombuffer(parts[2], np.int32)
    counts = np.frombuffer(parts[3], np.int32)
    norm = _norm(parts[1], by_length)
    indptr = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(widths, out=indptr[1:])
    return FeatureRows(counts.astype(np.float64) * np.repeat(norm, widths), indices, indptr, (len(texts), slots), norm)


def read_hashed(
    model: object, texts: tuple[object, ...], senders: object, countries: object, by_length: bool
) -> HashedRows:
    """Asks the core for all features of each message."""
    widths, totals, hashes, counts, grams = _core.features(model, texts, senders, countries, True)
    return HashedRows(
        np.frombuffer(hashes, np.uint64),
        np.frombuffer(counts, np.int32),
        np.frombuffer(grams, np.bool_),
        np.frombuffer(widths, np.int64),
        _norm(totals, by_length),
    )


def _norm(totals: bytearray, by_length: bool) -> npt.NDArray[np.float64]:
    found = np.frombuffer(totals, np.int64).astype(np.float64)
    return 1 / np.sqrt(np.maximum(found, 1)) if by_length else np.ones(len(found))
