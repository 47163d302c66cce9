#!/usr/bin/env python3
"""Training on Apache Spark in local mode, beside a training on one machine.

    spark.py bars SPAMKIT TRAIN.tsv TEST.tsv WORK     # label<TAB>text; 4 partitions; a table
    spark.py rows COUNT OUT.parquet                   # messages of an own generator
    spark.py large SPAMKIT MESSAGES.parquet WORK [TRAINER]

Needs PySpark, PyArrow and NumPy, as `make check-spark` installs them. Run with that Python.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Python" / "src"))
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYTHONPATH"] = f"{sys.path[0]}:{os.environ.get('PYTHONPATH', '')}"

PARTITIONS = 4
OPTION = "--max-false-junk=0.2%"


def session(cores: str, memory: str = "2g") -> Any:
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": memory, "spark.driver.maxResultSize": "4g", "spark.sql.shuffle.partitions": "4",
    }
    builder = SparkSession.builder.master(f"local[{cores},4]").appName("benchmark")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def named_rows(path: str, out: Path) -> int:
    """JSON Lines of a TSV, each with its text without digits as the name of its template."""
    count = 0
    with open(path, encoding="utf-8", newline="\n") as lines, open(out, "w") as file:
        for line in lines:
            label, _, text = line.rstrip("\n").partition("\t")
            template = hashlib.sha256(re.sub(r"\d+", "0", text.lower()).encode()).hexdigest()[:16]
            file.write(json.dumps({"label": label, "text": text, "template": template}) + "\n")
            count += 1
    return count


def average_precision(tool: str, model: Path, test: Path) -> float:
    answers = subprocess.run([tool, "classify", str(model), str(test), "--quiet"], check=True, capture_output=True, text=True)
    scores = [json.loads(line)["junkLogOdds"] for line in answers.stdout.splitlines()]
    with open(test) as file:
        junk = [json.loads(line)["label"] == "spam" for line in file]
    found, precisions = 0, 0.0
    for rank, i in enumerate(sorted(range(len(scores)), key=lambda i: -scores[i]), 1):
        if junk[i]:
            found += 1
            precisions += found / rank
    return precisions / found


class Processor:
    """CPU seconds of the JVM below this process, and the peak of memory of all below it."""

    def __init__(self) -> None:
        self.peak, self.stopped = 0, False
        threading.Thread(target=self._watch, daemon=True).start()

    def _below(self) -> list[int]:
        parents: dict[int, int] = {}
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                    parents[int(entry)] = int(fields[1])
                except OSError:
                    pass
        below, grew = {os.getpid()}, True
        while grew:
            more = {pid for pid, parent in parents.items() if parent in below} - below
            below |= more
            grew = bool(more)
        return sorted(below)

    def _watch(self) -> None:
        while not self.stopped:
            total = 0
            for pid in self._below():
                try:
                    # Without pages of files that are mapped: the system may take those back.
                    status = Path(f"/proc/{pid}/status").read_text()
                    total += int(re.search(r"RssAnon:\s+(\d+)", status)[1]) * 1024  # type: ignore[index]
                except (OSError, TypeError):
                    pass
            self.peak = max(self.peak, total)
            time.sleep(0.5)

    def java(self) -> float:
        seconds = 0.0
        for pid in self._below():
            try:
                text = Path(f"/proc/{pid}/stat").read_text()
                if "(java)" in text:
                    fields = text.rpartition(")")[2].split()
                    seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            except OSError:
                pass
        return seconds


def on_spark(spark: Any, tool: str, path: Path, model: Path, trainer: str, folds: int, source: str) -> dict[str, Any]:
    from spamkit.spark import Plan, Reading, train

    processor = Processor()
    java = processor.java()
    options = (OPTION,) if folds else ()
    plan = Plan(trainer=trainer, folds=folds, options=options, tool=tool)
    cost = train(spark, str(path), str(model), plan, Reading(partitions=PARTITIONS, source=source), f"{model}.run")
    processor.stopped = True
    found = dict(vars(cost), java=processor.java() - java, peak=processor.peak)
    work = cost.tool + cost.driver
    spark_cost = cost.python + found["java"]
    print(
        f"  {trainer}, {folds} folds, on Spark: {cost.wall:.1f} s; CPU: tool in tasks {cost.tool:.1f}, driver's tool "
        f"{cost.driver:.1f}, Python in tasks {cost.python:.1f}, JVM {found['java']:.1f} s; Spark's share of CPU "
        f"{spark_cost / (work + spark_cost):.0%}; {cost.passes} passes; peak {processor.peak / 2**20:.0f} MiB", flush=True)
    return found


def on_one_machine(tool: str, path: Path, model: Path, trainer: str, folds: int, source: str) -> None:
    command = [tool, "train", str(path), "--trainer", trainer, "--folds", str(folds), "--source", source, "--out", str(model)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command + ([OPTION] if folds else []), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"  {trainer}, {folds} folds, on one machine: {time.monotonic() - start:.1f} s, CPU {cpu:.1f} s", flush=True)


def bars(tool: str, train_path: str, test_path: str, work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    train_rows, test_rows = work / "train.jsonl", work / "test.jsonl"
    print(f"{named_rows(train_path, train_rows)} messages to train on, {named_rows(test_path, test_rows)} to test on")
    spark = session("2")
    for trainer, folds in (("nb", 0), ("nb", 4), ("lr", 0), ("lr", 4), ("blend", 4)):
        one, many = work / f"{trainer}-{folds}-one.spam", work / f"{trainer}-{folds}-spark.spam"
        on_one_machine(tool, train_rows, one, trainer, folds, "multi")
        on_spark(spark, tool, train_rows, many, trainer, folds, "multi")
        same = "equal bytes" if one.read_bytes() == many.read_bytes() else "other bytes"
        print(f"  {same}; average precision {average_precision(tool, one, test_rows):.5f} on one machine, "
              f"{average_precision(tool, many, test_rows):.5f} on Spark", flush=True)
        if trainer != "nb":
            compare(tool, train_rows, f"{many}.run", trainer, [OPTION] if folds else [])
    spark.stop()


def compare(tool: str, path: Path, run: str, trainer: str, options: list[str]) -> None:
    rows = f"{run}/rows"
    prepare = ["gradient", "prepare", str(path), "--source", "multi", "--plan", f"{run}/plan"]
    subprocess.run([tool, *prepare, "--rows", rows, "--summary", f"{run}/rows.summary", "--quiet"], check=True)
    for tolerance in ([], ["--tolerance", "1e-3"]):
        found = subprocess.run(
            [tool, "gradient", "compare", str(run), "--trainer", trainer, "--seed", "1", *options, *tolerance, "--rows", rows],
            check=True, capture_output=True, text=True)
        for problem in json.loads(found.stdout):
            print(f"  regression of all messages: objective {problem['objective']:.6g} after {problem['passes']} passes; one machine "
                  f"{problem['ofOneMachine']:.6g}{' at the optimum' if tolerance else ''}: {problem['excess']:+.2e}", flush=True)


def rows(count: int, out: str) -> None:
    """Messages of invented words: 1,000 templates with slots, each template of a label."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    random = np.random.default_rng(20261126)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai", "en")]
    words = np.array(sorted({"".join(random.choice(syllables, random.integers(1, 4))) for _ in range(20_000)}))
    common = 1 / (np.arange(len(words)) + 20)
    common /= common.sum()
    labels = ["allow", "junk", "transaction", "promotion"]
    templates = []
    for number in range(1000):
        # A quarter of the words lean to the label, so that there is something to learn.
        lean = np.roll(common, 1000 * (number % 4))
        chosen = [str(random.choice(words, p=lean if random.random() < 0.25 else common)) for _ in range(random.integers(6, 16))]
        slots = random.choice(len(chosen), 2, replace=False)
        chosen[slots[0]], chosen[slots[1]] = "{0}", "{1}"
        own = random.choice(words, 100).tolist()
        templates.append((" ".join(chosen), own, labels[number % 4]))
    schema = pa.schema([(name, pa.string()) for name in ("text", "label", "template")])
    batch = 100_000
    with pq.ParquetWriter(out, schema) as file:
        for start in range(0, count, batch):
            size = min(batch, count - start)
            kinds = random.integers(0, len(templates), size)
            picks = random.integers(0, 100, size)
            numbers = random.integers(0, 10**6, size)
            texts = [templates[k][0].format(templates[k][1][p], n) for k, p, n in zip(kinds.tolist(), picks.tolist(), numbers.tolist())]
            file.write_table(pa.table([texts, [templates[k][2] for k in kinds], [f"t{k}" for k in kinds]], schema=schema))


def large(tool: str, path: str, work: Path, trainer: str = "lr") -> None:
    work.mkdir(parents=True, exist_ok=True)
    spark = session("2", "3g")
    found = on_spark(spark, tool, Path(path), work / f"large-{trainer}.spam", trainer, 4, "generated")
    spark.stop()
    (work / f"large-{trainer}.json").write_text(json.dumps(found))
    print(json.dumps(found["steps"]))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bars", tool, train_path, test_path, work]:
            bars(tool, train_path, test_path, Path(work))
        case ["rows", count, out]:
            rows(int(count), out)
        case ["large", tool, path, work, *rest]:
            large(tool, path, Path(work), *rest)
        case _:
            sys.exit(__doc__)
