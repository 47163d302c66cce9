"""What runs in Spark's tasks: the tool as a partition worker.

In: lines of JSON, as bytes, or prepared rows. Out: prepared rows, or one answer a partition. It
needs the standard library alone, and is sent to the workers by value: they need the tool, and not
this package.
"""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import IO, Any, NamedTuple

# Bytes that go between Spark and the tool at once.
PIECE = 1 << 18


class Answer(NamedTuple):
    """What a task answers.

    Attributes:
        part: the partition.
        fold: of counts, from 0.
        payload: what the tool answered.
        tool: CPU seconds of the tool.
        python: the same of Python.
    """

    part: int
    fold: int
    payload: bytes
    tool: float = 0
    python: float = 0


class WorkerError(RuntimeError):
    """The tool failed in a task. Spark does the task again."""


class OtherVersionError(WorkerError):
    """The tool of this machine is of another version than the driver's."""


@dataclass(frozen=True)
class Tool:
    """How a task calls the tool.

    Attributes:
        path: of the tool, the same on all machines; of one that Spark brings there: its name.
        shipped: whether Spark brings it there.
        version: what `spamkit gradient version` must say; None: it is not asked.
        reading: options of reading a corpus, such as --skip-bad-rows.
    """

    path: str
    shipped: bool = False
    version: str | None = None
    reading: tuple[str, ...] = ()

    def command(self) -> str:
        if not self.shipped:
            return self.path
        from pyspark import SparkFiles

        path = SparkFiles.get(self.path)
        os.chmod(path, 0o700)
        return path

    def check(self) -> None:
        """Refuses another version than the driver's. Each task asks, as any machine may differ; a
        process of Python asks again only where the file has changed.
        """
        if self.version is None:
            return
        path = shutil.which(self.command())
        state = os.stat(path) if path else None
        seen = f"{self.version} {path} {(state.st_ino, state.st_mtime_ns, state.st_size) if state else None}"
        if os.environ.get("SPAMKIT_SEEN_VERSION") == seen:
            return
        found = self.run(["gradient", "version"]).decode().strip()
        if found != self.version:
            raise OtherVersionError(
                f"{socket.gethostname()}: expected the driver's version of spamkit, {_line(self.version)}, found "
                f"{_line(found)}; give all machines the same tool")
        os.environ["SPAMKIT_SEEN_VERSION"] = seen

    @contextmanager
    def running(self, arguments: list[str], output: int | IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
        """The tool at work. It is killed where the block fails, and must end well where it ends."""
        with tempfile.TemporaryFile() as complaints:
            try:
                process = subprocess.Popen(
                    [self.command(), *arguments], stdin=subprocess.PIPE, stdout=output, stderr=complaints)
            except OSError as error:
                raise WorkerError(
                    f"{socket.gethostname()}: expected the tool spamkit at {self.path}, found {error.strerror}; "
                    "give --tool or --ship") from None
            try:
                yield process
            except BaseException:
                process.kill()
                process.wait()
                raise
            code = process.wait()
            if code != 0:
                complaints.seek(0)
                words = complaints.read(4000).decode(errors="replace").strip()
                raise WorkerError(f"spamkit {arguments[0]} ended with {code}: {words or 'killed'}")

    def run(self, arguments: list[str], pieces: Iterable[bytes] = ()) -> bytes:
        """Runs the tool with some input. Returns what it wrote on its output."""
        with tempfile.TemporaryFile() as answer:
            with self.running(arguments, answer) as process:
                feed(process, pieces)
            answer.seek(0)
            return answer.read()

    def stream(self, arguments: list[str], pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Runs the tool with some input, and gives its output while it works."""
        failed: list[BaseException] = []
        with self.running(arguments, subprocess.PIPE) as process:
            feeder = threading.Thread(target=_feed, args=(process, pieces, failed), daemon=True)
            feeder.start()
            assert process.stdout is not None
            with process.stdout as output:
                while piece := output.read(PIECE):
                    yield piece
            feeder.join()
            if failed:
                raise failed[0]


def feed(process: subprocess.Popen[bytes], pieces: Iterable[bytes]) -> None:
    assert process.stdin is not None
    try:
        for piece in pieces:
            process.stdin.write(piece)
        process.stdin.close()
    except BrokenPipeError:
        pass  # The tool says why.


def _feed(process: subprocess.Popen[bytes], pieces: Iterable[bytes], failed: list[BaseException]) -> None:
    try:
        feed(process, pieces)
    except BaseException as error:
        # The input failed: what the tool has read is not all there is.
        process.kill()
        failed.append(error)


def _line(text: str) -> str:
    return " ".join(text.split())


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


def chunks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without line breaks, as fewer and longer pieces with."""
    some, size = [], 0
    for line in lines:
        some.append(line)
        size += len(line)
        if size >= PIECE:
            yield b"\n".join([*some, b""])
            some, size = [], 0
    if some:
        yield b"\n".join([*some, b""])


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder that goes with the executor, even where a task is killed."""
    from pyspark import SparkFiles

    return tempfile.TemporaryDirectory(dir=SparkFiles.getRootDirectory())


def if_any(items: Iterable[Any]) -> Iterator[Any] | None:
    """The same items; None where there is none."""
    items = iter(items)
    for first in items:
        return chain([first], items)
    return None


def keep(path: str, data: bytes) -> None:
    """Writes a file as a whole or not at all."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(temporary, path)


def _written(folder: str, name: str, data: bytes) -> str:
    with open(f"{folder}/{name}", "wb") as file:
        file.write(data)
    return file.name


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


class CountTask:
    """Counts a partition, in a file for each fold."""

    def __init__(self, tool: Tool, folds: int, seed: int) -> None:
        self.tool, self.folds, self.seed = tool, folds, seed

    def __call__(self, part: int, lines: Iterable[bytes]) -> Iterator[Answer]:
        watch, found = Stopwatch(), if_any(lines)
        if found is None:
            return
        self.tool.check()
        with scratch() as folder:
            folds = ["--folds", str(self.folds), "--seed", str(self.seed)] if self.folds > 1 else []
            self.tool.run(
                ["counts", "-", "--quiet", "--out", f"{folder}/all.counts", *folds, *self.tool.reading], chunks(found))
            names = [f"all.fold{n}.counts" for n in range(1, self.folds + 1)] if folds else ["all.counts"]
            for fold, name in enumerate(names):
                used = watch.read() if fold == len(names) - 1 else ()
                yield Answer(part, fold, _read(f"{folder}/{name}"), *used)


class MergeTask:
    """Adds up the answers of several partitions: counts of each fold, or results of a step.

    Attributes:
        plan: a broadcast of the plan; None: answers are counts.
    """

    def __init__(self, tool: Tool, plan: Any = None) -> None:
        self.tool, self.plan = tool, plan

    def __call__(self, part: int, answers: Iterable[Answer]) -> Iterator[Answer]:
        watch, tool, python = Stopwatch(), 0.0, 0.0
        with scratch() as folder:
            files: dict[int, list[str]] = {}
            for answer in answers:
                tool, python = tool + answer.tool, python + answer.python
                own = files.setdefault(answer.fold, [])
                own.append(_written(folder, f"{answer.fold}-{len(own)}", answer.payload))
            for number, fold in enumerate(sorted(files)):
                payload = self.add(folder, files[fold])
                used = watch.read() if number == len(files) - 1 else (-tool, -python)
                yield Answer(part, fold, payload, tool + used[0], python + used[1])

    def add(self, folder: str, paths: list[str]) -> bytes:
        if len(paths) == 1:
            return _read(paths[0])
        self.tool.check()
        if self.plan is None:
            self.tool.run(["merge", "--quiet", *paths, "--out", f"{folder}/sum"])
            return _read(f"{folder}/sum")
        return self.tool.run(["gradient", "add", *paths, "--plan", _written(folder, "plan", self.plan.value)])


class PrepareTask:
    """Makes rows of the messages of a partition: pieces of bytes, and behind them an answer, the summary."""

    def __init__(self, tool: Tool, plan: Any) -> None:
        self.tool, self.plan = tool, plan

    def __call__(self, part: int, lines: Iterable[bytes]) -> Iterator[bytes | Answer]:
        watch, found = Stopwatch(), if_any(lines)
        if found is None:
            return
        self.tool.check()
        with scratch() as folder:
            plan = _written(folder, "plan", self.plan.value)
            yield from self.tool.stream(
                ["gradient", "prepare", "-", "--quiet", "--plan", plan, "--rows", "-", "--summary", f"{folder}/summary",
                 *self.tool.reading], chunks(found))
            yield Answer(part, 0, _read(f"{folder}/summary"), *watch.read())


def summaries(items: Iterable[bytes | Answer]) -> Iterator[Answer]:
    """The summary among the rows of a partition."""
    return (item for item in items if isinstance(item, tuple))


class RowsTask:
    """Sums or scores the rows of a partition.

    Attributes:
        name: sum or score.
        plan, point: broadcasts of the plan, and of weights or models.
    """

    def __init__(self, tool: Tool, name: str, plan: Any, point: Any) -> None:
        self.tool, self.name, self.plan, self.point = tool, name, plan, point

    def __call__(self, part: int, items: Iterable[bytes | Answer]) -> Iterator[Answer]:
        watch, found = Stopwatch(), if_any(item for item in items if isinstance(item, bytes))
        if found is None:
            return
        self.tool.check()
        with scratch() as folder:
            plan, point = _written(folder, "plan", self.plan.value), _written(folder, "point", self.point.value)
            option = "--weights" if self.name == "sum" else "--models"
            payload = self.tool.run(["gradient", self.name, "--plan", plan, "--rows", "-", option, point], found)
        yield Answer(part, 0, payload, *watch.read())
