"""Recall under hiding tricks: the very messages that `spamkit attack` makes, given to all systems.

Recall of a trick counts at a cutoff of its own, which at most .5 % of the wanted messages pass that the same trick was played on. So a
system that calls all odd text junk gains nothing.
"""
import os
import subprocess

import figures
from contenders import told
from rows import capped, is_junk, read, read_json, write

JUNK, WANTED, SHARE = 400, 1000, 0.005
# A trick that can touch fewer tells nothing at this share.
LEAST_JUNK, LEAST_WANTED = 50, 200


def attacked(tool, model, split, folder):
    """{trick: rows} at full strength. What a trick makes of a message does not depend on the model; `good-words`, which do, are left out."""
    test = read(split.test)
    some = capped(test, JUNK, lambda row: row[0])
    some = [row for row in some if row[0]] + capped([row for row in test if not row[0]], WANTED, lambda row: row[0])
    corpus, out = write(os.path.join(folder, "attack.tsv"), some), os.path.join(folder, "attacked.jsonl")
    command = [tool, "attack", model, corpus, "--messages", out, "--quiet"]
    subprocess.run(command, check=True, capture_output=True)
    tricks = {}
    for row in read_json(out):
        if row["trick"] != "good-words" and row["strength"] == "full":
            tricks.setdefault(row["trick"], []).append((is_junk(row["label"]), row["text"]))
    enough = {t: rows for t, rows in tricks.items()
              if sum(junk for junk, _ in rows) >= LEAST_JUNK and sum(not junk for junk, _ in rows) >= LEAST_WANTED}
    return {"none": some, **enough}


def measured(contenders, split, models, folder, record, tool):
    """Adds the recall without a trick, the mean and the worst over tricks, and a row a trick."""
    tricks = attacked(tool, models["spamkit"], split, folder)
    path = write(os.path.join(folder, "attacked.tsv"), [row for rows in tricks.values() for row in rows])
    for contender in contenders:
        scores, place, recall = contender.scores(models[contender.name], path), 0, {}
        for trick, rows in tricks.items():
            own = scores[place:place + len(rows)]
            place += len(rows)
            recall[trick] = figures.recall_at(SHARE, [junk for junk, _ in rows], own)
        clean = recall.pop("none")
        if not recall:
            continue
        worst = min(recall, key=recall.get)
        record.add("attack", split, contender.name, 1, {
            "tricks": len(recall), "clean": clean, "mean": sum(recall.values()) / len(recall), "worst": recall[worst], "worst trick": worst,
            **{f"trick {name}": value for name, value in recall.items()}})
        told(f"{split.name}: {contender.name} attacked")
