"""From the sums of weight vectors to log-odds and probabilities, for any program that has the few
operations below. In: the sums of a batch, a column for each vector. Out: two matrices.

The formula is that of "The score" in Models/FORMAT.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ..modelfile import JUNK, ClassEntry

Value = TypeVar("Value")
Floats = npt.NDArray[np.float64]


class Operations(Protocol[Value]):
    """What a program must have. A value is a matrix with a row for each message."""

    def take(self, x: Value, columns: Sequence[int], /) -> Value:
        """Columns of x, each as often as it is named."""

    def affine(self, x: Value, factors: Sequence[float], addends: Sequence[float], /) -> Value:
        """Each column of x times its factor, plus its addend."""

    def log_sum_exp(self, x: Value, /) -> Value:
        """ln of the sum of e to the columns of x, as one column."""

    def softmax(self, x: Value, /) -> Value:
        """Each row divided by its sum, after e to the power of it."""

    def join(self, parts: Sequence[Value], /) -> Value:
        """Columns side by side."""

    def add(self, x: Value, y: Value, /) -> Value:
        """x + y, of equal shapes."""

    def multiply(self, x: Value, y: Value, /) -> Value:
        """x times y, of equal shapes."""


class Tail(Generic[Value]):
    """The classes of a model as operations.

    Attributes:
        log_odds: a column for each action: ln P(action) - ln P(all others).
        probabilities: a column for each action.
        label_probabilities: a column for each class of the file, sub-actions included.
    """

    def __init__(self, program: Operations[Value], classes: Sequence[ClassEntry], sums: Value) -> None:
        self._program = program
        # Of every class with its place among all.
        actions = [i for i, entry in enumerate(classes) if entry.sub_action == 0]
        scores = self._scores(classes, sums)
        joint = {i: scores[i] for i in actions}
        junk = next((i for i in actions if classes[i].action == JUNK), None)
        if junk is not None:
            # On the scale of the other actions.
            others = [scores[i] for i in actions if i != junk]
            joint[junk] = program.add(scores[junk], self._sum_up(others))
        self.log_odds = program.join([self._against(i, joint) if i != junk else scores[i] for i in actions])
        shares = {i: program.take(self._softmax([joint[k] for k in actions]), [n]) for n, i in enumerate(actions)}
        for i in actions:
            inside = [k for k, entry in enumerate(classes) if entry.sub_action and entry.action == classes[i].action]
            if inside:
                parts = self._softmax([scores[k] for k in inside])
                for n, k in enumerate(inside):
                    shares[k] = program.multiply(program.take(parts, [n]), shares[i])
        self.probabilities = program.join([shares[i] for i in actions])
        self.label_probabilities = program.join([shares[k] for k in range(len(classes))])

    def _scores(self, classes: Sequence[ClassEntry], sums: Value) -> list[Value]:
        """The calibrated score of each class, a column each."""
        found, place = [], 0
        for entry in classes:
            columns = list(range(place, place + len(entry.vectors)))
            place += len(columns)
            biases, steps = [b for b, _ in entry.vectors], [s for _, s in entry.vectors]
            if not columns:
                # Its score is 0.
                found.append(self._program.affine(self._program.take(sums, [0]), [0.0], [entry.offset]))
                continue
            own = self._program.affine(self._program.take(sums, columns), steps, biases)
            if entry.combination == 2:
                negative = self._program.affine(own, [-1.0] * len(columns), [0.0] * len(columns))
                score = self._program.affine(self._program.log_sum_exp(negative), [-1.0], [0.0])
            else:
                score = self._program.take(own, [0])
                for n in range(1, len(columns)):
                    score = self._program.add(score, self._program.take(own, [n]))
            found.append(self._program.affine(score, [entry.slope], [entry.offset]))
        return found

    def _sum_up(self, columns: list[Value]) -> Value:
        return columns[0] if len(columns) == 1 else self._program.log_sum_exp(self._program.join(columns))

    def _softmax(self, columns: list[Value]) -> Value:
        return self._program.softmax(self._program.join(columns))

    def _against(self, i: int, scores: dict[int, Value]) -> Value:
        others = self._sum_up([score for k, score in scores.items() if k != i])
        return self._program.add(scores[i], self._program.affine(others, [-1.0], [0.0]))


class Arrays:
    """The operations in NumPy."""

    def take(self, x: Floats, columns: Sequence[int]) -> Floats:
        return np.asarray(x[:, list(columns)])

    def affine(self, x: Floats, factors: Sequence[float], addends: Sequence[float]) -> Floats:
        return np.asarray(x * np.asarray(factors) + np.asarray(addends))

    def log_sum_exp(self, x: Floats) -> Floats:
        peak = x.max(axis=1, keepdims=True)
        return np.asarray(peak + np.log(np.exp(x - peak).sum(axis=1, keepdims=True)))

    def softmax(self, x: Floats) -> Floats:
        powers = np.exp(x - x.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))

    def join(self, parts: Sequence[Floats]) -> Floats:
        return np.concatenate(parts, axis=1)

    def add(self, x: Floats, y: Floats) -> Floats:
        return x + y

    def multiply(self, x: Floats, y: Floats) -> Floats:
        return x * y
