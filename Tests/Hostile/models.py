"""Models from elsewhere: heads, tables, policies and cards that no training writes, every checksum right."""
import json
import random
import struct
import zlib
from pathlib import Path

from tool import asked, check, corpus, rows, trained

MOST = (1 << 63) - 1


class Model:
    """A model file in its sections (Models/FORMAT.md)."""

    def __init__(self, data):
        count, = struct.unpack_from("<I", data, 12)
        self.head = bytearray(data[:32])
        self.sections = []
        for i in range(count):
            kind, flags, offset, length, _ = struct.unpack_from("<HHIII", data, 32 + 16 * i)
            self.sections.append([kind, flags, bytearray(data[offset:offset + length])])

    def section(self, kind):
        return next(s for s in self.sections if s[0] == kind)

    def data(self):
        def padded(size):
            return -size % 16

        at = 32 + 16 * len(self.sections)
        at += padded(at)
        table, body = b"", b""
        for kind, flags, content in self.sections:
            table += struct.pack("<HHIII", kind, flags, at + len(body), len(content), zlib.crc32(content))
            body += bytes(content) + bytes(padded(len(content)))
        file = bytearray(self.head + table + bytes(padded(32 + len(table))) + body)
        struct.pack_into("<I", file, 12, len(self.sections))
        struct.pack_into("<Q", file, 16, len(file))
        struct.pack_into("<I", file, 24, 0)
        struct.pack_into("<I", file, 24, zlib.crc32(bytes(file[:32 + len(table)])))
        return bytes(file)


def promise(**more):
    return {"bound": .01, "wanted": 100, "independentWanted": 50, "falseJunk": 1, "upperLimit": .02, "junk": 5, "found": 3, "unscored": 0, **more}


def protected(**more):
    return {"label": "transaction/finance", "wanted": 100, "independentWanted": 50, "falseJunk": 1, "upperLimit": .02, **more}


CARDS = {
    "largest": promise(independentWanted=MOST, upperLimit=.9), "smallest": promise(independentWanted=-MOST - 1), "2^53": promise(independentWanted=1 << 53, upperLimit=.3),
    "2^62": promise(independentWanted=(1 << 62) + 5, upperLimit=.3), "negative": promise(upperLimit=-1, bound=-1), "huge": promise(bound=1e300, upperLimit=1e300),
    "tiny": promise(bound=5e-324, protectedLabels=[protected()]), "more than all": promise(independentWanted=1000, wanted=1),
    "protected smallest": promise(protectedLabels=[protected(independentWanted=-MOST - 1, bound=.001)]), "protected tiny": promise(protectedLabels=[protected(bound=5e-324)]),
    "many protected": promise(protectedLabels=[protected(independentWanted=1 << 40, upperLimit=.3)] * 2000),
    "many left out": promise(sourcesLeftOut=[{"name": "s", "wanted": 1, "falseJunk": 1}] * 20_000), "names": promise(protectedLabels=[protected(label="x\x1b[31m\n\u202e" * 3)]),
}


def cards(folder):
    """inspect and evaluate of each card: in time, without a trap, and nothing that moves the cursor."""
    model = Model(Path(trained(folder)).read_bytes())
    usual = json.loads(model.section(6)[2])
    test = corpus(f"{folder}/small.jsonl")
    contents = {name: json.dumps({**usual, "falseJunk": falseJunk}).encode() for name, falseJunk in CARDS.items()}
    contents |= {
        "no JSON": b"\xff\xfe\0", "empty": b"", "10 MB": json.dumps({**usual, "name": "x" * 10_000_000}).encode(), "deep": b"[" * 500_000, "number": b"1e999999999",
        "escapes": json.dumps({**usual, "name": "a\x1b]0;b\x07\u009b2J\u202ec", "trainedOn": ["\x1b[8m\r\n" * 3], "settings": {"\x1b": "\u2028"}}).encode(),
        "traffic": json.dumps({**usual, "traffic": {"allow": 1e308, "junk": 1e308}}).encode(), "sample": json.dumps({**usual, "sample": "AAAA" * 50_000}).encode(),
    }
    for name, content in contents.items():
        model.section(6)[2] = bytearray(content)
        path = f"{folder}/card.spam"
        Path(path).write_bytes(model.data())
        for arguments in (["inspect", path], ["inspect", path, "--json", "-"], ["inspect", path, "--verify"], ["evaluate", path, test, "--html", f"{folder}/card.html"]):
            answer = asked(*arguments)
            check(len(answer.output) < 3_000_000, f"card {name}: {len(answer.output)} bytes printed")
        asked("classify", path, "--text", "gold prize", codes=(0,))
    return f"{len(contents)} cards"


def tables(folder):
    """A byte of the head, of a table or of a small section changed, all checksums made right."""
    data = Path(trained(folder)).read_bytes()
    choices = random.Random(7)
    opened = refused = 0
    test = corpus(f"{folder}/small.jsonl")
    for _ in range(150):
        model = Model(data)
        kind, _, content = section = choices.choice([s for s in model.sections if s[0] in (1, 2, 4, 5)] + [model.section(3)])
        limit = 16 if kind == 3 else len(content)
        for _ in range(choices.randint(1, 4)):
            at = choices.randrange(limit)
            content[at:at + 1] = choices.choice([b"\0", b"\xff", b"\x7f", b"\x80", bytes([choices.randrange(256)])])
        if choices.random() < .1:
            section[2] = content[:choices.randrange(len(content) + 1)]
        if choices.random() < .05:
            model.sections.append([choices.choice([1, 7, 8, 9, 65535]), choices.randrange(2), bytearray(20)])
        path = f"{folder}/table.spam"
        Path(path).write_bytes(model.data())
        answer = asked("classify", path, test)
        opened, refused = opened + (answer.code == 0), refused + (answer.code == 1)
        if answer.code == 0:
            for line in answer.output.splitlines():
                verdict = json.loads(line)
                check(all(0 <= p <= 1 for p in verdict["probabilities"].values()), f"a probability that is none: {line}")
        asked("explain", path, "--text", "gold prize, see you at home")
        asked("inspect", path)
    return f"150 tables, {opened} opened, {refused} refused"


def cut(folder):
    """A model that ends early, everywhere in its head and at some places behind it; and bytes behind its end."""
    data = Path(trained(folder)).read_bytes()
    path = f"{folder}/cut.spam"
    for length in [*range(0, 160, 7), *range(160, len(data), len(data) // 12)]:
        Path(path).write_bytes(data[:length])
        check(asked("classify", path, "--text", "gold").code == 1, f"a model of {length} bytes opened")
    Path(path).write_bytes(data + b"\0")
    check(asked("classify", path, "--text", "gold").code == 1, "a model with a byte behind it opened")
    return "cut models"


def counts(folder):
    """Counts files with a changed byte, and their checksum made right (Models/COUNTS.md)."""
    path, hostile = f"{folder}/good.counts", f"{folder}/hostile.counts"
    asked("counts", corpus(f"{folder}/small.jsonl"), "--out", path)
    data = Path(path).read_bytes()
    choices = random.Random(8)
    for _ in range(60):
        file = bytearray(data)
        for _ in range(choices.randint(1, 4)):
            file[choices.randrange(len(file))] = choices.choice([0, 255, 127, 128, choices.randrange(256)])
        struct.pack_into("<Q", file, 24, len(file))
        struct.pack_into("<I", file, 20, 0)
        struct.pack_into("<I", file, 20, zlib.crc32(bytes(file)))
        Path(hostile).write_bytes(file)
        asked("inspect", hostile)
        asked("merge", path, hostile, "--out", f"{folder}/sum.counts")
        asked("train", hostile, "--out", f"{folder}/counted.spam", "--trainer", "nb", "--folds", 0)
    for hashes in (range(1, 200_000), sorted(choices.getrandbits(64) for _ in range(50_000))):
        cells = [cell(label, [(feature, 3, 100, i) for i, feature in enumerate(hashes)]) for label in (0, 1)]
        Path(hostile).write_bytes(counted(cells))
        for command in (["inspect", hostile], ["merge", hostile, "--out", f"{folder}/sum.counts"], ["train", hostile, "--out", f"{folder}/counted.spam", "--trainer", "nb"]):
            asked(*command, seconds=10)
    return "62 counts files"


def settings(folder):
    """Files beside a model that are larger than anything read from them: refused before they are read."""
    large = f"{folder}/large.json"
    with open(large, "wb") as file:
        file.truncate(1 << 30)
    threads = rows(f"{folder}/threads.jsonl", [{"thread": "A", "text": "gold prize"}])
    problems = f"{folder}/problems.json"
    Path(problems).write_text(json.dumps({"messagefilter": {"apps": [""] * 60_000}}))
    for path in (large, problems):
        for command in (["simulate", trained(folder), threads, "--settings", path], ["aasa", "ABCDE12345.a.b", "--check", path]):
            answer = asked(*command, megabytes=200)
            check(len(answer.all) < 5_000, f"{answer.line}: printed {len(answer.all)} bytes")
    return "4 files too large"


def varint(number):
    low = b""
    while number >= 0x80:
        low += bytes([number & 0x7F | 0x80])
        number >>= 7
    return low + bytes([number])


def cell(label, features):
    """A cell of one source (Models/COUNTS.md): feature, messages, sum and group."""
    parts, before = [], 0
    for feature, messages, total, group in features:
        parts += [varint(feature - before), varint(messages), varint(total), struct.pack("<QQ", group, group)]
        before = feature
    content = b"".join(parts)
    return struct.pack("<IBBBBQQQ", 1, label, 0, 0, 0, 10, len(features), len(content)) + b"a" + content


def counted(cells):
    body = b"".join(cells)
    file = bytearray(b"\x93SPAMCNT" + struct.pack("<HH", 1, 7) + bytes([2, 3, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0]) + struct.pack("<QQ", 40 + len(body), len(cells)) + body)
    struct.pack_into("<I", file, 20, zlib.crc32(bytes(file)))
    return bytes(file)
