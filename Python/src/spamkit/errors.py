"""What can go wrong, as exceptions. None of them holds the text of a message."""

from __future__ import annotations

from . import _core


class Error(Exception):
    """What spamkit refused: what was expected, what was found, and the next step."""


class ModelError(Error, ValueError):
    """No model, a damaged one, or one of another version."""


class FileError(Error, OSError):
    """A file could not be read, or is larger than its kind can be."""


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


class ToolNotFound(Error, FileNotFoundError):
    """There is no tool `spamkit` to train with."""


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


def of(failure: _core.Failure) -> Exception:
    """The exception for what the core refused."""
    status, text = failure.args
    return MemoryError(text) if status == 7 else _CLASSES[status](text)
