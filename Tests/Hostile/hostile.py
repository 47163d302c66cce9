#!/usr/bin/env python3
"""What an attacker, a bad disk or a bad day does to the tool. Some minutes; a line for each part.

    Tests/Hostile/hostile.py .build/release/spamkit [PART…]     such as masks, or stores.changed

Every run must end in time with exit code 0, 1 or 64, in bounded memory, and print nothing private and nothing that moves a cursor.
"""
import multiprocessing
import sys
import time

import ends
import kills
import masks
import models
import names
import stores
import streams
import traps
from tool import Broken, workbench

PARTS = [
    models.cards, models.tables, models.cut, models.counts, models.settings, stores.changed, stores.damaged, stores.reading_leaves_files_alone, stores.phones, stores.replaced,
    traps.journals, traps.outputs, traps.logs, traps.shared, traps.linked, traps.read_only,
    streams.xml, streams.pipes, streams.endless, streams.slow, streams.long, names.escapes, names.secrets, names.crashes, names.permissions, names.extremes,
    masks.numbers, masks.forms, masks.long, ends.killed, ends.full, ends.filling, ends.places, ends.limits, ends.imports, kills.calls,
]


def run(part):
    started = time.time()
    with workbench() as folder:
        try:
            print(f"ok      {part(folder)} ({time.time() - started:.0f} s)", flush=True)
        except Broken as problem:
            print(f"BROKEN  {part.__module__}.{part.__name__}: {problem}", flush=True)
            sys.exit(1)


def main():
    asked, began, broken = sys.argv[2:], time.time(), 0
    for part in PARTS:
        name = f"{part.__module__}.{part.__name__}"
        if asked and not any(a in (name, part.__module__) for a in asked):
            continue
        # A process of its own: the peak of a child's memory begins at its parent's.
        child = multiprocessing.get_context("fork").Process(target=run, args=(part,))
        child.start()
        child.join()
        broken += child.exitcode != 0
    print(f"{broken} parts broken, {time.time() - began:.0f} s")
    sys.exit(broken > 0)


main()
