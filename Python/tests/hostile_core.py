"""Calls of the module as the package never makes them: each is answered or refused. Run by sanitize.sh, under the sanitizers.

    hostile_core.py FIXTURES
"""

import itertools
import random
import sys
import threading
from pathlib import Path

import _core

FOLDER = Path(sys.argv[1])
PAIR = (FOLDER / "tokenizer-8-pair.spam").read_bytes()
REFUSALS = (TypeError, ValueError, OverflowError, _core.Failure)
calls = refusals = 0


def tried(function, *arguments):
    global calls, refusals
    calls += 1
    try:
        return function(*arguments)
    except REFUSALS:
        refusals += 1
        return None


def opened(data, keys=None):
    return tried(_core.open, None, data, 0, keys, None, None)


class Odd(str):
    encode = None


odd = [
    None, 0, -1, 1 << 80, 1.5, float("nan"), "", "text", "\0", "\ud800", "한국어", b"", b"\xff\0", bytearray(b"x" * 300), memoryview(b"abc"), (), ("a",),
    ("a",) * 600, [], {}, object(), Odd("odd"), bytearray(1 << 16), -(1 << 40), 1 << 40,
]
model, signed = opened(PAIR), opened((FOLDER / "tokenizer-8-signed.spam").read_bytes())
assert model and signed
odd += [model, signed]

# Keys: none asks for nothing, an empty list and halves of keys are refused.
for keys in (b"", b"x", b"x" * 31, b"x" * 33, b"\0" * 32, b"x" * 3200):
    assert opened(PAIR, keys) is None, keys

# Every function with odd values in every place, one or two of them odd at a time.
usual = {
    _core.open: (None, PAIR, 0, None, None, None),
    _core.classify: (model, ("a", "b"), None, None, 0, 2, 0, bytearray(64), bytearray(64), bytearray(64)),
    _core.log_odds: (model, ("a", "b"), ("1", "2"), "KR", 0, 2, bytearray(64)),
    _core.features: (model, ("a", "b"), None, None, True),
    _core.explain: (model, "free call", None, None, 0),
    _core.labels: (model,), _core.label_name: (1,), _core.sequence: (signed,), _core.model_bytes: (model,),
}
for function, arguments in usual.items():
    function(*arguments)
    for count in (1, 2):
        for places in itertools.combinations(range(len(arguments)), count):
            for values in itertools.product(odd, repeat=count):
                changed = list(arguments)
                for place, value in zip(places, values):
                    changed[place] = value
                tried(function, *changed)
    for count in range(len(arguments)):
        tried(function, *arguments[:count])

# Damaged and cut models, and what opens is asked.
choices = random.Random(1)
for _ in range(1500):
    data = bytearray(PAIR)
    for _ in range(choices.choice((1, 3))):
        data[choices.randrange(len(data) if choices.random() < 0.5 else 256)] = choices.randrange(256)
    if other := opened(bytes(data[:choices.randrange(len(data))] if choices.random() < 0.2 else data)):
        tried(_core.log_odds, other, ("free call", "", "한국어"), None, None, 0, 3, bytearray(8 * 3 * len(_core.labels(other))))
        tried(_core.explain, other, "free call", "+1555", "KR", 1)

# Threads that share a model, long batches, and messages of every length around the bounds of chunks.
texts = tuple("x" * length for length in (0, 1, 255, 256, 257, 4095, (1 << 20) - 1, 1 << 20)) + ("free",) * 1000


answered = []


def ask():
    rows = bytearray(8 * len(_core.labels(model)) * len(texts))
    for _ in range(3):
        _core.log_odds(model, texts, None, None, 0, len(texts), rows)
        _core.features(model, texts[:6], None, None, False)
    answered.append(bytes(rows))


threads = [threading.Thread(target=ask) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(answered) == 4 and len(set(answered)) == 1, "threads that share a model"
print(f"check-python: {calls:,} calls under the sanitizers, {refusals:,} of them refused")
