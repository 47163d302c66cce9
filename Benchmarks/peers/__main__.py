#!/usr/bin/env python3
"""spamkit beside its peers on the same rows: one run makes the record, the page PEERS.md and its charts.

usage: peers [SHARED_DIR] [--only PEER,…] [--corpora NAME,…] [--parts cost,attack,unseen,unlabelled] [--quick] [--page RECORD.tsv]

Run it as `make peers` or `make peers SHARED=SHARED_DIR`. SHARED_DIR holds public corpora (corpora.py says which files); without it the
starter corpus is used. --only names what is measured; without spamkit, rows of peers alone are added to the day's record. --quick is a smoke run on a part of that, which writes nothing. --page makes the page of a record again.
"""
import argparse
import datetime
import os
import subprocess
import sys
import tempfile

import attack
import corpora
import cost
import environment
import page
import readme
import systems
import unlabelled
import unseen
from contenders import contenders, pooled, quicker
from record import Figures, Record, machine
from systems import encoders

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
QUICK_ROWS = 3000


def parsed():
    def names(text):
        return text.split(",")
    parser = argparse.ArgumentParser(prog="peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?")
    parser.add_argument("--only", type=names, default=["spamkit", *systems.MODULES])
    parser.add_argument("--corpora", type=names, default=list(corpora.TITLES))
    parser.add_argument("--parts", type=names, default=["cost", "attack", "unseen", "unlabelled"])
    parser.add_argument("--runs", type=int, default=cost.RUNS)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--page")
    for name, place in (("build", f"{ROOT}/.build-install/release"), ("environment", f"{ROOT}/.build/peers"), ("records", f"{ROOT}/Benchmarks/records"),
                        ("out", f"{ROOT}/Benchmarks")):
        parser.add_argument(f"--{name}", default=place)
    a = parser.parse_args()
    if a.quick:
        a.runs = 1
    return a


def heads(a, versions):
    """What the record says of this run, a line each."""
    day = datetime.datetime.now(datetime.timezone.utc).date()
    commit = os.environ.get("SPAMKIT_COMMIT") or subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip() or "unknown"
    known = ", ".join(f"{peer} {version}" for peer, version in versions.items() if version)
    known = ", ".join(([f"spamkit {commit}"] if "spamkit" in a.only else []) + [known] * bool(known))
    missing = ", ".join(peer for peer in a.only if peer != "spamkit" and not versions.get(peer)) or "none"
    return f"{day}; {machine()}; {known}; skipped: {missing}; " \
           f"at most {a.runs} runs of {', '.join(a.parts)} on {', '.join(a.corpora) if a.shared else 'starter'}; corpora: {'public' if a.shared else 'starter'}"


def written(record, out):
    """Writes the page of a record, and prints the rows that README has of it."""
    figures = Figures(record)
    page.write(figures, record, out)
    print("\n".join(readme.rows(figures)))


def main():
    a = parsed()
    if a.page:
        return written(a.page, a.out)
    tool, bench, once = programs = [os.path.join(a.build, name) for name in ("spamkit", "bench", "verdict-once")]
    for program in programs:
        if not os.path.exists(program):
            sys.exit(f"peers: {program} is missing; run make peers, which builds it")
    python, versions = environment.made(a.environment, a.only)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{a.records}/peers-{datetime.datetime.now(datetime.timezone.utc).date()}.tsv"
        record = Record(f"{folder}/record.tsv" if a.quick else path, heads(a, versions))
        found, has_own = contenders(tool, bench, python, versions), "spamkit" in a.only
        found = found if has_own else found[1:]
        splits = corpora.public(a.shared, a.corpora) if a.shared else corpora.starter(folder, QUICK_ROWS if a.quick else None)
        for split in splits if {"cost", "attack"} & set(a.parts) else []:
            able = [contender for contender in found if contender.takes(split)]
            able = able[:1] + quicker(tool, bench) + able[1:] if has_own else able
            models = cost.measured(able, split, folder, record, a.runs, once)
            # spamkit makes the messages.
            if has_own and "attack" in a.parts:
                attack.measured([contender for contender in able if contender in found], split, models, folder, record, tool)
        # Nothing is timed from here on.
        os.environ[encoders.KEPT] = os.path.join(a.environment, "vectors")
        os.makedirs(os.environ[encoders.KEPT], exist_ok=True)
        if a.shared and "unseen" in a.parts:
            unseen.measured(found, a.shared, folder, record)
        if a.shared and "unlabelled" in a.parts:
            unlabelled.measured(found, pooled(tool, bench, python, versions)[not has_own:], a.shared, tool, record)
        written(record.path, folder if a.quick else a.out)
        if a.quick:
            print(open(f"{folder}/PEERS.md", encoding="utf-8").read())


if __name__ == "__main__":
    main()
