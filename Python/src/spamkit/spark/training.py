"""Trains on Spark: the driver.

All that the driver knows is in the folder of the run: counts, plan, iterates. Each step replaces one
small file at its end, so a driver that is killed goes on from there, and the model has the same
bytes. Prepared rows are a dataset that Spark keeps on its disks, and makes again where it is lost.
"""

from __future__ import annotations

import fcntl
import gc
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark import RDD, Broadcast, StorageLevel, cloudpickle
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from . import worker
from .errors import SparkTrainingError, ToolError, failure
from .messages import Reading, files, messages

# Workers add up results before the driver does, where there are more than this, or more bytes.
MOST_RESULTS = 16
MOST_BYTES = 1 << 28


@dataclass(frozen=True)
class Plan:
    """How to train.

    Attributes:
        trainer: "nb", "cnb", "lr" or "blend".
        folds: of the out-of-fold scores that cutoffs are chosen by; 0 for none.
        seed: of the folds.
        options: more options of spamkit train that say how to learn, such as --max-false-junk=1%.
        tool: path of spamkit on all machines; None: the one in PATH.
        ship: have Spark bring the tool to the workers.
        quiet: say nothing of each pass.
    """

    trainer: str = "blend"
    folds: int = 4
    seed: int = 1
    options: tuple[str, ...] = ()
    tool: str | None = None
    ship: bool = False
    quiet: bool = False

    def __post_init__(self) -> None:
        for option in self.options:
            name = option.partition("=")[0]
            if name in ("--trainer", "--folds", "--seed", "--out"):
                raise SparkTrainingError(f"expected {name} apart from other options, as workers need it too; give it by itself")


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
    spark: SparkSession, input: str | DataFrame, model: str, plan: Plan = Plan(), reading: Reading = Reading(),
    run: str | None = None,
) -> Cost:
    """Trains a model on messages, and writes it.

    Args:
        input: a path that Spark reads, or a table. To go on after a stop, a table must have the same
            messages again; of a path it is checked that its files are the same.
        run: folder of the run, on the driver's disk, which stays; None: MODEL.run, until the model is
            there. A run that was stopped goes on.

    Raises:
        VersionError: a worker runs another version of the tool.
        ToolError: the tool says why there is no model.
        SparkTrainingError: a task failed as often as Spark tries, or the run is of other messages.
    """
    folder = run or model + ".run"
    try:
        with _locked(folder):
            if run is None and os.path.exists(f"{folder}/finished"):
                # A driver was killed before it removed it.
                _emptied(folder)
            cost = _Training(spark, input, model, plan, reading, folder).run()
            if run is None:
                _removed(folder)
            return cost
    except (PySparkException, Py4JJavaError) as error:
        raise failure(str(error)) from None


@contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Makes the folder of a run, for one driver alone."""
    while True:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        lock = os.open(f"{folder}/lock", os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise SparkTrainingError(f"{folder}: expected a run that nobody works at, found another driver; wait for it") from None
        there = Path(f"{folder}/lock")
        # Another driver may have removed the folder in between.
        if there.exists() and os.path.samestat(os.fstat(lock), there.stat()):
            break
        os.close(lock)
    try:
        for left in [*Path(folder).glob("tmp*"), *Path(folder).glob("*.tmp")]:
            # Of a driver that was killed.
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        yield
    finally:
        os.close(lock)


def _emptied(folder: str) -> None:
    """Removes what is in a run's folder, the mark of its end last."""
    for path in sorted(Path(folder).iterdir(), key=lambda path: path.name == "finished"):
        if path.name != "lock":
            path.unlink()


def _removed(folder: str) -> None:
    """Removes a run's folder at once: half of one would be taken for another run."""
    whole = os.path.abspath(folder)
    gone = tempfile.mkdtemp(prefix=os.path.basename(whole) + ".", dir=os.path.dirname(whole))
    os.rename(whole, gone)
    shutil.rmtree(gone)


class _Training:
    def __init__(
        self, spark: SparkSession, input: str | DataFrame, model: str, plan: Plan, reading: Reading, folder: str
    ) -> None:
        self.spark, self.input, self.model, self.plan, self.folder = spark, input, model, plan, folder
        self.reading = reading
        found = shutil.which(plan.tool or "spamkit")
        if found is None:
            raise ToolError(f"expected the tool spamkit at {plan.tool or 'a folder of PATH'}, found none; give --tool")
        self.local_tool = found
        self.cost = Cost()
        # Workers need not have this package.
        cloudpickle.register_pickle_by_value(worker)  # type: ignore[no-untyped-call]
        if plan.ship:
            spark.sparkContext.addFile(os.path.abspath(self.local_tool))
        self.tool = worker.Tool(
            os.path.basename(found) if plan.ship else plan.tool or "spamkit", plan.ship,
            self._driver(["gradient", "version"]).strip(), reading.tool_options())

    def run(self) -> Cost:
        start = time.monotonic()
        request = self._request()
        self._check(request)
        # One object of JSON a message.
        lines = _lines(messages(self.spark, self.input, self.reading))
        self._count(lines)
        status = self._step([])
        plan = self.spark.sparkContext.broadcast(_bytes(f"{self.folder}/plan"))
        rows = lines.mapPartitionsWithIndex(worker.PrepareTask(self.tool, plan)).persist(StorageLevel.DISK_ONLY)
        try:
            while status["next"] != "finish":
                name = f"pass {status['pass']}" if status["next"] == "sum" else status["next"]
                results = self._results(rows, plan, status)
                if not results:
                    raise SparkTrainingError("expected the messages that were counted, found none; the input has changed")
                status = self._step(results)
                self._tell(name, status)
        finally:
            rows.unpersist()
            plan.destroy()
        if self._request() != request:
            raise SparkTrainingError("expected the files that were counted, found others; train anew, in another --run")
        self.cost.passes = int(status["pass"])
        self._driver(["gradient", "finish", self.folder, *self._options(), "--out", self.model], shows=not self.plan.quiet)
        worker.keep(f"{self.folder}/finished", b"")
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

    def _request(self) -> str:
        """A digest of all that the model depends on."""
        found = {
            "input": files(self.spark, self.input) if isinstance(self.input, str) else None,
            "reading": repr(self.reading), "folds": self.plan.folds, "options": self._options(), "tool": self.tool.version}
        return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()

    def _check(self, request: str) -> None:
        """A run goes on only with what it was started with, and ends once."""
        place = f"{self.folder}/request"
        if os.path.exists(f"{self.folder}/finished"):
            raise SparkTrainingError(
                f"{self.folder}: expected a run that goes on, found one that has its model; give another --run, or delete it")
        if not os.path.exists(place):
            worker.keep(place, request.encode())
        elif _bytes(place) != request.encode():
            raise SparkTrainingError(
                f"{self.folder}: expected the run of another input, other options or another tool, which is there; "
                "give the same ones to go on, or another --run, or delete it")

    def _tell(self, name: str, status: dict[str, Any]) -> None:
        if self.plan.quiet:
            return
        seconds = self.cost.steps[-1][1]
        objective = f", objective {status['objective']:.8g}" if status.get("objective") is not None else ""
        solved = f", {status['problems'] - status['open']} of {status['problems']} solved" if status["problems"] else ""
        read = f", {status['messages']:,} messages" if name == "prepare" else ""
        print(f"{name}: {seconds:.1f} s{read}{objective}{solved}", file=sys.stderr, flush=True)

    def _collect(
        self, answers: RDD[worker.Answer], task: worker.MergeTask, most: int = MOST_RESULTS
    ) -> list[worker.Answer]:
        """Has workers add up answers until they are few, and brings these to the driver."""
        parts = answers.getNumPartitions()
        if parts > MOST_RESULTS:
            # What workers sent each other in earlier passes stays on disks until the JVM cleans up.
            gc.collect()
            self.spark.sparkContext._jvm.System.gc()  # type: ignore[union-attr]
        while parts > most:
            parts = (parts + MOST_RESULTS - 1) // MOST_RESULTS
            # By number: which answers meet must not depend on the order in which they come.
            dealt = answers.keyBy(lambda answer: answer.part).partitionBy(parts, lambda part: part)
            answers = dealt.values().mapPartitionsWithIndex(task)
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
        # Counts of many partitions are large: they hold every feature.
        most = MOST_RESULTS if lines.getNumPartitions() <= MOST_RESULTS else 1
        answers = self._collect(counted, worker.MergeTask(self.tool), most)
        if not answers:
            raise SparkTrainingError("expected messages, found none; see that --where leaves some")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            for fold, name in enumerate(names):
                paths: list[str] = []
                for answer in answers:
                    if answer.fold == fold:
                        paths.append(f"{folder}/{fold}-{len(paths)}")
                        worker.keep(paths[-1], answer.payload)
                self._driver(["merge", "--quiet", *paths, "--out", f"{self.folder}/{name}"])
        worker.keep(f"{self.folder}/counted", b"")
        self.cost.steps.append(("count", time.monotonic() - start))
        if not self.plan.quiet:
            print(f"count: {self.cost.steps[-1][1]:.1f} s", file=sys.stderr, flush=True)

    def _step(self, results: list[bytes]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            paths: list[str] = []
            for result in results:
                paths.append(f"{folder}/{len(paths)}")
                with open(paths[-1], "wb") as file:
                    file.write(result)
            option = ["--result", *paths] if paths else []
            found: dict[str, Any] = json.loads(
                self._driver(["gradient", "step", self.folder, *self._options(), "--quiet", *option]))
        return found

    def _results(self, rows: RDD[Any], plan: Broadcast[bytes], status: dict[str, Any]) -> list[bytes]:
        """What workers answer of the rows of all partitions."""
        start, name = time.monotonic(), status["next"]
        add = worker.MergeTask(self.tool, plan)
        if name == "prepare":
            found = self._collect(rows.mapPartitions(worker.summaries), add)
        else:
            point = _bytes(f"{self.folder}/weights-{status['pass']}" if name == "sum" else f"{self.folder}/models")
            sent = self.spark.sparkContext.broadcast(point)
            # Sums are of 64 bits where weights are of 32, and with second derivatives twice as many.
            most = max(1, min(MOST_RESULTS, MOST_BYTES // (4 * len(point))))
            try:
                found = self._collect(rows.mapPartitionsWithIndex(worker.RowsTask(self.tool, name, plan, sent)), add, most)
            finally:
                sent.destroy()
        self.cost.steps.append((name, time.monotonic() - start))
        return [answer.payload for answer in found]


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
