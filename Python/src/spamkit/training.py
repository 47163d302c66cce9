"""Trains a model by the tool `spamkit`, which reads corpora, finds cutoffs and writes the file."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from typing import Any, Union

from . import batches
from .batches import Messages, Texts
from .errors import CorpusNotFound, ToolNotFound, TrainingError
from .model import Model

Path = Union[str, "os.PathLike[str]"]
# A flag of the tool: True gives it, a list gives it once for each.
Option = Union[None, bool, int, float, str, "os.PathLike[str]", Sequence[int | float | str]]

# What this module itself gives the tool.
_OWN = {"out": "out=", "json": "Model.training_", "quiet": "Model.training_"}
# What makes the tool print, and train nothing.
_PRINTING = ("help", "help_all", "help_hidden", "version", "generate_completion_script")
# Options that name corpora.
_CORPORA = ("background", "validate")


def find_tool(tool: Path | None = None) -> str:
    """The path of the tool: the one given, else that of the variable SPAMKIT, else from PATH.

    Raises ToolNotFound where there is none.
    """
    wanted = os.fspath(tool) if tool is not None else os.environ.get("SPAMKIT") or "spamkit"
    found = shutil.which(wanted)
    if found is None:
        raise ToolNotFound(
            f"expected the tool spamkit to train with, found none at {wanted}; build it by `make install` in a clone of "
            "the repository, or name it by tool= or the variable SPAMKIT"
        )
    return found


def arguments(options: dict[str, Option]) -> list[str]:
    """Options as the tool takes them: max_false_junk="1%" becomes --max-false-junk=1%.

    >>> arguments({"max_false_junk": "1%", "quick": True, "seed": None, "where": ["a=2", "b=3"]})
    ['--max-false-junk=1%', '--quick', '--where=a=2', '--where=b=3']
    """
    words = []
    for name, value in options.items():
        if name in _OWN:
            raise TypeError(f"train() gives the tool --{name} itself; see {_OWN[name]}")
        if name in _PRINTING:
            raise TypeError(f"train() trains, and --{name.replace('_', '-')} does not; call the tool for it")
        flag = "--" + name.replace("_", "-")
        value = _plain(value)
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif name in _CORPORA:
            words += [f"{flag}={path}" for path in _files(value, f"{name}= ")]
        elif isinstance(value, (str, os.PathLike, int, float)):
            words.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        else:
            words += [f"{flag}={_plain(item)}" for item in value]
    return words


def _plain(value: Any) -> Any:
    """A number of NumPy as one of Python."""
    return value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value


def train(
    corpus: Path | Sequence[Path] | Messages,
    labels: Iterable[str] | None = None,
    *,
    sender: Texts = None,
    country: Texts = None,
    out: Path | None = None,
    tool: Path | None = None,
    **options: Option,
) -> Model:
    """Trains a model and opens it.

    train("mine.csv", max_false_junk="1%") is `spamkit train mine.csv --max-false-junk 1%`. Every
    option of the tool has its name here, with _ for -; True gives a flag. What an option cannot be,
    the tool says. Also takes messages with a label for each, which the tool reads from its standard
    input: no file holds them, and no command line.

    Args:
        corpus: the path of a file of labelled messages, or a list or tuple of paths; with labels, n
            messages, or a table with columns as `Model.predict` takes it.
        labels: n words that the tool knows, such as "ham", "spam" or "promotion/offers".
        sender: with labels: one for all, or one for each message.
        country: with labels: the receiver's, likewise. With files: one for messages that name none.
        out: where to keep the model file; None: in memory alone.
        tool: path of the tool; None: the variable SPAMKIT, else `spamkit` from PATH.

    Returns:
        The model. `training_` of it holds what the tool says of the training by --json.

    Raises:
        ToolNotFound: there is no such tool; also a FileNotFoundError.
        CorpusNotFound: a file is not there; also a FileNotFoundError.
        TrainingError: the tool refused; its words, which never name a message.
    """
    program = find_tool(tool)
    if labels is None and (sender is not None or not (country is None or isinstance(country, str))):
        raise TypeError("sender and countries go with messages and labels; a file has columns of them")
    files = _files(corpus) if labels is None else ["-"]
    lines = b"" if labels is None else _lines(corpus, labels, sender, country)
    chosen = arguments(options)
    if labels is None and isinstance(country, str):
        chosen.append(f"--country={country}")
    with tempfile.TemporaryDirectory(prefix="spamkit-") as name:
        folder = pathlib.Path(name)
        model, record = os.fspath(out) if out is not None else str(folder / "model.spam"), folder / "training.json"
        words = [program, "train", *files, f"--out={model}", f"--json={record}", "--quiet", *chosen]
        done = subprocess.run(words, input=lines, capture_output=True, check=False)
        if done.returncode != 0:
            told = done.stderr.decode("utf-8", "replace").strip()
            raise TrainingError(told or f"{program} ended with the exit code {done.returncode}", done.returncode)
        trained = Model(out) if out is not None else Model.from_bytes(pathlib.Path(model).read_bytes())
        trained.training_ = json.loads(record.read_bytes())
        return trained


def _files(corpus: Any, option: str = "") -> list[str]:
    """Paths as the tool takes them, each of a file that is there. What is no path may be a message,
    which the list of processes would show, and is neither given to the tool nor named."""
    paths = [corpus] if isinstance(corpus, (str, os.PathLike)) else corpus
    if not isinstance(paths, (list, tuple)):
        raise TypeError(
            f"{option}expected a path or a list of paths, found {type(corpus).__name__}; give labels with messages"
        )
    words = []
    for place, path in enumerate(paths):
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"{option}expected paths, found {type(path).__name__}; give labels with messages")
        word = os.fspath(path)
        if not isinstance(word, str):
            raise TypeError(f"{option}expected paths as str, found {type(word).__name__}; use os.fsdecode")
        if not os.path.exists(word):
            raise CorpusNotFound(f"{option}path {place} of {len(paths)}: no such file; give labels with messages")
        # The tool takes - for standard input, and -x for an option.
        words.append(os.path.join(".", word) if word.startswith("-") else word)
    return words


def _lines(corpus: object, labels: Iterable[str], sender: object, country: object) -> bytes:
    """Messages and labels as JSON Lines in UTF-8."""
    texts, *others = batches.columns(corpus, sender, country)
    columns: dict[str, object] = {"text": texts, "label": batches.texts(list(labels), "labels")}
    for name, given in zip(("sender", "country"), others):
        columns[name] = given if isinstance(given, tuple) else (given,) * len(texts)
    rows: list[tuple[object, ...]] = []
    for name, column in columns.items():
        if not isinstance(column, tuple) or len(column) != len(texts):
            found = len(column) if isinstance(column, tuple) else 1
            raise ValueError(f"expected a {name} for each of {len(texts)} messages, found {found}")
        rows.append(column)
    lines = []
    for row, values in enumerate(zip(*rows)):
        record = {}
        for name, value in zip(columns, values):
            if isinstance(value, (bytes, bytearray, memoryview)):
                value = bytes(value).decode("utf-8", "replace")
            if name in ("sender", "country") and batches.is_missing(value):
                continue
            if not isinstance(value, str):
                raise TypeError(f"{name} {row}: expected str, found {type(value).__name__}")
            record[name] = value.encode("utf-8", "replace").decode()
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines).encode()
