#!/usr/bin/env python3
"""The example in Python, called as its users call it.

usage: calls.py MODEL             what it raises and explains, from several threads
       calls.py MODEL MESSAGES    nanoseconds of processor time for a decision
"""
import pathlib
import struct
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Sources/CSpamFilter/Examples"))
import spamfilter  # noqa: E402


def texts(path):
    """The messages that Sources/samples wrote: body, sender and country."""
    data, at, found = pathlib.Path(path).read_bytes(), 0, []
    while at < len(data):
        length, = struct.unpack_from("<I", data, at)
        found.append(data[at + 4:at + 4 + length])
        at += 4 + length
    return list(zip(found[::3], found[1::3], found[2::3]))


def nanoseconds(model, messages):
    least = float("inf")
    for _ in range(20):
        start = time.thread_time_ns()
        for body, sender, country in messages:
            model.classify(body, sender, country)
        least = min(least, time.thread_time_ns() - start)
    return least / len(messages)


def check(path):
    for wrong, status in ((path + "x", 2), (__file__, 3), ("/", 2)):
        try:
            spamfilter.Model(wrong)
        except spamfilter.Error as error:
            assert error.status == status and wrong in str(error), (wrong, error.status, error)
        else:
            raise AssertionError(f"{wrong} opened")
    model = spamfilter.Model(path)
    # A lone surrogate and a NUL are text too; str and bytes say the same.
    odd = "free \ud800 cash\0 now"
    assert model.classify(odd) == model.classify(odd.encode("utf-8", "surrogatepass"))
    class Text(str):
        pass

    assert model.classify(Text("free cash"), Text("MYBANK"), Text("KR")) == model.classify(b"free cash", b"MYBANK", b"KR")
    for wrong in (None, 7, bytearray(b"x")):
        try:
            model.classify(wrong)
        except TypeError as error:
            assert "expected str or bytes" in str(error), error
        else:
            raise AssertionError(f"{wrong!r} was classified")
    # What a message was sent with does not stay for the next one.
    alone = model.classify("call me")
    assert model.classify("call me", "MYBANK", "KR") != alone == model.classify("call me")
    clues = model.explain("무료 대출 now", "MYBANK", "KR")
    assert any(clue.text == "무료" for clue in clues) and any(clue.kind.startswith("sender") for clue in clues), clues

    found = []
    threads = [threading.Thread(target=lambda: found.append(model.classify("call me now, free prize"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1, found
    model.close()
    try:
        model.classify("after close")
    except spamfilter.Error as error:
        assert error.status == 1, error
    else:
        raise AssertionError("a closed model answered")
    model.close()


if len(sys.argv) == 2:
    check(sys.argv[1])
else:
    with spamfilter.Model(sys.argv[1]) as model:
        print(f"{nanoseconds(model, texts(sys.argv[2])):.0f} ns")
