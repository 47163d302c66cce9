"""What runs in Spark's tasks: the tool as a partition worker.

In: lines of JSON, as bytes. Out: one answer a partition. It needs the standard library alone, and is
sent to the workers by value: they need the tool, and not this package.
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
from itertools import chain, islice
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """What a task answers.

    Attributes:
        part: the partition.
        fold: of counts, from 0.
        payload: what the tool answered; None where rows are missing on this machine.
        tool: CPU seconds of the tool.
        python: the same of Python.
    """

    part: int
    fold: int
    payload: bytes | None
    tool: float = 0
    python: float = 0


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


def chunks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without line breaks, as fewer and longer ones with."""
    lines = iter(lines)
    while some := list(islice(lines, 1000)):
        some.append(b"")
        yield b"\n".join(some)


def if_any(lines: Iterator[bytes]) -> Iterator[bytes] | None:
    """The same lines; None where there is none."""
    for first in lines:
        return chain([first], lines)
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

    def __call__(self, part: int, lines: Iterator[bytes]) -> Iterator[Answer]:
        watch, found = Stopwatch(), if_any(lines)
        if found is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            folds = ["--folds", str(self.folds), "--seed", str(self.seed)] if self.folds > 1 else []
            self.tool.run(
                ["counts", "-", "--quiet", "--out", f"{folder}/all.counts", *folds, *self.tool.reading], chunks(found))
            names = [f"all.fold{n}.counts" for n in range(1, self.folds + 1)] if folds else ["all.counts"]
            for fold, name in enumerate(names):
                with open(f"{folder}/{name}", "rb") as file:
                    payload = file.read()
                yield Answer(part, fold, payload, *(watch.read() if fold == len(names) - 1 else ()))


class MergeTask:
    """Adds up the answers of several partitions: counts of each fold, or sums."""

    def __init__(self, tool: Tool, plan: bytes | None = None) -> None:
        self.tool, self.plan = tool, plan

    def __call__(self, part: int, answers: Iterator[Answer]) -> Iterator[Answer]:
        watch, tool, python = Stopwatch(), 0.0, 0.0
        with tempfile.TemporaryDirectory() as folder:
            files: dict[int, list[str]] = {}
            for answer in answers:
                tool, python = tool + answer.tool, python + answer.python
                if answer.payload is None:
                    yield answer._replace(tool=0, python=0)
                    continue
                own = files.setdefault(answer.fold, [])
                own.append(f"{folder}/{answer.fold}-{len(own)}")
                with open(own[-1], "wb") as file:
                    file.write(answer.payload)
            for number, fold in enumerate(sorted(files)):
                payload = self.add(folder, files[fold])
                used = watch.read() if number == len(files) - 1 else (-tool, -python)
                yield Answer(part, fold, payload, tool + used[0], python + used[1])

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


@dataclass(frozen=True)
class Step:
    """A step of a run over prepared rows.

    Attributes:
        name: prepare, sum or score.
        folder: on each machine, of this plan and number of partitions.
        plan: a broadcast of the plan.
        point: a broadcast of weights or models.
    """

    tool: Tool
    name: str
    folder: str
    plan: Any
    point: Any

    def paths(self, part: int) -> tuple[str, str, str]:
        """Of the plan, the rows and the summary of a partition."""
        return f"{self.folder}/plan", f"{self.folder}/{part}.rows", f"{self.folder}/{part}.summary"

    def answer(self, part: int) -> bytes:
        plan, rows, summary = self.paths(part)
        if self.name == "prepare":
            with open(summary, "rb") as file:
                return file.read()
        with tempfile.NamedTemporaryFile() as point:
            point.write(self.point.value)
            point.flush()
            option = "--weights" if self.name == "sum" else "--models"
            return self.tool.run(["gradient", self.name, "--plan", plan, "--rows", rows, option, point.name])


class KeptRowsTask:
    """Sums or scores the rows of a partition that this machine has prepared; answers None where it
    has not, as on a machine that takes over a lost partition.
    """

    def __init__(self, step: Step, parts: frozenset[int]) -> None:
        self.step, self.parts = step, parts

    def __call__(self, part: int, _: Iterator[int]) -> Iterator[Answer]:
        # The others have no messages.
        if part not in self.parts:
            return
        watch = Stopwatch()
        there = all(os.path.exists(path) for path in self.step.paths(part))
        yield Answer(part, 0, self.step.answer(part) if there else None, *watch.read())


class NewRowsTask:
    """Prepares the rows of partitions, once a machine, and does a step over them."""

    def __init__(self, step: Step, parts: frozenset[int] | None) -> None:
        self.step, self.parts = step, parts

    def __call__(self, part: int, lines: Iterator[bytes]) -> Iterator[Answer]:
        if self.parts is not None and part not in self.parts:
            return
        watch, step = Stopwatch(), self.step
        plan, rows, summary = step.paths(part)
        os.makedirs(step.folder, exist_ok=True)
        # Spark may do a slow task a second time on the same machine.
        with open(f"{step.folder}/{part}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            keep(plan, step.plan.value)
            found = if_any(lines)
            if found is None:
                return
            if not (os.path.exists(rows) and os.path.exists(summary)):
                step.tool.run(
                    ["gradient", "prepare", "-", "--quiet", "--plan", plan, "--rows", rows, "--summary", summary,
                     *step.tool.reading], chunks(found))
        yield Answer(part, 0, step.answer(part), *watch.read())


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
