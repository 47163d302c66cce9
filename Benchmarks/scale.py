#!/usr/bin/env python3
"""Training from ten thousand messages to ten million: CPU seconds, microseconds a message, wall
seconds, peak memory.

usage: scale.py SPAMKIT [--runs 3] [--out RECORD.tsv] [COUNT...]        default counts: 10000 100000 1000000

The messages are those of `Datasets/starter/generate.py --rows COUNT --seed 7`, JSON Lines with the
starter corpus's 14 labels in twelve languages, made anew in a folder that is removed at the end.
Counts above a million are the same million over and over through a pipe, so their vocabulary does
not grow; they must be multiples of it. In each run all trainers take their turn, the least of the
runs counts. CPU is user and system time from exec to exit; wall is also that of other work on the
machine. MB are MiB. Half of a gigabyte of disk for a million. No library.
"""
import argparse
import datetime
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

MILLION = 1_000_000
GENERATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Datasets", "starter", "generate.py")
TRAININGS = {
    "nb": ["--trainer", "nb", "--folds", "0"],
    "lr": ["--trainer", "lr", "--folds", "0"],
    "blend": ["--trainer", "blend", "--folds", "0"],
    "nb, four folds": ["--trainer", "nb"],
}


def trained(command, path, times):
    """CPU seconds, wall seconds and peak MiB of a training on the file, or on the file so many times over through a pipe."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, stdin=subprocess.PIPE if times > 1 else None, stdout=subprocess.DEVNULL, stderr=errors)
        try:
            for _ in range(times if times > 1 else 0):
                with open(path, "rb") as rows:
                    shutil.copyfileobj(rows, child.stdin, 1 << 20)
            if child.stdin:
                child.stdin.close()
        except BrokenPipeError:
            pass  # It ended before its input did; it says why.
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            errors.seek(0)
            sys.exit(f"scale: {' '.join(command)} ended with {child.returncode}: {errors.read().decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--out")
    parser.add_argument("counts", nargs="*", type=int, default=[10_000, 100_000, MILLION])
    a = parser.parse_intermixed_args()
    for count in a.counts:
        if count > MILLION and count % MILLION:
            parser.error(f"expected a multiple of a million beyond a million, found {count}")
    found = {}
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        path, model, made = os.path.join(folder, "rows.jsonl"), os.path.join(folder, "model.spam"), 0
        for count in sorted(a.counts):
            if made != min(count, MILLION):
                made = min(count, MILLION)
                done = subprocess.run([sys.executable, GENERATE, "--rows", str(made), "--seed", "7", "-o", path], check=True, capture_output=True, text=True)
                if done.stderr.split()[:1] != [str(made)]:
                    sys.exit(f"scale: expected {made} rows, found {done.stderr.strip()}")
            for run in range(a.runs):
                for name, options in TRAININGS.items():
                    times = count // made
                    source = ["-", "--format", "jsonl"] if times > 1 else [path]
                    row = trained([a.tool, "train", *source, *options, "--out", model], path, times)
                    before = found.get((count, name), row)
                    found[count, name] = (min(row[0], before[0]), min(row[1], before[1]), max(row[2], before[2]))
                print(f"{count}, run {run + 1} of {a.runs}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    print("| CPU s, us a message, wall s, peak MB | " + " | ".join(TRAININGS) + " |\n|" + "---|" * (len(TRAININGS) + 1))
    for count in sorted(a.counts):
        cells = (found[count, name] for name in TRAININGS)
        print(f"| {count:,} | " + " | ".join(f"{cpu:.2f}, {1e6 * cpu / count:.1f}, {wall:.2f}, {peak:.0f}" for cpu, wall, peak in cells) + " |")
    if a.out:
        with open(a.out, "w", encoding="utf-8") as out:
            print(f"# {datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, load {load:.1f} to {os.getloadavg()[0]:.1f}, {a.runs} runs", file=out)
            print("messages", "trainer", "cpu s", "us/message", "wall s", "peak MiB", sep="\t", file=out)
            for (count, name), (cpu, wall, peak) in found.items():
                print(count, name, f"{cpu:.3f}", f"{1e6 * cpu / count:.2f}", f"{wall:.2f}", f"{peak:.1f}", sep="\t", file=out)


if __name__ == "__main__":
    main()
