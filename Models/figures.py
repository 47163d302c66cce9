"""The figures of a card: what `evaluate` says of a model on public corpora that it was never trained
on, one row each. Counts and rates alone; no text of a corpus is kept."""
import hashlib
import json
import os
import re
import struct
import subprocess
import sys

ENGLISH = ["en_in_phone", "en_clearsms", "en_reported", "en_mishra_soni", "en_uci", "en_nus"]
LATIN = ["pt_mz_phone", "es_mx_template", "id_sms", "id_reported", "tr_sms"]
CHINESE = ["zh_bank_alerts", "zh_mudou_part", "zh_message80w", "zh_nus"]
KOREAN = ["ko_card_template", "ko_alerts", "synthetic_ko_delivery_ham", "ko_meal_bbang", "ko_chatbot_ham"]
ALL = ["multi_pennywise", *ENGLISH, *LATIN, "th_phone", *CHINESE, *KOREAN, "ru_bank_alerts"]
SOURCES = {"starter": ALL, "small": ALL, "english": ["multi_pennywise", *ENGLISH], "latin": ["multi_pennywise", *ENGLISH, *LATIN],
           "chinese": CHINESE}
KINDS = ["transaction", "promotion", "allow"]
PHONES = {"en_in_phone": "India", "pt_mz_phone": "Mozambique", "th_phone": "Thailand", "es_mx_template": "Mexico, templates"}
CARD = 6  # the kind of its section
EARLIER = "These figures are of an earlier model. This one decides otherwise, and is not measured yet."
MARK = re.compile(rf"<!-- of the model (\w+)(?:, not of \w+)? -->\n\n(?:{re.escape(EARLIER)}\n\n)?")
HEAD = ("| source | transactions in Junk, % | promotions in Junk, % | others wanted in Junk, % | junk caught, % | ROC-AUC |\n"
        "|---|---|---|---|---|---|")


def corpora(shared):
    return os.path.join(shared, "datasets", "jsonl")


def deciding(path):
    """A digest of all that decides in a model, by which a card says which one its figures are of.

    That is the versions of the file and its sections but the card (FORMAT.md), which names the
    version of the tool. So a release with another version alone need not measure again.
    """
    with open(path, "rb") as file:
        model = file.read()
    digest = hashlib.sha256(model[8:12])
    for i in range(struct.unpack_from("<I", model, 12)[0]):
        kind, flags, start, length, _ = struct.unpack_from("<HHIII", model, 32 + 16 * i)
        if kind != CARD:
            digest.update(struct.pack("<HHI", kind, flags, length) + model[start:start + length])
    return digest.hexdigest()[:16]


def marked(card, path):
    """The card with what says whether its figures are of this model. Who lacks the public corpora
    cannot measure again."""
    found, model = MARK.search(card), deciding(path)
    if not found:
        sys.exit("shipped: expected `<!-- of the model … -->` and an empty line in a card, found none")
    of = found[1]
    mark = f"<!-- of the model {of} -->\n\n" if of == model else f"<!-- of the model {of}, not of {model} -->\n\n{EARLIER}\n\n"
    return card[:found.start()] + mark + card[found.end():]


def cell(rate):
    """A rate as `evaluate` prints it: percent, the 95 % Wilson interval, the counts."""
    if not rate or not rate["of"]:
        return "–"
    percent = [f"{100 * rate[key]:.2f}" for key in ("rate", "lower", "upper")]
    return f"{percent[0]} [{percent[1]}, {percent[2]}] {rate['count']:,}/{rate['of']:,}"


def row(tool, model, source, shared):
    path = os.path.join(corpora(shared), f"{source}.jsonl")
    run = subprocess.run([tool, "evaluate", model, path, "--json", "-", "--quiet"], capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        sys.exit(f"shipped: {source} was not measured: {run.stderr.strip()}")
    report = json.loads(run.stdout)
    junk = next((c["recall"] for c in report["classes"] if c["label"] == "junk"), None)
    wanted = report["falseJunkByLabel"]
    unknown = set(wanted) - set(KINDS)
    if unknown:
        sys.exit(f"shipped: expected the labels {', '.join(KINDS)} and junk in {source}, found {', '.join(sorted(unknown))} too")
    auc = "–" if report["auc"] is None else f"{report['auc']:.4f}"
    return f"| {source} | {' | '.join(cell(wanted.get(kind)) for kind in KINDS)} | {cell(junk)} | {auc} |"


def table(tool, model, name, shared):
    rows = "\n".join(row(tool, model, source, shared) for source in SOURCES[name])
    return f"<!-- of the model {deciding(model)} -->\n\n{HEAD}\n{rows}"


def cells(card, source):
    """The row of a source in a card's table: the cells behind its name."""
    found = next((line for line in card.splitlines() if line.startswith(f"| {source} |")), None)
    if found is None:
        sys.exit(f"shipped: expected a row of {source} in the card, found none")
    return [cell.strip() for cell in found.strip("|").split("|")][1:]


def percent(cell, digits):
    """The rate of a cell, rounded, as documents write it: .29 %, 15 %, 0 %."""
    rate = float(cell.split()[0])
    return "0 %" if rate == 0 else f"{rate:.{digits}f} %".removeprefix("0" if rate < 1 else "")


def phones(card):
    """What docs/sources.md repeats of the starter model's card."""
    rows = []
    for source, name in PHONES.items():
        transactions, _, _, junk, auc = cells(card, source)
        rows.append(f"| {name} | {percent(junk, 0)} | {percent(transactions, 2)} | {float(auc):.3f} |".replace(" 0.", " ."))
    table = "| phone | junk caught | transactions in Junk | ROC-AUC |\n|---|---|---|---|\n" + "\n".join(rows)
    return f"{EARLIER}\n\n{table}" if EARLIER in card else table


def sentence(card):
    """What README.md repeats of it, whatever its line breaks."""
    transactions, _, _, junk, _ = cells(card, "en_in_phone")
    model = "an earlier model" if EARLIER in card else "the shipped model"
    return (f"On an Indian phone {model} finds {percent(junk, 0)} of the junk, "
            f"and puts {percent(transactions, 1)} of the transactions into Junk")
