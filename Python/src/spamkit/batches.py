"""What a caller gives as messages, to a tuple that the core reads.

In: any sequence or iterable, NumPy arrays and pandas Series. Out: a tuple, which holds every
message while the core reads without the interpreter's lock.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping, Set
from typing import Union

Message = Union[str, bytes, bytearray, memoryview]
Messages = Iterable[Message]
# One for all messages, or one for each; None and NaN where it is unknown.
Texts = Union[None, str, bytes, float, Iterable[None | str | bytes | float]]

_ONE = (str, bytes, bytearray, memoryview)


def messages(batch: object) -> tuple[object, ...]:
    """The messages of a batch. Raises what iterating raises, and TypeError for what is no batch.

    >>> messages(["a", b"b"])
    ('a', b'b')
    >>> messages("a")
    Traceback (most recent call last):
    TypeError: expected a sequence of messages, found one of type str; put it into a list
    """
    if isinstance(batch, _ONE):
        raise TypeError(
            f"expected a sequence of messages, found one of type {type(batch).__name__}; put it into a list"
        )
    return _items(batch, "messages")


def texts(column: object, name: str) -> object:
    """Senders or countries: None, one text for all messages, or a tuple with one for each, where
    None and NaN are missing.

    >>> texts("MYBANK", "senders")
    'MYBANK'
    >>> texts(["MYBANK", None], "senders")
    ('MYBANK', None)
    """
    if isinstance(column, _ONE):
        return column
    if is_missing(column):
        return None
    items = _items(column, name)
    # The core knows None and NaN of Python; the marks of NumPy and pandas it does not.
    if set(map(type, items)) <= {str, bytes, float, type(None)}:
        return items
    return tuple(None if is_missing(item) else item for item in items)


def is_missing(item: object) -> bool:
    """Whether it is None, a NaN of any type, or what pandas puts for a value that is missing."""
    if item is None or type(item).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(item, numbers.Real) and bool(item != item)


def columns(batch: object, sender: object, country: object) -> tuple[tuple[object, ...], object, object]:
    """Messages, senders and countries of what a caller gives.

    A table, such as a DataFrame of pandas, has them as columns `text`, `sender` and `country`, of
    which the last two may be left out, and others are not read. So folds of a cross-validation keep
    each sender with its message. Raises ValueError for a table without texts, and for what is given
    as a column and as an argument.
    """
    names = getattr(batch, "columns", None)
    if names is not None and "text" in names:
        given = {"sender": sender, "country": country}
        for name, value in given.items():
            if name in names:
                if value is not None:
                    raise ValueError(f"expected a {name} once, found a column and an argument; leave one of them out")
                given[name] = batch[name]  # type: ignore[index]
        batch, sender, country = batch["text"], given["sender"], given["country"]  # type: ignore[index]
    return messages(batch), texts(sender, "senders"), texts(country, "countries")


def _items(batch: object, name: str) -> tuple[object, ...]:
    if isinstance(batch, (tuple, list)):
        return tuple(batch)
    # An array of NumPy or a column of pandas, neither of which is imported for it.
    dimensions = getattr(batch, "ndim", None)
    if isinstance(dimensions, int) and dimensions != 1:
        raise ValueError(
            f"expected {name} in one dimension, found {dimensions}; give one column, or a table with a column text"
        )
    to_numpy = getattr(batch, "to_numpy", None)
    if callable(to_numpy) and hasattr(batch, "isna"):
        missing = batch.isna()
        if missing.any():
            # Each library has a mark of its own for what is missing.
            items = zip(batch.tolist(), missing.tolist())  # type: ignore[attr-defined]
            return tuple(None if gone else item for item, gone in items)
    to_list = getattr(batch, "tolist", None)
    if dimensions == 1 and callable(to_list):
        return tuple(to_list())
    if isinstance(batch, (Mapping, Set)):
        raise TypeError(f"expected {name} in an order, found {type(batch).__name__}; give a list")
    if not isinstance(batch, Iterable):
        raise TypeError(f"expected a sequence of {name}, found {type(batch).__name__}; give a list")
    return tuple(batch)
