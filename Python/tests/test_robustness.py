"""Whatever a batch holds, it is answered or refused by an exception that holds no text; nothing
crashes, and no memory stays behind."""

import copy
import errno
import gc
import math
import multiprocessing
import pickle
import random
import resource
import subprocess
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pandas as pd
import pytest
from conftest import FIXTURES

import spamkit

SECRET = "harborline-402913"


class Text(str):
    def __str__(self):
        raise RuntimeError("never asked")

    encode = None


class Odd:
    def __iter__(self):
        raise KeyError("iteration")


def raising():
    yield SECRET
    raise LookupError("the generator's own")


@pytest.fixture(scope="module")
def small():
    return spamkit.Model(FIXTURES / "tokenizer-8.spam")


METHODS = ("predict", "predict_proba", "decision_function", "junk_log_odds", "classify", "features")

NO_MESSAGES = [
    None,
    math.nan,
    7,
    1.5,
    True,
    [SECRET],
    (SECRET,),
    {SECRET: 1},
    {SECRET},
    object(),
    b"".join,
    type,
    np.nan,
    np.int64(3),
    pd.NA,
    pd.NaT,
    np.array([SECRET]),
    Odd(),
    [[SECRET]],
]


@pytest.mark.parametrize("wrong", NO_MESSAGES, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize("method", METHODS)
def test_what_is_no_message_is_refused_by_its_place(small, method, wrong):
    with pytest.raises(TypeError) as caught:
        getattr(small, method)(["fine"] * 300 + [wrong, SECRET])
    told = "".join(traceback.format_exception_only(caught.type, caught.value))
    assert "message 300" in told and "expected str or bytes" in told and SECRET not in told


@pytest.mark.parametrize("wrong", ["text", b"text", bytearray(b"text"), {"a": 1}, {"a"}, None, 7, math.nan, Odd])
@pytest.mark.parametrize("method", METHODS)
def test_what_is_no_batch_is_refused(small, method, wrong):
    with pytest.raises(TypeError, match="expected a sequence of messages|in an order"):
        getattr(small, method)(wrong)


def test_tables_are_refused_and_generators_fail_as_they_do(small):
    for table in (pd.DataFrame({"message": [SECRET]}), np.array([[SECRET]]), np.array(SECRET)):
        with pytest.raises(ValueError, match="in one dimension"):
            small.predict(table)
    with pytest.raises(LookupError, match="the generator's own"):
        small.predict(raising())
    with pytest.raises(KeyError, match="iteration"):
        small.predict(Odd())


def test_missing_messages_of_pandas_are_refused(small):
    for column in (
        pd.Series(["a", None]),
        pd.Series(["a", pd.NA], dtype="string"),
        pd.Series(["a", math.nan], dtype=object),
    ):
        with pytest.raises(TypeError, match="message 1: expected str or bytes, found .*; fill or drop missing"):
            small.predict(column)


def test_missing_senders_are_unknown_whatever_marks_them(small):
    texts = ["free prize, call now"] * 4
    expected = small.junk_log_odds(texts, [None, None, None, "MYBANK"], "KR").tolist()
    marks = [pd.NA, np.float32("nan"), pd.NaT, "MYBANK"]
    for senders in (marks, tuple(marks), np.array(marks, dtype=object)):
        assert small.junk_log_odds(texts, senders, "KR").tolist() == expected
    for mark in (math.nan, np.float32("nan"), pd.NA, None):
        assert small.junk_log_odds(texts, mark, mark).tolist() == small.junk_log_odds(texts).tolist()
        assert small.explain(texts[0], mark, mark) == small.explain(texts[0])


def test_exceptions_survive_pickle_and_hold_what_they_held():
    kinds = [kind for kind in vars(spamkit.errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) >= 11
    for kind in kinds:
        error = kind("told so", 3) if kind is spamkit.TrainingError else kind("told so")
        other = pickle.loads(pickle.dumps(error))
        assert type(other) is kind and str(other) == "told so" and vars(other) == vars(error)
    with pytest.raises(spamkit.FileError) as caught:
        spamkit.Model("/nowhere/at.all")
    other = pickle.loads(pickle.dumps(caught.value))
    assert (other.errno, other.filename) == (errno.ENOENT, "/nowhere/at.all") and str(other) == str(caught.value)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(spamkit.TrainingError, match="no pool hangs") as caught:
            pool.submit(refused).result(60)
    assert caught.value.status == 64


def refused():
    raise spamkit.TrainingError("no pool hangs", 64)


def test_an_interrupted_call_begins_no_more_ranges():
    model, begun = spamkit.Model(FIXTURES / "tokenizer-8.spam", n_jobs=2), []

    def work(start, stop):
        begun.append(stop - start)
        time.sleep(0.02)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        model._run(64 * 4096, work)
    time.sleep(0.1)
    assert 0 < len(begun) < 10 and max(begun) == 4096


def test_names_are_found_and_no_others():
    script = "import spamkit; print(spamkit.exchange.scores.__name__, spamkit.ModelError.__name__)"
    assert subprocess.check_output([sys.executable, "-c", script], text=True).split() == ["scores", "ModelError"]
    for name in spamkit.__all__:
        assert getattr(spamkit, name) is not None and name in dir(spamkit)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        spamkit.nonsense


def test_texts_that_are_no_unicode_are_answered(small):
    odd = [
        "",
        "\ud800",
        "a\udfffb\ud800",
        "\0",
        "a\0b",
        "\U0010ffff",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\xf0\x9f",
        "x" * 3_000_000,
    ]
    assert len(small.predict(odd)) == len(odd)
    assert small.junk_log_odds(["a\udfffb"])[0] == small.junk_log_odds(["a\udfffb".encode("utf-8", "surrogatepass")])[0]
    assert small.junk_log_odds([Text("free call")])[0] == small.junk_log_odds(["free call"])[0]
    assert small.explain("\ud800 free", "\udfff", "\ud801").clues is not None


def test_random_batches_are_answered_or_refused(small):
    draw = random.Random(20261126)
    letters = [
        chr(c) for c in (*range(0x20, 0x7F), 0, 0xD800, 0xDFFF, 0xAC00, 0x4E00, 0x1F600, 0x200B, 0xFFFC, 0x10FFFF)
    ]

    def item():
        text = "".join(draw.choices(letters, k=draw.choice((0, 1, 10, 100, 2000))))
        kinds = [text] * 20 + [
            text.encode("utf-8", "surrogatepass"),
            bytearray(draw.randbytes(50)),
            memoryview(draw.randbytes(50)),
            Text(text),
            None,
            math.nan,
            draw.random(),
            draw.randrange(10**30),
            [text],
            np.str_("a"),
            pd.NA,
        ]
        return draw.choice(kinds)

    answered = refused = 0
    for _ in range(1500):
        batch = [item() for _ in range(draw.choice((0, 1, 3, 20)))]
        sender = draw.choice([None, "MYBANK", item(), [item() for _ in batch]])
        country = draw.choice([None, "KR", item(), [item() for _ in batch]])
        try:
            getattr(small, draw.choice(METHODS))(batch, sender, country)
            answered += 1
        except (TypeError, ValueError) as error:
            refused += 1
            assert len(str(error)) < 200
    assert answered > 200 and refused > 200


def test_files_that_are_no_models_are_refused(tmp_path, released):
    for path, kind in (
        (tmp_path / "none.spam", OSError),
        (FIXTURES / "messages.tsv", spamkit.errors.ModelError),
        (FIXTURES / "other-version.spam", spamkit.errors.ModelError),
        (tmp_path, OSError),
    ):
        with pytest.raises(kind) as caught:
            spamkit.Model(path)
        assert isinstance(caught.value, spamkit.Error)
    with pytest.raises(ValueError, match="null byte"):
        spamkit.Model("a\0b")
    data = released["-pair"].read_bytes()
    with pytest.raises(spamkit.errors.ModelError, match="altered"):
        spamkit.Model.from_bytes(data[:-100] + b"X" + data[-99:])
    assert spamkit.Model.from_bytes(data[:-100] + b"X" + data[-99:], checked=False).predict(["a"]).shape == (1,)
    for draw in range(300):
        with pytest.raises(spamkit.errors.ModelError):
            spamkit.Model.from_bytes(random.Random(draw).randbytes(draw) if draw % 2 else data[:draw])
    for wrong in ({}, {"path": "a", "data": b"b"}):
        with pytest.raises(TypeError, match="give one of both"):
            spamkit.Model(**wrong)
    with pytest.raises(TypeError, match="expected data as bytes"):
        spamkit.Model(data="text")


def test_a_card_may_be_anything(released):
    file = spamkit.Model(released["-pair"]).file
    for card in (b"", b"{", b"\xff", b"[1]", b"[" * 100_000, b'{"name":"x"}'):
        data = spamkit.modelfile.assemble(file.tokenizer_version, {**file.sections, spamkit.modelfile.CARD: card})
        model = spamkit.Model.from_bytes(data)
        assert model.card == ({"name": "x"} if b"name" in card else {})
        assert model.junk_log_odds(["a"]) == spamkit.Model(released["-pair"]).junk_log_odds(["a"])


def test_signed_models_need_the_right_key(released):
    import base64
    import re

    text = (FIXTURES / "test.pub").read_text()
    key = next(k for word in re.findall(r"[A-Za-z0-9+/=]{40,}", text) for k in [base64.b64decode(word)[-32:]])
    signed = spamkit.Model(released["-signed"], public_keys=[key])
    assert signed.sequence == 3 and signed.file.is_signed
    with pytest.raises(spamkit.errors.SignatureError):
        spamkit.Model(released["-pair"], public_keys=[key])
    with pytest.raises(ValueError, match="32 bytes"):
        spamkit.Model(released["-pair"], public_keys=[key[:31]])
    # A list that is empty by mistake must not open everything.
    for none in ([], (), iter(())):
        with pytest.raises(ValueError, match="found none"):
            spamkit.Model(released["-pair"], public_keys=none)
    once = spamkit.Model(released["-signed"], public_keys=iter([key]))
    with pytest.raises(spamkit.errors.SignatureError):
        once.set_params(path=released["-pair"])
    assert spamkit.Model(**signed.get_params()).public_keys is signed.public_keys


def test_models_are_copied_and_pickled_with_their_bytes(released):
    texts = ["free call", "see you"]
    for model in (spamkit.Model(released[""], n_jobs=2), spamkit.Model.from_bytes(released["-pair"].read_bytes())):
        for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model), copy.copy(model)):
            assert other.to_bytes() == model.to_bytes() and other.n_jobs == model.n_jobs
            assert np.array_equal(other.predict_proba(texts), model.predict_proba(texts))


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_no_memory_stays_behind(small):
    texts = [f"free prize {i}, call \ud800 무료 {i}" for i in range(400)]

    def once():
        small.classify(texts, ["MYBANK"] * 400, "KR")
        small.decision_function(texts)
        small.features(texts)
        for text in texts[:20]:
            small.explain(text)
        for wrong in (None, [7], ["a", None], [["nested"]]):
            with pytest.raises(TypeError):
                small.predict(wrong)
            with pytest.raises((TypeError, ValueError)):
                small.predict(["a"], [wrong, wrong])
        with pytest.raises(spamkit.Error):
            spamkit.Model.from_bytes(b"none")
        spamkit.Model.from_bytes(small.to_bytes())

    for _ in range(20):
        once()
    gc.collect()
    before = resident()
    for _ in range(150):
        once()
    gc.collect()
    # 150 rounds, each of which reads 400 messages three times: 16 bytes for each would be 2.9 MB.
    assert resident() - before < 2_000_000


def test_a_notebook_shows_any_message_and_card(model, released):
    hostile = "<script>alert(1)</script> free prize \u202e\u200bnow e\u0301 👨‍👩‍👧 \ud800 &amp;"
    for message in (hostile, "", hostile.encode("utf-8", "surrogatepass") + b"\xff\xc3"):
        for why in ("action", "junk"):
            shown = model.explain(message, "<b>BANK</b>", why=why)._repr_html_()
            assert "<script" not in shown and "<b>BANK" not in shown and "\u202e" not in shown and "\u200b" not in shown
            shown.encode()
    assert "[U+202E]" in model.explain(hostile)._repr_html_()
    file = spamkit.modelfile.read(released["-pair"].read_bytes())
    cards = (b"", b'{"falseJunk":[1],"trainedOn":{}}', b'{"falseJunk":{"wanted":"x"},"notFor":"<img src=x>","trainedOn":[1]}')
    for card in cards:
        data = spamkit.modelfile.assemble(file.tokenizer_version, {**file.sections, spamkit.modelfile.CARD: card})
        assert "<img" not in spamkit.Model.from_bytes(data)._repr_html_()


def test_without_spark_it_is_said_what_to_install():
    blocked = "import sys; sys.modules['pyspark'] = None; sys.argv = ['spark']; import runpy; "
    told = subprocess.run(
        [sys.executable, "-c", blocked + "runpy.run_module('spamkit.spark', run_name='__main__')"], capture_output=True, text=True
    )
    assert told.returncode == 1 and told.stderr.startswith("Error: expected the packages that spamkit.spark needs, found no py")
    assert "pip install './Python[spark]'" in told.stderr and "Traceback" not in told.stderr
    told = subprocess.run([sys.executable, "-c", blocked + "from spamkit.spark import train"], capture_output=True, text=True)
    assert "ModuleNotFoundError: expected the packages that spamkit.spark needs" in told.stderr
