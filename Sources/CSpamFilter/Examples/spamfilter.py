#!/usr/bin/env python3
"""Classifies messages with a spamkit model, through the library for C and ctypes.

    from spamfilter import Model
    with Model("mine.spam") as model:
        verdict = model.classify("Your parcel waits", sender="+15550100", country="US")
        print(verdict.action, verdict.junk_log_odds)

As a program it classifies the lines of standard input:

    ./spamfilter.py mine.spam <messages.txt

The library is looked for where the system keeps libraries, or in the file that SPAMFILTER_LIBRARY
names. A model may be shared by threads.
"""
import collections
import ctypes
import os
import sys
import threading


class Error(Exception):
    """What was wrong, in the library's words. status is a SPAMFILTER_ number."""

    def __init__(self, status):
        super().__init__(_library.spamfilter_last_error().decode())
        self.status = status


class _Message(ctypes.Structure):
    _fields_ = [
        ("body", ctypes.c_char_p), ("body_length", ctypes.c_size_t),
        ("sender", ctypes.c_char_p), ("sender_length", ctypes.c_size_t),
        ("country", ctypes.c_char_p), ("country_length", ctypes.c_size_t),
    ]


class _Verdict(ctypes.Structure):
    _fields_ = [
        ("action", ctypes.c_int32), ("sub_action", ctypes.c_int32), ("label", ctypes.c_int32),
        ("decided_by", ctypes.c_int32),
        ("rule_number", ctypes.c_int32), ("reserved", ctypes.c_int32), ("junk_log_odds", ctypes.c_double),
        ("probabilities", ctypes.c_float * 16),
    ]


class _Explanation(ctypes.Structure):
    _fields_ = [
        ("verdict", _Verdict), ("favored", ctypes.c_int32), ("against", ctypes.c_int32),
        ("score", ctypes.c_double), ("bias", ctypes.c_double), ("own_examples", ctypes.c_double),
        ("clue_count", ctypes.c_size_t),
    ]


class _Clue(ctypes.Structure):
    _fields_ = [
        ("start", ctypes.c_size_t), ("end", ctypes.c_size_t), ("contribution", ctypes.c_double),
        ("place", ctypes.c_int32), ("kind", ctypes.c_char * 44),
    ]


def _load():
    library = ctypes.CDLL(os.environ.get("SPAMFILTER_LIBRARY", "libspamfilter.so.0"))
    library.spamfilter_open.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
    library.spamfilter_close.argtypes = [ctypes.c_void_p]
    library.spamfilter_close.restype = None
    library.spamfilter_explain.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    library.spamfilter_labels.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    library.spamfilter_labels.restype = ctypes.c_size_t
    for name in ("spamfilter_label_name", "spamfilter_last_error", "spamfilter_version"):
        getattr(library, name).restype = ctypes.c_char_p
    return library


_library = _load()
# Without declared types, which cost as much again: its parameters are what ctypes passes bytes and
# int as.
_classify, _new = _library.spamfilter_classify_text, tuple.__new__

Verdict = collections.namedtuple("Verdict", "action label junk_log_odds")
Clue = collections.namedtuple("Clue", "contribution kind text")

_names = {number: _library.spamfilter_label_name(number).decode()
          for number in [*range(5), *range(10000, 10009), *range(20000, 20003)]}


class _Thread(threading.local):
    """The verdict that each thread uses again and again, with its address."""

    def __init__(self):
        verdict = _Verdict()
        self.verdict = verdict, ctypes.c_void_p(ctypes.addressof(verdict))


_thread = _Thread()


def _bytes(text):
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass")
    if not isinstance(text, bytes):
        raise TypeError(f"expected str or bytes, found {type(text).__name__}")
    return bytes(text)


def _fill(message, body, sender, country):
    message.body = body = _bytes(body)
    message.body_length = len(body)
    message.sender = sender = _bytes(sender)
    message.sender_length = len(sender)
    message.country = country = _bytes(country)
    message.country_length = len(country)


class Model:
    """An open model file."""

    def __init__(self, path):
        handle = ctypes.c_void_p()
        status = _library.spamfilter_open(os.fsencode(path), None, ctypes.byref(handle))
        if status:
            raise Error(status)
        self._handle = handle

    def close(self):
        """Gives the model back. No thread may use it meanwhile."""
        handle, self._handle = self._handle, None
        _library.spamfilter_close(handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def classify(self, body, sender=b"", country=b""):
        """The verdict for a message, as str or as bytes in UTF-8."""
        verdict, at_verdict = _thread.verdict
        # For bytes without calls of functions. ctypes must get nothing else: str it would pass as
        # wide characters.
        if body.__class__ is not bytes:
            body = _bytes(body)
        if sender.__class__ is not bytes:
            sender = _bytes(sender)
        if country.__class__ is not bytes:
            country = _bytes(country)
        length, sender_length, country_length = len(body), len(sender), len(country)
        if length | sender_length | country_length > 0x7FFFFFFF:
            raise ValueError("a text has at most 2,147,483,647 bytes")
        status = _classify(self._handle, body, length, sender, sender_length, country, country_length, at_verdict)
        if status:
            raise Error(status)
        return _new(Verdict, (_names[verdict.action], _names[verdict.label], verdict.junk_log_odds))

    def explain(self, body, sender=b"", country=b""):
        """The clues for and against the most probable action, in the order of reading."""
        body, message, found, clues = _bytes(body), _Message(), _Explanation(), ()
        _fill(message, body, sender, country)
        while True:
            status = _library.spamfilter_explain(
                self._handle, ctypes.byref(message), 0, ctypes.byref(found), clues or None, len(clues))
            if status:
                raise Error(status)
            if found.clue_count <= len(clues):
                return [Clue(c.contribution, c.kind.decode(), body[c.start:c.end].decode("utf-8", "replace"))
                        for c in clues[:found.clue_count]]
            clues = (_Clue * found.clue_count)()


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: spamfilter.py MODEL <LINES")
    try:
        model = Model(sys.argv[1])
    except Error as error:
        sys.exit(f"spamfilter.py: {error}")
    with model:
        for line in sys.stdin.buffer:
            verdict = model.classify(line.rstrip(b"\n"))
            print(f"{verdict.action}\t{verdict.label}\t{verdict.junk_log_odds:.6f}")


if __name__ == "__main__":
    main()
