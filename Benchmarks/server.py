#!/usr/bin/env python3
"""Requests a second of spamkit-server on loopback, and its memory over millions of requests.

    Benchmarks/server.py SPAMKIT-SERVER MODEL [--seconds 5] [--runs 5] [--requests 0] [--connections 16]

wrk (a Debian package) asks queries of one message over kept connections, on the same machine: its own
CPU time is a row too. With --requests the load goes on until so many are answered, and memory is
read after each run. Prints a table, and CSV rows with --csv FILE.
"""
import argparse
import csv
import datetime
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Server/Tests/Checks"))
from running import Server  # noqa: E402

SCRIPT = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json; charset=utf-8"
wrk.body = '{"_version":1,"query":{"sender":"14085550001","message":{"text":"[Web] Your parcel 8213 could not be delivered. Confirm the address today at http://parcel-check.example/a1 or it goes back."}},"app":{"version":"1.1"}}'
"""


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def cpu(process):
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(server, script, options):
    before, own = cpu(server.process.pid), resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(
        ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "--latency", "-s", script, f"http://127.0.0.1:{server.port}/query"],
        capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    count = int(re.search(r"(\d+) requests in", printed)[1])
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)|Socket errors: (.+)", printed)
    return {
        "requests": count, "a second": float(re.search(r"Requests/sec:\s+([\d.]+)", printed)[1]),
        "p50 ms": milliseconds(re.search(r"^ +50%\s+(\S+)", printed, re.M)[1]), "p99 ms": milliseconds(re.search(r"^ +99%\s+(\S+)", printed, re.M)[1]),
        "server us": (cpu(server.process.pid) - before) / count * 1e6,
        "load tool us": (after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime) / count * 1e6,
        "MiB": server.memory() / (1 << 20), "load": os.getloadavg()[0], "failed": failed[0] if failed else "0",
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("model")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--csv")
    options = parser.parse_args()
    rows, total = [], 0
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script, Server(options.server, "--model", options.model) as server:
        script.write(SCRIPT)
        script.flush()
        while len(rows) < options.runs or total < options.requests:
            row = run(server, script.name, options)
            rows.append(row)
            total += row["requests"]
            if len(rows) == 1:
                print("  ".join(f"{name:>12}" for name in row))
            print("  ".join(f"{value:>12.2f}" if isinstance(value, float) else f"{value:>12}" for value in row.values()), flush=True)
    if options.csv:
        day = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        new = not os.path.exists(options.csv)
        with open(options.csv, "a", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(["time", "model bytes", "connections", *rows[0]])
            for row in rows:
                writer.writerow([day, os.path.getsize(options.model), options.connections, *(round(v, 3) if isinstance(v, float) else v for v in row.values())])
    print(f"{total:,} requests")


if __name__ == "__main__":
    main()
