"""A trained model, by the conventions of scikit-learn's classifiers.

In: messages in batches. Out: arrays of NumPy. Everything is said by the decision core in
spamkit._core; this file only makes columns of it.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, Union

import numpy as np
import numpy.typing as npt

from . import _core, batches, errors, features, modelfile, notebook
from .batches import Message, Messages, Texts
from .explanation import Explanation, explained

Floats = npt.NDArray[np.float64]
Names = npt.NDArray[np.str_]
Path = Union[str, "os.PathLike[str]"]

_ACTIONS = np.array([_core.label_name(action) or "" for action in range(5)])
_TIERS = np.array(["model", "allow", "deny", "allow list", "deny list", "rule"])
_MAPPED, _UNCHECKED, _WITHOUT_RULES = 1, 2, 1


@dataclass(frozen=True)
class Verdicts:
    """What a model, and rules before it, say of n messages.

    Attributes:
        action: (n,) names; "none" where the model is unsure, after its cutoffs.
        folder: (n,) the sub-action with its action, such as "promotion/offers", or "".
        label: (n,) the most probable label before cutoffs, "" where the model was not asked.
        decided_by: (n,) "model", or the tier of the rule or list that decided.
        junk_log_odds: (n,) float64, natural logarithm of P(junk) / P(not junk), calibrated; NaN
            where the model was not asked, -inf for a model without junk.
        probabilities: (n, labels) float32, in the order of `Model.labels_`.
    """

    action: Names
    folder: Names
    label: Names
    decided_by: Names
    junk_log_odds: Floats
    probabilities: npt.NDArray[np.float32]


class Model:
    """A model file, open. Threads may share it.

    A classifier of scikit-learn that was fitted elsewhere: it predicts, scores, is cloned and
    stands at the end of a pipeline, and `fit` refuses. To put it where something calls `fit`, wrap
    it in `sklearn.frozen.FrozenEstimator`.

    >>> model = Model(example)
    >>> model.classes_
    array(['allow', 'junk'], dtype='<U11')
    >>> messages = ["see you at home", "free prize, call now"]
    >>> model.predict(messages)
    array(['allow', 'junk'], dtype='<U11')
    >>> model.decision_function(messages).shape, model.predict_proba(messages).shape
    ((2,), (2, 2))

    Every message has a verdict: empty, with lone surrogates, as bytes that are no UTF-8. What is no
    message, such as None or NaN, raises TypeError with its place in the batch.

    Args:
        path: of the model file.
        data: the bytes of one instead; see `from_bytes`.
        rules: path of a file of rules and lists that go before the model, as `spamkit rules
            compile` writes it. `predict` and `classify` obey them.
        overlay: path of a person's own examples, as `spamkit overlay` writes them.
        public_keys: Ed25519 public keys, 32 bytes each; a model that none of them signed is
        refused. None asks for no signature.
        mapped: map the file instead of copying it. Only for files that are replaced by rename.
        checked: compare all checksums when opening.
        n_jobs: threads for a batch; -1 for all cores. None is 1.

    Raises:
        ModelError, SignatureError, RulesError, OverlayError: a file is not what it should be.
        FileError: one cannot be read; also an OSError.

    Attributes:
        classes_: (actions,) names of the actions, which `predict` answers with.
        labels_: names of all classes of the file, sub-actions such as "promotion/offers" included.
        training_: what the tool said of the training, after `spamkit.train`; else None.
    """

    _estimator_type = "classifier"

    def __init__(
        self,
        path: Path | None = None,
        *,
        data: bytes | None = None,
        rules: Path | None = None,
        overlay: Path | None = None,
        public_keys: Iterable[bytes] | None = None,
        mapped: bool = False,
        checked: bool = True,
        n_jobs: int | None = None,
    ) -> None:
        self.path = path
        self.data = data
        self.rules = rules
        self.overlay = overlay
        # A generator would be spent when the model is opened again.
        self.public_keys = None if public_keys is None else tuple(public_keys)
        self.mapped = mapped
        self.checked = checked
        self.n_jobs = n_jobs
        self.training_: dict[str, Any] | None = None
        self._open()

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview, **options: Any) -> Model:
        """Opens a model in memory, with the options of `Model` except `mapped`."""
        return cls(data=bytes(data), **options)

    def _open(self) -> None:
        if (self.path is None) == (self.data is None):
            raise TypeError("expected a path or data of a model; give one of both")
        if self.data is not None and not isinstance(self.data, bytes):
            raise TypeError(f"expected data as bytes, found {type(self.data).__name__}; use Model.from_bytes")
        keys = None if self.public_keys is None else [bytes(key) for key in self.public_keys]
        if keys == []:
            raise ValueError("expected public keys, found none; give some, or None to take a model that nobody signed")
        for key in keys or ():
            if len(key) != 32:
                raise ValueError(f"expected public keys of 32 bytes, found {len(key)}; give each key by itself")
        flags = (_MAPPED if self.mapped else 0) | (0 if self.checked else _UNCHECKED)
        try:
            self._core = _core.open(
                None if self.path is None else os.fsencode(self.path),
                self.data,
                flags,
                None if keys is None else b"".join(keys),
                None if self.rules is None else os.fsencode(self.rules),
                None if self.overlay is None else os.fsencode(self.overlay),
            )
        except _core.Failure as failure:
            raise errors.of(failure, (self.path, self.rules, self.overlay)) from None
        numbers = _core.labels(self._core)
        self.labels_ = [_core.label_name(number) or "" for number in numbers]
        # The columns of the actions among all labels.
        self._actions = [i for i, number in enumerate(numbers) if number < len(_ACTIONS)]
        self.classes_: Names = _ACTIONS[[numbers[i] for i in self._actions]]
        self._junk = self._actions.index(numbers.index(2)) if 2 in numbers else None
        self._file: modelfile.ModelFile | None = None

    # What a message is

    def predict(self, X: Messages, sender: Texts = None, country: Texts = None) -> Names:
        """The action for each message, one of `classes_`, shape (n,).

        "junk" is said from the model's cutoff on, as the tool says it. An unsure message gets the
        most probable class but junk; `classify` tells the unsure ones apart. A rule's word goes
        before the model's, and may be no class of the model.

        Args:
            X: n messages, as str or as bytes in UTF-8; or a table with columns text and, if it has
                them, sender and country, such as a DataFrame of pandas.
            sender: one for all or one for each: a number, a word such as MYBANK; None if unknown.
            country: the receiver's, as an ISO 3166-1 code such as KR. Read only with a sender.
        """
        probabilities, _, numbers = self._verdicts(X, sender, country)
        actions = probabilities[:, self._actions]
        if self._junk is not None:
            actions[:, self._junk] = -1
        wanted = self.classes_[actions.argmax(axis=1)]
        said = _ACTIONS[numbers[:, 0]]
        return np.asarray(np.where(np.isin(said, self.classes_) | (numbers[:, 3] > 0), said, wanted))

    def predict_proba(self, X: Messages, sender: Texts = None, country: Texts = None) -> npt.NDArray[np.float32]:
        """The calibrated probability of each of `classes_`, float32 of shape (n, classes), with the
        bits of the core. Rows sum to 1. The model's word alone, without rules."""
        probabilities = self._probabilities(X, sender, country)
        return probabilities if len(self._actions) == len(self.labels_) else probabilities[:, self._actions]

    def predict_log_proba(self, X: Messages, sender: Texts = None, country: Texts = None) -> npt.NDArray[np.float32]:
        """The natural logarithm of `predict_proba`; -inf where that is 0."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X, sender, country))

    def decision_function(self, X: Messages, sender: Texts = None, country: Texts = None) -> Floats:
        """ln P - ln (1 - P), calibrated, float64. With two classes of the second one, shape (n,);
        else of each of `classes_`, shape (n, classes). The model's word alone, without rules."""
        if len(self.classes_) == 2 and self._junk == 1:
            return self.junk_log_odds(X, sender, country)
        rows = self._log_odds(X, sender, country)[:, self._actions]
        return rows[:, 1] if len(self.classes_) == 2 else rows

    def junk_log_odds(self, X: Messages, sender: Texts = None, country: Texts = None) -> Floats:
        """Natural logarithm of P(junk) / P(not junk), shape (n,): what the tool writes as
        junkLogOdds, with the same bits. -inf for a model without junk. Without rules."""
        texts, columns = self._columns(X, sender, country)
        odds = bytearray(8 * len(texts))
        self._run(
            len(texts), lambda a, b: _core.classify(self._core, texts, *columns, a, b, _WITHOUT_RULES, None, odds, None)
        )
        return np.frombuffer(odds, np.float64)

    def classify(self, X: Messages, sender: Texts = None, country: Texts = None) -> Verdicts:
        """All that rules and model say of each message."""
        probabilities, odds, numbers = self._verdicts(X, sender, country)
        folders = numbers[:, 1]
        return Verdicts(
            _ACTIONS[numbers[:, 0]],
            _label_names(np.where(folders == 0, -1, folders)),
            _label_names(np.where(numbers[:, 2] == 0, -1, numbers[:, 2])),
            _TIERS[numbers[:, 3]],
            odds,
            probabilities,
        )

    def explain(
        self,
        message: Message,
        sender: str | bytes | float | None = None,
        country: str | bytes | float | None = None,
        why: Literal["action", "junk"] = "action",
    ) -> Explanation:
        """Why the model says what it says of one message, without rules.

        Args:
            sender, country: as in `predict`, of one message; None and NaN where unknown.
            why: "action" explains the most probable action against the next one, "junk" explains
                junk against all other actions.

        >>> found = Model(example).explain("free prize, call now", why="junk")
        >>> total = found.bias + sum(clue.contribution for clue in found.clues)
        >>> found.favored, abs(found.score - total) < 1e-9
        ('junk', True)
        """
        if why not in ("action", "junk"):
            raise ValueError("expected why as 'action' or 'junk'; give one of them")
        try:
            senders = batches.texts(sender, "senders"), batches.texts(country, "countries")
            return explained(self._core, message, *senders, 1 if why == "junk" else 0)
        except _core.Failure as failure:
            raise errors.of(failure) from None

    def hashed_features(self, X: Messages, sender: Texts = None, country: Texts = None) -> features.HashedRows:
        """All features of messages as hashes, also those that the model does not hold: what a
        vocabulary is chosen from. One thread."""
        texts, columns = self._columns(X, sender, country)
        try:
            return features.read_hashed(self._core, texts, *columns, self.file.by_length)
        except _core.Failure as failure:
            raise errors.of(failure) from None

    def features(self, X: Messages, sender: Texts = None, country: Texts = None) -> features.FeatureRows:
        """The slots of the model's feature table that each message has, with the values that the
        score uses, as the rows of a sparse matrix. Train other linear models on it, and take them
        back by `spamkit.exchange`. Takes some 16 bytes for each different feature of a message, and
        one thread whatever `n_jobs` is."""
        texts, columns = self._columns(X, sender, country)
        file = self.file
        try:
            return features.read(self._core, texts, *columns, file.slots, file.by_length)
        except _core.Failure as failure:
            raise errors.of(failure) from None

    # The file

    def to_bytes(self) -> bytes:
        """The bytes of the model file, without rules and overlay."""
        return _core.model_bytes(self._core)

    @property
    def file(self) -> modelfile.ModelFile:
        """The content of the model file as numbers."""
        if self._file is None:
            self._file = modelfile.read(self.to_bytes())
        return self._file

    @property
    def card(self) -> dict[str, Any]:
        """What the model was trained on and with, and what its cutoffs promise. Without the samples
        that `spamkit drift` and `evaluate` compare with: `file.card_values()` has them too."""
        return {name: value for name, value in self.file.card_values().items() if name not in ("profile", "sample")}

    @property
    def cutoffs(self) -> dict[str, float]:
        """Natural log-odds from which the model acts; "protected" is junk's for protected
        labels."""
        return dict(zip(("junk", "unsure", "promotion", "transaction", "protected"), self.file.cutoffs))

    @property
    def sequence(self) -> int:
        """Which of two models is newer: the higher number; 0 where the file has none."""
        return _core.sequence(self._core)

    # scikit-learn

    def fit(self, X: object = None, y: object = None, **options: object) -> NoReturn:
        """Refuses: a model file is trained already."""
        raise NotImplementedError(
            "a Model is trained already and cannot be fitted; train another one with spamkit.train(...), or wrap this one in "
            "sklearn.frozen.FrozenEstimator where a fit is called"
        )

    def score(
        self,
        X: Messages,
        y: Sequence[str] | npt.NDArray[Any],
        sample_weight: npt.ArrayLike | None = None,
        sender: Texts = None,
        country: Texts = None,
    ) -> float:
        """The share of messages that `predict` gives the label y, weighted by sample_weight: each
        of shape (n,), or (n, 1)."""
        said = self.predict(X, sender, country)
        weights = None if sample_weight is None else np.asarray(sample_weight, np.float64)
        columns = [_column(np.asarray(y), len(said), "labels")]
        if weights is not None:
            columns.append(_column(weights, len(said), "weights"))
        return float(np.average(said == columns[0], weights=columns[1] if weights is not None else None))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """What the model was opened with."""
        return {name: getattr(self, name) for name in _parameters()}

    def set_params(self, **params: Any) -> Model:
        """Sets what the model was opened with, and opens it again where that needs it. Leaves
        all as it was where that fails. Not while other threads use the model."""
        unknown = sorted(set(params) - set(_parameters()))
        if unknown:
            raise ValueError(f"expected parameters among {', '.join(_parameters())}, found {', '.join(unknown)}")
        other = type(self)(**{**self.get_params(), **params}) if set(params) - {"n_jobs"} else None
        self.__dict__.update({**(other.__dict__ if other else {}), **params})
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=False),
            classifier_tags=ClassifierTags(),
            input_tags=InputTags(one_d_array=True, two_d_array=False, string=True),
            requires_fit=False,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # With its bytes: the path may be of another machine.
        options = self.get_params()
        del options["path"], options["data"], options["mapped"]
        return _restored, (type(self), self.to_bytes(), options, self.training_)

    def __repr__(self) -> str:
        source = f"data=<{len(self.data):,} bytes>" if self.data is not None else repr(os.fspath(self.path or ""))
        return f"{type(self).__name__}({source})"

    def _repr_html_(self) -> str:
        return notebook.model(self)

    # Batches

    def _columns(self, X: object, sender: object, country: object) -> tuple[tuple[object, ...], tuple[object, object]]:
        texts, *others = batches.columns(X, sender, country)
        return texts, (others[0], others[1])

    def _verdicts(
        self, X: object, sender: object, country: object
    ) -> tuple[npt.NDArray[np.float32], Floats, npt.NDArray[np.int32]]:
        texts, columns = self._columns(X, sender, country)
        n, k = len(texts), len(self.labels_)
        parts = bytearray(4 * n * k), bytearray(8 * n), bytearray(4 * n * 5)
        self._run(n, lambda a, b: _core.classify(self._core, texts, *columns, a, b, 0, *parts))
        return (
            np.frombuffer(parts[0], np.float32).reshape(n, k),
            np.frombuffer(parts[1], np.float64),
            np.frombuffer(parts[2], np.int32).reshape(n, 5),
        )

    def _probabilities(self, X: object, sender: object, country: object) -> npt.NDArray[np.float32]:
        texts, columns = self._columns(X, sender, country)
        n, k = len(texts), len(self.labels_)
        rows = bytearray(4 * n * k)
        self._run(n, lambda a, b: _core.classify(self._core, texts, *columns, a, b, _WITHOUT_RULES, rows, None, None))
        return np.frombuffer(rows, np.float32).reshape(n, k)

    def _log_odds(self, X: object, sender: object, country: object) -> Floats:
        texts, columns = self._columns(X, sender, country)
        n, k = len(texts), len(self.labels_)
        rows = bytearray(8 * n * k)
        self._run(n, lambda a, b: _core.log_odds(self._core, texts, *columns, a, b, rows))
        return np.frombuffer(rows, np.float64).reshape(n, k)

    def _run(self, count: int, work: Callable[[int, int], None]) -> None:
        """Calls work for ranges of messages that together are all of them, in n_jobs threads."""
        jobs = self.n_jobs if self.n_jobs is not None else 1
        if jobs < 0:
            jobs = max(1, _cores() + 1 + jobs)
        # Some thousands a thread, below which a thread costs more than it does.
        jobs = max(1, min(jobs, count // 4096))
        try:
            if jobs == 1:
                return work(0, count)
            # Several ranges a thread, so that an interrupted call need not finish all.
            ranges = min(count // 4096, 32 * jobs)
            edges = [count * i // ranges for i in range(ranges + 1)]
            with ThreadPoolExecutor(jobs) as pool:
                try:
                    for done in [pool.submit(work, a, b) for a, b in zip(edges, edges[1:])]:
                        done.result()
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
        except _core.Failure as failure:
            raise errors.of(failure) from None


def _cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _column(values: npt.NDArray[Any], count: int, name: str) -> npt.NDArray[Any]:
    """Values of shape (count,) or (count, 1) as (count,)."""
    if values.shape not in ((count,), (count, 1)):
        raise ValueError(f"expected {name} of shape ({count},), one for each message, found {values.shape}")
    return values.reshape(count)


def _parameters() -> list[str]:
    return list(inspect.signature(Model.__init__).parameters)[1:]


def _restored(kind: type[Model], data: bytes, options: dict[str, Any], training: dict[str, Any] | None) -> Model:
    model = kind(data=data, **options)
    model.training_ = training
    return model


def _label_names(numbers: npt.NDArray[np.int32]) -> Names:
    """The names of labels by their numbers; "" for -1."""
    known, places = np.unique(numbers, return_inverse=True)
    names = np.array([_core.label_name(int(number)) or "" for number in known], dtype=str)
    return names[places] if len(names) else np.empty(0, dtype=str)
