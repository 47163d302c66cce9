"""Templates of the starter corpus: reads templates/LANG/*.tsv and slots/LANG/*.json, compiles each text once into a function of
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

    def __init__(self, folder, problems):
        self.folder, self.problems, self.lists, self.compiled = folder, problems, {}, {}
        self.names, self.places = {"LETTERS": LETTERS, "CAPITALS": CAPITALS}, {}
        paths = sorted(folder.glob("*.json"))
        if not paths:
            problems.append(f"{folder}:1: expected files of slot lists, found none")
        for path in paths:
            self.read(path)

    def read(self, path):
        try:
            source = path.read_text(encoding="utf-8")
            lists = json.loads(source)
            if not isinstance(lists, dict):
                raise ValueError(f"a {type(lists).__name__}")
        except (OSError, ValueError) as error:
            line = getattr(error, "lineno", 1)
            return self.problems.append(f"{path}:{line}: expected a UTF-8 JSON object of lists, found {error}")
        lines = {}
        for number, line in enumerate(source.split("\n"), 1):
            for spelling in re.findall(r'"(?:[^"\\]|\\.)*"', line):
                lines.setdefault(spelling, number)

        def place(value):
            return f"{path}:{lines.get(json.dumps(value, ensure_ascii=False), 1)}"
        for name, values in lists.items():
            if not (isinstance(values, list) and values and all(isinstance(value, str) for value in values)):
                found = repr(values)[:40]
                self.problems.append(f"{place(name)}: expected a list of strings, not empty, for slot {name}, found {found}")
                values = [""]
            if RESERVED.fullmatch(name) or re.search(r"[{}|]", name):
                self.problems.append(f"{place(name)}: expected a name that the slot language does not use itself, found {name!r}")
            if name in self.lists:
                self.problems.append(f"{place(name)}: expected a slot defined once, found {name} of {self.places[name][0]}")
            self.lists[name] = values
            self.places[name] = (place(name), [place(value) for value in values])

    def slot(self, name, place):
        """The compiled list `name`, used at `place`: a str or a function of `random`."""
        if name not in self.lists:
            self.problems.append(f"{place}: expected a slot defined in {self.folder}, found {{{name}}}")
            return ""
        if name not in self.compiled:
            self.compiled[name] = None  # being compiled: meeting it again is a circle
            self.compiled[name] = self.one_of([self.text(*one) for one in zip(self.lists[name], self.places[name][1])])
        elif self.compiled[name] is None:
            self.problems.append(f"{place}: expected slots that end, found {{{name}}} inside itself")
            return ""
        return self.compiled[name]

    def text(self, text, place):
        """Compiles a text into a str, if nothing in it varies, or into a function of `random`: one expression in Python, because calls
        of small functions would take most of the time."""
        form, draws = [], []
        for inner, plain, stray in re.findall(r"(\{[^{}]*\})|([^{}]+)|([{}])", text.replace("\\n", "\n")):
            if stray:
                self.problems.append(f"{place}: expected balanced braces, not nested, found a single {stray}")
            piece, draw = self.braces(inner[1:-1], place) if inner else (plain.replace("%", "%%"), [])
            form.append(piece)
            draws += draw
        form = "".join(form)
        return self.function(f"{form!r} % ({', '.join(draws)},)") if draws else form % ()

    def braces(self, inner, place):
        """A piece of a format, and the expressions that it formats."""
        if "|" in inner:
            return self.drawn(self.one_of(inner.split("|")))
        size, bounds = len(inner), RESERVED.fullmatch(inner)
        if not bounds:
            return self.drawn(self.slot(inner, place))
        if bounds[1]:
            low, high = int(bounds[1]), int(bounds[2])
            if low > high:
                self.problems.append(f"{place}: expected a range that grows, found {{{inner}}}")
            return "%d", [f"{low} + int(r() * {high - low + 1})"]
        if inner[0] in "90" and size > 15:  # a random float has 53 bits
            self.problems.append(f"{place}: expected at most 15 random digits, found {size}")
        if inner[0] == "9":
            return "%d", [f"{10 ** (size - 1)} + int(r() * {9 * 10 ** (size - 1)})"]
        if inner[0] == "0":
            return f"%0{size}d", [f"int(r() * {10 ** size})"]
        name, count = ("CAPITALS", 26) if inner[0] == "A" else ("LETTERS", 36)
        return "%s" * size, [f"{name}[int(r() * {count})]"] * size

    def drawn(self, value):
        """As `braces`, of something compiled."""
        if not callable(value):
            return value.replace("%", "%%"), []
        return "%s", [value.draw if hasattr(value, "draw") else f"{self.name(value)}(r)"]

    def one_of(self, values):
        count = len(values)
        if count == 1:
            return values[0]
        name = self.name(tuple(values))
        if not any(map(callable, values)):
            return self.function(f"{name}[int(r() * {count})]")

        def pick(r):
            value = values[int(r() * count)]
            return value if value.__class__ is str else value(r)
        return pick

    def name(self, value):
        """A name by which expressions know a value."""
        name = f"v{len(self.names)}"
        self.names[name] = value
        return name

    def function(self, draw):
        """A function of `random` from its expression, which others that use it copy."""
        function = eval(f"lambda r: {draw}", self.names)
        function.draw = draw
        return function


class Template:
    def __init__(self, fields, lang, place, slots):
        self.id, self.label, self.kind, self.sender, country, self.source = fields
        self.lang, self.place, self.countries = lang, place, country.split("|")
        self.text = slots.text(self.source, place)
        self.pick_sender = None if self.sender == "-" else slots.slot(self.sender, place)


def load(folder):
    """The templates below `folder` in order of id, and what is wrong with them, a line each."""
    templates, problems, seen, slots = [], [], {}, {}
    paths = sorted(Path(folder).glob("templates/*/*.tsv"))
    if not paths:
        problems.append(f"{folder}/templates:1: expected files LANG/NAME.tsv, found none")
    for path in paths:
        lang = path.parent.name
        if lang not in slots:
            slots[lang] = Slots(Path(folder) / "slots" / lang, problems)
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
            templates.append(Template(fields, lang, place, slots[lang]))
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
