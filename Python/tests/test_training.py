"""Training by the tool: which tool, with which flags, and what it refuses."""

import json
import math
import pathlib
import tempfile

import numpy as np
import pandas as pd
import pytest

import spamkit
from spamkit import training

ROWS = [("see you at home", "ham"), ("free prize call now", "spam"), ("at home now", "ham"), ("free call", "spam")] * 10


@pytest.fixture
def script(tmp_path):
    """A tool that writes its arguments beside it, and fails."""

    def made(body):
        path = tmp_path / "fake"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    return made


def test_the_tool_is_the_one_given_or_named_or_on_the_path(monkeypatch, script, tmp_path):
    fake = script("exit 3")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SPAMKIT", raising=False)
    with pytest.raises(spamkit.Error, match="make install.*SPAMKIT") as caught:
        training.find_tool()
    assert isinstance(caught.value, FileNotFoundError)
    monkeypatch.setenv("SPAMKIT", str(fake))
    assert training.find_tool() == str(fake)
    fake.rename(tmp_path / "spamkit")
    assert training.find_tool(tmp_path / "spamkit") == str(tmp_path / "spamkit")
    monkeypatch.delenv("SPAMKIT")
    assert training.find_tool() == str(tmp_path / "spamkit")
    with pytest.raises(FileNotFoundError):
        training.find_tool(tmp_path / "none")


def test_options_are_flags_of_the_tool(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("-a.csv", "b.csv"):
        (tmp_path / name).write_text("")
    fake = script(f'printf "%s\\n" "$@" >"{tmp_path}/words"; echo "told so" >&2; exit 64')
    with pytest.raises(spamkit.Error, match="told so") as caught:
        spamkit.train(
            ["-a.csv", pathlib.Path("b.csv")],
            tool=fake,
            out=tmp_path / "m.spam",
            max_false_junk="1%",
            no_header=True,
            seed=np.int64(7),
            digits=np.bool_(True),
            rounds=[np.int32(2)],
            background=None,
            quick=False,
            where=["lang=ko", "lang=ja"],
            country="ES",
        )
    assert caught.value.status == 64
    words = (tmp_path / "words").read_text().splitlines()
    record = next(word for word in words if word.startswith("--json="))
    assert words == [
        "train",
        "./-a.csv",
        "b.csv",
        f"--out={tmp_path}/m.spam",
        record,
        "--quiet",
        "--max-false-junk=1%",
        "--no-header",
        "--seed=7",
        "--digits",
        "--rounds=2",
        "--where=lang=ko",
        "--where=lang=ja",
        "--country=ES",
    ]
    with pytest.raises(TypeError, match="go with messages and labels"):
        spamkit.train("b.csv", tool=fake, country=["ES"])
    for own in ("out", "json", "quiet"):
        with pytest.raises(TypeError, match="itself"):
            training.arguments({own: "x"})
    for own in ("help", "help_all", "version"):
        with pytest.raises(TypeError, match="call the tool"):
            training.arguments({own: True})


@pytest.mark.parametrize("holder", [list, tuple, np.array, pd.Series, iter, set], ids=lambda holder: holder.__name__)
def test_messages_never_stand_on_a_command_line(holder, script, tmp_path):
    secrets = ["my pin is 4242", "hello 4711"]
    fake = script(f'echo called >"{tmp_path}/called"; exit 1')
    (tmp_path / "rows.csv").write_text("")
    with pytest.raises((TypeError, FileNotFoundError), match="give labels with messages") as caught:
        spamkit.train(holder(secrets), tool=fake)
    if holder in (list, tuple):
        assert str(caught.value) == "path 0 of 2: no such file; give labels with messages"
        assert isinstance(caught.value, spamkit.CorpusNotFound)
    for wrong, options in (
        ([tmp_path / "rows.csv", secrets[1]], {}),
        (secrets[0], {}),
        ([b"my pin is 4242"], {}),
        (tmp_path / "rows.csv", {"validate": secrets}),
        (tmp_path / "rows.csv", {"background": secrets[0]}),
    ):
        with pytest.raises((TypeError, FileNotFoundError)) as other:
            spamkit.train(wrong, tool=fake, **options)
        assert "4242" not in str(other.value) and "4711" not in str(other.value)
    assert "4242" not in str(caught.value) and not (tmp_path / "called").exists()


def test_messages_are_piped_and_in_no_file(script, tmp_path, monkeypatch):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    fake = script(
        f'cat >"{tmp_path}/rows"; echo "$2" >"{tmp_path}/name"; find "{scratch}" -type f >"{tmp_path}/files"; exit 1'
    )
    with pytest.raises(spamkit.Error, match="exit code 1"):
        spamkit.train(["a\ud800", b"b"], ["spam", "ham"], sender=["X", None], country="KR", tool=fake)
    assert (tmp_path / "name").read_text() == "-\n" and (tmp_path / "files").read_text() == ""
    assert [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()] == [
        {"text": "a?", "label": "spam", "sender": "X", "country": "KR"},
        {"text": "b", "label": "ham", "country": "KR"},
    ]
    assert list(scratch.iterdir()) == []


def test_every_holder_and_mark_of_what_is_missing_is_piped(script, tmp_path):
    fake = script(f'cat >"{tmp_path}/rows"; exit 1')
    texts = ["a", bytearray(b"b"), memoryview(b"c"), np.str_("d")]
    senders = [pd.NA, np.float32("nan"), math.nan, "X"]
    table = pd.DataFrame({"text": texts, "sender": senders, "other": 1})
    for given, sender in ((texts, senders), (np.array(texts, object), np.array(senders, object)), (table, None)):
        with pytest.raises(spamkit.TrainingError):
            spamkit.train(given, ["ham"] * 4, sender=sender, country=np.float32("nan"), tool=fake)
        found = [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()]
        assert found == [{"text": t, "label": "ham", **({"sender": "X"} if t == "d" else {})} for t in "abcd"]


def test_messages_and_files_train_the_same_model(tool, tmp_path):
    texts, labels = [text for text, _ in ROWS], [label for _, label in ROWS]
    path = tmp_path / "rows.tsv"
    path.write_text("".join(f"{label}\t{text}\n" for text, label in ROWS))
    held = spamkit.train(texts, labels, tool=tool, folds=0)
    filed = spamkit.train(path, tool=tool, out=tmp_path / "m.spam", folds=0)
    assert np.array_equal(held.decision_function(texts), filed.decision_function(texts))
    assert held.path is None and filed.path == tmp_path / "m.spam"
    assert filed.training_["messages"] == 40 and filed.training_["labels"] == ["allow", "junk"]
    assert (held.predict(texts) == np.where(np.array(labels) == "spam", "junk", "allow")).all()
    other = spamkit.train(texts, labels, tool=tool, folds=0, trainer="nb")
    assert other.training_["trainer"] != filed.training_["trainer"]


def test_what_cannot_be_trained_is_refused_without_texts(tool, tmp_path):
    secret = "harborline-402913"
    path = tmp_path / "rows.tsv"
    path.write_text(f"nonsense\t{secret} one\nrubbish\t{secret} two\n")
    for corpus, labels, options in (
        (path, None, {}),
        ([secret, secret], ["nonsense", "rubbish"], {}),
        ([secret], ["spam"], {"no_such_option": 1}),
    ):
        with pytest.raises(spamkit.Error) as caught:
            spamkit.train(corpus, labels, tool=tool, **options)
        assert (
            isinstance(caught.value, spamkit.errors.TrainingError)
            and str(caught.value)
            and secret not in str(caught.value)
        )
    with pytest.raises(spamkit.CorpusNotFound, match="path 0 of 1"):
        spamkit.train(tmp_path / "none.csv", tool=tool)
    with pytest.raises(ValueError, match="a label for each of 2 messages, found 1"):
        spamkit.train([secret, secret], ["spam"], tool=tool)
    with pytest.raises(TypeError, match="text 0: expected str, found NoneType"):
        spamkit.train([None], ["spam"], tool=tool)
    with pytest.raises(TypeError, match="columns of them"):
        spamkit.train(path, sender="X", tool=tool)
