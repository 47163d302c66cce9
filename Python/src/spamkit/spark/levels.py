"""The regressions of a model, what sums of features give as their weights, and the model of weights.

Junk has a vector against each wanted action, of which the lowest counts. The wanted actions have a
softmax, and so have the sub-actions of each action. The last row of weights is the bias.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .features import Floats, Integers
from .messages import LABELS, SparkTrainingError

JUNK, SMOOTHING = 2, 0.1


def action(label: int) -> int:
    return label if label < 10_000 else 4 if label < 20_000 else 3


@dataclass(frozen=True)
class Level:
    """A regression: junk against one wanted action, by one vector, or a softmax of two labels and more.

    Attributes:
        owners: the label of each vector; those of a softmax are taken relative to the first.
        target: of each of `LABELS` its class; of one vector, 1 for junk; -1 for labels of other levels.
        weight: what a row of each label counts.
        shift: what is added to the bias.
    """

    owners: tuple[int, ...]
    target: Integers
    weight: Floats
    shift: float = 0.0

    @property
    def vectors(self) -> int:
        return len(self.owners)


def levels(counts: Mapping[int, int]) -> list[Level]:
    """The regressions for so many messages of each label."""
    of_action = {own: sum(n for label, n in counts.items() if action(label) == own) for own in sorted(set(map(action, counts)))}
    wanted = [own for own in of_action if own != JUNK]
    if len(of_action) < 2:
        raise SparkTrainingError("expected messages of two actions or more in several groups, found one; see what the condition leaves")
    found = []
    for own in wanted if JUNK in of_action else []:
        target = np.array([1 if label == JUNK else 0 if action(label) == own else -1 for label in LABELS])
        ratio = (of_action[own] / of_action[JUNK]) ** 0.5 if len(wanted) > 1 else 1.0
        share = (of_action[own] + 1) / sum(of_action[other] + 1 for other in wanted)
        weight = np.choose(target + 1, [0.0, 1 / ratio, ratio])
        found.append(Level((JUNK,), target, weight, -float(np.log(share))))
    softmaxes = [{label: action(label) for label in LABELS if action(label) in wanted}] + [
        {label: label for label in sorted(counts) if action(label) == own != label} for own in of_action]
    for classes in softmaxes:
        owners = sorted(set(classes.values()))
        if len(owners) > 1:
            target = np.array([owners.index(classes[label]) if label in classes else -1 for label in LABELS])
            found.append(Level(tuple(owners), target, np.where(target < 0, 0.0, 1.0)))
    return found


def bayes(level: Level, sums: Floats, counts: Floats) -> Floats:
    """Multinomial naive Bayes with Lidstone's smoothing, of shape (features + 1, vectors).

    Args:
        sums: of the values of each feature in each label, of shape (features, labels).
        counts: of messages of each label.
    """
    parts = np.stack([np.where(level.target == place, level.weight, 0) for place in range(max(level.vectors, 2))], axis=1)
    own = sums @ parts
    weights = np.log(own + SMOOTHING) - np.log(own.sum(axis=0) + SMOOTHING * len(sums))
    found = np.vstack([weights, np.log(counts @ parts)])
    return found if level.vectors > 1 else found[:, 1:] - found[:, :1]



def vectors(level: Level, weights: Floats) -> list[tuple[int, Floats]]:
    """The label and the weights of each vector that a file has, relative to the first of a softmax."""
    found = weights.copy() if level.vectors == 1 else (weights - weights[:, :1])[:, 1:]
    found[-1] += level.shift
    return list(zip(level.owners[-found.shape[1]:], found.T))
