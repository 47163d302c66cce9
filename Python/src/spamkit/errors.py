"""What can go wrong, as exceptions. None of them holds the text of a message."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

from . import _core


class Error(Exception):
    """What spamkit refused: what was expected, what was found, and the next step."""


class ModelError(Error, ValueError):
    """No model, a damaged one, or one of another version."""


class FileError(Error, OSError):
    """A file could not be read, or is larger than its kind can be. `errno` and `filename` say more
    where the system does; else they are None."""

    def __init__(self, text: str, errno: int | None = None, filename: str | None = None) -> None:
        super().__init__(text)
        self.errno = errno
        self.filename = filename

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.errno, self.filename)


class SignatureError(ModelError):
    """The model or the rules are not signed by any of the given keys."""


class RulesError(Error, ValueError):
    """The rules file is none, damaged, or of another version."""


class OverlayError(Error, ValueError):
    """The personal overlay is none, damaged, or made for another model."""


class ArgumentError(Error, ValueError):
    """An argument that cannot be."""


class TrainingError(Error):
    """The tool did not train a model. `status` is its exit code."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is made again from its args, which are the text alone.
        return type(self), (str(self), self.status)


class ToolNotFound(Error, FileNotFoundError):
    """There is no tool `spamkit` to train with."""


class CorpusNotFound(Error, FileNotFoundError):
    """A file to train on is not there. Says which of them, by its place: a message that was taken
    for a path is not shown."""


class ExchangeError(Error, ValueError):
    """Weights that a model file cannot hold, or a model that another format cannot."""


# By the status of the library for C.
_CLASSES: dict[int, type[Error]] = {
    1: ArgumentError,
    2: FileError,
    3: ModelError,
    4: SignatureError,
    5: RulesError,
    6: OverlayError,
}


def of(failure: _core.Failure, paths: Iterable[str | os.PathLike[str] | None] = ()) -> Exception:
    """The exception for what the core refused. Of the paths that it was given, the first that
    cannot be opened is named."""
    status, text = failure.args
    if status == 7:
        return MemoryError(text)
    if _CLASSES[status] is FileError:
        for path in paths:
            if path is None:
                continue
            try:
                open(path, "rb").close()
            except OSError as error:
                return FileError(text, error.errno, os.fspath(path))
    return _CLASSES[status](text)


def shown(name: object) -> str:
    """A name as an exception may show it: a short word without digits, such as "spam" or
    "promotion/offers". What else stands where a name should may be a message.

    >>> shown("ham"), shown("call 555 now")
    ('ham', 'another')
    """
    text = str(name)
    return text if re.fullmatch("[A-Za-z][A-Za-z_/-]{0,23}", text) else "another"
