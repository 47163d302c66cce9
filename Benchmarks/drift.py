#!/usr/bin/env python3
"""How often `spamkit drift` raises a false alarm on halves of one source, and how often it sees a new scheme.

usage: drift.py --tool SPAMKIT --data FOLDER --source NAME [--schemes NAME,…] [--draws N] [--by random,template]
                [--share 0.02] [--length 2000] [--out RECORD.tsv]

FOLDER holds NAME.jsonl with text and label. A draw divides the source into halves: message by message, or by template
(`spamkit split`). One half trains a model with default settings. The other half is compared with it, and should raise
no alarm. For a scheme, `--length` messages are drawn from the other half, and a share of them is replaced by junk of
the scheme's file; that should raise one. A half with fewer messages is drawn from again once all have come.
"""
import argparse
import json
import os
import random
import subprocess
import tempfile


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def write(path, messages):
    with open(path, "w", encoding="utf-8") as file:
        for message in messages:
            kept = {k: message[k] for k in ("text", "label", "sender") if message.get(k)}
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")


def halves(tool, messages, by, draw, work):
    """Of the messages, as `by` says."""
    if by == "random":
        order = random.Random(draw)
        sides = [order.random() < .5 for _ in messages]
        return [m for m, s in zip(messages, sides) if s], [m for m, s in zip(messages, sides) if not s]
    store = f"{work}/all.sqlite"
    if not os.path.exists(store):
        write(f"{work}/all.jsonl", messages)
        subprocess.run([tool, "import", f"{work}/all.jsonl", "--into", store], check=True, capture_output=True)
    name = f"draw{draw}"
    subprocess.run([tool, "split", store, "--by", "template", "--test", "0.5", "--seed", str(draw), "--name", name],
                   check=True, capture_output=True)
    parts = []
    for part in ("train", "test"):
        text = subprocess.run([tool, "corpus", "export", store, "--part", part, "--split", name], check=True,
                              capture_output=True).stdout
        parts.append([json.loads(line) for line in text.splitlines()])
    return parts


def drift(tool, model, messages, work):
    write(f"{work}/stream.jsonl", messages)
    run = subprocess.run([tool, "drift", model, f"{work}/stream.jsonl", "--json", "-", "--top", "0", "--quiet"],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        raise SystemExit(f"spamkit drift: {run.stderr}")
    report = json.loads(run.stdout)
    return [f["facet"] for f in report["findings"] if f["isAlarm"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--schemes", default="")
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--by", default="random,template")
    parser.add_argument("--share", type=float, default=.02)
    parser.add_argument("--length", type=int, default=2000)
    parser.add_argument("--out")
    args = parser.parse_args()
    messages = rows(f"{args.data}/{args.source}.jsonl")
    schemes = {}
    for name in filter(None, args.schemes.split(",")):
        all_rows = rows(f"{args.data}/{name}.jsonl")
        schemes[name] = [r for r in all_rows if r["label"] in ("junk", "spam", "smishing", "fraud")] or all_rows
    records = []
    for by in args.by.split(","):
        alarms = {"none": 0} | {name: 0 for name in schemes}
        with tempfile.TemporaryDirectory() as work:
            for draw in range(1, args.draws + 1):
                train, test = halves(args.tool, messages, by, draw, work)
                write(f"{work}/train.jsonl", train)
                subprocess.run([args.tool, "train", f"{work}/train.jsonl", "--out", f"{work}/m.spam", "--quiet"],
                               check=True, capture_output=True)
                found = drift(args.tool, f"{work}/m.spam", test, work)
                alarms["none"] += bool(found)
                if found:
                    print(f"{args.source} {by} draw {draw}: {' '.join(found)}")
                draws = random.Random(draw)
                for name, scheme in schemes.items():
                    left, stream = [], []
                    for _ in range(args.length):
                        left = left or draws.sample(test, len(test))
                        stream.append(draws.choice(scheme) if draws.random() < args.share else left.pop())
                    alarms[name] += bool(drift(args.tool, f"{work}/m.spam", stream, work))
        for name, count in alarms.items():
            records.append([args.source, by, name, count, args.draws])
            print(*records[-1], sep="\t", flush=True)
    if args.out:
        with open(args.out, "a", encoding="utf-8") as file:
            for record in records:
                print(*record, sep="\t", file=file)


if __name__ == "__main__":
    main()
