"""The figures of a card: what `evaluate` says of a model on public corpora that it was never trained
on, one row each. Counts and rates alone; no text of a corpus is kept."""
import json
import os
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
HEAD = ("| source | transactions in Junk, % | promotions in Junk, % | others wanted in Junk, % | junk caught, % | ROC-AUC |\n"
        "|---|---|---|---|---|---|")


def corpora(shared):
    return os.path.join(shared, "datasets", "jsonl")


def measured(digest):
    """The mark by which a card says which model its figures are of."""
    return f"<!-- of the model {digest[:16]} -->"


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


def table(tool, model, name, shared, digest):
    rows = "\n".join(row(tool, model, source, shared) for source in SOURCES[name])
    return f"{measured(digest)}\n\n{HEAD}\n{rows}"
