"""Linear models of scikit-learn, liblinear and Vowpal Wabbit, learned over our features, into a
model file. What their scores mean is looked at here; what a file can hold, by `from_weights`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ..errors import ExchangeError
from ..model import Model
from .importing import from_weights

Path = Union[str, "os.PathLike[str]"]
Floats = npt.NDArray[np.float64]


def from_sklearn(
    estimator: Any, base: Model, *, slope: float | None = None, offset: float = 0.0, **options: Any
) -> Model:
    """A fitted linear classifier of scikit-learn over `base.features(...).to_scipy()`.

    Taken as it is: LogisticRegression, and SGDClassifier of two classes with loss="log_loss". What
    else has coef_ and intercept_ of two classes, such as LinearSVC, needs slope and offset, as its
    decision_function is no log-odds: log-odds = slope x decision + offset, found by Platt's scaling
    on messages held out.

    Without slope and offset, a few random rows must have the same probabilities by `predict_proba`
    as by the formula of the model file. So what older versions learned otherwise is refused:
    multi_class="ovr" of three classes or more, and "multinomial" of two, where slope=2 is right.

    Args:
        options: labels, cutoffs and drop_signature of `from_weights`.
    """
    name = type(estimator).__name__
    for attribute in ("coef_", "intercept_", "classes_"):
        if not hasattr(estimator, attribute):
            raise ExchangeError(
                f"expected a fitted linear classifier, found {name} without {attribute}; take it out of a pipeline"
            )
    classes = list(estimator.classes_)
    is_logistic = name in ("LogisticRegression", "LogisticRegressionCV") or (
        name == "SGDClassifier" and estimator.loss == "log_loss" and len(classes) == 2
    )
    coef, intercept = np.asarray(estimator.coef_, np.float64), np.asarray(estimator.intercept_, np.float64)
    if hasattr(estimator.coef_, "toarray"):
        coef = estimator.coef_.toarray()
    if not is_logistic and len(classes) > 2:
        raise ExchangeError(
            f"expected a softmax of {len(classes)} classes, found {name}, which sets each against the rest"
        )
    if len(classes) > 2 and getattr(estimator, "solver", "") == "liblinear":
        raise ExchangeError("expected a softmax, found the solver liblinear, which sets each class against the rest")
    if len(classes) > 2 and getattr(estimator, "multi_class", "") == "ovr":
        raise ExchangeError(
            'expected a softmax, found multi_class="ovr", which sets each class against the rest; fit it without'
        )
    if slope is None and offset == 0 and is_logistic:
        _compare(estimator, coef, intercept, name)
    coef, intercept = _scaled(coef, intercept, slope, offset, is_logistic, name)
    return from_weights(
        base, coef, np.broadcast_to(intercept, (len(coef),)), classes, **{"source": f"scikit-learn {name}", **options}
    )


def _compare(estimator: Any, coef: Floats, intercept: Floats, name: str) -> None:
    """Refuses an estimator whose probabilities are not those of log-odds coef @ values + intercept,
    or of their softmax. Eight random rows, with scores around 2."""
    rows = np.random.default_rng(7).standard_normal((8, coef.shape[1]))
    rows *= 2 / max(np.abs(rows @ coef.T).max(initial=0.0), 1e-300)
    scores = rows @ coef.T + intercept
    if scores.shape[1] == 1:
        scores = np.concatenate([np.zeros_like(scores), scores], axis=1)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    off = np.abs(estimator.predict_proba(rows) - powers / powers.sum(axis=1, keepdims=True)).max()
    # An estimator that was fitted on floats of 32 bits calculates in them.
    if not off < 1e-4:
        raise ExchangeError(
            f"expected probabilities of log-odds, or of a softmax, found other ones of {name}, by up to {off:.2g}; give "
            "slope and offset if it has two classes, slope=2 where they were learned as a softmax"
        )


def _scaled(
    coef: Floats, intercept: Floats, slope: float | None, offset: float, is_logistic: bool, name: str
) -> tuple[Floats, Floats]:
    if slope is None:
        if not is_logistic:
            raise ExchangeError(
                f"expected log-odds, found the decision of {name}; give slope and offset that make it log-odds"
            )
        slope = 1.0
    if not slope > 0:
        raise ExchangeError(f"expected a slope above 0, found {slope}")
    return coef * slope, intercept * slope + offset


# Of liblinear, the solvers whose decision is the log-odds of the first label.
_LOGISTIC = ("L2R_LR", "L2R_LR_DUAL", "L1R_LR")
_MACHINES = ("L2R_L2LOSS_SVC_DUAL", "L2R_L2LOSS_SVC", "L2R_L1LOSS_SVC_DUAL", "L1R_L2LOSS_SVC")


def from_liblinear(
    path: Path, base: Model, classes: Sequence[str], *, slope: float | None = None, offset: float = 0.0, **options: Any
) -> Model:
    """The model file of liblinear's `train`, learned from what `write_svmlight` wrote.

    Two classes, as with more of them liblinear sets each against the rest. Logistic regression (-s
    0, 6 and 7) is taken as it is, a support vector machine with slope and offset, as in
    `from_sklearn`.

    Args:
        classes: the names that `write_svmlight` was given.
    """
    head: dict[str, list[str]] = {}
    with open(path, encoding="ascii", errors="strict") as file:
        for line in file:
            words = line.split()
            if words == ["w"]:
                break
            if words:
                head[words[0]] = words[1:]
        rows = [line.split() for line in file]
    for key in ("solver_type", "nr_class", "label", "nr_feature", "bias"):
        if not head.get(key):
            raise ExchangeError(f"expected a model of liblinear, found a file without {key}")
    solver = head["solver_type"][0]
    if solver not in _LOGISTIC + _MACHINES:
        raise ExchangeError(f"expected a classifier of two classes, found the solver {solver}; train with -s 0, 6 or 7")
    if head["nr_class"] != ["2"]:
        raise ExchangeError(
            f"expected two classes, found {head['nr_class'][0]}, each of which liblinear sets against the rest"
        )
    count, bias = int(head["nr_feature"][0]), float(head["bias"][0])
    numbers = _column(rows, count + (1 if bias >= 0 else 0), "liblinear")
    if count > base.file.slots:
        raise ExchangeError(f"expected at most {base.file.slots} features, as the base has slots, found {count}")
    coef = np.zeros(base.file.slots)
    coef[:count] = numbers[:count]
    intercept = numbers[count] * bias if bias >= 0 else 0.0
    first, second = (_class(word, classes) for word in head["label"])
    weights, biases = _scaled(
        coef[None, :], np.array([intercept]), slope, offset, solver in _LOGISTIC, f"liblinear {solver}"
    )
    # The decision is of the first label.
    return from_weights(base, weights, biases, [second, first], **{"source": f"liblinear {solver}", **options})


def _class(number: str, classes: Sequence[str]) -> str:
    if not number.isdigit() or int(number) >= len(classes):
        raise ExchangeError(
            f"expected labels from 0 to {len(classes) - 1}, as write_svmlight writes them, found {number}"
        )
    return classes[int(number)]


def _column(rows: list[list[str]], count: int, name: str) -> Floats:
    rows = [row for row in rows if row]
    if len(rows) != count or any(len(row) != 1 for row in rows):
        raise ExchangeError(f"expected {count} weights in the model of {name}, found {len(rows)} lines")
    try:
        return np.array([float(row[0]) for row in rows])
    except ValueError:
        raise ExchangeError(f"expected numbers as weights in the model of {name}, found others") from None


# Options in a model of Vowpal Wabbit that say how weights were learned. Others may make more of a
# score than a sum, or hash slots elsewhere.
_VW_LEARNING = (
    "--adaptive",
    "--decay_learning_rate",
    "--initial_t",
    "--invariant",
    "--l1",
    "--l2",
    "--learning_rate",
    "--link",
    "--loss_function",
    "--noconstant",
    "--normalized",
    "--passes",
    "--power_t",
    "--random_seed",
    "--save_resume",
    "--sgd",
    "-l",
)
# The hash of its constant feature.
_VW_CONSTANT = 11650396


def from_vw(
    path: Path,
    base: Model,
    classes: Sequence[str],
    *,
    slope: float | None = None,
    offset: float = 0.0,
    is_logistic: bool | None = None,
    **options: Any,
) -> Model:
    """A readable model of Vowpal Wabbit (`--readable_model`), learned from what `write_vw` wrote.

    Weights have the six digits that such a file has. Two classes, without interactions. Vowpal
    Wabbit's own loss is the squared one, and most models do not say which loss it was.

    Args:
        classes: the two names that `write_vw` was given.
        slope, offset: where the loss was another one: log-odds = slope x score + offset.
        is_logistic: True where it was learned with `--loss_function logistic`, whose score is
            log-odds. None: only if the options in the model say so.
    """
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    # With :1 the state of learning follows, in lines without a colon, and stands behind each
    # weight.
    start = next((i + 1 for i, line in enumerate(lines) if line in (":0", ":1")), None)
    if start is None:
        raise ExchangeError(
            "expected a readable model of Vowpal Wabbit, found no line `:0` or `:1`; use --readable_model"
        )
    head = dict(line.split(":", 1) for line in lines[:start] if ":" in line)
    given = head.get("options", "").split()
    # A value may begin with a minus, and then is a number.
    names = [word.split("=")[0] for word in given if word.startswith("-") and not word[1:2].isdigit()]
    refused = [name for name in names if name not in _VW_LEARNING]
    if refused or len(classes) != 2:
        raise ExchangeError(
            f"expected a linear score of two classes, found {refused[0] if refused else f'{len(classes)} classes'}"
        )
    bits, slots = int(head.get("bits", "18")), base.file.slots
    constant = _VW_CONSTANT & ((1 << bits) - 1)
    if slots > 1 << bits or constant < slots:
        raise ExchangeError(
            f"expected -b {vw_bits(slots)} or more, so that slots and the constant are apart, found {bits}"
        )
    coef, intercept = np.zeros(slots), 0.0
    weights_of = lines[start:] if lines[start - 1] == ":0" else [line for line in lines[start:] if line[:1].isdigit()]
    for line in weights_of:
        place, _, value = line.partition(":")
        try:
            number, weight = int(place), float(value.split()[0])
        except (ValueError, IndexError):
            raise ExchangeError(
                "expected lines of a number, a colon and a weight in the model of Vowpal Wabbit"
            ) from None
        if number == constant:
            intercept = weight
        elif 0 <= number < slots:
            coef[number] = weight
        else:
            raise ExchangeError(
                f"expected weights of slots below {slots}, found one of {number}; write rows by write_vw"
            )
    was_logistic = _is_logistic(given, is_logistic)
    if slope is None and was_logistic is None:
        raise ExchangeError(
            "expected the loss in the options of the model of Vowpal Wabbit, found none; give is_logistic=True if it was "
            "learned with --loss_function logistic, else slope and offset"
        )
    weights, biases = _scaled(coef[None, :], np.array([intercept]), slope, offset, was_logistic is True, "Vowpal Wabbit")
    return from_weights(base, weights, biases, classes, **{"source": "Vowpal Wabbit", **options})


def _is_logistic(options: list[str], told: bool | None) -> bool | None:
    """Whether the loss was the logistic one: as the options of the model say, else as told."""
    words = [word for option in options for word in option.split("=")]
    if "--loss_function" in words:
        return words[words.index("--loss_function") + 1 :][:1] == ["logistic"]
    return told


def vw_bits(slots: int) -> int:
    """How many bits Vowpal Wabbit needs, so that its constant is none of the slots.

    >>> vw_bits(61344)
    17
    """
    bits = 1
    while slots > 1 << bits or _VW_CONSTANT & ((1 << bits) - 1) < slots:
        bits += 1
    return bits
