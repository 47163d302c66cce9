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
from .errors import ToolNotFound, TrainingError
from .model import Model

Path = Union[str, "os.PathLike[str]"]
# A flag of the tool: True gives it, a list gives it once for each.
Option = Union[None, bool, int, float, str, "os.PathLike[str]", Sequence[int | float | str]]

# What this module itself gives the tool.
_OWN = {"out": "out=", "json": "Model.training_"}


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
        flag = "--" + name.replace("_", "-")
        if value is True:
            words.append(flag)
        elif isinstance(value, (str, os.PathLike, int, float)) and value is not False:
            words.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        elif value is not None and value is not False:
            words += [f"{flag}={item}" for item in value]
    return words


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
    the tool says. Also takes messages with a label for each, which are written to a file that only
    this user can read, and which is removed afterwards.

    Args:
        corpus: one file of labelled messages or several; with labels, n messages.
        labels: n words that the tool knows, such as "ham", "spam" or "promotion/offers".
        sender: with labels: one for all, or one for each message.
        country: with labels: the receiver's, likewise.
        out: where to keep the model file; None: in memory alone.
        tool: path of the tool; None: the variable SPAMKIT, else `spamkit` from PATH.

    Returns:
        The model. `training_` of it holds what the tool says of the training by --json.

    Raises:
        ToolNotFound: there is no such tool; also a FileNotFoundError.
        TrainingError: the tool refused; its words, which never name a message.
    """
    program = find_tool(tool)
    with tempfile.TemporaryDirectory(prefix="spamkit-") as name:
        folder = pathlib.Path(name)
        files = _files(corpus) if labels is None else [_written(folder, corpus, labels, sender, country)]
        if labels is None and (sender is not None or country is not None):
            raise TypeError("sender and country go with messages and labels; a file has columns of them")
        model, record = os.fspath(out) if out is not None else str(folder / "model.spam"), folder / "training.json"
        words = [program, "train", *files, f"--out={model}", f"--json={record}", "--quiet", *arguments(options)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            told = done.stderr.decode("utf-8", "replace").strip()
            raise TrainingError(told or f"{program} ended with the exit code {done.returncode}", done.returncode)
        trained = Model(out) if out is not None else Model.from_bytes(pathlib.Path(model).read_bytes())
        trained.training_ = json.loads(record.read_bytes())
        return trained


def _files(corpus: Any) -> list[str]:
    paths = [corpus] if isinstance(corpus, (str, os.PathLike)) else list(corpus)
    words = []
    for path in paths:
        word = os.fspath(path)
        if not isinstance(word, str):
            raise TypeError(f"expected paths, found {type(word).__name__}; give labels with messages")
        # The tool takes - for standard input, and -x for an option.
        words.append(os.path.join(".", word) if word.startswith("-") else word)
    return words


def _written(folder: pathlib.Path, corpus: object, labels: Iterable[str], sender: object, country: object) -> str:
    """Messages and labels as a file of JSON Lines, in a folder that only this user can read."""
    texts = batches.messages(corpus)
    columns = {"text": texts, "label": batches.texts(list(labels), "labels")}
    for name, given in (("sender", batches.texts(sender, "senders")), ("country", batches.texts(country, "countries"))):
        columns[name] = given if isinstance(given, tuple) else (given,) * len(texts)
    for name, column in columns.items():
        if not isinstance(column, tuple) or len(column) != len(texts):
            found = len(column) if isinstance(column, tuple) else 1
            raise ValueError(f"expected a {name} for each of {len(texts)} messages, found {found}")
    path = folder / "corpus.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for row, values in enumerate(zip(*columns.values())):
            record = {}
            for name, value in zip(columns, values):
                if isinstance(value, bytes):
                    value = value.decode("utf-8", "replace")
                missing = value is None or (isinstance(value, float) and value != value)
                if missing and name in ("sender", "country"):
                    continue
                if not isinstance(value, str):
                    raise TypeError(f"{name} {row}: expected str, found {type(value).__name__}")
                record[name] = value.encode("utf-8", "replace").decode()
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return str(path)
