"""Trains on Spark: the driver.

All that is known is in the folder of the run: counts, plan, iterates. Each step replaces one small
file at its end, so a driver that is killed goes on from there, and the model has the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from dataclasses import dataclass, field
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark import RDD, cloudpickle
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from . import worker
from .errors import SparkTrainingError, ToolError, VersionError, cause
from .messages import Reading, messages

# Workers add up results before the driver does, where there are more partitions than this.
MOST_RESULTS = 16


@dataclass(frozen=True)
class Plan:
    """How to train.

    Attributes:
        trainer: "nb", "cnb", "lr" or "blend".
        folds: of the out-of-fold scores that cutoffs are chosen by; 0 for none.
        seed: of the folds.
        options: more options of spamkit train that say how to learn, such as --max-false-junk.
        tool: path of spamkit on all machines; None: the one in PATH.
        ship: have Spark bring the tool to the workers.
        cache: folder on each worker's disk for prepared rows; None: one in the run's folder.
        quiet: say nothing of each pass.
    """

    trainer: str = "blend"
    folds: int = 4
    seed: int = 1
    options: tuple[str, ...] = ()
    tool: str | None = None
    ship: bool = False
    cache: str | None = None
    quiet: bool = False


@dataclass
class Cost:
    """What a training took, in seconds.

    Attributes:
        wall: from start to model; tool, python: CPU in tasks; driver: CPU of the tool in the driver.
        steps: for each job of Spark its name and wall seconds.
    """

    wall: float = 0
    tool: float = 0
    python: float = 0
    driver: float = 0
    passes: int = 0
    steps: list[tuple[str, float]] = field(default_factory=list)


def train(
    spark: SparkSession, path: str, model: str, plan: Plan = Plan(), reading: Reading = Reading(), run: str | None = None
) -> Cost:
    """Trains a model on the messages of a path, and writes it.

    Args:
        run: folder of the run, on the driver's disk; None: MODEL.run. A run that was stopped goes on.

    Raises:
        VersionError: a worker runs another version of the tool.
        ToolError: the tool says why there is no model.
        SparkTrainingError: a task failed as often as Spark tries, or the run is of other messages.
    """
    training = _Training(spark, path, model, plan, reading, run or model + ".run")
    try:
        return training.run()
    except (PySparkException, Py4JJavaError) as error:
        raise SparkTrainingError(cause(str(error))) from None


class _Training:
    def __init__(
        self, spark: SparkSession, path: str, model: str, plan: Plan, reading: Reading, folder: str
    ) -> None:
        self.spark, self.path, self.model, self.plan, self.folder = spark, path, model, plan, folder
        self.reading = reading
        self.local_tool = plan.tool or "spamkit"
        path_of_tool = os.path.basename(self.local_tool) if plan.ship else self.local_tool
        self.tool = worker.Tool(path_of_tool, plan.ship, reading.tool_options())
        self.cache = plan.cache or os.path.abspath(f"{folder}/rows")
        self.cost = Cost()
        # Workers need not have this package.
        cloudpickle.register_pickle_by_value(worker)

    def run(self) -> Cost:
        start = time.monotonic()
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        self._check_request()
        self._check_versions()
        # One object of JSON a message.
        lines = _lines(messages(self.spark, self.path, self.reading))
        self._count(lines)
        status = self._step([])
        while status["next"] != "finish":
            name = f"pass {status['pass']}" if status["next"] == "sum" else status["next"]
            results = self._rows(lines, status)
            status = self._step(results)
            self._tell(name, status)
        self.cost.passes = int(status["pass"])
        self._driver(["gradient", "finish", self.folder, *self._options(), "--out", self.model], shows=not self.plan.quiet)
        self.cost.wall = time.monotonic() - start
        return self.cost

    def _options(self) -> list[str]:
        return ["--trainer", self.plan.trainer, "--seed", str(self.plan.seed), *self.plan.options]

    def _driver(self, arguments: list[str], shows: bool = False) -> str:
        before = worker.Stopwatch()
        found = subprocess.run([self.local_tool, *arguments], capture_output=True, text=True)
        self.cost.driver += before.read()[0]
        if found.returncode != 0:
            raise ToolError(f"spamkit {arguments[0]} ended with {found.returncode}: {found.stderr.strip()}")
        if shows:
            sys.stdout.write(found.stdout)
            sys.stderr.write(found.stderr)
        return found.stdout

    def _check_request(self) -> None:
        """A run goes on only with what it was started with."""
        request = json.dumps(
            {"path": os.path.abspath(self.path) if os.path.exists(self.path) else self.path,
             "reading": repr(self.reading), "folds": self.plan.folds, "options": self._options()}, sort_keys=True)
        digest = hashlib.sha256(request.encode()).hexdigest()
        place = f"{self.folder}/request"
        if os.path.exists(place):
            with open(place) as file:
                if file.read() != digest:
                    raise SparkTrainingError(
                        f"{self.folder}: expected the run of another input or other options, which is there; "
                        "give the same ones to go on, or another --run")
        else:
            worker.keep(place, digest.encode())

    def _check_versions(self) -> None:
        own = self._driver(["gradient", "version"]).strip()
        if self.plan.ship:
            self.spark.sparkContext.addFile(os.path.abspath(self.local_tool))
        context = self.spark.sparkContext
        # Several tasks for each core, so that every machine has some.
        count = max(2, context.defaultParallelism * 2)
        for answer in context.parallelize(range(count), count).map(worker.VersionTask(self.tool)).collect():
            host, _, version = answer.partition("\t")
            if version != own:
                raise VersionError(
                    f"{host}: expected the tool of the driver, {_line(own)}, found {_line(version)}; "
                    "install the same version everywhere, or give --ship")

    def _tell(self, name: str, status: dict[str, Any]) -> None:
        if self.plan.quiet:
            return
        seconds = self.cost.steps[-1][1]
        objective = f", objective {status['objective']:.8g}" if status.get("objective") is not None else ""
        solved = f", {status['problems'] - status['open']} of {status['problems']} solved" if status["problems"] else ""
        print(f"{name}: {seconds:.1f} s{objective}{solved}", file=sys.stderr, flush=True)

    def _collect(self, answers: RDD[worker.Answer], task: worker.MergeTask | None = None) -> list[worker.Answer]:
        """Has workers add up answers until they are few, and brings these to the driver."""
        parts = answers.getNumPartitions()
        while task is not None and parts > MOST_RESULTS:
            parts = (parts + MOST_RESULTS - 1) // MOST_RESULTS
            answers = answers.repartition(parts).mapPartitionsWithIndex(task)
        found: list[worker.Answer] = answers.collect()
        self.cost.tool += sum(answer.tool for answer in found)
        self.cost.python += sum(answer.python for answer in found)
        return found

    def _count(self, lines: RDD[bytes]) -> None:
        folds = self.plan.folds if self.plan.folds > 1 else 1
        names = [f"fold{n}.counts" for n in range(1, folds + 1)] if folds > 1 else ["all.counts"]
        if os.path.exists(f"{self.folder}/counted"):
            return
        start = time.monotonic()
        counted = lines.mapPartitionsWithIndex(worker.CountTask(self.tool, folds, self.plan.seed))
        answers = self._collect(counted, worker.MergeTask(self.tool))
        if not answers:
            raise SparkTrainingError(f"{self.path}: expected messages, found none")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            for fold, name in enumerate(names):
                paths = []
                for answer in answers:
                    if answer.fold == fold and answer.payload is not None:
                        paths.append(f"{folder}/{fold}-{len(paths)}")
                        worker.keep(paths[-1], answer.payload)
                self._driver(["merge", "--quiet", *paths, "--out", f"{self.folder}/{name}"])
        worker.keep(f"{self.folder}/counted", b"")
        self.cost.steps.append(("count", time.monotonic() - start))
        if not self.plan.quiet:
            print(f"count: {self.cost.steps[-1][1]:.1f} s", file=sys.stderr, flush=True)

    def _step(self, results: list[bytes]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            paths = []
            for result in results:
                paths.append(f"{folder}/{len(paths)}")
                with open(paths[-1], "wb") as file:
                    file.write(result)
            option = ["--result", *paths] if paths else []
            found: dict[str, Any] = json.loads(
                self._driver(["gradient", "step", self.folder, *self._options(), "--quiet", *option]))
        return found

    def _rows(self, lines: RDD[bytes], status: dict[str, Any]) -> list[bytes]:
        """What workers answer of the rows of all partitions, in the order of partitions."""
        start, context, name = time.monotonic(), self.spark.sparkContext, status["next"]
        point = {"prepare": None, "sum": f"weights-{status['pass']}", "score": "models"}[name]
        plan = context.broadcast(_bytes(f"{self.folder}/plan"))
        weights = context.broadcast(_bytes(f"{self.folder}/{point}") if point else b"")
        parts = lines.getNumPartitions()
        step = worker.Step(self.tool, name, f"{self.cache}/{status['plan']}-{parts}", plan, weights)
        task = worker.MergeTask(self.tool, plan.value) if name == "sum" else None
        try:
            if name == "prepare":
                found = self._collect(lines.mapPartitionsWithIndex(worker.NewRowsTask(step, None)))
                full = sorted(answer.part for answer in found)
                worker.keep(f"{self.folder}/parts", json.dumps(full).encode())
            else:
                # Partitions that are not empty. Their messages are not read again.
                full = frozenset(json.loads(_bytes(f"{self.folder}/parts")))
                kept = context.parallelize(range(parts), parts).mapPartitionsWithIndex(worker.KeptRowsTask(step, full))
                found = self._collect(kept, task)
                missing = frozenset(answer.part for answer in found if answer.payload is None)
                if missing:
                    found += self._collect(lines.mapPartitionsWithIndex(worker.NewRowsTask(step, missing)), task)
        finally:
            weights.destroy()
            plan.destroy()
        self.cost.steps.append((name, time.monotonic() - start))
        return [answer.payload for answer in sorted(found, key=lambda answer: answer.part) if answer.payload is not None]


def _lines(table: DataFrame) -> RDD[bytes]:
    """An object of JSON for each row, made by the JVM."""
    with warnings.catch_warnings():
        # A later version will give a table.
        warnings.simplefilter("ignore", UserWarning)
        found: Any = table.toJSON(use_unicode=False)
    return found.rdd.map(lambda row: row[0].encode()) if isinstance(found, DataFrame) else found


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _line(text: str) -> str:
    return " ".join(text.split())
