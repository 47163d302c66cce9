"""Rows of features and weights as text: svmlight, Vowpal Wabbit, and a dump for people."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Union

from ..batches import Messages, Texts
from ..errors import ExchangeError, shown
from ..features import FeatureRows
from ..model import Model

Path = Union[str, "os.PathLike[str]"]


def features(model: Model, X: Messages, sender: Texts = None, country: Texts = None) -> FeatureRows:
    """The rows of `Model.features`: slots of the model's feature table, and the values that the
    score uses.

    >>> rows = features(spamkit.Model(example), ["free prize, call now"])
    >>> rows.shape, len(rows.data)
    ((1, 48), 14)
    """
    return model.features(X, sender, country)


def _numbers(labels: Sequence[str], classes: Sequence[str], rows: FeatureRows) -> list[int]:
    """The place of each label among the classes."""
    if len(labels) != rows.shape[0]:
        raise ValueError(f"expected a label for each of {rows.shape[0]} rows, found {len(labels)}")
    places = {name: i for i, name in enumerate(classes)}
    unknown = [row for row, label in enumerate(labels) if label not in places]
    if unknown:
        raise ExchangeError(
            f"expected labels among {', '.join(map(shown, classes))}, found {shown(labels[unknown[0]])} in row {unknown[0]}, "
            f"the first of {len(unknown)} such rows; give classes"
        )
    return [places[label] for label in labels]


def write_svmlight(rows: FeatureRows, labels: Sequence[str], classes: Sequence[str], path: Path) -> None:
    """Writes rows for liblinear and others: `LABEL SLOT:VALUE ...`, a line a message.

    The label is its place in `classes`, from 0. The number of a feature is its slot plus 1, as
    liblinear counts from 1. Values have 17 digits, which are read back to the last bit.

    Args:
        rows: of n messages.
        labels: n names.
        classes: all names, in the order in which `from_liblinear` is given them.
    """
    with open(path, "w", encoding="ascii") as file:
        for i, number in enumerate(_numbers(labels, classes, rows)):
            entries = range(rows.indptr[i], rows.indptr[i + 1])
            file.write(" ".join([str(number), *(f"{rows.indices[k] + 1}:{rows.data[k]:.17g}" for k in entries)]) + "\n")


def write_vw(rows: FeatureRows, labels: Sequence[str], classes: Sequence[str], path: Path) -> None:
    """Writes rows for Vowpal Wabbit: `LABEL | SLOT:VALUE ...`, a line a message.

    With two classes the label is -1 or 1, for `--loss_function logistic`; with more it is its place
    in `classes` from 1, for `--oaa`. A number in the namespace without a name is its own hash, so
    slots stay what they are if `-b` has bits enough: `vw_bits(rows)`.
    """
    with open(path, "w", encoding="ascii") as file:
        for i, number in enumerate(_numbers(labels, classes, rows)):
            label = 2 * number - 1 if len(classes) == 2 else number + 1
            entries = range(rows.indptr[i], rows.indptr[i + 1])
            file.write(" ".join([str(label), "|", *(f"{rows.indices[k]}:{rows.data[k]:.17g}" for k in entries)]) + "\n")


def dump(model: Model, path: Path) -> None:
    """Writes the weights for people: what the model is, a line for each class, and one for each
    slot in use, heaviest first, with the weight in each vector before calibration.

    Slots have no names: a model holds hashes alone. `spamkit train --features` names them.
    """
    import numpy as np

    from .weights import to_weights

    file, weights = model.file, to_weights(model)
    used = np.flatnonzero(file.used)
    order = used[np.argsort(-np.abs(weights.coef[:, used]).max(axis=0), kind="stable")]
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"# {file.features} features in {file.slots} slots, {file.vectors} weight vectors\n")
        out.write(f"# values: count{' / sqrt(features of the message)' if file.by_length else ''}\n")
        out.write("# cutoffs: " + ", ".join(f"{name} {value:g}" for name, value in model.cutoffs.items()) + "\n")
        for name, entry in zip(model.labels_, file.classes):
            how = "soft minimum" if entry.combination == 2 else "sum"
            biases = " ".join(f"{bias:.9g}" for bias, _ in entry.vectors)
            out.write(f"# class {name}: slope {entry.slope:.9g} offset {entry.offset:.9g} {how} bias {biases}\n")
        out.write("\t".join(["slot", "fingerprint", *weights.labels]) + "\n")
        row = "%d\t%04x" + "\t%.9g" * len(weights.labels) + "\n"
        columns = (order, file.fingerprints[order], *weights.coef[:, order])
        out.writelines(row % numbers for numbers in zip(*(column.tolist() for column in columns)))
