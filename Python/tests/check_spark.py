#!/usr/bin/env python3
"""Trains and scores on Spark in local mode, with a worker and an executor that are killed.

    check_spark.py SPAMKIT CORPUS

CORPUS is JSON Lines with text, label and template; beside it is test.jsonl. The Python that runs it has
the wheel. Ten minutes.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

os.environ["PYSPARK_PYTHON"] = sys.executable

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

from spamkit import Model  # noqa: E402
from spamkit.spark import Plan, SparkTrainingError, messages, score, train  # noqa: E402

TOOL, CORPUS = sys.argv[1:]
SETTINGS = {
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1", "spark.driver.memory": "1g", "spark.sql.shuffle.partitions": "4",
}
FOLDER = Path(tempfile.mkdtemp(prefix="check-spark-"))
spark: SparkSession


def told(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def corpus(path: Path, name: str, most: int) -> Path:
    """Some messages, with actions as labels."""
    lines = path.read_text().splitlines()
    rows = [json.loads(line) for line in lines[:: max(1, len(lines) // most)]]
    out = FOLDER / name
    out.write_text("".join(json.dumps({**row, "label": row["label"].partition("/")[0], "source": "s"}) + "\n" for row in rows))
    return out


def trained(path: Any, name: str, **plan: Any) -> bytes:
    """The bytes of a model, whose training leaves nothing else in its folder."""
    folder = FOLDER / f"of-{name}"
    folder.mkdir()
    train(spark, str(path) if isinstance(path, Path) else path, folder / "m.spam", Plan(**plan))
    assert [entry.name for entry in folder.iterdir()] == ["m.spam"], "expected no other file than the model"
    return (folder / "m.spam").read_bytes()


def refused(words: str, body: Any, without: str = "\0") -> None:
    try:
        body()
    except SparkTrainingError as error:
        assert words in str(error) and without not in str(error), f"expected {words!r}, found {error}"
        return
    raise AssertionError(f"expected an error with {words!r}, found none")


def average_precision(model: Model, test: Path) -> float:
    rows = [json.loads(line) for line in test.read_text().splitlines()]
    scores = model.junk_log_odds([row["text"] for row in rows], [row.get("sender") for row in rows])
    junk = np.array([row["label"] == "junk" for row in rows])[np.argsort(-scores, kind="stable")]
    return float((np.cumsum(junk) / np.arange(1, len(junk) + 1))[junk].mean())


def near_one_machine(path: Path, test: Path, trainer: str, content: bytes) -> None:
    own = FOLDER / f"one-{trainer}.spam"
    command = [TOOL, "train", str(path), "--trainer", trainer, "--folds", "0", "--quiet", "--out", str(own)]
    subprocess.run(command, check=True, capture_output=True)
    found, expected = (average_precision(model, test) for model in (Model.from_bytes(content), Model(own)))
    told(f"{trainer}: average precision {found:.5f}, on one machine {expected:.5f}")
    assert found > expected - 0.002


def below(pid: int, words: str) -> list[int]:
    """Processes below one whose command lines have some words."""
    parents, commands = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(entry)] = int(Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
            commands[int(entry)] = Path(f"/proc/{entry}/cmdline").read_text()
        except OSError:
            pass
    found, grew = {pid}, True
    while grew:
        more = {child for child, parent in parents.items() if parent in found} - found
        found |= more
        grew = bool(more)
    return [child for child in sorted(found) if words in commands.get(child, "")]


def killing_a_worker(body: Any) -> Any:
    """What a training gives while a worker of Python is killed in the middle of it."""
    killed: list[int] = []

    def kill() -> None:
        deadline = time.monotonic() + 300
        while not killed and time.monotonic() < deadline:
            # The first is the daemon, which forks a worker for each task.
            for pid in below(os.getpid(), "pyspark.daemon")[-1:]:
                if int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) > 20:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
            time.sleep(0.05)

    thread = threading.Thread(target=kill)
    thread.start()
    found = body()
    thread.join()
    assert killed, "expected that a worker was killed"
    return found


def check_accidents(path: Path, test: Path) -> bytes:
    told("models have the same bytes, whatever the partitions and the accidents, and are as good as one machine's")
    table = spark.read.json(str(path))
    bayes = trained(table.coalesce(1), "nb-1", trainer="nb")
    assert trained(table.repartition(5), "nb-5", trainer="nb") == bayes
    near_one_machine(path, test, "nb", bayes)
    found = trained(table.repartition(2), "blend-2")
    assert killing_a_worker(lambda: trained(table.repartition(3), "blend-3")) == found, "a worker killed"
    near_one_machine(path, test, "blend", found)
    card = Model.from_bytes(found).card
    assert card["falseJunk"]["wanted"] > 100 and card["falseJunk"]["bound"] == 0.002
    told("two executors, of which one is killed: the same bytes")
    model = FOLDER / "machines.spam"
    settings = {**SETTINGS, "spark.master": "local-cluster[2,1,1024]", "spark.sql.files.maxPartitionBytes": "200000"}
    words = [word for item in settings.items() for word in ("--conf", "=".join(item))]
    command = [sys.executable, "-m", "spamkit.spark", str(path), str(model), *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace")
    assert running.stderr is not None
    for line in running.stderr:
        if "pass 5," in line:
            executors = below(running.pid, "CoarseGrainedExecutorBackend")
            os.kill(executors[0], signal.SIGKILL)
            break
    threading.Thread(target=running.stderr.read, daemon=True).start()
    assert running.wait(1200) == 0 and model.read_bytes() == found
    return found


def check_inputs(path: Path) -> None:
    told("tables, CSV and Parquet give the same bytes; bad columns, labels and rows are refused or left out")
    expected = trained(path, "json", trainer="nb")
    table = spark.read.json(str(path))
    table.write.parquet(str(FOLDER / "p.parquet"))
    table.write.csv(str(FOLDER / "c.csv"), header=True, escape='"')
    assert trained(FOLDER / "p.parquet", "parquet", trainer="nb") == expected
    assert trained(FOLDER / "c.csv", "csv", trainer="nb") == expected
    odd = table.withColumnRenamed("text", "te`xt").withColumnRenamed("label", "a.b").withColumn("number", F.lit(1))
    assert trained(odd, "odd", trainer="nb", column={"text": "te`xt", "label": "a.b"}, where="number > 0") == expected
    refused("expected a column body", lambda: messages(spark, table, Plan(column={"text": "body"})))
    refused("trainer", lambda: Plan(trainer="svm"))
    bad = FOLDER / "bad.jsonl"
    bad.write_text(path.read_text() + '{"label":"maybe","text":"a secret"}\n{"label":"junk"}\n')
    refused("found 2 without", lambda: trained(bad, "bad", trainer="nb"), without="secret")
    assert trained(bad, "skipped", trainer="nb", skip_bad_rows=True) == expected
    mapped = Plan(label_map={"maybe": "junk"}, where="label = 'maybe'")
    assert [row.label for row in messages(spark, str(bad), mapped).collect()] == [2]
    refused("two actions", lambda: trained(path, "one-class", trainer="nb", where="label = 'junk'"))
    refused("expected messages", lambda: trained(path, "none", trainer="nb", where="false"))


def check_sub_actions(path: Path) -> None:
    told("a model of sub-actions is one that the tool reads")
    content = trained(path, "subs", trainer="nb", max_bytes=1 << 18)
    (FOLDER / "subs.spam").write_bytes(content)
    assert len(content) <= 1 << 18 and "transaction/finance" in Model.from_bytes(content).labels_
    said = subprocess.run([TOOL, "inspect", str(FOLDER / "subs.spam"), "--verify"], check=True, capture_output=True, text=True)
    assert "spamkit.spark" in said.stdout, said.stdout


def check_near_duplicates(path: Path) -> None:
    told("near duplicates are those that a comparison of all pairs finds")
    lines = [json.loads(line) for line in path.read_text().splitlines()[:300]]
    long = sorted(lines, key=lambda row: -len(row["text"]))[:5]
    # With other words at the end, or another number, they are alike; with a half in common they are not.
    more = [{**row, "text": f"{row['text']} {word} {n}"} for row in long for n, word in enumerate(("soon", "today", "or later"))]
    more += [{**row, "text": row["text"].replace("e", "3")} for row in long]
    more += [{**long[0], "label": "junk" if long[0]["label"] != "junk" else "allow"}]
    rows = lines + more
    near = FOLDER / "near.jsonl"
    near.write_text("".join(json.dumps(row) + "\n" for row in rows))

    def grams(text: str) -> frozenset[str]:
        masked = re.sub(r"[0-9]", "0", text.lower())
        return frozenset(masked[i:i + 5] for i in range(len(masked) - 4))

    sets, groups = [grams(row["text"]) for row in rows], list(range(len(rows)))
    for i in range(len(rows)):
        for j in range(i):
            common = len(sets[i] & sets[j])
            if common and common >= 0.7 * (len(sets[i]) + len(sets[j]) - common):
                groups = [groups[j] if group == groups[i] else group for group in groups]
    expected = {row["text"]: group for row, group in zip(rows, groups)}
    found = messages(spark, str(near), Plan(near_duplicates=True)).collect()
    pairs = {(row.group, expected[row.text]) for row in found}
    # Of pairs at the very threshold one in fifty may be missed.
    assert len(found) == len(rows) and len(set(groups)) <= len(pairs) <= len(set(groups)) + 3


def check_scores(path: Path, content: bytes) -> None:
    told("a table is scored in one line, as by the tool")
    model = FOLDER / "scored.spam"
    model.write_bytes(content)
    table = spark.read.json(str(path)).repartition(3).withColumnRenamed("text", "te`xt")
    empty = table.limit(1).withColumn("te`xt", F.lit(None).cast("string"))
    rows = score(table.union(empty), model, text="te`xt", sender="sender", country="country").collect()
    said = subprocess.run([TOOL, "classify", str(model), str(path)], check=True, capture_output=True, text=True).stdout
    expected = {}
    for line, answer in zip(path.read_text().splitlines(), said.splitlines()):
        row, verdict = json.loads(line), json.loads(answer)
        expected[row["text"], row.get("sender"), row.get("country")] = tuple(verdict[key] for key in ("action", "label", "junkLogOdds"))
    expected[None, *[rows[-1][name] for name in ("sender", "country")]] = (None, None, None)
    for row in rows:
        verdict = (row.action, row.label, row.junk_log_odds)
        if row["te`xt"] is None:
            assert verdict == (None, None, None)
        else:
            assert verdict == expected[row["te`xt"], row.sender, row.country]


def main() -> None:
    global spark
    # Four attempts for each task; local mode would stop at the first failure.
    builder: Any = SparkSession.builder.master("local[2,4]").appName("check-spark")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    start, whole = time.monotonic(), Path(CORPUS)
    path, test = corpus(whole, "corpus.jsonl", 6000), corpus(whole.parent / "test.jsonl", "test.jsonl", 4000)
    check_inputs(path)
    check_sub_actions(whole)
    check_near_duplicates(path)
    check_scores(path, check_accidents(path, test))
    spark.stop()
    told(f"all checks of Spark passed in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
