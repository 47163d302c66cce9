#!/usr/bin/env python3
"""How many labels a filter of one's own needs: those that `spamkit label --background` asks for, beside
as many in random order.

usage: active_labels.py --tool SPAMKIT --shared SHARED_DIR [--sets NAME,…] [--seeds N] [--orders asked,random]
                        [--start N] [--out RECORD.tsv]

SHARED_DIR holds referee/own.py, which measures, and its splits: a pool of one phone's messages and a
test of others. A seed draws 85 % of a pool and its order. `asked`: the messages are imported without
labels into a store, `spamkit label --background` shows them, and this script answers with their
labels, by keys, as a person would. After N labels a model is trained on them with the starter
corpus beside them (`--background`, default settings) and tested. A figure is recall where 1 % of
the test's wanted messages pass; `needs` the first N of the grid with .8.
"""
import argparse
import importlib.util
import json
import os
import random
import re
import subprocess
import tempfile

GRID = [10, 20, 30, 40, 50, 60, 80, 100, 130, 160, 200, 250, 300, 400, 500, 650, 800]
STARTER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Datasets", "starter", "train.jsonl")
KEYS = {"allow": "a", "junk": "j", "promotion": "p ", "transaction": "t "}
AIM = .8


def asked(tool, pool, work, count):
    """The labels that `label` asks for, in its order."""
    store = f"{work}/asked.sqlite"
    if os.path.exists(store):
        os.remove(store)
    with open(f"{work}/pool.jsonl", "w", encoding="utf-8") as file:
        for number, row in enumerate(pool):
            shown = {"text": row["text"], "sender": row.get("sender") or None}
            file.write(json.dumps({k: v for k, v in shown.items() if v}, ensure_ascii=False) + "\n")
    subprocess.run([tool, "import", f"{work}/pool.jsonl", "--into", store], check=True, capture_output=True)
    person = subprocess.Popen([tool, "label", store, "--background", STARTER], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    order = []
    for line in person.stdout:
        found = re.match(r"#(\d+)  \d+ labelled", line)
        if not found:
            continue
        if len(order) == count:
            break
        row = pool[int(found[1]) - 1]
        order.append(row)
        person.stdin.write(KEYS[row["label"]])
        person.stdin.flush()
    person.stdin.close()
    person.stdout.close()
    person.wait()
    return order


def recall(own, tool, rows, test, work):
    own.write(f"{work}/own.jsonl", rows, labels=True)
    own.write(f"{work}/test.jsonl", test, labels=False)
    subprocess.run([tool, "train", f"{work}/own.jsonl", "--background", STARTER, "--out", f"{work}/own.spam",
                    "--max-false-junk", "0.01"], check=True, capture_output=True)
    verdicts = subprocess.run([tool, "classify", f"{work}/own.spam", f"{work}/test.jsonl"], check=True,
                              capture_output=True, text=True).stdout
    return own.figures(test, [json.loads(line) for line in verdicts.splitlines()])[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--sets", default="en_in_phone,pt_mz_phone,th_phone,es_mx_template")
    parser.add_argument("--orders", default="asked,random")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--past", type=int, default=0, help="measured so many counts beyond the first that reaches the aim")
    parser.add_argument("--out")
    given = parser.parse_args()
    spec = importlib.util.spec_from_file_location("own", f"{given.shared}/referee/own.py")
    own = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own)

    def read(name):
        with open(f"{given.shared}/referee/splits/own/{name}.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    for name in given.sets.split(","):
        pool, test = read(f"{name}.pool"), read(f"{name}.test")
        for seed in range(given.first, given.first + given.seeds):
            drawn = random.Random(f"{seed} {name}").sample(pool, len(pool) * 85 // 100)
            for order in given.orders.split(","):
                with tempfile.TemporaryDirectory() as work:
                    rows = drawn if order == "random" else asked(given.tool, drawn, work, 300)
                    needs, beyond, curve = None, 0, []
                    for count in GRID:
                        if count > len(rows):
                            break
                        found = recall(own, given.tool, rows[:count], test, work)
                        curve.append(f"{count}:{found:.3f}")
                        if needs is None and found >= AIM:
                            needs = count
                        beyond += needs is not None
                        if beyond > given.past:
                            break
                row = [name, order, str(seed), str(needs or "none"), " ".join(curve)]
                print("\t".join(row), flush=True)
                if given.out:
                    with open(given.out, "a", encoding="utf-8") as file:
                        file.write("\t".join(row) + "\n")


if __name__ == "__main__":
    main()
