#!/usr/bin/env python3
"""Checks the templates of the starter corpus and the rows made from them; prints what there is and what is wrong.

    python3 check.py [--public CORPUS.jsonl …]

Exit 0 when nothing is wrong, else 1 with a line for each violation on stderr. Judges what a program can: columns, labels,
coverage, schemes of junk and the wanted messages they imitate, near duplicates, hosts, e-mail and phone numbers that could be somebody's, the script of Chinese rows, the split,
whether two runs are equal. Whether a message is life-like, rightly labelled and free of real names is for readers.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path
from random import Random

import generate
from template import LABELS, Slots, load, test_ids
from tricks import LOOK_ALIKES

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
    imitated = {kind for _, _, _, wanted in table for t in templates for kind in [t.kind] if any(fnmatchcase(kind, w) for w in wanted)}
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
    for lang in sorted({t.lang for t in templates}):
        for (a, grams), (b, others) in combinations([(t, trigrams(t)) for t in templates if t.lang == lang], 2):
            if not CLOSEST <= len(grams) / len(others) <= 1 / CLOSEST if others else grams:
                continue
            common = len(grams & others)
            close = common and common / (len(grams) + len(others) - common)
            if close >= CLOSEST:
                yield f"{b.place}: expected a similarity below {CLOSEST}, found {close:.2f} of {b.id} and {a.id}"


# --- hosts and e-mail -----------------------------------------------------------------------------------------------------------

RESERVED = re.compile(r"(.+\.)?(example(\.(com|net|org))?|test|invalid|localhost)")
GENERIC = """
com net org info biz name pro mobi asia edu gov int app dev xyz top vip shop store online site club live link click world win
loan work bank money cash finance pay ltd group team space fun icu buzz mom cyou sbs cfd bond rest one life today news blog tech
cloud host website page wiki ink red blue green pink ren wang kim seoul tokyo hk tw london nyc gift sale deals market express
delivery support help center email
"""
COUNTRIES = """
ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd cf cg ch ci
ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp
gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk
lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe
pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg
th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
"""
TOP_LEVEL = {*GENERIC.split(), *COUNTRIES.split()}
HOST = re.compile(r"(?<![a-z0-9.-])((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+))(?![a-z0-9-])")
NATIVE_HOST = re.compile(r"[\w-]+\.(?:한국|닷컴|中国|中國|公司|网络|網路|网址|在线|商城|香港|台湾|台灣|世界|コム|みんな|ストア)(?!\w)")
NAMED_HOST = re.compile(r"(?:https?://|www\.|\w@)([a-z0-9-]+(?:\.[a-z0-9-]+)*)")  # is a host whatever it ends in
ADDRESS = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")
DOCUMENTATION = re.compile(r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+")
PLAIN = {code: chr(letter) for letter, code in LOOK_ALIKES.items() if letter < 128 for code in [ord(code)]}
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]")


def hosts(text):
    """What in `text` is or looks like a host outside the reserved domains, hidden or not."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", INVISIBLE.sub("", text)).translate(PLAIN).lower())
    text = re.sub("[*●]", "x", text)  # masked
    text = re.sub(r"\s*(?:\[\.\]|\(\.\)|\(dot\)|\[dot\]|\s\.\s)\s*", ".", text)
    text = re.sub(r"(?<=[a-z0-9])[。·](?=(?:com|net|org|cn|kr|jp|tw|cc|top|xyz|vip)(?![a-z0-9]))", ".", text)
    found = [m[1] for m in HOST.finditer(text) if m[2] in TOP_LEVEL or m[2].startswith("xn--")]
    found += [m[1] for m in NAMED_HOST.finditer(text) if "." in m[1] or m[0].startswith("http")]
    found += [m[0] for pattern in (NATIVE_HOST, ADDRESS) for m in pattern.finditer(text)]
    return sorted({host for host in found if not RESERVED.fullmatch(host) and not DOCUMENTATION.fullmatch(host)})


# --- phone numbers --------------------------------------------------------------------------------------------------------------

ANY = "\ue000"  # a random digit: shows that `010-{0000}-…` may be somebody's number, which one draw in ten would hide
NEVER = "(?!)"
PHONES = {  # what looks like a number of the place, and the reserved form it must then have; # is a digit, known or random
    "ko": [("01[016789][- .]?#{3,4}[- .]?#{4}", "010[- .]?0###[- .]?####"),
           ("1[568]##-####", "1500-0###"),
           ("0(?:2|[3-6][1-5]|70|50#|80)[-) .]+#{3,4}-#{4}", "0#+[-) .]+0000?-####")],
    "zh-Hans": [(f"1[3-9{ANY}]#{{9}}", NEVER),
                ("[48]00[- ]?#{3}[- ]?#{4}", "[48]00[- ]?000[- ]?####"),
                ("(?<![.,¥￥])9[56]#{3}(?![元.,块])", "95000"),
                ("10086|10010", NEVER),
                ("106#{7,}", "1069000#*"),
                ("0#{2,3}-#{7,8}", "0000-#*|0#+-0000?#*")],
    "zh-Hant": [("09##[- ]?#{3}[- ]?#{3}", "0900[- ]?000[- ]?###"),
                ("0[2-8]\\)?[- ]#{3,4}-?#{4}", "0#\\)?[- ]0000?-?####"),
                ("0800[- ]?#{3}[- ]?#{3}", "0800[- ]?000[- ]?###"),
                ("(?<!852 )[235-9]### ####", NEVER)],
    "ja": [("0[5789]0-?#{4}-?#{4}", "0#0-?0000-?####"),
           ("0(?:120|570)-?#{3}-?#{3}", "0#+-?000-?###"),
           ("0[1-9]#{0,3}-#{1,4}-#{4}", "0#+-0+-####")],
    "en": [("#{3}\\)?[-. ]?#{3}[-. ]#{4}", "#{3}\\)?[-. ]?(?:555[-. ]01##|000[-. ]####)"),
           ("0[1-9]#{1,3}[ -]?#{3,4}[ -]?#{3,4}", 
            "020[ -]?7946[ -]?0###|07700[ -]?900[ -]?###|0808[ -]?157[ -]?0###|01632[ -]?960[ -]?###|0900[ -]?000[ -]?####|"
            "0909[ -]?8790[ -]?###")],
    "es": [("[6-9]##[ .-]?#{3}[ .-]?#{3}|[6-9]##(?:[ .-]##){3}", "(?:7[5-9]0|[89]90)[ .-]?(?:000[ .-]?###|00[ .-]?0#[ .-]?##)"),
           ("[2-9]#[ -]?#{4}[ -]?#{4}|[2-9]##[ -]?#{3}[ -]?#{4}", "[2-9]#[ -]?0000[ -]?####|(?:800|600|601|3[89]0)[ -]?000[ -]?####"),
           ("11[ -]?#{4}[ -]?#{4}", "11[ -]?0###[ -]?####"),
           ("0800[ -]?#{3}[ -]?#{4}", "0800[ -]?000[ -]?####"),
           ("01[ -]?8000[ -]?#{3}[ -]?#{3}", "01[ -]?8000[ -]?000[ -]?###"),
           ("9 #{4} ?#{4}", "9 0000 ?####"),
           ("\\(?01\\)?[ -]#{3}[- ]?#{4}", "\\(?01\\)?[ -]000[- ]?####")],
    "pt": [("\\(?[1-9]#\\)?[ -]?9#{4}[ -]?#{4}", "\\(?##\\)?[ -]?90000[ -]?####"),
           ("\\([1-9]#\\) ?#{4}[ -]?#{4}|[1-9]# #{4}-#{4}", "\\(?##\\)? ?0000[ -]?####"),
           ("0800[ -]?#{3}[ -]?#{4}", "0800[ -]?000[ -]?0###"),
           ("(?:4004|4003|3003|4020)[ -]?#{4}", NEVER),
           ("[2389]##[ .-]?#{3}[ .-]?#{3}|9#[ .-]#{3}[ .-]##[ .-]##", "(?:900|200|890)[ .-]?000[ .-]?###|90000[ -]?####")],
    "fr": [("0[1-9](?:[ ./-]?##){4}",
            "0(?:1[ .-]?99[ .-]?00|2[ .-]?61[ .-]?91|3[ .-]?53[ .-]?01|4[ .-]?65[ .-]?71|5[ .-]?36[ .-]?49|6[ .-]?39[ .-]?98)"
            "(?:[ .-]?##){2}|0400(?:[ ./-]?##){3}|08##000###"),
           ("0 ?8## ?### ?##+", "0 ?8## ?000 ?##+"),
           ("0##? ### ## ##", "0##? 000 ## ##"),
           ("(?:00|[1-9]#) (?:## ){3}##|[37]# ### ## ##", "00 00 00 ## ##|[37]# 000 ## ##"),
           ("#{3}\\)?[-. ]?#{3}[-. ]#{4}", "#{3}\\)?[-. ]?555[-. ]01##")],
    "de": [("0[1-9]#{1,3}\\)?[ /-]+#{3,8}(?:[ -]#{1,5})*",
            "0(?:30[ /-]+23125|69[ /-]+90009|40[ /-]+66969|89[ /-]+99998)[ -]?###|0221[ /-]+4710[ -]?###|0176[ /-]+040690##|"
            "0171[ /-]+39200##|0[0-9]{1,3}[ /-]+000[ -]*(?:## ##|#{3,5})"),
           ("01[567]#{8,9}", "0176040690##|017139200##"),
           ("0800#{6,7}", "0800000#+"),
           ("0## ### ## ##", "0## 000 ## ##")],
    "tr": [("0#{3}[ )-]*#{3}[ -]?#{2}[ -]?#{2}", "0(?:500|800|850|2##|3##)[ )-]*000[ -]?##[ -]?##"),
           ("5#{2}[ -]?#{3}[ -]?#{2}[ -]?#{2}", "500[ -]?000[ -]?##[ -]?##"),
           ("444[ -]?#[ -]?#{3}|444[ -]?#{2}[ -]?#{2}", NEVER)],
    "id": [("08#{2}[- .]?#{3,4}[- .]?#{3,5}", "08[04]0[- .]?0000?[- .]?#{3,4}"),
           ("\\(?0[2-79]#{1,2}[-) .]+#{3,4}[- .]?#{3,4}", "\\(?0#{2,3}[-) .]+0###?[- .]?#{3,4}"),
           ("1[45]00[- ]?#{3}", NEVER)],
    "vi": [("0[35789]#{1,2}[- .]?#{3}[- .]?#{3,4}", "0(?:30|95)0?[- .]?000[- .]?#{3,4}"),
           ("02#{1,2}[- .)]*#{3,4}[- .]?#{3,4}", "02#{1,2}[- .)]*000#?[- .]?#{3,4}"),
           ("1[89]00[ .]?#{4}|1[89]00[ .]?#{3}[ .]?#{3}|1[89]00[ .]?#{2}[ .]?#{2}[ .]?#{2}", "1[89]00[ .]?000[ .]?###")],
}
COUNTRY_CODE = "(?:(?:2[1-69]|3[578]|42|5[09]|6[789]|8[0578]|9[679])[0-9]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])"
ABROAD = ("\\+#[# ()-]{7,}#",
          "\\+(?:.*000.*|1[-. (]*#{3}[-. )]*555[-. ]*01##|44 ?20 ?7946 ?0###|44 ?7700 ?900 ?###|86[- ]?100[# -]*|"
          f"82[- ]?10[- ]?0[# -]*|{COUNTRY_CODE}[- ]?0[# -]*)")


def digits(pattern):
    return re.compile(re.sub("#(?=[^[]*\\])", f"0-9{ANY}", pattern).replace("#", f"[0-9{ANY}]"))


PHONES = {lang: [(digits(f"(?<![+#])(?:{looks})(?!#)"), digits(must)) for looks, must in forms] for lang, forms in PHONES.items()}
ABROAD = tuple(map(digits, ABROAD))


def phones(text, lang):
    for looks, must in [*PHONES.get(lang, []), ABROAD]:
        for match in looks.finditer(text):
            if not must.fullmatch(match[0]):
                yield match[0].replace(ANY, "#")


def drawn(templates, folder, problems):
    """(place, language, text) of every template, drawn a few times with `ANY` for random digits, and of every slot value."""
    def open_digits(text):
        return re.sub(r"\{(9+|0+)\}", lambda m: ANY * len(m[1]), text)

    for lang in sorted({t.lang for t in templates}):
        slots, r = Slots(Path(folder) / "slots" / lang, problems), Random(1).random
        slots.lists = {name: list(map(open_digits, values)) for name, values in slots.lists.items()}
        for t in templates:
            if t.lang == lang:
                text = slots.text(open_digits(t.source), t.place)
                for _ in range(20 if callable(text) else 1):
                    yield t.place, lang, text(r) if callable(text) else text
        for name, values in slots.lists.items():
            for value, place in zip(values, slots.places[name][1]):
                text = slots.text(value, place)
                for _ in range(5 if callable(text) else 1):
                    yield place, lang, text(r) if callable(text) else text


def somebodys(templates, folder):
    """Hosts and numbers that are not reserved, each once a place."""
    seen, problems = set(), []
    for place, lang, text in drawn(templates, folder, problems):
        for kind, found in [("host", h) for h in hosts(text.replace(ANY, "7"))] + [("number", p) for p in phones(text, lang)]:
            if (place, kind, found) not in seen:
                seen.add((place, kind, found))
                yield f"{place}: expected a reserved {kind}, found {found}"
    yield from dict.fromkeys(problems)  # of slot values that no template reaches


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


def rows(templates, folder):
    """The split, the rows of both parts as they are written, and committed files if there are any."""
    knobs = generate.arguments(["--folder", str(folder)])
    tests, texts, speechless = test_ids(templates, knobs.test_share), {}, {t.id: t for t in templates}
    for stratum in sorted({(t.lang, t.label) for t in templates}):
        sides = {t.id in tests for t in templates if (t.lang, t.label) == stratum}
        if len(sides) < 2:
            yield f"{' '.join(stratum)}: expected test and train templates, found {'test' if True in sides else 'train'} only"
    for part in ("train", "test"):
        knobs.part, texts[part] = part, set()
        lines = [row.decode() for row in generate.generate(templates, knobs)]
        for number, line in enumerate(lines, 1):
            row, place = json.loads(line), f"{part} row {number}"
            place += f" of {row['template']}"
            if list(row) != KEYS or line != json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n":
                yield f"{place}: expected compact JSON with the keys {' '.join(KEYS)}, found {' '.join(row)}"
            if (row["template"] in tests) != (part == "test"):
                yield f"{place}: expected a {part} template, found one of the other part"
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
        command = [sys.executable, generate.__file__, "--folder", str(folder), "--part", part]
        runs = [subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True).stdout for seed in "12"]
        if runs != ["".join(lines).encode()] * 2:
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


def tables(templates, folder, schemes):
    """Templates / of these test / rows with default arguments by label, templates by scheme, lengths in characters; by language."""
    knobs = generate.arguments(["--folder", str(folder)])
    tests, owner = test_ids(templates, knobs.test_share), scheme_of(schemes)
    lengths, langs = {}, sorted({t.lang for t in templates})
    for row in map(json.loads, generate.generate(templates, knobs)):
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
    yield padded(lines)
    lines = [["junk by scheme", *langs, "all"]]
    for name, *_ in schemes:
        count = Counter(t.lang for t in templates if t.label == "junk" and owner.get(t.kind) == name)
        lines.append([name, *(str(count[lang]) for lang in langs), str(sum(count.values()))])
    yield padded(lines)
    lines = [["characters p10/p50/p90", *langs, "all"]]
    for action in ("allow", "transaction", "promotion", "junk"):
        lines.append([action, *(quantiles([n for (label, b), own in lengths.items() if label.split("/")[0] == action and b == lang
                                           for n in own]) for lang in [*langs, "all"])])
    yield padded(lines)


def quoted_rows(templates, folder, corpora):
    """Rows that say what a row of a public corpus says, but for case, digits and marks; what is short anybody may write."""
    def letters(text):
        return re.sub(r"[\W\d_]+", "", unicodedata.normalize("NFKC", text).lower())

    taken = set()
    for path in corpora:
        with open(path, encoding="utf-8") as rows:
            taken |= {letters(json.loads(row)["text"]) for row in rows}
    for row in map(json.loads, generate.generate(templates, generate.arguments(["--folder", str(folder)]))):
        if len(letters(row["text"])) >= 16 and letters(row["text"]) in taken:
            yield f"expected rows of our own, found one of {row['template']} in a public corpus"


def main():
    parser = argparse.ArgumentParser(description="Checks the templates and the rows of the starter corpus.")
    parser.add_argument("--folder", default=Path(__file__).resolve().parent,
                        help="holds templates/ and slots/ (default: beside this file)")
    parser.add_argument("--public", nargs="+", default=[], metavar="CORPUS.jsonl", help="corpora of which no row may be here")
    parser.add_argument("--lang", metavar="LANG", help="only templates of this language, no rows; for a writer at work")
    knobs = parser.parse_args()
    folder = knobs.folder
    templates, problems = load(folder)
    if knobs.lang and not problems:
        templates = [t for t in templates if t.lang == knobs.lang]
        problems = [*coverage(templates), *near_duplicates(templates), *somebodys(templates, folder), *scripts(templates, folder)]
    elif not problems:
        table, problems = schemes(templates, folder)
        print("\n\n".join(tables(templates, folder, table)), flush=True)
        problems += [*coverage(templates), *pairs(templates, table), *near_duplicates(templates), *somebodys(templates, folder),
                     *scripts(templates, folder), *rows(templates, folder), *quoted_rows(templates, folder, knobs.public)]
    if problems:
        sys.exit("\n".join([*problems, f"{len(problems)} violations"]))
    print("nothing wrong")


if __name__ == "__main__":
    main()
