#!/usr/bin/env python3
"""Checks the sentences that the tool prints: the string literals of the folders below.

usage: sentences.py [--all]        exit code 1 where a rule is broken; --all prints every sentence

- A sentence has at most 25 words. It ends at a stop, a semicolon or the end of a line. A value that
  is filled in counts as one word.
- None begins as a fragment: "of", "such", "that of", "where it has one".
- None has a word that only this project uses: `PRIVATE` names the word that everybody has.

Names are left out: keys of JSON, options, paths, single words.
"""
import argparse
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from prose import files, is_generated, lines  # noqa: E402

# Lists of words that messages have, and of SQL: nobody reads them as sentences.
NO_SENTENCES = tuple(f"Sources/{name}" for name in (
    "Corpus/Values/", "Corpus/RowValues.swift", "Corpus/Settings/CorpusColumns.swift", "CorpusStore/PersonalData/", "CorpusStore/Store/Schema.swift", "Corpus/Labels/LabelMap.swift",
    "SpamEvaluation/Attack/Tricks/", "SpamFilter/Text/"))
FOLDERS = [f"Sources/{name}" for name in (
    "spamkit", "SpamTraining", "LabeledMessages", "Corpus", "CorpusStore", "Drift", "Experiments", "SpamFilterIO", "SpamEvaluation", "EvaluationPage",
    "FilterSimulation", "MessageFilterExtension", "Signing", "Statistics", "SpamFilter")] + ["Server/Sources"]
MOST_WORDS = 25

# A word that a reader meets here alone, and what to write. A reason stands where it is not plain.
PRIVATE = {
    r"promis\w*": "the upper limit, or: at most 0.8 % (95 % confidence)",
    r"like messages|messages alike|alike|unlike each other": "near duplicates, different messages",
    r"besides?": "next to, with, and",
    r"mend\w*": "fix",
    r"held by": "the subject: 191 promotions decide the cutoff",
    # A kind of wanted messages is an action.
    r"kinds? of (?:wanted )?messages|(?:other|several) kinds|(?:one|each|this) kind": "wanted action, or label",
    r"of themselves|by itself alone": "nothing",
    r"where (?:it|they) (?:has|have) (?:one|some)": "if it has one",
    r"(?:keeps?|nothing of|nothing is known of|traces of|such of|those of|duplicates of) such": "the noun",
}
FRAGMENT = re.compile(r"^(?:of(?! all)|such|that of|those of|where (?:it|they) (?:has|have))\b", re.I)
SQL = re.compile(r"(?:SELECT|INSERT|UPDATE|DELETE|PRAGMA|UNION|FROM|WHERE|GROUP|ORDER|AND|LEFT JOIN|CREATE|--) ")
WORDS = [(re.compile(rf"\b(?:{word})\b", re.I), instead) for word, instead in PRIVATE.items()]
END = re.compile(r"(?<=[.?!])[\"')]*\s+|;\s+|\n+")


def literals(text):
    """The string literals of a Swift file with their lines; those joined by `+` are one. A value
    filled in is a NUL; the literals inside it come first."""
    found, at, line, between = [], 0, 1, None
    while at < len(text):
        if text.startswith("//", at):
            at = text.find("\n", at)
            continue
        if text[at] == '"' or re.match(r'#+"', text[at:at + 4]):
            first = line
            value, at, line, inner = literal(text, at, line)
            found += inner
            if between is not None and between.strip() == "+":
                first, start = last
                value = start + value
                found.remove(last)
            last = (first, value)
            found.append(last)
            between = ""
            continue
        if between is not None:
            between += text[at]
        line += text[at] == "\n"
        at += 1
    return found


def literal(text, at, line):
    marks = re.match(r"#*", text[at:])[0]
    at += len(marks)
    quote = '"""' if text.startswith('"""', at) else '"'
    at += len(quote)
    escape, close = "\\" + marks, quote + marks
    value, inner = "", []
    while not text.startswith(close, at):
        if text.startswith(escape + "(", at):
            at += len(escape) + 1
            start, depth, begun = at, 1, line
            while depth:
                if text[at] == '"':
                    nested, at, line, deeper = literal(text, at, line)
                    inner += deeper + [(line, nested)]
                    continue
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                line += text[at] == "\n"
                at += 1
            value += "\0"
        elif text.startswith(escape, at):
            mark = text[at + len(escape)]
            value += {"n": "\n", "t": "\t", "\n": ""}.get(mark, mark if mark in "\"\\'" else "")
            line += mark == "\n"
            at += len(escape) + 1
            if mark == "\n":
                at += len(re.match(r" *", text[at:])[0])
        else:
            value += text[at]
            line += text[at] == "\n"
            at += 1
    if quote == '"""':
        value = "\n".join(part.strip() for part in value.split("\n"))
    return value, at + len(close), line, inner


def sentences(value):
    for part in END.split(value):
        part = part.strip()
        if " " in part and re.search(r"[A-Za-z]{2}", part) and not SQL.match(part):
            yield part


def words(sentence):
    return [word for word in sentence.split() if re.search(r"[\w\0]", word)]


def faults(sentence):
    if (count := len(words(sentence))) > MOST_WORDS:
        yield f"{count} words"
    if FRAGMENT.match(sentence):
        yield "a fragment"
    for pattern, instead in WORDS:
        if found := pattern.search(sentence):
            yield f'"{found[0]}": {instead}'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="print every sentence")
    shows_all = parser.parse_args().all
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    count, broken = 0, 0
    for folder in FOLDERS:
        for path in files(f"{folder}/*.swift"):
            if is_generated(lines(path)) or path.startswith(NO_SENTENCES):
                continue
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for line, value in literals(text):
                for sentence in sentences(value):
                    count += 1
                    shown = sentence.replace("\0", "…")
                    if shows_all:
                        print(f"{path}:{line}: {shown}")
                    for fault in faults(sentence):
                        broken += 1
                        print(f"{path}:{line}: {fault}\n    {shown}", file=sys.stderr)
    if broken:
        print(f"sentences: {broken} faults; number and noun first, then what to do", file=sys.stderr)
        return 1
    print(f"sentences: {count} sentences of the tool are plain")
    return 0


if __name__ == "__main__":
    sys.exit(main())
