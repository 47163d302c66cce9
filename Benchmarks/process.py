#!/usr/bin/env python3
"""Runs verdict-once and empty some hundred times each, from posix_spawn to the end that wait4
reports, and prints tables of what a process costs.

process.sh builds the programs and calls this. Wall time is that of spawning, loading, working,
ending and waiting: Python's own share is in it, and in that of the empty program too. CPU time and
page faults are the system's account of the child. The programs take turns, so that noise of the
machine falls on all alike. Fails when the programs disagree, or take more memory than README.md
says; times are only told.
"""
import argparse
import csv
import datetime
import os
import platform
import statistics
import time

NOWHERE = os.open(os.devnull, os.O_WRONLY)
RECORDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "records")
TEXT = "Your parcel is waiting: confirm the address and the fee of 2.99 at parcel.example/track today"
# The most that opening and a classifier may take from the heap, and a whole process in pages that no file stands behind.
MOST_HEAP_BYTES = 64 * 1024
MOST_ANONYMOUS_KB = 1024

# (figure as verdict-once prints it, heading, unit, divisor)
INSIDE = [
    ("open_ns", "open us", "us", 1000),
    ("classifier_ns", "classifier us", "us", 1000),
    ("first_ns", "first decision us", "us", 1000),
    ("second_ns", "second us", "us", 1000),
    ("open_faults", "faults to open", "faults", 1),
    ("first_faults", "of the first decision", "faults", 1),
    ("heap_bytes", "heap bytes", "bytes", 1),
    ("anonymous_before_kb", "anonymous KB before", "KB", 1),
    ("anonymous_kb", "after", "KB", 1),
    ("resident_kb", "resident KB", "KB", 1),
]
OUTSIDE = [("wall", "wall ms", "ms", 1e6), ("cpu", "CPU ms", "ms", 1e6), ("faults", "page faults", "faults", 1)]


def spawn(command, output=NOWHERE):
    """Wall and CPU nanoseconds and page faults of one process."""
    actions = [(os.POSIX_SPAWN_DUP2, output, 1)]
    start = time.perf_counter_ns()
    child = os.posix_spawn(command[0], command, {}, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter_ns() - start
    if status != 0:
        raise SystemExit(f"process.py: {command[0]} ended with wait status {status}")
    return {"wall": wall, "cpu": (usage.ru_utime + usage.ru_stime) * 1e9, "faults": usage.ru_minflt}


def printed(command):
    """What a process writes, as lines. It is less than a pipe holds."""
    reader, writer = os.pipe()
    spawn(command, writer)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as lines:
        return lines.read().splitlines()


def figures(command, answer):
    """The numbers that verdict-once prints behind its answer."""
    lines = printed(command)
    if lines[:1] != answer:
        raise SystemExit(f"process.py: {command[0]} answered {lines[:1]} after {answer}")
    return {name: int(value) for name, value in (line.split() for line in lines[1:])}


def summary(runs, figure, divisor):
    values = [run[figure] / divisor for run in runs]
    return statistics.median(values), min(values)


def cell(median, least, unit):
    if unit in ("us", "ms"):
        digits = 2 if unit == "ms" else 1
        return f"{median:.{digits}f} ({least:.{digits}f})"
    return f"{median:,.0f}"


def table(title, columns, runs):
    print(f"| {title} | " + " | ".join(heading for _, heading, _, _ in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for name, found in runs.items():
        print(f"| {name} | " + " | ".join(cell(*summary(found, f, d), unit) for f, _, unit, d in columns) + " |")
    print()


def machine():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return next(line.split(":", 1)[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"


def record(tables, options, load):
    now = datetime.datetime.now(datetime.timezone.utc)
    path = os.path.join(RECORDS, f"process-{now:%Y-%m-%d}.csv")
    is_new = not os.path.exists(path)
    with open(path, "a", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        if is_new:
            rows.writerow(
                ["date", "machine", "cores", "load average", "swift version", "commit", "model bytes", "runs", "program", "figure", "unit",
                 "median", "minimum"])
        head = [now.strftime("%Y-%m-%dT%H:%M:%SZ"), machine(), os.cpu_count(), f"{load:.2f}", options.swift, options.commit,
                os.path.getsize(options.model), options.runs]
        for columns, runs in tables:
            for name, found in runs.items():
                for figure, _, unit, divisor in columns:
                    median, least = summary(found, figure, divisor)
                    rows.writerow(head + [name, figure.rsplit("_", 1)[0] if unit == "us" else figure, unit, f"{median:.5g}", f"{least:.5g}"])
    print(f"appended to {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("programs", nargs="+", metavar="NAME=FOLDER", help="where verdict-once and empty are")
    parser.add_argument("--text", default=TEXT)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--swift", default="unknown")
    parser.add_argument("--commit", help="what the record says was measured; without it nothing is appended to records/")
    options = parser.parse_args()
    folders = dict(p.split("=", 1) for p in options.programs)
    deciding = {name: os.path.join(folder, "verdict-once") for name, folder in folders.items()}
    message = [options.model, options.text]
    commands = {f"nothing, {name}": [os.path.join(folder, "empty")] for name, folder in folders.items()}
    commands |= {f"verdict, {name}": [path, *message] for name, path in deciding.items()}

    answers = {name: printed([path, *message]) for name, path in deciding.items()}
    answer = next(iter(answers.values()))
    if any(a != answer for a in answers.values()):
        raise SystemExit(f"process.py: the programs disagree: {answers}")
    outside = {name: [] for name in commands}
    inside = {name: [] for name in deciding}
    for _ in range(options.runs):
        for name, command in commands.items():
            outside[name].append(spawn(command))
        for name, path in deciding.items():
            inside[name].append(figures([path, "--figures", *message], answer))

    load = os.getloadavg()[0]
    print(
        f"{machine()}, {os.cpu_count()} cores, load {load:.1f}, Swift {options.swift}; model of {os.path.getsize(options.model):,} bytes, "
        f"{options.runs} runs, median (least); answer: {answer[0]}\n")
    table("from exec to end", OUTSIDE, outside)
    table("inside", INSIDE, inside)
    if options.commit:
        record([(OUTSIDE, outside), (INSIDE, inside)], options, load)
    for name, found in inside.items():
        for figure, most in (("heap_bytes", MOST_HEAP_BYTES), ("anonymous_kb", MOST_ANONYMOUS_KB)):
            if max(run[figure] for run in found) > most:
                raise SystemExit(f"process.py: {name}: {figure} is {max(run[figure] for run in found)}, expected at most {most}")


if __name__ == "__main__":
    main()
