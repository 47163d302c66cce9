"""Hosts, e-mail addresses and phone numbers of the starter corpus: none may be somebody's.

Hosts are below domains that RFC 2606 and RFC 6761 reserve. Numbers have forms that nobody can have, by language.
"""
import json
import re
import unicodedata
from pathlib import Path
from random import Random

from template import Slots
from tricks import LOOK_ALIKES

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
MAY_HOLD_HOST = re.compile(r"[.。·]|dot|https?://|www")
DOCUMENTATION = re.compile(r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+")
PLAIN = {code: chr(letter) for letter, code in LOOK_ALIKES.items() if letter < 128 for code in [ord(code)]}
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]")


def hosts(text):
    """What in `text` is or looks like a host outside the reserved domains, hidden or not."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", INVISIBLE.sub("", text)).translate(PLAIN).lower())
    if not MAY_HOLD_HOST.search(text):  # most texts: seven searches saved
        return []
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
    "th": [("0[689](?:[- .]?#{4}[- .]?#{4}|#[- .]?#{3}[- .]?#{4})", "08[- .]?0000[- .]?####|080[- .]?000[- .]?####"),
           ("02[- .]?#{3}[- .]?#{4}|0[3-57]#[- .]?#{3}[- .]?#{3}", "02[- .]?000[- .]?####|0##[- .]?000[- .]?###"),
           ("1[89]00[- .]?#{3}[- .]?#{3}", "1[89]00[- .]?000[- .]?###"),
           ("(?:(?<=โทร)|(?<=โทร )|(?<=โทร\\. )|(?<=โทร\\.)|(?<=[Cc]all )|(?<=สายด่วน )|(?<=ติดต่อ ))1[1-9]##(?!-)", "1500")],
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
