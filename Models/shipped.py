#!/usr/bin/env python3
"""Makes the models of this folder and the tables of their cards, or checks that they are what their
commands make.

usage: shipped.py SPAMKIT [--check] [--shared SHARED_DIR] [--only NAME,…]

Each model is trained on the starter corpus of this repository alone, by the command that its card
shows. The same tool and corpus give the same bytes. A card, NAME.md, is written by hand but for two
parts, each between `<!-- begin … -->` and `<!-- end -->`: facts, from what `train` says, and figures,
from what `evaluate` says of public corpora. Those are not in this repository: figures are measured
where SHARED_DIR, or the environment's variable of that name, has datasets/jsonl/NAME.jsonl.

--check trains into a temporary folder, changes nothing, and exits with 1 where bytes or a card differ.
Where there is no SHARED_DIR figures are not measured. A card says then whether those that it has are
of an earlier model that decides otherwise. What docs/sources.md and README.md repeat of a card
is compared with it.
"""
import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import figures

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CORPUS = ["Datasets/starter/train.jsonl", "Datasets/starter/test.jsonl"]
ACTIONS = ["--label-map", "promotion/offers=promotion,promotion/coupons=promotion,promotion/others=promotion,"
           + ",".join(f"transaction/{name}=transaction" for name in (
               "finance", "orders", "reminders", "health", "weather", "carrier", "rewards", "publicServices", "others"))]
MODELS = {  # name: what its training sets beside the corpus. The bounds: Benchmarks/decisions/shipped-models.md
    "starter": ["--max-false-junk", "1%"],
    "small": ["--max-false-junk", "1%", "--max-bytes", "64K", *ACTIONS],
    "english": ["--max-false-junk", "2%", "--max-bytes", "256K", "--where", "lang=en"],
    "latin": ["--max-false-junk", "1%", "--max-bytes", "256K", "--where", "lang=en,de,es,fr,id,pt,tr,vi"],
    "chinese": ["--max-false-junk", "1%", "--max-bytes", "256K", "--where", "lang=zh-Hans,zh-Hant"],
}


def command(name, path):
    """The arguments of `spamkit` that make the model; the file's path is no part of its bytes."""
    return ["train", *CORPUS, *MODELS[name], "--protect", "allow", "--name", name,
            "--author", "the spamkit project", "--out", path]


def trained(tool, name, path):
    """Trains the model into a file, and returns what `train --json` says of it."""
    run = subprocess.run([tool, *command(name, path), "--json", "-", "--quiet"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        sys.exit(f"shipped: {name} was not trained: {run.stderr.strip()}")
    return json.loads(run.stdout)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def facts(name, path, said):
    """The card's first part: size, digest, what was promised of unseen messages, and the command."""
    bound, wanted = said["falseJunk"], said["messages"] - said["junk"]
    by_action = ", ".join(f"{a['name']} {a['falseJunk']:,} of {a['wanted']:,}" for a in bound["actions"])
    rows = [
        ("file", f"[`{name}.spam`]({name}.spam), {said['bytes']:,} bytes"),
        ("sha256", f"`{digest(path)}`"),
        ("trained on", f"{said['messages']:,} messages of the starter corpus: {wanted:,} wanted, {said['junk']:,} junk"),
        ("labels", f"{len(said['labels'])}, by {said['features']:,} of {said['learnedFeatures']:,} features"),
        ("unseen templates: junk caught", f"{bound['found']:,} of {bound['junk']:,}"),
        ("unseen templates: wanted in Junk", f"{bound['falseJunk']:,} of {bound['wanted']:,}; near duplicates counted once, at most "
         f"{100 * bound['upperLimit']:.2f} % (95 % confidence)"),
        ("of these", by_action),
    ]
    table = "\n".join(f"| {key} | {value} |" for key, value in rows)
    return f"| | |\n|---|---|\n{table}\n\n```\nspamkit {shlex.join(command(name, f'Models/{name}.spam'))}\n```"


def part(card, name):
    """Where the part of that name stands in the card, without its two marks."""
    found = re.search(rf"<!-- begin {name}[^\n]* -->\n(.*?)<!-- end -->", card, re.S)
    if not found:
        sys.exit(f"shipped: expected a part `<!-- begin {name} … -->` to `<!-- end -->` in a card, found none")
    return found.span(1)


def replaced(card, name, text):
    start, end = part(card, name)
    return card[:start] + text + "\n" + card[end:]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def make(tool, shared, name, folder):
    """Trains a model into the folder, and returns its path and what its card should be."""
    path = os.path.join(folder, f"{name}.spam")
    said = trained(tool, name, path)
    card = replaced(read(os.path.join(HERE, f"{name}.md")), "facts", facts(name, path, said))
    return path, replaced(card, "figures", figures.table(tool, path, name, shared)) if shared else figures.marked(card, path)


def check(tool, shared, name):
    """What is wrong with a model and its card, as sentences."""
    card_path, shipped = os.path.join(HERE, f"{name}.md"), os.path.join(HERE, f"{name}.spam")
    with tempfile.TemporaryDirectory() as folder:
        path, card = make(tool, shared, name, folder)
        wrong = []
        if not os.path.exists(shipped):
            wrong.append(f"{name}.spam is not there")
        elif digest(path) != digest(shipped):
            wrong.append(f"{name}.spam has other bytes than its command makes")
        if read(card_path) != card:
            wrong.append(f"{name}.md has other facts or figures than the tool gives")
    return wrong


PAGE, README = os.path.join(ROOT, "docs", "sources.md"), os.path.join(ROOT, "README.md")


def repeated():
    """docs/sources.md as the starter model's card wants it."""
    return replaced(read(PAGE), "phones", figures.phones(read(os.path.join(HERE, "starter.md"))))


def repetitions():
    """What documents say otherwise than the starter model's card, as sentences."""
    wrong = []
    if read(PAGE) != repeated():
        wrong.append("docs/sources.md repeats other figures than starter.md has")
    sentence = figures.sentence(read(os.path.join(HERE, "starter.md")))
    if sentence not in " ".join(read(README).split()):
        wrong.append(f"README.md lacks what starter.md has: {sentence}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="SPAMKIT", type=os.path.abspath)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--shared", default=os.environ.get("SHARED_DIR"), metavar="SHARED_DIR")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(MODELS), metavar="NAME,…")
    a = parser.parse_args()
    if a.shared and not os.path.isdir(figures.corpora(a.shared)):
        sys.exit(f"shipped: expected public corpora in {figures.corpora(a.shared)}, found no such folder; "
                 "without SHARED_DIR the figures are left as they are")
    if not a.shared:
        print("shipped: no SHARED_DIR: figures of public corpora are skipped", file=sys.stderr)
    wrong = []
    for name in a.only:
        if a.check:
            found = check(a.tool, a.shared, name)
            wrong += found
            earlier = "; its figures are of an earlier model" if figures.EARLIER in read(os.path.join(HERE, f"{name}.md")) else ""
            print(f"{name}: {'; '.join(found) or 'the same bytes and card'}{earlier}", flush=True)
        else:
            path, card = make(a.tool, a.shared, name, HERE)
            with open(os.path.join(HERE, f"{name}.md"), "w", encoding="utf-8", newline="\n") as file:
                file.write(card)
            print(f"{name}: {os.path.getsize(path):,} bytes, sha256 {digest(path)}", flush=True)
    if a.check:
        found = repetitions()
        wrong += found
        print(f"documents: {'; '.join(found) or 'the same figures as in the card'}", flush=True)
    elif "starter" in a.only:
        text = repeated()
        with open(PAGE, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        for found in repetitions():
            print(f"shipped: {found}", file=sys.stderr)
    if wrong:
        sys.exit("shipped: make shipped-models makes models and cards again; SHARED_DIR=DIR measures them too")


if __name__ == "__main__":
    main()
