"""Weights of a linear model, learned elsewhere over our features, into a model file.

A base model gives the feature table and the settings of the reader; weights go into the slots that
it has. So no hash needs to be known. What the file cannot hold is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
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
    ordered = tuple(sorted((entry for entry, _ in entries), key=lambda entry: entry.action))
    columns = [steps for entry, steps in sorted(entries, key=lambda pair: pair[0].action)]
    steps = np.concatenate([part for part in columns if part is not None], axis=1)
    data = modelfile.with_weights(
        _with_policy(_with_vectors(file, steps.shape[1]), cutoffs or {}, ordered),
        ordered,
        steps,
        {"trainedWith": f"imported from {source}", "messages": {}, "settings": {}, "trainedOn": []},
    )
    return Model.from_bytes(data)


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


Entry = tuple[ClassEntry, "npt.NDArray[np.int8] | None"]


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


def _with_policy(file: ModelFile, cutoffs: Mapping[str, float], classes: Sequence[ClassEntry]) -> ModelFile:
    names = ("junk", "unsure", "promotion", "transaction")
    unknown = sorted(set(cutoffs) - set(names))
    if unknown:
        raise ExchangeError(f"expected cutoffs among {', '.join(names)}, found {', '.join(unknown)}")
    values = {name: float(cutoffs.get(name, 0.0)) for name in names}
    if "unsure" not in cutoffs:
        values["unsure"] = min(values["unsure"], values["junk"])
    if any(np.isnan(value) for value in values.values()) or values["unsure"] > values["junk"]:
        raise ExchangeError("expected cutoffs that are numbers, unsure not above junk; found others")
    policy = struct.pack("<5fHH", *(values[name] for name in names), float("inf"), 0, 0)
    return replace(file, sections={**file.sections, POLICY: policy})
