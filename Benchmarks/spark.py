#!/usr/bin/env python3
"""Training on Apache Spark in local mode, beside a training on one machine.

    spark.py bars SPAMKIT TRAIN.tsv TEST.tsv WORK     # label<TAB>text; average precision
    spark.py rows COUNT OUT.parquet                   # messages of an own generator
    spark.py large MESSAGES.parquet WORK              # naive Bayes

Run it with the Python that `make check-spark` makes: it has the wheel and PySpark.
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

os.environ["PYSPARK_PYTHON"] = sys.executable


def session() -> Any:
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g", "spark.sql.shuffle.partitions": "4",
    }
    builder = SparkSession.builder.master("local[2,4]").appName("benchmark")
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
    """CPU seconds of all processes below this one that end before it, and the peak of their memory."""

    def __init__(self) -> None:
        self.peak, self.stopped, self.seconds = 0, False, {}  # type: int, bool, dict[int, float]
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self.stopped:
            self.look()
            time.sleep(0.5)

    def look(self) -> float:
        parents, fields = {}, {}
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                fields[int(entry)] = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                parents[int(entry)] = int(fields[int(entry)][1])
            except OSError:
                pass
        below, grew = {os.getpid()}, True
        while grew:
            more = {pid for pid, parent in parents.items() if parent in below} - below
            below |= more
            grew = bool(more)
        total = 0
        for pid in below & fields.keys():
            self.seconds[pid] = (int(fields[pid][11]) + int(fields[pid][12])) / os.sysconf("SC_CLK_TCK")
            try:
                # Without pages of files that are mapped: the system may take those back.
                found = re.search(r"RssAnon:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
                total += int(found[1]) * 1024 if found else 0
            except OSError:
                pass
        self.peak = max(self.peak, total)
        return sum(self.seconds.values())


def on_spark(spark: Any, path: Path, model: Path, trainer: str) -> None:
    from spamkit.spark import Plan, train

    processor = Processor()
    before, start = processor.look(), time.monotonic()
    train(spark, str(path), model, Plan(trainer=trainer))
    processor.stopped = True
    print(f"  {trainer} on Spark: {time.monotonic() - start:.1f} s, CPU {processor.look() - before:.1f} s, "
          f"peak {processor.peak / 2**20:.0f} MiB", flush=True)


def on_one_machine(tool: str, path: Path, model: Path, trainer: str) -> None:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([tool, "train", str(path), "--trainer", trainer, "--source", "multi", "--out", str(model)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"  {trainer}, 4 folds, on one machine: {time.monotonic() - start:.1f} s, CPU {cpu:.1f} s", flush=True)


def bars(tool: str, train_path: str, test_path: str, work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    train_rows, test_rows = work / "train.jsonl", work / "test.jsonl"
    print(f"{named_rows(train_path, train_rows)} messages to train on, {named_rows(test_path, test_rows)} to test on")
    spark = session()
    for trainer in ("nb", "lr", "blend"):
        one = work / f"{trainer}-one.spam"
        on_one_machine(tool, train_rows, one, trainer)
        print(f"  average precision {average_precision(tool, one, test_rows):.5f}", flush=True)
        many = work / f"{trainer}-spark.spam"
        on_spark(spark, train_rows, many, trainer)
        print(f"  average precision {average_precision(tool, many, test_rows):.5f} on Spark", flush=True)
    spark.stop()


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


def large(path: str, work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    spark = session()
    on_spark(spark, Path(path), work / "large.spam", "nb")
    spark.stop()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bars", tool, train_path, test_path, work]:
            bars(tool, train_path, test_path, Path(work))
        case ["rows", count, out]:
            rows(int(count), out)
        case ["large", path, work]:
            large(path, Path(work))
        case _:
            sys.exit(__doc__)
