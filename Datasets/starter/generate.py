#!/usr/bin/env python3
"""Expands the hand-written templates of the starter corpus into messages.

In: templates/LANG.tsv and slots/LANG.json beside this file (README.md has their format). Out: JSON Lines, one message a row,
`{"text","label","lang","sender","country","template","source":"starter"}`. Same templates, same arguments, same bytes.

    python3 generate.py --part train -o train.jsonl
    python3 generate.py --rows 1000000 --lang ko,en --label junk,transaction/finance --seed 7 | head

What is random, and from what:
- Each template draws from a generator seeded by (seed, template id): adding or changing a template leaves the rows of the others
  as they are. Tricks and defects draw from a second one: other rates give the same messages, dressed otherwise.
- A template is test when the hash of its id falls below --test-share. The hash depends on nothing else, so that a template stays
  on its side for good, whatever is added, and with any seed. The price is a share that is met on average only. (Ranking by hash
  meets it exactly, but each new template may push another one over the edge: figures of two versions would no longer compare.)
  Only where a stratum (language, label) would be left without test or without train templates, its nearest one changes side.
- No text occurs twice in a run. Test templates come first, so that a text both sides could say stays out of train, also in a run
  that writes train alone. This is the one way in which a template can take a row from another.

Not done here: reading templates (template.py), the tricks and defects (tricks.py), judging any of it (check.py).
"""
import argparse
import gc
import json
import sys
from itertools import islice
from pathlib import Path
from random import Random

from template import load, test_ids
from tricks import hide, mask, spoil

GIVE_UP = 50  # consecutive repeats after which a template counts as used up
quoted = json.encoder.encode_basestring  # a JSON string, not ASCII-only; written in C


def stream(template, knobs, seen):
    """Distinct rows (template, text, sender, country) until the template is used up. Rates of 0.1 mean one message in ten."""
    r, d = (Random(f"{knobs.seed} {template.id}{part}").random for part in ("", " defects"))
    constant = template.text.__class__ is str
    trick_rate = knobs.trick_rate if template.label == "junk" else 0
    repeats, countries, pick_sender = 0, template.countries, template.pick_sender
    while repeats < GIVE_UP:
        text = plain = (template.text if constant else template.text(r)).strip()
        sender = pick_sender(r) if callable(pick_sender) else pick_sender
        country = countries[int(r() * len(countries))]
        if d() < trick_rate:
            text = hide(text, d)
        if d() < knobs.noise:
            text = spoil(text, d)
        if d() < knobs.masked:
            text = mask(text, d)
        if plain in seen or text in seen:  # judged before its defects: they must not multiply a message with few variants
            repeats += 1
            continue
        repeats = 0
        seen.add(plain)
        if text is not plain:
            seen.add(text)
        yield template, text, sender, country


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


def generate(templates, knobs):
    """The rows that the knobs ask for, in the order they are written."""
    tests, seen = test_ids(templates, knobs.test_share), set()
    wanted = [t for t in templates if (not knobs.lang or t.lang in knobs.lang)
              and (not knobs.label or any((t.label + "/").startswith(prefix + "/") for prefix in knobs.label))]
    test, train = [t for t in wanted if t.id in tests], [t for t in wanted if t.id not in tests]
    asked = {"train": train, "test": test, "all": test + train}[knobs.part]
    if knobs.part == "train":  # nothing of it is written, but its texts are taken
        claimed = -(-knobs.rows // max(1, len(train))) if knobs.rows else knobs.rows_per_template
        for template in test:
            for _ in islice(stream(template, knobs, seen), claimed):
                pass
    streams = [stream(template, knobs, seen) for template in asked]
    rows = pull(streams, knobs.rows) if knobs.rows else [row for s in streams for row in islice(s, knobs.rows_per_template)]
    Random(knobs.seed).shuffle(rows)
    return rows


def lines(rows):
    middle = {}
    for template, text, sender, country in rows:
        if template not in middle:
            middle[template] = (f',"label":"{template.label}","lang":"{template.lang}","sender":',
                                f'","template":{quoted(template.id)},"source":"starter"}}\n')
        head, tail = middle[template]
        yield f'{{"text":{quoted(text)}{head}{"null" if sender is None else quoted(sender)},"country":"{country}{tail}'


def arguments(values=None):
    def share(text):
        if not 0 <= float(text) <= 1:
            raise argparse.ArgumentTypeError(f"expected a share from 0 to 1, found {text}")
        return float(text)

    parser = argparse.ArgumentParser(description="Expands the templates of the starter corpus into JSON Lines.")
    add, names = parser.add_argument, lambda text: text.split(",")
    add("--rows-per-template", type=int, default=10, metavar="N", help="at most (default 10)")
    add("--rows", type=int, metavar="N", help="in total instead, spread evenly over the templates")
    add("--seed", type=int, default=1)
    add("--lang", type=names, metavar="A,B", help="only these languages")
    add("--label", type=names, metavar="PREFIX,…", help="only these labels or actions")
    add("--test-share", type=share, default=.25, help="of the templates of each language and action, on average (default 0.25)")
    add("--part", choices=["train", "test", "all"], default="all")
    add("--trick-rate", type=share, default=.1, help="share of junk that hides some of its words (default 0.1)")
    add("--noise", type=share, default=.05, help="share of messages with a defect: cut, a space lost, … (default 0.05)")
    add("--masked", type=share, default=.05, help="share of messages whose long numbers are masked (default 0.05)")
    add("--folder", default=Path(__file__).resolve().parent, help="holds templates/ and slots/ (default: beside this file)")
    add("-o", "--output", default="-", metavar="FILE", help="- is standard output (default)")
    return parser.parse_args(values)


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
        with open(target, "w", encoding="utf-8", newline="\n", buffering=1 << 20, closefd=target != 1) as output:
            output.writelines(lines(rows))
    except BrokenPipeError:
        sys.exit(0)
    print(f"{len(rows)} rows of {len({row[0].id for row in rows})} templates", file=sys.stderr)


if __name__ == "__main__":
    main()
