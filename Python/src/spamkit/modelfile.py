"""A model file as numbers: sections, classes, weights, and the same written again.

The layout is that of Models/FORMAT.md. The core checks a file when it opens it, and what is written
here is opened by the core before anybody gets it; so this reader takes what the core took.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

MAGIC = b"\x93SPAMKIT"
TOKENIZER, CLASSES, FEATURES, CALIBRATION, POLICY, CARD, SIGNATURE, RELEASE = 1, 2, 3, 4, 5, 6, 8, 9
SLOTS_PER_BUCKET = 8
JUNK = 2
# How a message is read where nothing else is asked for: TokenizerSettings of the core, as the tool
# writes them. The core refuses a file of another version.
TOKENIZER_VERSION, TOKENIZER_SETTINGS = 8, bytes([2, 3, 3, 2, 1, 1, 0, 0])

_HEAD = struct.Struct("<8sHHIQII")
_ENTRY = struct.Struct("<HHIII")


@dataclass(frozen=True)
class ClassEntry:
    """A class with its weight vectors and its calibration."""

    action: int
    sub_action: int
    # 0: scores of several vectors are summed; 2: minus the logarithm of the sum of e to minus each.
    combination: int
    # Of each vector: bias, and what one step of its weights is worth.
    vectors: tuple[tuple[float, float], ...]
    slope: float
    offset: float

    @property
    def label(self) -> int:
        """The label as one number, as the library for C has it."""
        return self.sub_action or self.action


@dataclass(frozen=True)
class ModelFile:
    """The content of a model file.

    Attributes:
        classes: in the order of the file.
        steps: the weight of each slot in each vector, int8 of shape (slots, vectors): what it is
            worth is times the step of the vector.
        fingerprints: of each slot, uint16 of shape (slots,).
        by_length: whether sums are divided by the root of the number of features.
        cutoffs: junk, unsure, promotion, transaction, protected: natural log-odds.
        card: JSON for people, as bytes.
        sections: all sections by kind, as bytes, in the order of the file.
    """

    tokenizer_version: int
    classes: tuple[ClassEntry, ...]
    steps: npt.NDArray[np.int8]
    fingerprints: npt.NDArray[np.uint16]
    by_length: bool
    cutoffs: tuple[float, float, float, float, float]
    card: bytes
    sections: dict[int, bytes] = field(repr=False)
    features: int

    @property
    def slots(self) -> int:
        return len(self.fingerprints)

    @property
    def vectors(self) -> int:
        return sum(len(entry.vectors) for entry in self.classes)

    @property
    def used(self) -> npt.NDArray[np.bool_]:
        """Which slots a feature can be found in, bool of shape (slots,). One of zeros may be free,
        and says nothing if it is not."""
        return np.asarray((self.fingerprints != 0) | (self.steps != 0).any(axis=1))

    @property
    def is_signed(self) -> bool:
        return SIGNATURE in self.sections

    def card_values(self) -> dict[str, Any]:
        """The card; empty where it is none that can be read, as nothing depends on it."""
        try:
            values = json.loads(self.card)
        except (ValueError, RecursionError):
            return {}
        return values if isinstance(values, dict) else {}


def read(data: bytes) -> ModelFile:
    """The content of a file that the core has opened."""
    magic, _, tokenizer_version, count, _, _, _ = _HEAD.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("expected a model file")
    sections = {}
    for i in range(count):
        kind, _, offset, length, _ = _ENTRY.unpack_from(data, _HEAD.size + i * _ENTRY.size)
        sections[kind] = data[offset : offset + length]
    classes = _classes(sections[CLASSES], sections[CALIBRATION])
    vectors = sum(len(entry.vectors) for entry in classes)
    buckets, features = struct.unpack_from("<II", sections[FEATURES])
    slots = np.frombuffer(sections[FEATURES], "<u2", buckets * SLOTS_PER_BUCKET, 16)
    if vectors == 1:
        steps = (slots.view("<i2") >> 10).astype(np.int8).reshape(-1, 1)
        fingerprints = slots & 0x3FF
    else:
        steps = np.frombuffer(sections[FEATURES], np.int8, len(slots) * vectors, 16 + 2 * len(slots))
        steps = steps.reshape(-1, vectors)
        fingerprints = slots.copy()
    return ModelFile(
        tokenizer_version,
        classes,
        steps,
        fingerprints.astype(np.uint16),
        sections[TOKENIZER][4] == 1,
        struct.unpack_from("<5f", sections[POLICY]),
        sections.get(CARD, b""),
        sections,
        features,
    )


def _classes(section: bytes, calibration: bytes) -> tuple[ClassEntry, ...]:
    count, _ = struct.unpack_from("<HH", section)
    place = 8 + 8 * count
    classes = []
    for i in range(count):
        action, combination, vectors, _, sub_action = struct.unpack_from("<BBBBI", section, 8 + 8 * i)
        own = [struct.unpack_from("<ff", section, place + 8 * k) for k in range(vectors)]
        place += 8 * vectors
        slope, offset = struct.unpack_from("<ff", calibration, 8 * i)
        classes.append(ClassEntry(action, sub_action, combination, tuple((b, s) for b, s in own), slope, offset))
    return tuple(classes)


def with_weights(
    base: ModelFile, classes: tuple[ClassEntry, ...], steps: npt.NDArray[np.int8], card: dict[str, Any]
) -> bytes:
    """A file with other weights, biases and calibration in the table of another: its fingerprints,
    its settings of the tokenizer, its cutoffs.

    `steps` must be 0 in slots that the base does not use. Signature and release are left out: who
    signed the base did not sign this.
    """
    head = struct.pack("<HHI", len(classes), base.vectors, 0)
    for entry in classes:
        head += struct.pack("<BBBBI", entry.action, entry.combination, len(entry.vectors), 0, entry.sub_action)
    for entry in classes:
        for bias, step in entry.vectors:
            head += struct.pack("<ff", bias, step)
    calibration = b"".join(struct.pack("<ff", entry.slope, entry.offset) for entry in classes)
    sections = dict(base.sections)
    sections.pop(SIGNATURE, None)
    sections.pop(RELEASE, None)
    sections[CLASSES] = head
    sections[CALIBRATION] = calibration
    sections[FEATURES] = _features(base, steps)
    sections[CARD] = json.dumps(card, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return assemble(base.tokenizer_version, sections)


def _features(base: ModelFile, steps: npt.NDArray[np.int8]) -> bytes:
    section = base.sections[FEATURES]
    if base.vectors == 1:
        slots = base.fingerprints.astype(np.uint16) | (steps[:, 0].astype(np.int16) << 10).view(np.uint16)
        return section[:16] + slots.astype("<u2").tobytes()
    return section[: 16 + 2 * base.slots] + steps.tobytes() + bytes(16)


def assemble(tokenizer_version: int, sections: dict[int, bytes]) -> bytes:
    """A file of sections, with its head, its table and all checksums."""

    def aligned(length: int) -> int:
        return -(-length // 16) * 16

    place = aligned(_HEAD.size + len(sections) * _ENTRY.size)
    table, body = b"", b""
    for kind, section in sections.items():
        required = 0 if kind in (CARD, SIGNATURE, RELEASE) or kind > RELEASE else 1
        table += _ENTRY.pack(kind, required, place + len(body), len(section), zlib.crc32(section))
        body += section + bytes(aligned(len(section)) - len(section))
    length = place + len(body)
    head = _HEAD.pack(MAGIC, 1, tokenizer_version, len(sections), length, 0, 0)
    checksum = zlib.crc32(head + table)
    head = _HEAD.pack(MAGIC, 1, tokenizer_version, len(sections), length, checksum, 0)
    return (head + table).ljust(place, b"\0") + body


def empty_table(hashes: npt.NDArray[np.uint64], vectors: int, most_bytes: int) -> tuple[ModelFile, npt.NDArray[np.int64]]:
    """A file of two classes without weights, whose table holds as many of the features as find room.

    Args:
        hashes: of the features, the heaviest first.
        vectors: of weights, that the file will have.
        most_bytes: of the features' section.

    Returns the file, and the slot of each feature; -1 for those without room.
    """
    row = 2 + (vectors if vectors > 1 else 0)
    buckets = max(1, min(-(-len(hashes) // 5), most_bytes // (SLOTS_PER_BUCKET * row)))
    low, high = hashes & np.uint64(0xFFFFFFFF), hashes >> np.uint64(32)
    # The high 64 of the 128 bits of hash x buckets.
    bucket = (high * np.uint64(buckets) + (low * np.uint64(buckets) >> np.uint64(32))) >> np.uint64(32)
    prints = (hashes & np.uint64(0x3FF if vectors == 1 else 0xFFFF)).astype(np.uint16)
    # Of one fingerprint in a bucket the first stays; of those, the first eight.
    _, first = np.unique((bucket << np.uint64(16)) | prints, return_index=True)
    first.sort()
    order = first[np.argsort(bucket[first], kind="stable")]
    own = bucket[order].astype(np.int64)
    place = np.arange(len(own)) - np.searchsorted(own, own)
    order, own, place = (column[place < SLOTS_PER_BUCKET] for column in (order, own, place))
    slots = np.full(len(hashes), -1, np.int64)
    slots[order] = own * SLOTS_PER_BUCKET + place
    fingerprints = np.zeros(buckets * SLOTS_PER_BUCKET, np.uint16)
    fingerprints[slots[order]] = prints[order]
    features = struct.pack("<IIB7x", buckets, len(order), 10 if vectors == 1 else 16) + fingerprints.astype("<u2").tobytes()
    none = ClassEntry(1, 0, 0, (), 1.0, 0.0)
    file = ModelFile(
        TOKENIZER_VERSION,
        (none, replace(none, action=JUNK, vectors=((0.0, 0.0),) * vectors)),
        np.zeros((buckets * SLOTS_PER_BUCKET, vectors), np.int8),
        fingerprints,
        TOKENIZER_SETTINGS[4] == 1,
        (0.0, 0.0, 0.0, 0.0, float("inf")),
        b"",
        {
            TOKENIZER: TOKENIZER_SETTINGS,
            CLASSES: b"",
            CALIBRATION: b"",
            POLICY: struct.pack("<5fHH", 0, 0, 0, 0, float("inf"), 0, 0),
            FEATURES: features,
        },
        len(order),
    )
    return file, slots


def with_classes(base: ModelFile, **changes: Any) -> tuple[ClassEntry, ...]:
    """The classes of a model with the same changes to each."""
    return tuple(replace(entry, **changes) for entry in base.classes)
