"""Comparisons and intervals are those of the tool: both read what is in SpamEvaluationTests/Reference."""

import csv
import json
import math
import re

import numpy as np
import pytest
from conftest import REPOSITORY

import spamkit

REFERENCE = REPOSITORY / "Tests/SpamEvaluationTests/Reference"
TALLIES = ("junk", "false_junk", "missed_junk", "junk_by_group", "false_junk_by_group", "missed_junk_by_group")


def cases():
    with open(REFERENCE / "comparison.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = {}
    for row in rows:
        found.setdefault(row["case"], []).append(row)
    return found


@pytest.mark.parametrize("name", cases())
def test_comparisons_have_the_draws_and_verdicts_of_the_tool(name):
    rows = cases()[name]
    expected = json.loads((REFERENCE / "comparison.json").read_text(encoding="utf-8"))[name]
    columns = [[row[key] for row in rows] for key in ("y", "a", "b", "group")]
    y, a, b = ([float(value) for value in column] for column in columns[:3])
    found = spamkit.compare(y, a, b, columns[3], rounds=100, seed=7)
    assert found.verdict == expected["verdict"] and str(found) == expected["sentence"]
    assert found.groups == expected["groups"]
    for key in TALLIES:
        assert list(getattr(found, key)) == pytest.approx(expected["tallies"][key], rel=1e-9)
    for key, (first, second, difference) in expected["figures"].items():
        value = found.figures[key]
        assert value.first == (first if first is None else pytest.approx(first, abs=1e-9))
        assert value.second == (second if second is None else pytest.approx(second, abs=1e-9))
        assert value.difference == (difference if difference is None else pytest.approx(difference, abs=1e-9))


def test_draws_set_cutoffs_anew():
    """A few junk messages are below one wanted message, which sets the cutoff of the second scores."""
    y = np.repeat([0, 1], 300)
    a = np.where(y == 1, 2.0, -2.0) + np.arange(600) / 1000
    b = a.copy()
    b[300:307], b[0] = -1, 0
    found = spamkit.compare(y, a, b, rounds=200, max_false_junk=0.001)
    assert found.verdict == "worse"
    said = r"Set anew in each draw, junk caught differs by −[0-9.]+ to [+]0\.0 points, which may be luck\.$"
    assert re.search(said, str(found)), str(found)


@pytest.mark.parametrize("limit", [0, 0.01, 0.05, 1])
def test_a_limit_cuts_both_where_it_holds(limit):
    random = np.random.default_rng(3)
    y = np.repeat([0, 1], 300)
    a, b = random.normal(2 * y - 5, 1), random.normal(3 * y + 5, 1)
    found = spamkit.compare(y, a, b, rounds=0, max_false_junk=limit)
    assert found.max_false_junk == limit
    for place in (0, 1):
        assert found.figures["false-junk"][place] == pytest.approx(limit, abs=1 / 300)
        assert found.figures["false-junk"][place] <= limit
        assert found.figures["recall"][place] == found.figures[f"recall@{100 * limit:g}%"][place]
    # What is monotone in a score changes nothing.
    assert str(found) == str(spamkit.compare(y, 3 * a - 7, np.exp(b), rounds=0, max_false_junk=limit))
    fitted = "Both cutoffs are set on these messages, which the tests take as given."
    assert (fitted in str(found)) == (found.verdict != "no clear difference")
    with pytest.raises(spamkit.ArgumentError, match="from 0 to 1, found 5"):
        spamkit.compare(y, a, b, max_false_junk=5)


def test_probabilities_labels_and_arrays_are_read():
    y = np.array(["ham"] * 30 + ["junk"] * 30)
    a, b = np.full(60, 0.1), np.repeat([0.1, 0.9], 30)
    found = spamkit.compare(y, a, b)
    assert found.verdict == "better" and found.junk == (30, 0, pytest.approx(2**-29))
    assert (
        found == spamkit.compare(y == "junk", a, b) == spamkit.compare([label == "junk" for label in y], a - 1, b - 0.5)
    )
    labels = ["allow", "promotion/offers", "transaction/finance"] * 10 + ["spam"] * 30
    assert spamkit.compare(labels, a, b).verdict == "better"
    assert math.isinf(spamkit.comparison._scores([0, 1], "a", 2)[1])


@pytest.mark.parametrize(
    "arguments, words",
    [
        (([], [], []), "expected labels"),
        (([0, 2], [0, 1], [0, 1]), "other numbers"),
        (([0, "maybe"], [0, 1], [0, 1]), "expected labels of junk"),
        (([0, 1], [0], [0, 1]), "expected 2 scores a"),
        (([0, 1], [0, math.nan], [0, 1]), "1 NaN"),
        (([0, 1], [0, 1], [0, 1], ["x"]), "expected 2 groups"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments, words):
    with pytest.raises(spamkit.ArgumentError, match=words):
        spamkit.compare(*arguments)


def test_intervals_are_those_of_the_tool():
    lower, upper = spamkit.interval(0, 150)
    assert lower == 0 and upper == pytest.approx(0.02497, abs=1e-5)
    assert spamkit.interval(7, 7).upper == 1
    with open(REPOSITORY / "Tests/StatisticsTests/Reference/intervals.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row.get("confidence") in (None, "0.95") and int(row["trials"]) > 0:
                found = spamkit.interval(int(row["successes"]), int(row["trials"]))
                if "wilsonLower" in row:
                    assert found == pytest.approx((float(row["wilsonLower"]), float(row["wilsonUpper"])), abs=1e-12)
    for successes, trials in [(1, 0), (3, 2), (-1, 5)]:
        with pytest.raises(spamkit.ArgumentError):
            spamkit.interval(successes, trials)
