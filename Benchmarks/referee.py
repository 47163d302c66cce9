#!/usr/bin/env python3
"""Trains, classifies and scores: the work of referee.sh, which says what it is for. No library."""
import argparse
import csv
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import time

RUNS = 3
COLUMNS = ["date", "machine", "cores", "load average", "commit", "dataset", "trainer", "train rows", "test rows", "junk rows", "ap", "auc",
           "recall@0.1%", "recall@0.2%", "recall@1%", "precision", "recall", "false junk", "false junk rate", "unsure", "model bytes",
           "train cpu s", "train wall s", "peak rss MB", "classify ns/message"]


def machine():
    """The CPU's name."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return next(line.split(":", 1)[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        found = subprocess.run(["sysctl", "-n", "machdep.cpu.brand_string"], capture_output=True, text=True, check=False).stdout.strip()
        return found or platform.processor() or "unknown"


def timed(command, out=subprocess.DEVNULL):
    """CPU seconds, wall seconds and peak resident bytes of a command that must succeed."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE)
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    wall = time.monotonic() - start
    if child.returncode != 0:
        sys.exit(f"referee: {' '.join(command[:2])} ended with {child.returncode}: {errors.decode(errors='replace')}")
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit


def rows_of(path):
    with open(path, "rb") as lines:
        return sum(1 for line in lines if line.strip(b"\r\n"))


def figures(arguments, dataset, trainer, folder):
    """One row of the table: the least CPU and wall time of RUNS trainings, which must all give the same bytes."""
    train = os.path.join(arguments.shared, "splits", f"{dataset}.group.train.tsv")
    test = os.path.join(arguments.shared, "splits", f"{dataset}.group.test.tsv")
    model, verdicts = os.path.join(folder, "model.spam"), os.path.join(folder, "verdicts.jsonl")
    cpu, wall, peak, contents = [], [], [], set()
    for _ in range(RUNS):
        c, w, p = timed([arguments.tool, "train", train, "--trainer", trainer, "--out", model])
        cpu.append(c)
        wall.append(w)
        peak.append(p)
        with open(model, "rb") as f:
            contents.add(f.read())
    if len(contents) != 1:
        sys.exit(f"referee: {dataset} {trainer}: {RUNS} trainings gave {len(contents)} different models")
    rows = rows_of(test)
    classify = []
    for _ in range(RUNS):
        with open(verdicts, "wb") as out:
            classify.append(timed([arguments.tool, "classify", model, test], out)[0])
    scored = subprocess.run([sys.executable, os.path.join(arguments.shared, "score.py"), test, verdicts, "--json"],
                            capture_output=True, text=True, check=True)
    score = json.loads(scored.stdout)
    return {
        "dataset": dataset, "trainer": trainer, "train rows": rows_of(train), "test rows": rows, "junk rows": score["junk"],
        "ap": f"{score['ap']:.4f}", "auc": f"{score['auc']:.4f}",
        **{f"recall@{f}%": f"{score[f'recall@{f}%']:.4f}" for f in ("0.1", "0.2", "1")},
        "precision": f"{score['precision']:.4f}", "recall": f"{score['recall']:.4f}", "false junk": score["falseJunk"],
        "false junk rate": f"{score['falseJunkRate']:.5f}", "unsure": score["unsure"], "model bytes": len(contents.pop()),
        "train cpu s": f"{min(cpu):.3f}", "train wall s": f"{min(wall):.3f}", "peak rss MB": f"{max(peak) / 1e6:.0f}",
        "classify ns/message": f"{1e9 * min(classify) / rows:.0f}",
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--record", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("datasets", nargs="+")
    arguments = parser.parse_args()
    occasion = {"date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), "machine": machine(),
                "cores": os.cpu_count(), "load average": f"{os.getloadavg()[0]:.2f}", "commit": arguments.commit}
    shown = COLUMNS[5:7] + COLUMNS[10:]
    print("| " + " | ".join(shown) + " |\n|" + "---|" * len(shown), flush=True)
    found = []
    for dataset in arguments.datasets:
        for trainer in ("blend", "lr", "nb"):
            with tempfile.TemporaryDirectory() as folder:
                row = figures(arguments, dataset, trainer, folder)
            print("| " + " | ".join(str(row[c]) for c in shown) + " |", flush=True)
            found.append({**occasion, **row})
    os.makedirs(os.path.dirname(arguments.record), exist_ok=True)
    is_new = not os.path.exists(arguments.record)
    with open(arguments.record, "a", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerows(found)


if __name__ == "__main__":
    main()
