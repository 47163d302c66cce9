#!/usr/bin/env python3
"""Trains and scores on Spark in local mode, with workers that are killed and drivers that die.

    check_spark.py SPAMKIT CORPUS

CORPUS is JSON Lines with text, label, source and template. Five minutes.
"""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
os.environ["PYSPARK_PYTHON"] = sys.executable
# The package is the driver's alone: workers need none.
DRIVER = dict(os.environ, PYTHONPATH=sys.path[0])

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

from spamkit.spark import Plan, Reading, SparkTrainingError, ToolError, VersionError, messages, score, train  # noqa: E402

TOOL, CORPUS = sys.argv[1:]
SETTINGS = {
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "1g", "spark.sql.shuffle.partitions": "4",
}
# C of 1 needs fewer passes than the default.
OPTIONS = ("--regularization-c=1", "--max-false-junk=5%")
FOLDER = Path(tempfile.mkdtemp(prefix="check-spark-"))
spark: SparkSession


def told(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def corpus(name: str, count: int = 2400) -> Path:
    """Some messages of the corpus, with actions as labels."""
    path = FOLDER / name
    with open(CORPUS) as lines, open(path, "w") as out:
        for number, line in enumerate(lines):
            if number % 13 == 0 and count > 0:
                row = json.loads(line)
                row["label"] = row["label"].split("/")[0]
                del row["source"]
                out.write(json.dumps({key: value for key, value in row.items() if value is not None}) + "\n")
                count -= 1
    return path


def trained(path: Path, name: str, trainer: str, parts: int | None = 4, tool: str = TOOL, folds: int = 3, kept: bool = False,
            ship: bool = False, **reading: Any) -> bytes:
    model = FOLDER / f"{name}.spam"
    options = OPTIONS if trainer in ("lr", "blend") else OPTIONS[1:] if folds else ()
    plan = Plan(trainer=trainer, folds=folds, options=options, tool=tool, quiet=True, ship=ship)
    start = time.monotonic()
    run = str(FOLDER / f"{name}.run") if kept else None
    cost = train(spark, str(path), str(model), plan, Reading(partitions=parts, source="s", **reading), run)
    assert bool(run) == Path(run or f"{model}.run").exists(), "expected that a run's folder goes unless it was asked for"
    told(f"  {name}: {time.monotonic() - start:.1f} s, {cost.passes} passes")
    return model.read_bytes()


def wrapper(name: str, script: str) -> str:
    """A tool that does something else first."""
    path = FOLDER / name
    path.write_text(f"#!/bin/sh\n{script}\nexec '{TOOL}' \"$@\"\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def killed(name: str, words: str, times: int) -> str:
    """A tool of which some runs are killed in the middle of their work."""
    return wrapper(name, f"""
if [ "$1 $2" = '{words}' ] || [ "$1" = '{words}' ]; then
    for n in $(seq {times}); do
        if mkdir "$0.killed.$n" 2>/dev/null; then
            '{TOOL}' "$@" & sleep 0.05; kill -9 $!; kill -9 $$
        fi
    done
fi""")


def refused(what: type[Exception] | tuple[type[Exception], ...], words: str, body: Any, without: str | None = None) -> None:
    try:
        body()
    except what as error:
        assert words in str(error), f"expected {words!r}, found: {str(error)[:2000]}"
        assert without is None or without not in str(error), "expected no text of a message"
        return
    raise AssertionError(f"expected {what}, found none")


def tool(*arguments: str) -> str:
    return subprocess.run([TOOL, *arguments], check=True, capture_output=True, text=True).stdout


def check_naive_bayes(path: Path) -> None:
    told("naive Bayes has the bytes of one machine's training, whatever the partitions")
    one = (FOLDER / "one.spam").read_bytes()
    for parts in (1, 4, 7):
        assert trained(path, f"nb-{parts}", "nb", parts, folds=0) == one, f"{parts} partitions"
    killer = killed("kill-counts", "counts", 2)
    assert trained(path, "nb-killed", "nb", 4, killer, folds=0) == one, "workers killed"
    assert len(list(FOLDER.glob("kill-counts.killed.*"))) == 2, "expected that workers were killed"
    folds = trained(path, "nb-folds", "nb", 4)
    # So many that workers add up before the driver does.
    assert trained(path, "nb-folds-40", "nb", 40, ship=True) == folds
    assert not (FOLDER / "nb-folds.spam.run").exists(), "expected that a run's folder goes with its end"


def check_regressions(path: Path) -> dict[str, bytes]:
    told("regressions have the same bytes, whatever the partitions and the accidents")
    found = {}
    for trainer in ("lr", "blend"):
        found[trainer] = trained(path, f"{trainer}-4", trainer, 4, kept=True)
        killer = killed(f"kill-{trainer}", "gradient sum", 3)
        assert trained(path, f"{trainer}-killed", trainer, 7 if trainer == "lr" else 1, killer) == found[trainer]
        assert len(list(FOLDER.glob(f"kill-{trainer}.killed.*"))) == 3, "expected that workers were killed"
    run, rows = str(FOLDER / "lr-4.run"), str(FOLDER / "lr.rows")
    tool("gradient", "prepare", str(path), "--source", "s", "--plan", f"{run}/plan", "--rows", rows, "--summary", f"{rows}.sum")
    options = ["--trainer", "lr", "--seed", "1", *OPTIONS]
    for problem in json.loads(tool("gradient", "compare", run, *options, "--rows", rows)):
        assert problem["excess"] < 1e-4, f"expected the minimum of one machine, found {problem}"
    refused(SparkTrainingError, "has its model", lambda: trained(path, "lr-4", "lr", 4, kept=True))
    return found


def driver(path: Path, model: Path, master: str, parts: int = 4) -> list[str]:
    return [
        sys.executable, "-m", "spamkit.spark", "train", str(path), str(model), "--trainer", "lr", "--folds", "3",
        "--partitions", str(parts), "--source", "s", "--tool", TOOL, "--master", master,
        *[f"--option={option}" for option in OPTIONS],
        *[word for item in SETTINGS.items() for word in ("--conf", "=".join(item))],
    ]


def wait_for_pass(number: int, model: Path, running: subprocess.Popen[Any]) -> None:
    deadline = time.monotonic() + 180
    while not any(int(file.name.split("-")[1]) >= number for file in Path(f"{model}.run").glob("weights-*[0-9]")):
        assert running.poll() is None and time.monotonic() < deadline, f"expected pass {number}"
        time.sleep(0.05)


def check_driver(path: Path, expected: bytes) -> None:
    told("a driver that is killed twice goes on to the same bytes, with other cores too")
    model = FOLDER / "restarted.spam"
    for after, master in ((2, "local[2,4]"), (9, "local[1,4]")):
        running = subprocess.Popen(
            driver(path, model, master), start_new_session=True, stderr=subprocess.DEVNULL, env=DRIVER)
        wait_for_pass(after, model, running)
        if after == 2:
            refused(SparkTrainingError, "another driver", lambda: trained(path, "restarted", "lr"))
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    refused(SparkTrainingError, "another --run", lambda: trained(path, "restarted", "blend"))
    # The same name, and another message at its end.
    before, state = path.read_bytes(), path.stat()
    path.write_bytes(before + before[:before.index(b"\n") + 1])
    refused(SparkTrainingError, "another --run", lambda: trained(path, "restarted", "lr"))
    path.write_bytes(before)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    last = subprocess.run(driver(path, model, "local[2,4]"), check=True, capture_output=True, text=True, timeout=480, env=DRIVER)
    assert "pass 12:" in last.stderr and "count:" not in last.stderr and "prepare:" not in last.stderr, last.stderr
    assert model.read_bytes() == expected


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


def check_machines(path: Path, expected: bytes) -> None:
    told("two executors, of which one is killed, and then a worker of Python: the same bytes")
    model = FOLDER / "machines.spam"
    running = subprocess.Popen(
        driver(path, model, "local-cluster[2,1,1024]", 20), start_new_session=True, stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, env=DRIVER)
    wait_for_pass(3, model, running)
    executors = below(running.pid, "CoarseGrainedExecutorBackend")
    assert len(executors) == 2, f"expected two executors, found {executors}"
    os.kill(executors[0], signal.SIGKILL)
    wait_for_pass(8, model, running)
    # The last of them are children of the daemon, which forks one for each task.
    workers = below(running.pid, "pyspark.daemon")
    os.kill(workers[-1], signal.SIGKILL)
    assert running.wait(480) == 0
    assert model.read_bytes() == expected


def check_refusals(path: Path) -> None:
    told("other versions, bad rows and empty inputs are refused or left out")
    # In a worker alone, whose parent is a daemon of PySpark.
    other = wrapper("other-version", """
if [ "$1 $2" = 'gradient version' ] && tr '\\0' ' ' < /proc/$PPID/cmdline | grep -q daemon; then
    echo '{"version": "0.0.1"}'
    exit
fi""")
    refused(VersionError, "0.0.1", lambda: trained(path, "version", "nb", 4, other))
    refused(SparkTrainingError, "No such file", lambda: check_missing(path))
    bad = FOLDER / "bad.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    bad.write_text("".join([*lines[:900], "{not json\n", '{"label":"junk"}\n', *lines[900:]]))
    refused(SparkTrainingError, "--skip-bad-rows", lambda: trained(bad, "bad", "nb", 2, folds=0))
    unlabelled = FOLDER / "unlabelled.jsonl"
    unlabelled.write_text("".join([*lines[:900], '{"label":"maybe","text":"a secret"}\n']))
    refused(
        SparkTrainingError, "spamkit counts ended with 1", lambda: trained(unlabelled, "unlabelled", "nb", 2, folds=0),
        without="a secret")
    refused(SparkTrainingError, "--seed apart", lambda: Plan(options=("--seed=5",)))
    assert trained(bad, "skipped", "nb", 2, folds=0, skip_bad_rows=True) == (FOLDER / "one.spam").read_bytes()
    few = corpus("few.jsonl", 30)
    assert trained(few, "few-40", "nb", 40, folds=0) == trained(few, "few-1", "nb", 1, folds=0)
    (FOLDER / "empty.jsonl").write_text("")
    refused(SparkTrainingError, "found none", lambda: trained(FOLDER / "empty.jsonl", "empty", "nb"))
    one_class = FOLDER / "one-class.jsonl"
    one_class.write_text("".join(line for line in lines[:200] if '"junk"' in line))
    refused(ToolError, "one class", lambda: trained(one_class, "one-class", "nb"))


def check_missing(path: Path) -> None:
    """The driver has the tool, and the workers have not."""
    from spamkit.spark import training

    class Elsewhere(training._Training):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.tool = training.worker.Tool("/no/such/spamkit")

    folder = FOLDER / "m.run"
    folder.mkdir(exist_ok=True)
    try:
        Elsewhere(spark, str(path), str(FOLDER / "m.spam"), Plan(trainer="nb", tool=TOOL), Reading(), str(folder)).run()
    except Exception as error:
        raise training.failure(str(error)) from None


def check_inputs(path: Path) -> None:
    told("CSV and Parquet give the same bytes; equal and near-equal messages are found")
    table = spark.read.json(str(path))
    table.coalesce(1).write.parquet(str(FOLDER / "p.parquet"))
    table.coalesce(1).write.csv(str(FOLDER / "c.csv"), header=True, escape='"')
    one = (FOLDER / "one.spam").read_bytes()
    assert trained(FOLDER / "p.parquet", "parquet", "nb", 3, folds=0) == one
    assert trained(FOLDER / "c.csv", "csv", "nb", 3, folds=0) == one
    lines = path.read_text().splitlines(keepends=True)
    twice = FOLDER / "twice.jsonl"
    twice.write_text("".join(lines + lines[:500]))
    found = {}
    for name, source in (("once", path), ("twice", twice)):
        trained(source, f"distinct-{name}", "nb", 4, folds=0, distinct=True)
        found[name] = tool("inspect", str(FOLDER / f"distinct-{name}.spam"))
    assert (FOLDER / "distinct-once.spam").read_bytes() == (FOLDER / "distinct-twice.spam").read_bytes()
    # A table in place of a path, with columns of other names and types.
    other = table.withColumnRenamed("text", "body").withColumn("number", F.length("body"))
    model = FOLDER / "table.spam"
    train(spark, other, str(model), Plan(trainer="nb", folds=0, tool=TOOL, quiet=True), Reading(
        source="s", columns=(("text", "body"),), where=("number > 0", "text is not null", "body <> ''")))
    assert model.read_bytes() == one
    where = messages(spark, str(path), Reading(source="s", where=("label = 'junk'", "length(text) > 20"))).collect()
    assert where and all(row.label == "junk" for row in where)


def check_near_duplicates(path: Path) -> None:
    told("near duplicates are those that a comparison of all pairs finds")
    lines = [json.loads(line) for line in path.read_text().splitlines()[:400]]
    long = sorted(lines, key=lambda row: -len(row["text"]))[:5]
    # With other words at the end, or another number, they are alike; with a half in common they are not.
    more = [{**row, "text": f"{row['text']} {word} {n}"} for row in long for n, word in enumerate(("soon", "today", "or later"))]
    more += [{**row, "text": row["text"].replace("e", "3")} for row in long]
    more += [{**long[0], "label": "junk" if long[0]["label"] != "junk" else "allow"}]
    near = FOLDER / "near.jsonl"
    near.write_text("".join(json.dumps(row) + "\n" for row in lines + more))

    def grams(text: str) -> frozenset[str]:
        masked = re.sub(r"[0-9]", "0", text.lower())
        return frozenset(masked[i:i + 5] for i in range(len(masked) - 4))

    rows = lines + more
    sets, groups = [grams(row["text"]) for row in rows], list(range(len(rows)))
    for i in range(len(rows)):
        for j in range(i):
            common = len(sets[i] & sets[j])
            if common and common >= 0.7 * (len(sets[i]) + len(sets[j]) - common):
                groups = [groups[j] if group == groups[i] else group for group in groups]
    expected = {text: group for text, group in zip((row["text"] for row in rows), groups)}
    named = messages(spark, str(near), Reading(source="s", near_duplicates="template")).collect()
    assert len(named) == len(rows)
    pairs = {(row.template, expected[row.text]) for row in named}
    # Of pairs at the very threshold one in fifty may be missed.
    assert len(set(groups)) <= len(pairs) <= len(set(groups)) + 3, f"{len(pairs)} groups, {len(set(groups))} by all pairs"
    assert len({template for template, _ in pairs}) == len(pairs), "expected no group of two"
    kept = messages(spark, str(near), Reading(source="s", near_duplicates="drop")).collect()
    labels = {row.label for row in kept if expected[row.text] == expected[long[0]["text"]]}
    assert len(labels) == 2, f"expected one message of each label, found {labels}"
    assert len(kept) == len({(row.template, row.label) for row in named})
    refused(SparkTrainingError, "similarity", lambda: messages(spark, str(near), Reading(near_duplicates="drop", similarity=0.1)))


def check_scores(path: Path) -> None:
    told("a table is scored in one line, as by the tool")
    model = str(FOLDER / "lr-4.spam")
    table = spark.read.json(str(path)).repartition(3)
    table = table.union(table.limit(1).withColumn("text", table.text.substr(0, 0)))
    rows = score(table, model, sender="sender", country="country", tool=TOOL).collect()
    expected = {}
    for line, answer in zip(path.read_text().splitlines(), tool("classify", model, str(path)).splitlines()):
        row, verdict = json.loads(line), json.loads(answer)
        expected[row["text"], row.get("sender"), row.get("country")] = (
            verdict["action"], verdict["label"], verdict["junkLogOdds"])
    assert len(rows) == len(path.read_text().splitlines()) + 1
    for row in rows:
        if row.text:
            assert (row.action, row.label, row.junk_log_odds) == expected[row.text, row.sender, row.country]
    assert {"lang", "template"} <= set(rows[0].asDict())


def main() -> None:
    global spark
    # Four attempts for each task; local mode would stop at the first failure.
    builder = SparkSession.builder.master("local[2,4]").appName("check-spark")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    start = time.monotonic()
    path = corpus("corpus.jsonl")
    tool("train", str(path), "--trainer", "nb", "--folds", "0", "--source", "s", "--out", str(FOLDER / "one.spam"))
    check_inputs(path)
    check_near_duplicates(path)
    check_refusals(path)
    check_naive_bayes(path)
    found = check_regressions(path)
    check_scores(path)
    check_driver(path, found["lr"])
    check_machines(path, found["lr"])
    spark.stop()
    told(f"all checks of Spark passed in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
