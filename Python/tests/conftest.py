"""Models to test with: those of released versions, and two that the tool trains on the starter
corpus. Without the tool, what needs it is skipped."""

import json
import os
import pathlib
import shutil

import pytest

import spamkit

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = REPOSITORY / "Tests/Fixtures/models"
STARTER = REPOSITORY / "Datasets/starter"


def rows(part, count=None):
    with open(STARTER / f"{part}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line, _ in zip(file, range(count or 10**9))]


class Corpus:
    """Columns of the starter corpus's test part."""

    def __init__(self, found):
        self.texts = [row["text"] for row in found]
        self.senders = [row.get("sender") for row in found]
        self.countries = [row.get("country") for row in found]
        self.labels = [row["label"] for row in found]
        self.actions = [label.split("/")[0] for label in self.labels]
        self.junk = ["junk" if label == "junk" else "allow" for label in self.actions]
        self.columns = (self.texts, self.senders, self.countries)


@pytest.fixture(scope="session")
def corpus():
    return Corpus(rows("test"))


@pytest.fixture(scope="session")
def some():
    return Corpus(rows("test", 3000))


@pytest.fixture(scope="session")
def tool():
    found = shutil.which(os.environ.get("SPAMKIT") or str(REPOSITORY / ".build/release/spamkit"))
    if found is None:
        pytest.skip("no tool spamkit: build it by `make build`, or let SPAMKIT name it")
    return found


@pytest.fixture(scope="session")
def pair(tool, tmp_path_factory):
    """Junk or not, one weight vector."""
    found = Corpus(rows("train"))
    path = tmp_path_factory.mktemp("models") / "pair.spam"
    spamkit.train(found.texts, found.junk, sender=found.senders, country=found.countries, out=path, tool=tool)
    return spamkit.Model(path)


@pytest.fixture(scope="session")
def folders(tool, tmp_path_factory):
    """Sixteen labels, fifteen weight vectors, some under a soft minimum."""
    path = tmp_path_factory.mktemp("models") / "folders.spam"
    return spamkit.train(STARTER / "train.jsonl", out=path, tool=tool)


@pytest.fixture(scope="session", params=["pair", "folders"])
def model(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def released():
    """The small models of released versions, which need no tool."""
    return {name: FIXTURES / f"tokenizer-8{name}.spam" for name in ("", "-pair", "-signed")}
