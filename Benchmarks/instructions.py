#!/usr/bin/env python3
"""Counts the instructions of a decision and of training under callgrind, and fails where one has risen.

usage: instructions.py BENCH [--accept] [--record FILE]

Time depends on the machine and on its load; the number of instructions of the same build is the same
to a few in ten thousand. BENCH is a release build. The record has a row a count: the
newest of each name is what is compared, and a rise above 3 % fails. --accept appends what was counted
where it differs by more than .5 %: for a rise that is worth it, a fall, or another compiler. Without valgrind, and
on another processor or compiler than the record's, nothing is compared, and it says so.
"""
import argparse
import datetime
import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ["name", "instructions", "date", "compiler", "architecture"]
MOST_RISE, NEWS = 0.03, 0.005


def skip(reason):
    print(f"instructions: not compared: {reason}")
    sys.exit(0)


def compiler():
    found = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False)
    version = re.search(r"Swift version ([\w.-]+)", found.stdout)
    return f"Swift {version[1].rstrip('.')}" if version else "unknown"


def counted(bench):
    """{name: instructions a unit, a message or a row}."""
    # Without it dictionaries lie otherwise in every process.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    with tempfile.TemporaryDirectory() as folder:
        work = [os.path.abspath(bench), "--counted", f"{folder}/model.spam", "--root", os.path.dirname(HERE)]
        subprocess.run(work, check=True, env=environment)  # writes the model, which is slow under callgrind
        plain = subprocess.run(work, check=True, env=environment, capture_output=True, text=True).stdout
        found = subprocess.run(
            ["valgrind", "-q", "--tool=callgrind", "--zero-before=beginCount", "--dump-before=endCount",
             f"--callgrind-out-file={folder}/counts", *work], env=environment, capture_output=True, text=True, check=False)
        if found.returncode:
            sys.exit(f"instructions: valgrind ended with {found.returncode}: {found.stderr.strip()[-400:]}")
        if found.stdout != plain:
            sys.exit(f"instructions: other answers under callgrind than without:\n{found.stdout}\n{plain}")
        pieces = [line.split("\t") for line in plain.splitlines()]
        sums = []
        for path in sorted(glob.glob(f"{folder}/counts.*"), key=lambda path: int(path.rsplit(".", 1)[1])):
            with open(path, encoding="utf-8") as lines:
                sums += [int(line.split()[1]) for line in lines if line.startswith("totals:")]
    if len(sums) != len(pieces) or 0 in sums:
        sys.exit(f"instructions: expected {len(pieces)} counts above 0, found {sums}; are beginCount and endCount still functions of bench?")
    return {name: total / int(units) for (name, units, _), total in zip(pieces, sums)}


def recorded(path):
    """{name: the newest row}."""
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if line.strip()]
    return {row[0]: dict(zip(COLUMNS, row)) for row in rows if row != COLUMNS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--record", default=f"{HERE}/instructions.tsv")
    a = parser.parse_args()
    if not shutil.which("valgrind"):
        skip("no valgrind found; on Debian: apt-get install valgrind")
    known = recorded(a.record) if os.path.exists(a.record) else {}
    here = (compiler(), platform.machine())
    others = sorted({(row["compiler"], row["architecture"]) for row in known.values()} - {here})
    if others and not a.accept:
        skip(f"counted here with {', '.join(here)}; the record is of {', '.join(others[0])}. make accept-instructions records these")
    found = counted(a.bench)
    print(f"{'':16}{'recorded':>12}{'now':>12}  change")
    risen, news = [], []
    for name, count in found.items():
        before = float(known[name]["instructions"]) if name in known and not others else None
        change = count / before - 1 if before else None
        print(f"{name:16}{f'{before:.0f}' if before else '-':>12}{count:>12.0f}  {'new' if change is None else f'{100 * change:+.2f} %'}")
        if change is None or abs(change) > NEWS:
            news.append(name)
        if change is not None and change > MOST_RISE:
            risen.append(name)
    if a.accept:
        with open(a.record, "a", encoding="utf-8") as out:
            if not known:
                print(*COLUMNS, sep="\t", file=out)
            for name in news:
                print(name, f"{found[name]:.0f}", datetime.date.today(), *here, sep="\t", file=out)
        print(f"instructions: {len(news)} recorded in {os.path.relpath(a.record)}")
    elif risen or set(known) - set(found):
        missing = f" {', '.join(sorted(set(known) - set(found)))} were not counted." if set(known) - set(found) else ""
        rise = f" {', '.join(risen)} rose by more than {100 * MOST_RISE:.0f} %." if risen else ""
        sys.exit(f"instructions:{rise}{missing} Mend it, or say in the commit why it is worth it and record it: make accept-instructions")


if __name__ == "__main__":
    main()
