"""A model's weights as matrices, and as a fitted model of scikit-learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import ExchangeError
from ..features import FeatureRows
from ..model import Model
from ..modelfile import JUNK
from .tail import Arrays, Tail

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LinearWeights:
    """Linear scores over the slots of a feature table: score = coef @ values + intercept.

    Attributes:
        coef: float64 of shape (vectors, slots), in natural logarithms.
        intercept: float64 of shape (vectors,).
        labels: the label of each vector's class.
        combination: of each vector, how those of its class become one score: "sum" or "soft
        minimum". slope, offset: of each vector's class; calibrated score = slope x score + offset.
        Not yet in
            coef and intercept.
    """

    coef: Floats
    intercept: Floats
    labels: tuple[str, ...]
    combination: tuple[str, ...]
    slope: Floats
    offset: Floats


def to_weights(model: Model) -> LinearWeights:
    """The weights of every vector of a model.

    >>> to_weights(spamkit.Model(example)).coef.shape
    (1, 48)
    """
    file = model.file
    labels, combination, slope, offset, vectors = [], [], [], [], []
    for name, entry in zip(model.labels_, file.classes):
        for vector in entry.vectors:
            vectors.append(vector)
            labels.append(name)
            combination.append("soft minimum" if entry.combination == 2 else "sum")
            slope.append(entry.slope)
            offset.append(entry.offset)
    steps = np.array([step for _, step in vectors])
    return LinearWeights(
        (file.steps * steps).T.copy(),
        np.array([bias for bias, _ in vectors]),
        tuple(labels),
        tuple(combination),
        np.array(slope),
        np.array(offset),
    )


def scores(model: Model, rows: FeatureRows) -> tuple[Floats, npt.NDArray[np.float64]]:
    """What a model says of rows of features, by the formula of its file in NumPy: log-odds of
    each of `classes_`, and their probabilities as in `predict_proba`, both of shape (n, classes).
    Within 1e-9 of the core, which rounds probabilities to float32."""
    steps, places = model.file.steps, np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    sums = [np.bincount(places, rows.data * column[rows.indices], rows.shape[0]) for column in steps.T]
    tail: Tail[Floats] = Tail(Arrays(), model.file.classes, np.stack(sums, axis=1))
    return tail.log_odds, tail.probabilities


def to_sklearn(model: Model) -> Any:
    """A fitted LogisticRegression of scikit-learn over `Model.features(...).to_scipy()`,
    calibration included. `decision_function` and `predict_proba` are those of the model to 12
    digits.

    Raises ExchangeError for a model that it cannot hold: with sub-actions, with a soft minimum, or
    with junk among three actions or more, as junk's score is against all others together.
    """
    from sklearn.linear_model import LogisticRegression

    file, weights = model.file, to_weights(model)
    actions = [entry for entry in file.classes if entry.sub_action == 0]
    if len(actions) < len(file.classes):
        raise ExchangeError(
            "expected a model without sub-actions, found some; use to_onnx, or to_weights for the numbers"
        )
    if "soft minimum" in weights.combination:
        raise ExchangeError(
            "expected one linear score a class, found a soft minimum; use to_onnx, or to_weights for the numbers"
        )
    if len(actions) > 2 and any(entry.action == JUNK for entry in actions):
        raise ExchangeError(
            f"expected two classes, or no junk among more, found {len(actions)} with junk; use to_onnx, or to_weights"
        )
    coef = np.zeros((len(actions), file.slots))
    intercept = np.array([entry.offset for entry in actions])
    place = 0
    for i, entry in enumerate(actions):
        for bias, step in entry.vectors:
            coef[i] += entry.slope * step * file.steps[:, place]
            intercept[i] += entry.slope * bias
            place += 1
    if len(actions) == 2:
        # Junk's score is log-odds already.
        of_junk = [i for i, entry in enumerate(actions) if entry.action == JUNK]
        second, first = (coef[1], intercept[1]), (coef[0], intercept[0])
        if of_junk == [1]:
            first = (np.zeros_like(coef[0]), np.float64(0))
        elif of_junk == [0]:
            second = (np.zeros_like(coef[1]), np.float64(0))
        coef, intercept = (second[0] - first[0])[None, :], np.array([second[1] - first[1]])
    fitted = LogisticRegression()
    fitted.classes_ = model.classes_.copy()
    fitted.coef_, fitted.intercept_ = coef, intercept
    fitted.n_features_in_ = file.slots
    fitted.n_iter_ = np.zeros(1, np.int32)
    return fitted
