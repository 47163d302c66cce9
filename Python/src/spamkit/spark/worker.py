"""What runs in Spark's tasks: the tool as a partition worker.

In: Arrow batches of JSON Lines. Out: one row a partition. It needs the standard library and PyArrow
alone, and is sent to the workers by value: they need the tool, and not this package.
"""

from __future__ import annotations

import fcntl
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

# A result of a partition: which fold (of counts), what the tool answered, and CPU seconds of the tool
# and of Python.
RESULT = "part int, fold int, payload binary, tool double, python double"
FIELDS = ["part", "fold", "payload", "tool", "python"]


class WorkerError(RuntimeError):
    """The tool failed in a task. Spark does the task again."""


@dataclass(frozen=True)
class Tool:
    """How a task calls the tool.

    Attributes:
        path: of the tool, the same on all machines; of one that Spark brings there: its name.
        shipped: whether Spark brings it there.
        reading: options of reading a corpus, such as --skip-bad-rows.
    """

    path: str
    shipped: bool
    reading: tuple[str, ...] = ()

    def command(self) -> str:
        if not self.shipped:
            return self.path
        from pyspark import SparkFiles

        path = SparkFiles.get(self.path)
        os.chmod(path, 0o700)
        return path

    def run(self, arguments: list[str], lines: Iterable[bytes] = ()) -> bytes:
        """Runs the tool with lines on its standard input. Returns what it wrote on its output."""
        with tempfile.TemporaryFile() as complaints, tempfile.TemporaryFile() as answer:
            process = subprocess.Popen(
                [self.command(), *arguments], stdin=subprocess.PIPE, stdout=answer, stderr=complaints)
            assert process.stdin is not None
            try:
                for chunk in lines:
                    process.stdin.write(chunk)
                process.stdin.close()
            except BrokenPipeError:
                pass  # The tool says why.
            except BaseException:
                process.kill()
                process.wait()
                raise
            code = process.wait()
            if code != 0:
                complaints.seek(0)
                words = complaints.read(4000).decode(errors="replace").strip()
                raise WorkerError(f"spamkit {arguments[0]} ended with {code}: {words or 'killed'}")
            answer.seek(0)
            return answer.read()


def _seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


class Stopwatch:
    """CPU seconds of the tool and of Python since it was made."""

    def __init__(self) -> None:
        self.tool = _seconds(resource.RUSAGE_CHILDREN)
        self.python = _seconds(resource.RUSAGE_SELF)

    def read(self) -> tuple[float, float]:
        return _seconds(resource.RUSAGE_CHILDREN) - self.tool, _seconds(resource.RUSAGE_SELF) - self.python


def partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    return int(context.partitionId())


def results(rows: list[tuple[int, int, bytes, float, float]]) -> Iterator[pa.RecordBatch]:
    """A batch for each row: one may be large."""
    types: list[Any] = [pa.int32(), pa.int32(), pa.binary(), pa.float64(), pa.float64()]
    for row in rows:
        yield pa.RecordBatch.from_arrays([pa.array([value], kind) for value, kind in zip(row, types)], FIELDS)


def chunks(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
    """The texts of the only column, which end with line breaks, without a copy of each."""
    for batch in batches:
        column = batch.column(0)
        if len(column) == 0:
            continue
        if pa.types.is_large_string(column.type):
            column = column.cast(pa.string())
        if column.null_count:
            column = column.drop_null()
        offsets = memoryview(column.buffers()[1]).cast("i")
        start, end = offsets[column.offset], offsets[column.offset + len(column)]
        yield memoryview(column.buffers()[2])[start:end]


def first_and_rest(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch] | None:
    """The same batches; None where there is no row."""
    for batch in batches:
        if batch.num_rows > 0:

            def all_batches(first: pa.RecordBatch = batch) -> Iterator[pa.RecordBatch]:
                yield first
                yield from batches

            return all_batches()
    return None


def keep(path: str, data: bytes) -> None:
    """Writes a file as a whole or not at all."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(temporary, path)


class CountTask:
    """Counts a partition, in a file for each fold."""

    def __init__(self, tool: Tool, folds: int, seed: int) -> None:
        self.tool, self.folds, self.seed = tool, folds, seed

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        watch, rows = Stopwatch(), first_and_rest(batches)
        if rows is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            folds = ["--folds", str(self.folds), "--seed", str(self.seed)] if self.folds > 1 else []
            self.tool.run(
                ["counts", "-", "--quiet", "--out", f"{folder}/all.counts", *folds, *self.tool.reading], chunks(rows))
            names = [f"all.fold{n}.counts" for n in range(1, self.folds + 1)] if folds else ["all.counts"]
            found = []
            for fold, name in enumerate(names):
                with open(f"{folder}/{name}", "rb") as file:
                    found.append((partition(), fold, file.read()))
        used = watch.read()
        yield from results([(*row, *(used if i == 0 else (0.0, 0.0))) for i, row in enumerate(found)])


class MergeTask:
    """Adds up the results of several partitions: counts of each fold, or sums."""

    def __init__(self, tool: Tool, plan: bytes | None = None) -> None:
        self.tool, self.plan = tool, plan

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        watch, used = Stopwatch(), [0.0, 0.0]
        with tempfile.TemporaryDirectory() as folder:
            files: dict[int, list[str]] = {}
            for batch in batches:
                for row in batch.to_pylist():
                    used = [used[0] + row["tool"], used[1] + row["python"]]
                    own = files.setdefault(row["fold"], [])
                    own.append(f"{folder}/{row['fold']}-{len(own)}")
                    with open(own[-1], "wb") as file:
                        file.write(row["payload"])
            found = [(partition(), fold, self.add(folder, files[fold])) for fold in sorted(files)]
        own_used = watch.read()
        total = (used[0] + own_used[0], used[1] + own_used[1])
        yield from results([(*row, *(total if i == 0 else (0.0, 0.0))) for i, row in enumerate(found)])

    def add(self, folder: str, paths: list[str]) -> bytes:
        if len(paths) == 1:
            with open(paths[0], "rb") as file:
                return file.read()
        if self.plan is None:
            self.tool.run(["merge", "--quiet", *paths, "--out", f"{folder}/sum"])
            with open(f"{folder}/sum", "rb") as file:
                return file.read()
        with open(f"{folder}/plan", "wb") as file:
            file.write(self.plan)
        return self.tool.run(["gradient", "add", *paths, "--plan", f"{folder}/plan"])


class RowTask:
    """Prepares the rows of a partition, once a machine, and sums or scores them.

    The rows are kept in a folder of the machine's disk. Where they are missing, as on a machine that
    takes over a lost partition, they are prepared again.
    """

    def __init__(self, tool: Tool, cache: str, plan: Any, digest: str, parts: int, step: str, point: Any) -> None:
        self.tool, self.folder = tool, f"{cache}/{digest}-{parts}"
        self.plan, self.step, self.point = plan, step, point

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        watch, part = Stopwatch(), partition()
        plan, rows, summary = (f"{self.folder}/{name}" for name in ("plan", f"{part}.rows", f"{part}.summary"))
        os.makedirs(self.folder, exist_ok=True)
        with open(f"{self.folder}/{part}.lock", "w") as lock:
            # Spark may do a slow task a second time on the same machine.
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not os.path.exists(plan):
                keep(plan, self.plan.value)
            if not (os.path.exists(rows) and os.path.exists(summary)):
                found = first_and_rest(batches)
                if found is None:
                    return
                self.tool.run(
                    ["gradient", "prepare", "-", "--quiet", "--plan", plan, "--rows", rows, "--summary", summary,
                     *self.tool.reading], chunks(found))
        if self.step == "prepare":
            with open(summary, "rb") as file:
                answer = file.read()
        else:
            with tempfile.NamedTemporaryFile() as point:
                point.write(self.point.value)
                point.flush()
                option = "--weights" if self.step == "sum" else "--models"
                answer = self.tool.run(["gradient", self.step, "--plan", plan, "--rows", rows, option, point.name])
        yield from results([(part, 0, answer, *watch.read())])


class VersionTask:
    """What a worker says of its version."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool

    def __call__(self, _: int) -> str:
        import socket

        if not self.tool.shipped and shutil.which(self.tool.path) is None:
            return f"{socket.gethostname()}\tno tool at {self.tool.path}"
        try:
            return f"{socket.gethostname()}\t{self.tool.run(['gradient', 'version']).decode().strip()}"
        except WorkerError as error:
            return f"{socket.gethostname()}\t{error}"
