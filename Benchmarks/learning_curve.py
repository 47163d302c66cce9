#!/usr/bin/env python3
"""What more templates of the starter corpus are worth: a learning curve, as a table and a picture.

usage: learning_curve.py --tool SPAMKIT --shared SHARED_DIR --out RECORD.tsv --chart CHART.svg [--seeds N]

Trains on a quarter, half and all of the training templates of English, Korean and Chinese, drawn by
seed, default settings, no folds. Tests, neither of which training has seen:

own    the starter corpus' test templates of the language
real   English: wanted business messages against junk that people reported (referee/modern.py's)
       Korean: card, parcel and public notices against reported junk (ko_meal_bbang's)
       Chinese: bank notices and mudou's wanted messages against mudou's junk and junk by topic

Columns: test, language, share, seed, templates, rows, wanted, junk, auc, r1 (recall at the cutoff
that 1 % of the wanted messages pass). SHARED_DIR holds datasets/jsonl. Some minutes.
"""
import argparse
import bisect
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from svg import FAINT, GRID, line, marker, picture, text  # noqa: E402

STARTER = os.path.join(HERE, "..", "Datasets", "starter")
LANGUAGES = {"en": ("English", ["en"]), "ko": ("Korean", ["ko"]), "zh": ("Chinese", ["zh-Hans", "zh-Hant"])}
REAL = {
    "en": (["multi_pennywise", "en_clearsms", "en_in_phone"], ["en_reported"]),
    "ko": (["ko_card_template", "ko_alerts", "synthetic_ko_delivery_ham"], ["ko_meal_bbang"]),
    "zh": (["zh_bank_alerts", "zh_mudou_part"], ["zh_mudou_part", "zh_80w_topics"]),
}
WANTED, JUNK = {"allow", "ham", "transaction"}, {"junk", "spam", "smishing", "fraud"}
TOPICS = {"loan", "service_ads", "bank_transfer_fraud", "real_estate", "recruitment", "used_car"}
COLUMNS = "test language share seed templates rows wanted junk auc r1".split()


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(row) for row in file]


def real(shared, lang):
    """Texts wanted and texts of junk."""
    def texts(names, labels):
        rows = [row for name in names for row in read(f"{shared}/datasets/jsonl/{name}.jsonl")]
        return [row["text"] for row in rows if row.get("label") in labels and row["lang"].startswith(lang)]
    wanted, junk = REAL[lang]
    return texts(wanted, WANTED), texts(junk, JUNK | TOPICS)


def own(rows):
    return [r["text"] for r in rows if r["label"] != "junk"], [r["text"] for r in rows if r["label"] == "junk"]


def figures(tool, model, wanted, junk, folder):
    def scores(texts):
        with open(f"{folder}/rows.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
        out = subprocess.run([tool, "classify", model, f"{folder}/rows.jsonl"], check=True, capture_output=True, text=True)
        return [json.loads(verdict)["junkLogOdds"] for verdict in out.stdout.splitlines()]
    good, bad = sorted(scores(wanted)), scores(junk)
    below = sum(bisect.bisect_left(good, x) + bisect.bisect_right(good, x) for x in bad) / 2
    cutoff = good[-1 - int(.01 * len(good))]
    return below / len(good) / len(bad), sum(x > cutoff for x in bad) / len(bad)


def measured(knobs):
    train, test = read(f"{STARTER}/train.jsonl"), read(f"{STARTER}/test.jsonl")
    for lang, (_, codes) in LANGUAGES.items():
        rows = [row for row in train if row["lang"] in codes]
        tests = {"own": own([row for row in test if row["lang"] in codes]), "real": real(knobs.shared, lang)}
        names = sorted({row["template"] for row in rows})
        for share in (.25, .5, 1):
            for seed in range(1, 1 + (knobs.seeds if share < 1 else 1)):
                kept = set(random.Random(seed).sample(names, round(share * len(names))))
                chosen = [row for row in rows if row["template"] in kept]
                with tempfile.TemporaryDirectory() as folder:
                    with open(f"{folder}/train.jsonl", "w", encoding="utf-8") as file:
                        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in chosen)
                    command = [knobs.tool, "train", f"{folder}/train.jsonl", "--out", f"{folder}/model.spam", "--folds", "0"]
                    subprocess.run(command, check=True, capture_output=True)
                    for name, (wanted, junk) in tests.items():
                        auc, r1 = figures(knobs.tool, f"{folder}/model.spam", wanted, junk, folder)
                        yield dict(test=name, language=lang, share=share, seed=seed, templates=len(kept), rows=len(chosen),
                                   wanted=len(wanted), junk=len(junk), auc=f"{auc:.4f}", r1=f"{r1:.4f}")


SERIES = [("real messages", "real", "#0b6e4f", "circle"), ("templates held out", "own", "#c2410c", "square")]
LEFT, TOP, WIDTH, HEIGHT, GAP = 64, 96, 250, 250, 56


def chart(rows):
    """One panel a language: templates against ROC-AUC, the mean of the seeds."""
    width, height = LEFT + 3 * WIDTH + 2 * GAP + 24, TOP + HEIGHT + 66
    out = [text(LEFT, 32, "More templates of the starter corpus", "start", 19, more=' font-weight="600"')]
    at = LEFT
    for name, _, colour, shape in SERIES:
        out += [line(at, 52, at + 26, 52, colour, 2), marker(shape, at + 13, 52, colour), text(at + 34, 56, name, "start", 13)]
        at += 34 + 8 * len(name) + 24
    least = int(10 * min(float(row["auc"]) for row in rows)) / 10
    for i, (lang, (title, _)) in enumerate(LANGUAGES.items()):
        left, most = LEFT + i * (WIDTH + GAP), max(int(row["templates"]) for row in rows if row["language"] == lang)
        out.append(text(left + WIDTH / 2, TOP - 12, title, size=15, more=' font-weight="600"'))
        for step in range(round(10 * least), 11):
            y = TOP + HEIGHT * (1 - step / 10) / (1 - least)
            out += [line(left, y, left + WIDTH, y, GRID), text(left - 8, y + 4, f"{step / 10:.1f}", "end", 12, FAINT)]
        out.append(f'<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="{FAINT}"/>')
        for _, name, colour, shape in SERIES:
            by_size = {}
            for row in rows:
                if (row["language"], row["test"]) == (lang, name):
                    by_size.setdefault(int(row["templates"]), []).append(float(row["auc"]))
            placed = [(left + WIDTH * size / most, TOP + HEIGHT * (1 - sum(v) / len(v)) / (1 - least)) for size, v in sorted(by_size.items())]
            out.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in placed)}" fill="none" stroke="{colour}" stroke-width="2"/>')
            out += [marker(shape, x, y, colour) for x, y in placed]
            if name == "real":
                out += [text(left + WIDTH * size / most, TOP + HEIGHT + 18, str(size), size=12, colour=FAINT) for size in by_size]
    middle = TOP + HEIGHT / 2
    out.append(text(20, middle, "ROC-AUC", size=13, more=f' transform="rotate(-90 20 {middle})"'))
    out.append(text(LEFT + (width - LEFT - 24) / 2, height - 16, "templates in training", size=13))
    return picture(width, height, "Templates of the starter corpus against ROC-AUC", out)


def main():
    parser = argparse.ArgumentParser(description="What more templates of the starter corpus are worth.")
    for name in ("tool", "shared", "out", "chart"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seeds", type=int, default=3, help="draws of a quarter and of half of the templates (default 3)")
    knobs = parser.parse_args()
    rows = []
    with open(knobs.out, "w", encoding="utf-8") as record:
        print(f"# {datetime.date.today()}, learning_curve.py, {knobs.seeds} seeds", "\t".join(COLUMNS), sep="\n", file=record)
        for row in measured(knobs):
            rows.append(row)
            print("\t".join(str(row[name]) for name in COLUMNS), file=record, flush=True)
    with open(knobs.chart, "w", encoding="utf-8") as file:
        file.write(chart(rows))


if __name__ == "__main__":
    main()
