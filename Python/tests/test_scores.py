"""What the package says has the bits of what the tool says, whatever holds the messages."""

import json
import math
import re
import struct
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import FIXTURES, STARTER

import spamkit


def lines(path_or_bytes):
    return [json.loads(line) for line in path_or_bytes.splitlines()]


def test_verdicts_are_those_of_the_tool_to_the_last_bit(tool, model, corpus):
    found = subprocess.run(
        [tool, "classify", str(model.path), str(STARTER / "test.jsonl")], check=True, capture_output=True
    )
    told = lines(found.stdout)
    verdicts = model.classify(*corpus.columns)
    assert len(told) == len(corpus.texts) > 10_000
    assert [row["junkLogOdds"] for row in told] == verdicts.junk_log_odds.tolist()
    assert [row["action"] for row in told] == verdicts.action.tolist()
    assert [row["label"] for row in told] == verdicts.label.tolist()
    assert [row["subAction"] or "" for row in told] == [folder.split("/")[-1] for folder in verdicts.folder.tolist()]
    for i, name in enumerate(model.labels_):
        rounded = np.rint(verdicts.probabilities[:, i].astype(float) * 1e6) / 1e6
        assert [row["probabilities"][name] for row in told] == rounded.tolist()


def test_log_odds_are_those_that_evaluate_writes(tool, model, corpus, tmp_path):
    path = tmp_path / "predictions.jsonl"
    subprocess.run(
        [tool, "evaluate", str(model.path), str(STARTER / "test.jsonl"), "--predictions", str(path)],
        capture_output=True,
        check=True,
    )
    told = [row["junkLogOdds"] for row in lines(path.read_text())]
    assert told == model.junk_log_odds(*corpus.columns).tolist()


@pytest.mark.parametrize("name", ["", "-pair"])
def test_released_models_give_the_verdicts_of_their_release(name):
    rows = [line.split("\t") for line in (FIXTURES / "messages.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    expected = [line.split("\t") for line in (FIXTURES / f"tokenizer-8{name}.verdicts.tsv").read_text().splitlines()]
    verdicts = spamkit.Model(FIXTURES / f"tokenizer-8{name}.spam").classify(
        [row[2] for row in rows], [row[0] or None for row in rows], [row[1] or None for row in rows]
    )
    assert len(expected) == len(rows)
    for i, row in enumerate(expected):
        assert (verdicts.label[i], verdicts.action[i]) == (row[0], row[1])
        assert struct.pack(">d", verdicts.junk_log_odds[i]).hex() == row[3]


def test_every_holder_of_messages_gives_the_same(model, some):
    texts = some.texts[:500]
    expected = model.junk_log_odds(texts).tolist()
    holders = [
        tuple(texts),
        iter(texts),
        (text for text in texts),
        np.array(texts, dtype=object),
        np.array(texts),
        pd.Series(texts),
        pd.Series(texts, dtype="string"),
        pd.Series(texts, index=range(500, 0, -1)),
        pd.Index(texts),
        [text.encode() for text in texts],
        [bytearray(text.encode()) for text in texts],
        [memoryview(text.encode()) for text in texts],
        [np.str_(text) for text in texts],
    ]
    for holder in holders:
        assert model.junk_log_odds(holder).tolist() == expected


def test_senders_are_one_for_all_or_one_for_each(model):
    texts = ["call me now"] * 3
    each = model.junk_log_odds(texts, ["MYBANK", None, "+15550100"], "KR")
    assert each[0] == model.junk_log_odds(texts, "MYBANK", "KR")[1]
    assert each[1] == model.junk_log_odds(texts)[0] == model.junk_log_odds(texts, [math.nan] * 3, [None] * 3)[0]
    assert each[2] == model.junk_log_odds(texts, pd.Series([None, "a", "+15550100"]), "KR")[2]
    assert each[2] == model.junk_log_odds(texts, pd.Series([pd.NA, "a", "+15550100"], dtype="string"), "KR")[2]
    assert len(set(each)) == 3
    with pytest.raises(ValueError, match="one for each message, found 2"):
        model.predict(texts, ["a", "b"])


def test_threads_and_jobs_give_the_same(model, corpus):
    from concurrent.futures import ThreadPoolExecutor

    expected = model.classify(*corpus.columns)
    several = spamkit.Model(model.path, n_jobs=3).classify(*corpus.columns)
    every = spamkit.Model(model.path, n_jobs=-1)
    for found in (several, every.classify(*corpus.columns)):
        for name in ("action", "folder", "label", "decided_by", "junk_log_odds", "probabilities"):
            assert np.array_equal(getattr(found, name), getattr(expected, name))
    assert np.array_equal(every.decision_function(*corpus.columns), model.decision_function(*corpus.columns))
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: model.junk_log_odds(*corpus.columns), range(8)):
            assert np.array_equal(found, expected.junk_log_odds)


def test_no_message_is_a_batch_too(model):
    assert model.predict([]).shape == (0,)
    assert model.predict_proba([]).shape == (0, len(model.classes_))
    assert model.classify([]).probabilities.shape == (0, len(model.labels_))
    assert model.features([]).shape == (0, model.file.slots)


def test_decision_function_is_what_probabilities_say(model, some):
    odds, shares = model.decision_function(*some.columns), model.predict_proba(*some.columns).astype(float)
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-6)
    assert np.array_equal(np.log(model.predict_proba(*some.columns)), model.predict_log_proba(*some.columns))
    if odds.ndim == 1:
        assert np.array_equal(odds, model.junk_log_odds(*some.columns))
        odds = np.stack([-odds, odds], axis=1)
    else:
        assert np.array_equal(odds[:, list(model.classes_).index("junk")], model.junk_log_odds(*some.columns))
        assert np.array_equal(odds.argmax(axis=1), shares.argmax(axis=1))
    assert odds.shape == shares.shape
    assert np.allclose(1 / (1 + np.exp(-odds)), shares, atol=1e-6)


def test_predict_obeys_the_cutoffs_and_never_says_unsure(model, corpus):
    verdicts, found = model.classify(*corpus.columns), model.predict(*corpus.columns)
    sure = verdicts.action != "none"
    assert (~sure).sum() > 50
    assert np.array_equal(found[sure], verdicts.action[sure])
    assert set(found.tolist()) <= set(model.classes_.tolist())
    assert np.array_equal(found == "junk", model.junk_log_odds(*corpus.columns) >= np.float32(model.cutoffs["junk"]))
    shares = model.predict_proba(*corpus.columns)
    shares[:, list(model.classes_).index("junk")] = -1
    assert np.array_equal(found[~sure], model.classes_[shares.argmax(axis=1)][~sure])


def test_rules_decide_predictions_and_no_scores(tool, model, tmp_path):
    document, rules = tmp_path / "rules.json", tmp_path / "rules.spamrules"
    document.write_text(json.dumps({"allow": [{"sender": "MYBANK"}], "deny": [{"contains": "harborline"}]}))
    subprocess.run([tool, "rules", "compile", str(document), "--out", str(rules), "--quiet"], check=True)
    ruled = spamkit.Model(model.path, rules=rules)
    texts, senders = ["free prize, call now", "harborline says hello", "see you"], ["MYBANK", None, None]
    verdicts = ruled.classify(texts, senders)
    assert verdicts.decided_by.tolist() == ["allow", "deny", "model"]
    assert verdicts.action.tolist()[:2] == ["allow", "junk"] == ruled.predict(texts, senders).tolist()[:2]
    assert math.isnan(verdicts.junk_log_odds[0])
    assert np.array_equal(ruled.decision_function(texts, senders), model.decision_function(texts, senders))
    assert np.array_equal(ruled.predict_proba(texts, senders), model.predict_proba(texts, senders))
    with pytest.raises(spamkit.Error, match="rules"):
        spamkit.Model(model.path, rules=model.path)


def test_own_examples_move_scores(tool, model, tmp_path):
    corpus, own = tmp_path / "own.tsv", tmp_path / "own.spamown"
    corpus.write_text("ham\tharborline says hello\n" * 3)
    subprocess.run([tool, "overlay", str(model.path), "--learn", str(corpus), "--out", str(own), "--quiet"], check=True)
    taught = spamkit.Model(model.path, overlay=own)
    text = ["harborline says hello"]
    assert taught.junk_log_odds(text)[0] < model.junk_log_odds(text)[0] - 0.5
    rows = np.atleast_2d(taught.decision_function(text))
    assert taught.junk_log_odds(text)[0] in rows
    found = taught.explain(text[0], why="junk")
    assert found.score == taught.junk_log_odds(text)[0] and found.own_examples < 0


def test_clues_sum_to_the_score(model, some):
    for text, sender, country in zip(*(column[:200] for column in some.columns)):
        for why in ("action", "junk"):
            found = model.explain(text, sender, country, why=why)
            total = found.bias + found.own_examples + sum(clue.contribution for clue in found.clues)
            assert abs(total - found.score) < 1e-9
            heaviest = found.heaviest(10**6)
            assert abs(sum(clue.contribution for clue in heaviest) - (found.score - found.bias)) < 1e-9
            for clue in found.clues:
                assert (clue.text is None) == (clue.place != "body")
                if clue.text is not None:
                    assert clue.text in text
        assert found.favored == "junk" and found.score == model.junk_log_odds([text], sender, country)[0]


def test_slots_and_values_make_the_score(model, some):
    """The formula of Models/FORMAT.md, over the features that the core gives."""
    rows = model.features(*some.columns)
    assert (np.diff(rows.indices)[np.setdiff1d(np.arange(len(rows.indices) - 1), rows.indptr[1:-1] - 1)] > 0).all()
    sums = rows.to_scipy() @ model.file.steps.astype(float)
    place = 0
    for entry in model.file.classes:
        own = [bias + step * sums[:, place + i] for i, (bias, step) in enumerate(entry.vectors)]
        place += len(own)
        if entry.action != 2:
            continue
        score = -np.log(np.exp(-np.array(own)).sum(axis=0)) if entry.combination == 2 else np.sum(own, axis=0)
        assert np.abs(entry.slope * score + entry.offset - model.junk_log_odds(*some.columns)).max() < 1e-9
    assert place == model.file.vectors


def test_an_explanation_is_its_clues_and_shows_itself(model, some):
    found = model.explain("Toll office: 5.20 unpaid. Settle now: toll-office.example/e1", "+4470001234", "KR", why="junk")
    assert list(found) == list(found.clues) and len(found) == len(found.clues) > 5 and found
    assert any(clue.place == "sender" and clue.kind == "sender: calling code +44" for clue in found)
    text = repr(found)
    assert text.startswith(f"Explanation(junk {found.score:+.3f} against all that is wanted; {len(found)} clues: ")
    assert len(text) < 250
    page = found._repr_html_()
    assert page.count("<tr>") == 9 and f"<b>{spamkit.notebook.percent(found.score)} junk</b>" in page
    # All of the message is there, in pieces.
    body = page.split("</blockquote>")[0].split("<blockquote")[1].split(">", 1)[1]
    assert re.sub("<[^>]*>", "", body) == "Toll office: 5.20 unpaid. Settle now: toll-office.example/e1"
    for message in some.texts[:50]:
        assert len(repr(model.explain(message))) < 250
    assert not model.explain("").heaviest() or model.explain("")


def test_a_model_shows_its_card(folders):
    assert {"profile", "sample"} & set(folders.file.card_values()) and not {"profile", "sample"} & set(folders.card)
    assert max(len(value) for value in map(str, folders.card.values())) < 2000
    page = folders._repr_html_()
    for words in ("transaction/finance", "Junk begins at", " wanted messages in Junk, at most ", "starter ("):
        assert words in page
    assert len(page) < 3000
