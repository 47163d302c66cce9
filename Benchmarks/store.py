#!/usr/bin/env python3
"""What the store costs on a million invented messages, beside pandas and sqlite3 doing the plain
import.

    python3 Benchmarks/store.py .build-install/release/spamkit [--rows 1000000] [--commit ID] > store.csv

Needs pandas (pip install pandas). CPU seconds, user and system, and the largest resident size of
each process; the machine may be shared, so elapsed time is not recorded. The peer reads the same
JSON Lines and writes the same columns into one table, without identities, labels of their own, or
checks.
"""
import argparse
import datetime
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

PEER = """
import sqlite3, sys, pandas
rows = pandas.read_json(sys.argv[1], lines=True)
rows.to_sql("message", sqlite3.connect(sys.argv[2]), index=False, chunksize=10000)
"""
# As people do it whose file does not fit into memory.
CHUNKED = """
import sqlite3, sys, pandas
database = sqlite3.connect(sys.argv[2])
for rows in pandas.read_json(sys.argv[1], lines=True, chunksize=50000):
    rows.to_sql("message", database, index=False, if_exists="append")
"""

parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("--rows", type=int, default=1_000_000)
parser.add_argument("--commit", default="", help="for the record")
arguments = parser.parse_args()
tool = str(Path(arguments.tool).resolve())

def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.split(": ")[1]
    return platform.machine()


where = f"{datetime.date.today()},{processor()},{os.cpu_count()},{arguments.commit},{arguments.rows}"
generator = Path(__file__).parent.parent / "Datasets/starter/generate.py"


def measure(what, *command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{what}: exit code {os.waitstatus_to_exitcode(status)}")
    print(f"{where},{what},{usage.ru_utime:.1f},{usage.ru_stime:.1f},{usage.ru_maxrss >> 10}", flush=True)


with tempfile.TemporaryDirectory() as folder:
    corpus, store = f"{folder}/rows.jsonl", f"{folder}/corpus.sqlite"
    with open(corpus, "w") as out:
        subprocess.run([sys.executable, generator, "--rows", str(arguments.rows), "--seed", "7"], stdout=out, stderr=subprocess.DEVNULL, check=True)
    print("date,machine,cores,commit,rows,what,user s,system s,peak MiB")
    measure("spamkit import", tool, "import", corpus, "--into", store)
    measure("pandas + sqlite3", sys.executable, "-c", PEER, corpus, f"{folder}/peer.sqlite")
    measure("pandas + sqlite3 in chunks", sys.executable, "-c", CHUNKED, corpus, f"{folder}/chunked.sqlite")
    measure("spamkit import again", tool, "import", corpus, "--into", store)
    measure("spamkit split --by random", tool, "split", store, "--by", "random", "--name", "random")
    measure("spamkit corpus duplicates", tool, "corpus", "duplicates", store)
    measure("spamkit split --by template", tool, "split", store, "--name", "template")
    measure("spamkit corpus export --to tsv", tool, "corpus", "export", store, "--to", "tsv")
    measure("spamkit corpus conflicts", tool, "corpus", "conflicts", store)
    measure("spamkit corpus search (makes the index)", tool, "corpus", "search", store, "parcel")
    measure("spamkit corpus search", tool, "corpus", "search", store, "parcel")
    measure("spamkit corpus stats", tool, "corpus", "stats", store)
    measure("spamkit corpus mask", tool, "corpus", "mask", store)
