#!/usr/bin/env python3
"""Checks the templates of the starter corpus and the rows made from them; prints what there is and what is wrong.

    python3 check.py [--lang LANG]

Exit 0 when nothing is wrong, else 1 with a line for each violation on stderr. Judges what a program can: columns, labels,
coverage, schemes of junk and the wanted messages they imitate, near duplicates, hosts, e-mail and phone numbers that could be somebody's, the script of Chinese rows, the split,
whether two runs are equal. Whether a message is life-like, rightly labelled and free of real names is for readers.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import generate
from reserved import hosts, somebodys
from template import LABELS, load, test_ids

FEWEST_TEMPLATES = dict.fromkeys(["ko", "zh-Hans", "zh-Hant", "ja", "en"], 300)  # a language; 120 of the others
CLOSEST = 0.6  # Jaccard similarity of the character 3-grams of two templates of a language, below

# --- coverage and near duplicates -----------------------------------------------------------------------------------------------


def coverage(templates):
    for lang in sorted({t.lang for t in templates}):
        own = [t for t in templates if t.lang == lang]
        fewest = FEWEST_TEMPLATES.get(lang, 120)
        if len(own) < fewest:
            yield f"{lang}: expected at least {fewest} templates, found {len(own)}"
        for label in LABELS:
            if not any(t.label == label for t in own):
                yield f"{lang}: expected templates of every label, found none of {label}"
        for t in own:
            if not re.fullmatch(rf"{lang}-{re.escape(t.kind)}-\d+", t.id):
                yield f"{t.place}: expected an id such as {lang}-{t.kind}-01, found {t.id}"


# --- families ---------------------------------------------------------------------------------------------------------------------

FAMILIES = ["kind", "country", "templates", "messages"]
THIN = 3  # a family with fewer templates is thin


def families(templates, folder):
    """The families of each language, (kind, country): how many templates, how many were planned and what they say; and problems.

    A family is who sends what, in which country, in which format. families/LANG/*.tsv lists those that were planned; `*` is any country.
    """
    found, problems, of_kind = {}, [], {}
    for t in templates:
        of_kind.setdefault((t.lang, t.kind), []).append(set(t.countries))
    for path in sorted(Path(folder).glob("families/*/*.tsv")):
        lang = path.parent.name
        lines = path.read_text(encoding="utf-8").split("\n")
        if lines[0].split("\t") != FAMILIES or lines.pop() != "":
            problems.append(f"{path}:1: expected the header {' '.join(FAMILIES)} and a last line that ends, found {lines[0]!r:.60}")
            continue
        for number, line in enumerate(lines[1:], 2):
            fields = line.split("\t")
            if len(fields) != 4 or not all(fields) or not fields[2].isdigit():
                problems.append(f"{path}:{number}: expected kind, country, number of templates and words, found {line!r:.60}")
                continue
            kind, country, planned, _ = fields
            countries = set(country.split("|"))
            own = sum(country == "*" or not countries.isdisjoint(having) for having in of_kind.get((lang, kind), ()))
            found[lang, kind, country] = (own, int(planned))
            if not own:
                problems.append(f"{path}:{number}: expected templates of the kind {kind} for {country}, found none")
    return found, problems


def family_table(templates, planned):
    """Families by language: all, thin ones, planned ones, and of these such as have fewer templates than planned."""
    lines = [["families", "templates", "families", "thin", "listed", "fewer than listed"]]
    for lang in sorted({t.lang for t in templates}):
        count = Counter((t.kind, t.countries[0]) for t in templates if t.lang == lang)
        listed = [n for (own, *_), n in planned.items() if own == lang]
        lines.append([lang, str(sum(count.values())), str(len(count)), str(sum(n < THIN for n in count.values())), str(len(listed)),
                      str(sum(have < want for have, want in listed))])
    return lines


# --- schemes --------------------------------------------------------------------------------------------------------------------

SCHEMES = ["scheme", "languages", "junk", "wanted"]
KINDS = {"chat-": "allow", "coupon-": "promotion/coupons", "ad-": "promotion/"}  # wanted messages of such a kind have this label


def schemes(templates, folder):
    """The rows of schemes.tsv, and what is wrong with them by themselves."""
    path, table, problems, owner = Path(folder) / "schemes.tsv", [], [], {}
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else [""]
    if lines[0].split("\t") != SCHEMES or lines.pop() != "":
        return [], [f"{path}:1: expected the header {' '.join(SCHEMES)} and a last line that ends, found {lines[0]!r:.60}"]
    kinds = {side: {t.kind for t in templates if (t.label == "junk") == (side == "junk")} for side in ("junk", "wanted")}
    for number, line in enumerate(lines[1:], 2):
        fields = line.split("\t")
        if len(fields) != 4 or not all(fields) or fields[1] not in ("all", "own"):
            problems.append(f"{path}:{number}: expected scheme, all or own, kinds of junk, kinds of wanted messages; found {line!r:.60}")
            continue
        name, languages, junk, wanted = fields[0], fields[1], fields[2].split(), fields[3].split()
        for kind in junk:
            if owner.setdefault(kind, name) != name:
                problems.append(f"{path}:{number}: expected a kind of junk of one scheme, found {kind} of {owner[kind]}")
        for side, patterns in (("junk", junk), ("wanted", wanted)):
            problems += [f"{path}:{number}: expected kinds that {side} templates have, found {pattern}" for pattern in patterns
                         if not any(fnmatchcase(kind, pattern) for kind in kinds[side])]
        table.append((name, languages, set(junk), wanted))
    return table, problems


def scheme_of(table):
    return {kind: name for name, _, junk, _ in table for kind in junk}


def pairs(templates, table):
    """Every language has every scheme that all have, and of every scheme it has also the wanted message; kinds and labels agree."""
    owner = scheme_of(table)
    imitated = {kind for kind in {t.kind for t in templates} if any(fnmatchcase(kind, w) for _, _, _, wanted in table for w in wanted)}
    for t in templates:
        if t.label == "junk" and t.kind not in owner:
            yield f"{t.place}: expected a kind of junk that schemes.tsv has, found {t.kind}"
        if t.label != "junk" and t.kind in owner and t.kind not in imitated:
            yield f"{t.place}: expected junk, as schemes.tsv has this kind as junk only, found {t.label} of {t.kind}"
        must = next((label for start, label in KINDS.items() if t.kind.startswith(start)), "")
        if t.label != "junk" and not t.label.startswith(must):
            yield f"{t.place}: expected {must} of the kind {t.kind}, found {t.label}"
    for lang in sorted({t.lang for t in templates}):
        junk, wanted = ({t.kind for t in templates if t.lang == lang and (t.label == "junk") == side} for side in (True, False))
        for name, languages, kinds, patterns in table:
            has = bool(junk & kinds)
            if languages == "all" and not has:
                yield f"{lang}: expected junk of the scheme {name}, found none"
            if has and not any(fnmatchcase(kind, pattern) for kind in wanted for pattern in patterns):
                yield f"{lang}: expected a wanted message that {name} imitates ({' '.join(patterns)}), found none"


def trigrams(template):
    text = re.sub(r"\{[^{}]*\}", "", template.source)
    return {text[i:i + 3] for i in range(len(text) - 2)} or ({text} if text else set())


def near_duplicates(templates):
    """Pairs of one language that are too alike. Such a pair shares one of the rarest grams of each (prefix filter: Chaudhuri,
    Ganti & Kaushik, A Primitive Operator for Similarity Joins in Data Cleaning, ICDE 2006), so only these are compared."""
    for lang in sorted({t.lang for t in templates}):
        own = [(t, trigrams(t)) for t in templates if t.lang == lang]
        rarity = Counter(gram for _, grams in own for gram in grams)
        having = {}
        for n, (b, others) in enumerate(own):
            prefix = sorted(others, key=lambda gram: (rarity[gram], gram))[:len(others) - math.ceil(CLOSEST * len(others)) + 1]
            for i in sorted({i for gram in prefix for i in having.get(gram, ())}):
                a, grams = own[i]
                common = len(grams & others)
                close = common and common / (len(grams) + len(others) - common)
                if close >= CLOSEST:
                    yield f"{b.place}: expected a similarity below {CLOSEST}, found {close:.2f} of {b.id} and {a.id}"
            for gram in prefix:
                having.setdefault(gram, []).append(n)


# --- Chinese scripts ------------------------------------------------------------------------------------------------------------

# What GB 2312 has and Big5 lacks is Simplified only, and the other way round. The pairs name the character expected.
SIMPLIFIED = (
    "个们来时国会对说过还这为样开经进现应动实发长问关题见认电话门车马东两书买卖让给红绿钱银账单费额贷还款险医药诊号码"
    "证验链点击网页络讯息请联务预约订购发货运输邮递领取优惠减积礼赠员级帐户冻结异处罚税违规审核资质办业厂农贵宾热线机"
    "张刘陈杨赵吴黄孙罗郑韩冯邓许苏卢贾谭邹陆汉龙凤鸟鱼与价体听坏胜种离极洁确扑扰怀愿构气赶优"
)
TRADITIONAL = (
    "個們來時國會對說過還這為樣開經進現應動實發長問關題見認電話門車馬東兩書買賣讓給紅綠錢銀賬單費額貸還款險醫藥診號碼"
    "證驗鏈點擊網頁絡訊息請聯務預約訂購發貨運輸郵遞領取優惠減積禮贈員級帳戶凍結異處罰稅違規審核資質辦業廠農貴賓熱線機"
    "張劉陳楊趙吳黃孫羅鄭韓馮鄧許蘇盧賈譚鄒陸漢龍鳳鳥魚與價體聽壞勝種離極潔確撲擾懷願構氣趕優"
)
OTHER = {**{s: t for s, t in zip(SIMPLIFIED, TRADITIONAL) if s != t}, **{t: s for s, t in zip(SIMPLIFIED, TRADITIONAL) if s != t}}
SCRIPTS = {  # the other's character set, the own one, and the other's characters that both sets have
    "zh-Hans": ("big5", "gb2312", "於"),
    "zh-Hant": ("gb2312", "big5", "网优机异厂与价体听坏胜种离极洁确扑扰怀愿构气赶"),
}


def knows(charset, char):
    try:
        return bool(char.encode(charset))
    except UnicodeEncodeError:
        return False


def scripts(templates, folder):
    for lang, (foreign, own, shared) in SCRIPTS.items():
        sources = [(t.place, t.source) for t in templates if t.lang == lang]
        for path in sorted((Path(folder) / "slots" / lang).glob("*.json")):
            sources += [(f"{path}:{n}", line) for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)]
        for place, text in sources:
            for char in sorted(set(re.findall("[\u3400-\u9fff]", text))):
                if char in shared or knows(foreign, char) and not knows(own, char):
                    yield f"{place}: expected {OTHER.get(char, 'a character')} of {lang}, found {char}"


# --- rows -----------------------------------------------------------------------------------------------------------------------

KEYS = ["text", "label", "lang", "sender", "country", "template", "source"]


PARTS = ("train", "test")


def second_runs(folder):
    """Processes that make both parts once more, with another order of hashes, while this one checks: their output by part."""
    command = [sys.executable, generate.__file__, "--folder", str(folder), "--part"]
    runs = {part: (subprocess.Popen([*command, part], env={**os.environ, "PYTHONHASHSEED": "1"}, stdout=file), file)
            for part in PARTS for file in [tempfile.TemporaryFile()]}

    def output(part):
        run, file = runs[part]
        run.wait()
        file.seek(0)
        return file.read()
    return output


def made(templates, folder):
    """The lines of both parts, by one run."""
    knobs = generate.arguments(["--folder", str(folder)])
    tests, parts = test_ids(templates, knobs.test_share), {part: [] for part in PARTS}
    for row in generate.generate(templates, knobs):
        line = row.decode()
        parts["test" if json.loads(line)["template"] in tests else "train"].append(line)
    return parts


def rows(templates, folder, parts, again):
    """The split, the rows of both parts as they are written, and committed files if there are any."""
    knobs = generate.arguments(["--folder", str(folder)])
    tests, texts, speechless = test_ids(templates, knobs.test_share), {}, {t.id: t for t in templates}
    for stratum in sorted({(t.lang, t.label) for t in templates}):
        sides = {t.id in tests for t in templates if (t.lang, t.label) == stratum}
        if len(sides) < 2:
            yield f"{' '.join(stratum)}: expected test and train templates, found {'test' if True in sides else 'train'} only"
    for part, lines in parts.items():
        texts[part] = set()
        for number, line in enumerate(lines, 1):
            row, place = json.loads(line), f"{part} row {number}"
            place += f" of {row['template']}"
            if list(row) != KEYS or line != json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n":
                yield f"{place}: expected compact JSON with the keys {' '.join(KEYS)}, found {' '.join(row)}"
            if not row["text"] or row["text"] in texts[part]:
                yield f"{place}: expected a new text, found {'an earlier one' if row['text'] else 'an empty one'}"
            left = re.search(r"[{}\t\r]|\\n", row["text"])
            if left:
                yield f"{place}: expected no traces of the slot language, found {left[0]!r}"
            yield from (f"{place}: expected a reserved host, found {host}" for host in hosts(row["text"]))
            texts[part].add(row["text"])
            speechless.pop(row["template"], None)
        file = Path(folder) / f"{part}.jsonl"
        if file.exists() and file.read_text(encoding="utf-8") != "".join(lines):
            yield f"{file}:1: expected the rows of these templates, found others: run generate.py --part {part} -o {file}"
        if again(part) != "".join(lines).encode():
            yield f"{part}: expected two runs of generate.py to be equal, found different bytes"
    for template in speechless.values():  # no fault: two languages may share a picture without words
        print(f"note: {template.place}: no rows, as earlier templates have all its texts")
    common = texts["train"] & texts["test"]
    if common:
        yield f"expected no text in both parts, found {len(common)}"


def padded(lines):
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in lines)


def quantiles(values):
    """p10/p50/p90: the value that so many do not exceed."""
    values = sorted(values)
    return "/".join(str(values[max(0, -(-len(values) * p // 100) - 1)]) for p in (10, 50, 90)) if values else "-"


def tables(templates, folder, schemes, parts):
    """Templates / of these test / rows with default arguments by label, templates by scheme, lengths in characters; by language."""
    knobs = generate.arguments(["--folder", str(folder)])
    tests, owner = test_ids(templates, knobs.test_share), scheme_of(schemes)
    lengths, langs = {}, sorted({t.lang for t in templates})
    for row in map(json.loads, (line for lines in parts.values() for line in lines)):
        for lang in (row["lang"], "all"):
            lengths.setdefault((row["label"], lang), []).append(len(row["text"]))
    lines = [["templates/test/rows", *langs, "all"]]
    for label in [*LABELS, "all"]:
        cells = [label]
        for lang in [*langs, "all"]:
            own = [t for t in templates if label in (t.label, "all") and lang in (t.lang, "all")]
            rows = sum(len(n) for (a, b), n in lengths.items() if label in (a, "all") and b == lang)
            cells.append(f"{len(own)}/{sum(t.id in tests for t in own)}/{rows}")
        lines.append(cells)
    yield lines
    lines = [["junk by scheme", *langs, "all"]]
    for name, *_ in schemes:
        count = Counter(t.lang for t in templates if t.label == "junk" and owner.get(t.kind) == name)
        lines.append([name, *(str(count[lang]) for lang in langs), str(sum(count.values()))])
    yield lines
    lines = [["characters p10/p50/p90", *langs, "all"]]
    for action in ("allow", "transaction", "promotion", "junk"):
        lines.append([action, *(quantiles([n for (label, b), own in lengths.items() if label.split("/")[0] == action and b == lang
                                           for n in own]) for lang in [*langs, "all"])])
    yield lines


def sheet(all_tables, path, writes):
    """Whether the data sheet has these tables, each known by its first cell; written there if asked for."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for lines in all_tables:
        def row(cells):
            return f"| {' | '.join(cells)} |\n"
        table = row(lines[0]) + "|---" * len(lines[0]) + "|\n" + "".join(map(row, lines[1:]))
        found = re.search(rf"\| {re.escape(lines[0][0])} \|.*\n(?:\|.*\n)*", text)
        if found and writes:
            text = text[:found.start()] + table + text[found.end():]
        elif found and found[0] != table:
            yield f"{path}:1: expected the table '{lines[0][0]}' of these templates, found another: run check.py --sheet"
    if writes:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Checks the templates and the rows of the starter corpus.")
    parser.add_argument("--folder", default=Path(__file__).resolve().parent,
                        help="holds templates/ and slots/ (default: beside this file)")
    parser.add_argument("--lang", metavar="LANG", help="only templates of this language, no rows; for a writer at work")
    parser.add_argument("--sheet", action="store_true", help="write the tables into the data sheet, ../README.md")
    knobs = parser.parse_args()
    folder = knobs.folder
    everyone, problems = load(folder)
    if knobs.lang and not problems:
        templates = [t for t in everyone if t.lang == knobs.lang]
        problems = [*coverage(templates), *near_duplicates(templates), *somebodys(templates, folder), *scripts(templates, folder)]
    elif not problems:
        table, problems = schemes(everyone, folder)
        planned, unplanned = families(everyone, folder)
        again, parts = second_runs(folder), made(everyone, folder)
        all_tables = [*tables(everyone, folder, table, parts), family_table(everyone, planned)]
        print("\n\n".join(map(padded, all_tables)), flush=True)
        problems += [*unplanned, *sheet(all_tables, Path(folder).parent / "README.md", knobs.sheet)]
        problems += [*coverage(everyone), *pairs(everyone, table), *near_duplicates(everyone), *somebodys(everyone, folder),
                     *scripts(everyone, folder), *rows(everyone, folder, parts, again)]
    if problems:
        sys.exit("\n".join([*problems, f"{len(problems)} violations"]))
    print("nothing wrong")


if __name__ == "__main__":
    main()
