"""The decision core: see _core.c. Use spamkit.Model."""
from typing import TypeAlias

Capsule = object
Text: TypeAlias = str | bytes | bytearray | memoryview | float | None
Column: TypeAlias = Text | tuple[Text, ...]

class Failure(Exception):
    args: tuple[int, str]

version: str

def open(
    path: bytes | None,
    data: bytes | None,
    flags: int,
    public_keys: bytes | None,
    rules: bytes | None,
    overlay: bytes | None,
    /,
) -> Capsule: ...
def classify(
    model: Capsule,
    texts: tuple[object, ...],
    senders: object,
    countries: object,
    start: int,
    stop: int,
    flags: int,
    probabilities: bytearray | None,
    log_odds: bytearray | None,
    numbers: bytearray | None,
    /,
) -> None: ...
def log_odds(
    model: Capsule,
    texts: tuple[object, ...],
    senders: object,
    countries: object,
    start: int,
    stop: int,
    rows: bytearray,
    /,
) -> None: ...
def features(
    model: Capsule, texts: tuple[object, ...], senders: object, countries: object, hashed: bool, /
) -> tuple[bytearray, bytearray, bytearray, bytearray, bytearray]: ...
def explain(
    model: Capsule, text: object, sender: object, country: object, why: int, /
) -> tuple[bytes, int, int, float, float, float, list[tuple[int, int, float, int, str]]]: ...
def labels(model: Capsule, /) -> list[int]: ...
def label_name(label: int, /) -> str | None: ...
def sequence(model: Capsule, /) -> int: ...
def model_bytes(model: Capsule, /) -> bytes: ...
