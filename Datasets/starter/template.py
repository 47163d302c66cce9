"""Templates of the starter corpus: reads templates/LANG.tsv and slots/LANG.json, compiles each text once into a function of
`random`, and tells test templates from train templates. README.md has the format. Nothing is drawn here.
"""
import hashlib
import json
import re
from pathlib import Path

HEADER = ["id", "label", "kind", "sender", "country", "text"]
SUB_ACTIONS = {"promotion": "offers coupons others",
               "transaction": "finance orders reminders health weather carrier rewards publicServices others"}
LABELS = ["allow", "junk"] + [f"{action}/{sub}" for action, subs in SUB_ACTIONS.items() for sub in subs.split()]

RESERVED = re.compile(r"9+|0+|A+|a+|(0|[1-9]\d*)-(0|[1-9]\d*)")  # slots that no list can be named after
CAPITALS, LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz0123456789"


class Slots:
    """The lists of one language, each compiled when first used. `problems` collects `file:line: expected …, found …`."""

    def __init__(self, path, problems):
        self.path, self.problems, self.lists, self.source, self.compiled = path, problems, None, "", {}
        try:
            self.source = path.read_text(encoding="utf-8")
            lists = json.loads(self.source)
            if not isinstance(lists, dict):
                raise ValueError(f"a {type(lists).__name__}")
        except (OSError, ValueError) as error:
            line = getattr(error, "lineno", 1)
            return problems.append(f"{path}:{line}: expected a UTF-8 JSON object of lists, found {error}")
        self.lists = lists
        for name, values in self.lists.items():
            if not (isinstance(values, list) and values and all(isinstance(value, str) for value in values)):
                found = repr(values)[:40]
                problems.append(f"{self.place(name)}: expected a list of strings, not empty, for slot {name}, found {found}")
                self.lists[name] = [""]
            if RESERVED.fullmatch(name) or re.search(r"[{}|]", name):
                problems.append(f"{self.place(name)}: expected a name that the slot language does not use itself, found {name!r}")

    def place(self, value):
        """file:line of a name or value: the first line that holds it."""
        lines, spelling = self.source.split("\n"), json.dumps(value, ensure_ascii=False)
        return f"{self.path}:{next((n for n, line in enumerate(lines, 1) if spelling in line), 1)}"

    def slot(self, name, place):
        """The compiled list `name`, used at `place`."""
        if self.lists is None:  # said once already
            return ""
        if name not in self.lists:
            self.problems.append(f"{place}: expected a slot defined in {self.path.name}, found {{{name}}}")
            return ""
        if name not in self.compiled:
            self.compiled[name] = None  # being compiled: meeting it again is a circle
            self.compiled[name] = one_of([self.text(value, self.place(value)) for value in self.lists[name]])
        elif self.compiled[name] is None:
            self.problems.append(f"{place}: expected slots that end, found {{{name}}} inside itself")
            return ""
        return self.compiled[name]

    def text(self, text, place):
        """Compiles a text into a str, if nothing in it varies, or into a function of `random`."""
        pieces = []
        for inner, plain, stray in re.findall(r"(\{[^{}]*\})|([^{}]+)|([{}])", text.replace("\\n", "\n")):
            if stray:
                self.problems.append(f"{place}: expected balanced braces, not nested, found a single {stray}")
            pieces.append(plain or (self.braces(inner[1:-1], place) if inner else ""))
        return joined(pieces)

    def braces(self, inner, place):
        if "|" in inner:
            return one_of(inner.split("|"))
        size, bounds = len(inner), RESERVED.fullmatch(inner)
        if not bounds:
            return self.slot(inner, place)
        if bounds[1]:
            low, high = int(bounds[1]), int(bounds[2])
            if low > high:
                self.problems.append(f"{place}: expected a range that grows, found {{{inner}}}")
            return lambda r, span=high - low + 1: str(low + int(r() * span))
        if inner[0] in "90" and size > 15:  # a random float has 53 bits
            self.problems.append(f"{place}: expected at most 15 random digits, found {size}")
        if inner[0] == "9":
            return lambda r, low=10 ** (size - 1): str(low + int(r() * 9 * low))
        if inner[0] == "0":
            return lambda r, span=10 ** size, form=f"%0{size}d": form % int(r() * span)
        letters = CAPITALS if inner[0] == "A" else LETTERS
        return lambda r, count=len(letters): "".join([letters[int(r() * count)] for _ in range(size)])


def joined(pieces):
    drawn = [piece for piece in pieces if callable(piece)]
    if len(drawn) == len(pieces) == 1:
        return drawn[0]
    form = "".join(["%s" if callable(piece) else piece.replace("%", "%%") for piece in pieces])
    return (lambda r: form % tuple([draw(r) for draw in drawn])) if drawn else form % ()


def one_of(values):
    count = len(values)
    if count == 1:
        return values[0]
    if not any(map(callable, values)):
        return lambda r: values[int(r() * count)]

    def pick(r):
        value = values[int(r() * count)]
        return value if value.__class__ is str else value(r)
    return pick


class Template:
    def __init__(self, fields, lang, place, slots):
        self.id, self.label, self.kind, self.sender, country, self.source = fields
        self.lang, self.place, self.countries = lang, place, country.split("|")
        self.text = slots.text(self.source, place)
        self.pick_sender = None if self.sender == "-" else slots.slot(self.sender, place)


def load(folder):
    """All templates below `folder` in order of id, and what is wrong with them, a line each."""
    templates, problems, seen = [], [], {}
    paths = sorted(Path(folder).glob("templates/*.tsv"))
    if not paths:
        problems.append(f"{folder}/templates:1: expected LANG.tsv files, found none")
    for path in paths:
        slots = Slots(path.parent.parent / "slots" / f"{path.stem}.json", problems)
        try:
            lines = path.read_bytes().decode("utf-8").split("\n")  # not splitlines: U+2028 may be part of a text
        except UnicodeDecodeError as error:
            problems.append(f"{path}:1: expected UTF-8, found {error}")
            continue
        if lines[0].split("\t") != HEADER:
            problems.append(f"{path}:1: expected the header {' '.join(HEADER)}, found {lines[0]!r:.60}")
        if lines[-1] == "":
            lines.pop()
        for number, line in enumerate(lines[1:], 2):
            place, fields = f"{path}:{number}", line.split("\t")
            if len(fields) != len(HEADER):
                problems.append(f"{place}: expected {len(HEADER)} columns, found {len(fields)}")
                continue
            if line.endswith("\r") or not all(fields):
                found = "CR" if line.endswith("\r") else "an empty one"
                problems.append(f"{place}: expected six filled columns and LF, found {found}")
            if fields[1] not in LABELS:
                problems.append(f"{place}: expected a label ({', '.join(LABELS)}), found {fields[1]!r}")
            if fields[3] != "-" and not fields[3].startswith("sender_"):
                problems.append(f"{place}: expected - or the name of a slot sender_…, found {fields[3]!r}")
            if not re.fullmatch(r"[A-Z]{2}(\|[A-Z]{2})*", fields[4]):
                problems.append(f"{place}: expected country codes such as US|GB, found {fields[4]!r}")
            if seen.setdefault(fields[0], place) != place:
                problems.append(f"{place}: expected a new id, found {fields[0]} of {seen[fields[0]]}")
            templates.append(Template(fields, path.stem, place, slots))
    return sorted(templates, key=lambda template: template.id), problems


def test_ids(templates, share):
    """The ids of the test templates; the doc of this file has the rule and its reason."""
    strata = {}
    for template in templates:
        spot = int.from_bytes(hashlib.sha256(template.id.encode()).digest()[:8], "big") / 2 ** 64
        strata.setdefault((template.lang, template.label), []).append((spot, template.id))
    chosen = set()
    for members in map(sorted, strata.values()):
        count = sum(spot < share for spot, _ in members)
        if 0 < share < 1:
            count = min(max(count, 1), len(members) - 1)
        chosen.update(name for _, name in members[:count])
    return chosen
