#!/usr/bin/env python3
"""Expands the hand-written templates of the starter corpus into messages.

In: templates/LANG/*.tsv and slots/LANG/*.json beside this file (README.md has their format). Out: JSON Lines, one message a row,
`{"text","label","lang","sender","country","template","source":"starter"}`. Same templates, same arguments, same bytes.

    python3 generate.py --part train -o train.jsonl
    python3 generate.py --rows 1000000 --lang ko=3,en=1 --label junk=1,transaction=2 --seed 7 | head

What is random, and from what:
- Each template draws from a generator seeded by (seed, template id): adding or changing a template leaves the rows of the others
  as they are. Tricks and defects draw from a second one: other rates give the same messages, dressed otherwise.
- A template is test when the hash of its id falls below --test-share. The hash depends on nothing else, so that a template stays
  on its side for good, whatever is added, and with any seed. The price is a share that is met on average only. (Ranking by hash
  meets it exactly, but each new template may push another one over the edge: figures of two versions would no longer compare.)
  Only where a stratum (language, label) would be left without test or without train templates, its nearest one changes side.
- No text occurs twice in a run. Test templates come first, so that a text both sides could say stays out of train, also in a run
  that writes train alone. This is the one way in which a template can take a row from another.

Not done here: reading templates (template.py), tricks (tricks.py) and forms (forms.py), judging any of it (check.py).
"""
import argparse
import gc
import json
import sys
from hashlib import blake2b
from itertools import islice
from math import prod
from pathlib import Path
from random import Random

from forms import FORMS, USUAL
from template import load, test_ids
from tricks import hide

GIVE_UP = 50  # consecutive repeats after which a template counts as used up
quoted = json.encoder.encode_basestring  # a JSON string, not ASCII-only; written in C


def stream(template, knobs, seen):
    """Distinct rows, as lines of JSON in UTF-8, until the template is used up. Rates of 0.1 mean one message in ten."""
    r, d = (Random(f"{knobs.seed} {template.id}{part}").random for part in ("", " defects"))
    draw, constant, pick_sender = template.text, template.text.__class__ is str, template.pick_sender
    trick_rate = knobs.trick_rate if template.label == "junk" else 0
    forms = [(form, knobs.form[name]) for name, form in FORMS.items() if knobs.form.get(name)]
    middle = f',"label":"{template.label}","lang":"{template.lang}","sender":'
    ends = [f',"country":"{country}","template":{quoted(template.id)},"source":"starter"}}\n' for country in template.countries]
    draws_sender = callable(pick_sender)
    sender = "null" if pick_sender is None else "" if draws_sender else quoted(pick_sender)
    repeats, count = 0, len(ends)
    while repeats < GIVE_UP:
        text = plain = (draw if constant else draw(r)).strip()
        if draws_sender:
            sender = quoted(pick_sender(r))
        end = ends[int(r() * count)]
        if d() < trick_rate:
            text = hide(text, d)
        for form, rate in forms:
            if d() < rate:
                text = form(text, d)
        if plain in seen or text in seen:  # judged before its defects: they must not multiply a message with few variants
            repeats += 1
            continue
        repeats = 0
        seen.add(plain)
        if text is not plain:
            seen.add(text)
        yield f'{{"text":{quoted(text)}{middle}{sender}{end}'.encode()


def pull(streams, total):
    """About `total` rows, evenly; what used-up templates do not yield is asked from the others."""
    rows = []
    while streams and len(rows) < total:
        each, extra = divmod(total - len(rows), len(streams))
        streams, asked = [], [(s, each + (n < extra)) for n, s in enumerate(streams)]
        for one, count in asked:
            got = list(islice(one, count))
            rows += got
            if len(got) == count:
                streams.append(one)
    return rows


def prefix(template, labels):
    """The longest of `labels` that `template` falls under, None if there is none."""
    return max((p for p in labels if (template.label + "/").startswith(p + "/")), key=len, default=None)


def shares(templates, knobs):
    """(templates, rows) of each cell of the mix: one cell, unless languages or labels have weights."""
    cells = {}
    for t in templates:
        mixed = [(mix, name) for mix, name in ((knobs.lang, t.lang), (knobs.label, prefix(t, knobs.label))) if any(mix.values())]
        weight = prod(mix[name] or 1 for mix, name in mixed)
        cells.setdefault(tuple(name for _, name in mixed), (weight, []))[1].append(t)
    total, given, sofar = sum(weight for weight, _ in cells.values()), 0, 0
    for weight, own in cells.values():
        sofar += weight
        upto = round(knobs.rows * sofar / total)
        yield own, upto - given
        given = upto


def drawn(templates, knobs, seen):
    """Rows of these templates, those of a template in a run."""
    if not knobs.rows:
        return [row for t in templates for row in islice(stream(t, knobs, seen), knobs.rows_per_template)]
    return [row for own, count in shares(templates, knobs) for row in pull([stream(t, knobs, seen) for t in own], count)]


def generate(templates, knobs):
    """The rows that the knobs ask for, in the order they are written."""
    tests, seen = test_ids(templates, knobs.test_share), set()
    wanted = [t for t in templates if (not knobs.lang or t.lang in knobs.lang) and (not knobs.label or prefix(t, knobs.label))]
    test, train = [t for t in wanted if t.id in tests], [t for t in wanted if t.id not in tests]
    if knobs.part == "train":  # nothing of it is written, but its texts are taken
        drawn(test, knobs, seen)
    rows = drawn({"train": train, "test": test, "all": test + train}[knobs.part], knobs, seen)
    # By a hash of each row: a new template puts its rows between those of others and moves none, so that versions differ little.
    key = str(knobs.seed).encode()
    rows.sort(key=lambda row: blake2b(row, digest_size=8, key=key).digest())
    return rows


def arguments(values=None):
    def share(text):
        if not 0 <= float(text) <= 1:
            raise argparse.ArgumentTypeError(f"expected a share from 0 to 1, found {text}")
        return float(text)

    def mix(text):
        """Weights by name, None where a name has none."""
        weights = {}
        for part in text.split(","):
            name, sign, weight = part.partition("=")
            try:
                weights[name] = float(weight) if sign else None
            except ValueError:
                weights[name] = -1
            if sign and not 0 < weights[name] < float("inf"):
                raise argparse.ArgumentTypeError(f"expected a weight above 0, such as {name}=2, found {part}")
        return weights

    def rates(text):
        """Rates by form; a form without a rate befalls every message."""
        found = {}
        for part in text.split(",") if text != "none" else []:
            name, sign, rate = part.partition("=")
            if name not in FORMS:
                raise argparse.ArgumentTypeError(f"expected {', '.join(FORMS)}, found {name}")
            found[name] = share(rate) if sign else 1
        return found

    parser = argparse.ArgumentParser(description="Expands the templates of the starter corpus into JSON Lines.")
    add = parser.add_argument
    add("--rows-per-template", type=int, default=3, metavar="N", help="at most (default 3)")
    add("--rows", type=int, metavar="N", help="in total instead, spread evenly over the templates")
    add("--seed", type=int, default=1)
    add("--lang", type=mix, default={}, metavar="A[=W],B[=W]", help="only these languages; weights: their shares of --rows")
    add("--label", type=mix, default={}, metavar="PREFIX[=W],…", help="only these labels or actions; weights as above")
    add("--test-share", type=share, default=.25, help="of the templates of each language and action, on average (default 0.25)")
    add("--part", choices=["train", "test", "all"], default="all")
    add("--trick-rate", type=share, default=.1, help="share of junk that hides some of its words (default 0.1)")
    add("--form", type=rates, default=USUAL, metavar="NAME=RATE,…",
        help=f"shares of messages in the forms that life and collectors give them: {', '.join(FORMS)} (default "
             f"{','.join(f'{name}={rate}' for name, rate in USUAL.items())}; 'none' for none)")
    add("--folder", default=Path(__file__).resolve().parent, help="holds templates/ and slots/ (default: beside this file)")
    add("-o", "--output", default="-", metavar="FILE", help="- is standard output (default)")
    knobs = parser.parse_args(values)
    if not knobs.rows and any([*knobs.lang.values(), *knobs.label.values()]):
        parser.error("weights need --rows, which they divide")
    return knobs


def main():
    knobs = arguments()
    templates, problems = load(knobs.folder)
    if problems:
        sys.exit("\n".join(problems))
    gc.disable()  # rows hold no cycles; looking for some costs a tenth of the time
    rows = generate(templates, knobs)
    if not rows:
        sys.exit(f"{knobs.folder}/templates:1: expected templates of the wanted languages, labels and part, found none")
    target = 1 if knobs.output == "-" else knobs.output
    try:
        with open(target, "wb", buffering=1 << 20, closefd=target != 1) as output:
            output.writelines(rows)
    except BrokenPipeError:
        sys.exit(0)
    print(f"{len(rows)} rows", file=sys.stderr)


if __name__ == "__main__":
    main()
