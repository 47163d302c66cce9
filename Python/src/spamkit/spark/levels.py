"""The regressions of a model, and what sums of features give as their weights.

Junk has a vector against each wanted action, of which the lowest counts. The wanted actions have a
softmax, and so have the sub-actions of each action.
"""

from dataclasses import dataclass

import numpy as np

from ..exchange.cutoffs import Floats, Integers
from ..exchange.importing import LABELS
from ..modelfile import JUNK
from .messages import SparkTrainingError

# A cell is a label with whether its messages are held out: these are the odd ones. Its label and action.
CELLS = np.repeat(LABELS, 2)
ACTIONS = np.where(CELLS < 10_000, CELLS, np.where(CELLS < 20_000, 4, 3))


@dataclass(frozen=True)
class Level:
    """A softmax regression over some labels. The scores of the first are 0.

    Attributes:
        owners: the labels of its vectors of weights: one fewer than classes.
        parts: what a message of each cell counts in each class, of shape (cells, classes).
        shift: what is added to the bias.
        of_all: whether it learns from the groups held out, too.
    """

    owners: tuple[int, ...]
    parts: Floats
    shift: float
    of_all: bool


def levels(counts: Integers, of_all: bool) -> list[Level]:
    """The regressions for so many messages of each cell."""
    of_action = {own: int(counts[ACTIONS == own].sum()) for own in np.unique(ACTIONS[counts > 0]).tolist()}
    wanted = [own for own in of_action if own != JUNK]
    if len(of_action) < 2:
        raise SparkTrainingError("expected messages of two actions or more in several groups, found fewer; see what the condition leaves")
    chosen = [(ACTIONS, [own, JUNK]) for own in wanted if JUNK in of_action] + [(ACTIONS, wanted)]
    chosen += [(CELLS, np.unique(CELLS[(counts > 0) & (ACTIONS == own) & (CELLS != own)]).tolist()) for own in of_action]
    found = []
    for names, classes in chosen:
        parts, shift = 1.0 * ((names[:, None] == classes) & (counts > 0)[:, None]), 0.0
        if JUNK in classes and len(wanted) > 1:
            # Each pair is learned as if both were as frequent, and the shares of the wanted actions come back.
            ratio = (of_action[classes[0]] / of_action[JUNK]) ** 0.5
            parts *= [1 / ratio, ratio]
            shift = -float(np.log((of_action[classes[0]] + 1) / sum(of_action[own] + 1 for own in wanted)))
        if len(classes) > 1:
            found.append(Level(tuple(classes[1:]), parts, shift, of_all))
    return found


def bayes(level: Level, sums: Floats, counts: Integers, smoothing: float) -> Floats:
    """Multinomial naive Bayes with Lidstone's smoothing, of shape (features + 1, vectors).

    Args:
        sums: of the values of each feature in each cell, of shape (features, cells).
        counts: of messages of each cell.
    """
    own = sums @ level.parts + smoothing
    weights = np.vstack([np.log(own / own.sum(axis=0)), np.log(counts @ level.parts)])
    return np.asarray(weights[:, 1:] - weights[:, :1])
