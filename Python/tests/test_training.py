"""Training by the tool: which tool, with which flags, and what it refuses."""

import json
import os

import numpy as np
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


def test_options_are_flags_of_the_tool(script, tmp_path):
    fake = script(f'printf "%s\\n" "$@" >"{tmp_path}/words"; echo "told so" >&2; exit 64')
    with pytest.raises(spamkit.Error, match="told so") as caught:
        spamkit.train(
            ["-a.csv", tmp_path / "b.csv"],
            tool=fake,
            out=tmp_path / "m.spam",
            max_false_junk="1%",
            no_header=True,
            seed=7,
            background=None,
            quick=False,
            where=["lang=ko", "lang=ja"],
        )
    assert caught.value.status == 64
    words = (tmp_path / "words").read_text().splitlines()
    record = next(word for word in words if word.startswith("--json="))
    assert words == [
        "train",
        "./-a.csv",
        str(tmp_path / "b.csv"),
        f"--out={tmp_path}/m.spam",
        record,
        "--quiet",
        "--max-false-junk=1%",
        "--no-header",
        "--seed=7",
        "--where=lang=ko",
        "--where=lang=ja",
    ]
    for own in ("out", "json"):
        with pytest.raises(TypeError, match="itself"):
            training.arguments({own: "x"})


def test_messages_are_written_for_this_user_alone_and_removed(script, tmp_path):
    fake = script(
        f'ls -ld "$(dirname "$2")" >"{tmp_path}/mode"; cat "$2" >"{tmp_path}/rows"; echo "$2" >"{tmp_path}/name"; exit 1'
    )
    with pytest.raises(spamkit.Error, match="exit code 1"):
        spamkit.train(["a\ud800", b"b"], ["spam", "ham"], sender=["X", None], country="KR", tool=fake)
    assert (tmp_path / "mode").read_text().startswith("drwx------")
    assert [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()] == [
        {"text": "a?", "label": "spam", "sender": "X", "country": "KR"},
        {"text": "b", "label": "ham", "country": "KR"},
    ]
    assert not os.path.exists((tmp_path / "name").read_text().strip())


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
        (tmp_path / "none.csv", None, {}),
    ):
        with pytest.raises(spamkit.Error) as caught:
            spamkit.train(corpus, labels, tool=tool, **options)
        assert (
            isinstance(caught.value, spamkit.errors.TrainingError)
            and str(caught.value)
            and secret not in str(caught.value)
        )
    with pytest.raises(ValueError, match="a label for each of 2 messages, found 1"):
        spamkit.train([secret, secret], ["spam"], tool=tool)
    with pytest.raises(TypeError, match="text 0: expected str, found NoneType"):
        spamkit.train([None], ["spam"], tool=tool)
    with pytest.raises(TypeError, match="columns of them"):
        spamkit.train(path, sender="X", tool=tool)
