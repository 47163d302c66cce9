"""Holds behaviour.tsv, what is known of iOS, against the repository: each fact names the file that
follows it, a test (`file:name`, or a folder or a file of events), and where people read it. What no
code of ours can follow or try says so after `not`, and why."""

import csv
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def problems():
    with open(HERE / "behaviour.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        for column in ["code", "test", "shown"]:
            path, _, name = row[column].partition(":")
            if column == "shown" and path == "-" or row[column].startswith("not "):
                continue
            place = HERE.parents[1] / path
            if not place.exists():
                yield f"behaviour.tsv: '{row['fact']}' names {path}, found no such file; correct the row"
            elif name and name.strip() not in place.read_text(encoding="utf-8"):
                yield f"behaviour.tsv: '{row['fact']}' names {name} of {path}, found none; correct the row"
        if not row["source"]:
            yield f"behaviour.tsv: '{row['fact']}' has no source; add Apple's page, or who reported it"
