"""Weights of a linear model, learned elsewhere over our features, into a model file.

A base model gives the feature table and the settings of the reader; weights go into the slots that
it has. So no hash needs to be known. What the file cannot hold is refused.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core, modelfile
from ..errors import ExchangeError, shown
from ..model import Model
from ..modelfile import JUNK, POLICY, ClassEntry, ModelFile

Floats = npt.NDArray[np.float64]

_ACTIONS = {_core.label_name(number): number for number in range(1, 5)}
_VECTORS = 32
# The sub-actions of transactions are from here on, those of promotions from twice this on.
_SUB_ACTIONS = 10_000
# In the order of the bits of a policy.
LABELS = (1, 2, 3, *range(20_000, 20_003), 4, *range(10_000, 10_009))

Entry = tuple[ClassEntry, "npt.NDArray[np.int8] | None"]


def from_weights(
    base: Model,
    coef: npt.ArrayLike,
    intercept: npt.ArrayLike,
    classes: Sequence[str],
    *,
    labels: Mapping[Any, str] | None = None,
    cutoffs: Mapping[str, float] | None = None,
    drop_signature: bool = False,
    source: str = "weights",
) -> Model:
    """A model of linear scores over `base.features(...)`: score = coef @ values + intercept.

    With two classes one score, the natural log-odds of the second; with k classes k scores, of
    which the softmax makes probabilities. Weights are rounded as the trainer rounds them: the step
    of a vector is its largest weight / 31 where the base has one vector, else / 127. So a score
    moves by at most half a step for each unit of value in the message. Two classes over a base of
    several vectors have a second vector for what the first leaves, and moves by a 254th of that.

    Args:
        base: whose feature table, settings and reader the new model has.
        coef: float of shape (slots,), (1, slots) for two classes, or (k, slots).
        intercept: a float, or of shape (1,) or (k,).
        classes: k names, in the order of coef.
        labels: the action of each class, such as {"spam": "junk"}; None: classes are names of
            actions already: allow, junk, promotion, transaction.
        cutoffs: natural log-odds "junk", "unsure", "promotion", "transaction" from which the model
            acts; those left out are 0, even odds, but unsure's, which is junk's if that is lower.
            The base's promise something of the base's scores, and are not taken over.
        drop_signature: whether a signed base is taken, of which the new model has no signature.
        source: what the card says of where the weights are from.

    Raises ExchangeError for what a model file cannot hold.
    """
    file = base.file
    if file.is_signed and not drop_signature:
        raise ExchangeError(
            "the base is signed, and its signature does not fit other weights; give drop_signature=True and sign the new file"
        )
    actions = _actions(classes, labels)
    weights, biases = _checked(file, coef, intercept, len(actions))
    entries = _entries(file, actions, weights, biases)
    card = {"trainedWith": f"imported from {source}", "messages": {}, "settings": {}, "trainedOn": []}
    return _assembled(file, entries, cutoffs or {}, card)


@dataclass(frozen=True)
class LinearClass:
    """A class of a model, of any level of labels.

    Attributes:
        label: as the library for C numbers it: of an action 1 to 4, of a sub-action from 10000 on.
        vectors: a bias and the weights of the slots, float64, of each weight vector; none where the
            others of its level are relative to it. Of several the score is the soft minimum.
        slope, offset: calibrated score = slope x score + offset.
    """

    label: int
    vectors: tuple[tuple[float, Floats], ...] = ()
    slope: float = 1.0
    offset: float = 0.0


def from_vectors(
    base: ModelFile,
    classes: Sequence[LinearClass],
    cutoffs: Mapping[str, float],
    card: Mapping[str, Any],
    declared: Sequence[int] = (),
) -> Model:
    """A model of any classes that a file can hold, over the table of a base.

    Args:
        base: whose table, settings of the reader and room for vectors the model has.
        classes: in any order; each sub-action has its action among them.
        cutoffs: as of `from_weights`.
        card: what the card says.
        declared: the sub-actions that verdicts may have, at most five.

    Raises ExchangeError for what a model file cannot hold.
    """
    top = 31 if base.vectors == 1 else 127
    entries: list[Entry] = []
    for own in classes:
        action, sub_action = own.label, 0
        if own.label >= _SUB_ACTIONS:
            action, sub_action = 4 if own.label < 2 * _SUB_ACTIONS else 3, own.label
        parts = [_rounded(action, weights, bias, top) for bias, weights in own.vectors]
        entry = ClassEntry(
            action,
            sub_action,
            2 if len(parts) > 1 else 0,
            tuple(part.vectors[0] for part, _ in parts),
            own.slope,
            own.offset,
        )
        entries.append((entry, np.concatenate([steps for _, steps in parts], axis=1) if parts else None))
    return _assembled(base, entries, cutoffs, card, sum(1 << LABELS.index(label) for label in declared))


def from_hashes(
    hashes: npt.NDArray[np.uint64],
    importance: Floats,
    classes: Sequence[LinearClass],
    most_bytes: int,
    cutoffs: Mapping[str, float],
    card: Mapping[str, Any],
    declared: Sequence[int] = (),
) -> Model:
    """A model over a table of its own, with as many features as find room in a file.

    Args:
        hashes: of the features, whose weights the vectors of classes have in their order.
        importance: of the features by what they are kept besides their largest weight, such as the root of the
            number of messages that have them.
        classes, cutoffs, card, declared: as of `from_vectors`.
        most_bytes: of the file.

    Raises ExchangeError for what a model file cannot hold.
    """
    every = np.array([weights for own in classes for _, weights in own.vectors])
    heaviest = np.argsort(-np.abs(every).max(axis=0) * importance, kind="stable")
    # Head, classes and checksums take less than a kilobyte.
    base, slots = modelfile.empty_table(hashes[heaviest], len(every), most_bytes - len(json.dumps(dict(card))) - 1024)
    place, is_used = np.zeros(base.slots, np.int64), np.zeros(base.slots, np.bool_)
    place[slots[slots >= 0]], is_used[slots[slots >= 0]] = heaviest[slots >= 0], True
    placed = [
        replace(own, vectors=tuple((bias, np.where(is_used, weights[place], 0)) for bias, weights in own.vectors))
        for own in classes
    ]
    return from_vectors(base, placed, cutoffs, card, declared)


def _assembled(
    file: ModelFile, entries: Sequence[Entry], cutoffs: Mapping[str, float], card: Mapping[str, Any], declared: int = 0
) -> Model:
    pairs = sorted(entries, key=lambda pair: (pair[0].action, pair[0].sub_action))
    ordered = tuple(entry for entry, _ in pairs)
    steps = np.concatenate([part for _, part in pairs if part is not None], axis=1)
    base = _with_policy(_with_vectors(file, steps.shape[1]), cutoffs, declared)
    return Model.from_bytes(modelfile.with_weights(base, ordered, steps, dict(card)))


def _actions(classes: Sequence[Any], labels: Mapping[Any, str] | None) -> list[int]:
    """The action of each class."""
    names = [str(name) if labels is None else str(labels.get(name, name)) for name in classes]
    unknown = [place for place, name in enumerate(names) if name not in _ACTIONS]
    if unknown:
        raise ExchangeError(
            f"expected classes among {', '.join(map(str, _ACTIONS))}, found {shown(names[unknown[0]])} as class "
            f"{unknown[0]}, the first of {len(unknown)} such; say in labels which it is"
        )
    if len(set(names)) < len(names) or len(names) < 2:
        raise ExchangeError(f"expected two classes or more, each once, found {', '.join(names) or 'none'}")
    return [_ACTIONS[name] for name in names]


def _checked(file: ModelFile, coef: npt.ArrayLike, intercept: npt.ArrayLike, classes: int) -> tuple[Floats, Floats]:
    """Weights (scores, slots) and biases (scores,), as numbers that the table has room for."""
    weights = np.atleast_2d(np.asarray(coef, np.float64))
    biases = np.atleast_1d(np.asarray(intercept, np.float64))
    wanted = 1 if classes == 2 and len(weights) == 1 else classes
    if weights.shape != (wanted, file.slots) or biases.shape != (wanted,):
        raise ExchangeError(
            f"expected weights of shape ({wanted}, {file.slots}), a column for each slot of the base, and {wanted} intercepts, "
            f"found {weights.shape} and {biases.shape}; learn from base.features(...)"
        )
    if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
        raise ExchangeError("expected finite weights and intercepts, found others")
    homeless = int(((weights != 0).any(axis=0) & ~file.used).sum())
    if homeless:
        raise ExchangeError(
            f"expected weights in slots that the base uses, found {homeless} in free ones; another base made them"
        )
    return weights, biases


def _entries(file: ModelFile, actions: list[int], weights: Floats, biases: Floats) -> list[Entry]:
    """Each class with the steps of its vectors, (slots, vectors)."""
    if len(weights) == 1:
        return _pair(file, actions, weights[0], float(biases[0]))
    if len(actions) == 2:
        return _pair(file, actions, weights[1] - weights[0], float(biases[1] - biases[0]))
    if file.vectors == 1:
        raise ExchangeError(
            f"expected two classes, as the base has one weight vector, found {len(actions)}; train a base with more labels"
        )
    return _several(actions, weights, biases)


def _pair(file: ModelFile, actions: list[int], weights: Floats, bias: float) -> list[Entry]:
    # The score is of the second class, and must be junk's where there is junk.
    owner = 0 if actions[0] == JUNK or (JUNK not in actions and actions[0] > actions[1]) else 1
    if owner == 0:
        weights, bias = -weights, -bias
    if file.vectors == 1:
        entry, steps = _rounded(actions[owner], weights, bias, 31)
    else:
        entry, steps = _rounded(actions[owner], weights, bias, 127)
        rest = weights - steps[:, 0] * entry.vectors[0][1]
        finer, rest_steps = _rounded(actions[owner], rest, 0.0, 127)
        entry = ClassEntry(entry.action, 0, 0, entry.vectors + finer.vectors, 1.0, 0.0)
        steps = np.concatenate([steps, rest_steps], axis=1)
    return [(ClassEntry(actions[1 - owner], 0, 0, (), 1.0, 0.0), None), (entry, steps)]


def _several(actions: list[int], weights: Floats, biases: Floats) -> list[Entry]:
    """A softmax of scores s: of junk j the log-odds against all others are the soft minimum of
    s(j) - s(o) over the others o, as -ln sum e^-(s(j) - s(o)) = s(j) - ln sum e^s(o). The others
    divide the rest by the softmax of s(o) - s(first)."""
    others = [i for i in sorted(range(len(actions)), key=lambda i: actions[i]) if actions[i] != JUNK]
    entries: list[Entry] = [(ClassEntry(actions[others[0]], 0, 0, (), 1.0, 0.0), None)]
    for i in others[1:]:
        entries.append(_rounded(actions[i], weights[i] - weights[others[0]], float(biases[i] - biases[others[0]]), 127))
    if JUNK in actions:
        j = actions.index(JUNK)
        parts = [_rounded(JUNK, weights[j] - weights[o], float(biases[j] - biases[o]), 127) for o in others]
        vectors = tuple(entry.vectors[0] for entry, _ in parts)
        entries.append(
            (ClassEntry(JUNK, 0, 2, vectors, 1.0, 0.0), np.concatenate([steps for _, steps in parts], axis=1))
        )
    if sum(len(entry.vectors) for entry, _ in entries) > _VECTORS:
        raise ExchangeError(f"expected at most {_VECTORS} weight vectors, found more; give fewer classes")
    return entries


def _rounded(action: int, weights: Floats, bias: float, top: int) -> tuple[ClassEntry, npt.NDArray[np.int8]]:
    with np.errstate(over="ignore"):
        step = np.float32(np.abs(weights).max(initial=0.0) / top)
    if not np.isfinite(step) or not np.isfinite(np.float32(bias)):
        raise ExchangeError("expected weights that a float of 32 bits can hold, found larger ones")
    steps = np.zeros(len(weights)) if step == 0 else np.clip(np.rint(weights / float(step)), -top, top)
    entry = ClassEntry(action, 0, 0, ((float(np.float32(bias)), float(step)),), 1.0, 0.0)
    return entry, steps.astype(np.int8)[:, None]


def _with_vectors(file: ModelFile, vectors: int) -> ModelFile:
    """The table with room for so many vectors. Its fingerprints fit any number above one."""
    if vectors == file.vectors:
        return file
    entry = ClassEntry(1, 0, 0, ((0.0, 0.0),) * vectors, 1.0, 0.0)
    return replace(file, classes=(entry,))


def _with_policy(file: ModelFile, cutoffs: Mapping[str, float], declared: int) -> ModelFile:
    names = ("junk", "unsure", "promotion", "transaction")
    unknown = sorted(set(cutoffs) - set(names))
    if unknown:
        raise ExchangeError(f"expected cutoffs among {', '.join(names)}, found {', '.join(unknown)}")
    values = {name: float(cutoffs.get(name, 0.0)) for name in names}
    if "unsure" not in cutoffs:
        values["unsure"] = min(values["unsure"], values["junk"])
    if any(np.isnan(value) for value in values.values()) or values["unsure"] > values["junk"]:
        raise ExchangeError("expected cutoffs that are numbers, unsure not above junk; found others")
    policy = struct.pack("<5fHH", *(values[name] for name in names), float("inf"), 0, declared)
    return replace(file, sections={**file.sections, POLICY: policy})
