"""The tool as a stranger's input meets it: run with bounds, and looked at for what must never come out. Invented messages only."""
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

TOOL = str(Path(sys.argv[1]).resolve())
PROJECT = Path(__file__).resolve().parents[2]
# Planted in messages, senders and rows that are refused. No output, log, error or file outside of a store may hold one.
SECRETS = ["Geheim99wort", "4711004711", "zaphod.beeblebrox", "correct-horse-battery"]


class Broken(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Broken(what)


class Answer:
    def __init__(self, code, output, errors, megabytes, arguments):
        self.code, self.output, self.errors, self.megabytes = code, output, errors, megabytes
        self.line = "spamkit " + " ".join(map(ascii, arguments))

    @property
    def all(self):
        return self.output + self.errors


def invisible(text):
    """Scalars that move a cursor, turn a line about or end it."""
    return sorted({f"U+{ord(c):04X}" for c in text if ord(c) < 0x20 and c not in "\n\t" or 0x7F <= ord(c) < 0xA0
                   or ord(c) in (0x061C, 0x200E, 0x200F, 0x2028, 0x2029) or 0x202A <= ord(c) <= 0x202E or 0x2066 <= ord(c) <= 0x2069})


def asked(*arguments, stdin=b"", seconds=20, megabytes=400, codes=(0, 1, 64), exports=False, holds=(), folder=None, env=None):
    """Runs the tool. It must end in time, with one of the codes, in bounded memory, and print nothing that it must not."""
    process = subprocess.Popen([TOOL, *map(str, arguments)], stdin=subprocess.PIPE if isinstance(stdin, bytes) else stdin, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, cwd=folder, env={**os.environ, **(env or {})})
    late = threading.Timer(seconds, process.kill)
    late.start()
    read = {}
    readers = [threading.Thread(target=lambda name=name, pipe=pipe: read.__setitem__(name, pipe.read())) for name, pipe in
               (("output", process.stdout), ("errors", process.stderr))]
    for reader in readers:
        reader.start()
    if isinstance(stdin, bytes):
        try:
            process.stdin.write(stdin)
            process.stdin.close()
        except BrokenPipeError:
            pass
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = code = os.waitstatus_to_exitcode(status)
    hung = not late.is_alive() and code == -9
    late.cancel()
    for reader in readers:
        reader.join()
    answer = Answer(code, read["output"].decode(errors="replace"), read["errors"].decode(errors="replace"), usage.ru_maxrss >> 10, arguments)
    check(not hung, f"{answer.line}: took more than {seconds} s")
    check(code in codes, f"{answer.line}: exit code {code}: {ascii(answer.errors[-300:])}")
    check(code == 0 or answer.all.strip(), f"{answer.line}: failed without a word")
    check(answer.megabytes <= megabytes, f"{answer.line}: took {answer.megabytes} MiB")
    shown = answer.errors if exports else answer.all
    check(not invisible(shown), f"{answer.line}: printed {invisible(shown)}")
    for secret in SECRETS:
        check(secret in holds or secret not in shown, f"{answer.line}: printed the planted {secret}")
    return answer


def rows(path, messages):
    """JSON Lines of dictionaries."""
    Path(path).write_text("".join(json.dumps(m) + "\n" for m in messages))
    return str(path)


def corpus(path, count=60, **more):
    """Invented messages of two labels, which a model can be trained on."""
    return rows(path, [{"text": invented(i), "label": "allow" if i % 2 else "junk", **more} for i in range(count)])


def invented(i):
    """The message of a number: of junk where it is even, and no template of another."""
    choices = random.Random(i)
    own = "home lunch later thanks train sister park coffee mother tonight".split() if i % 2 else "gold prize loan bonus win offer claim credit winner cash".split()
    syllables = "ba lor min ket su ra tol vi dan pe gor lin fa zu hem ost".split()
    words = ["".join(choices.choices(syllables, k=3)) for _ in range(8)] + choices.sample(own, 5)
    choices.shuffle(words)
    return " ".join(words)


def trained(folder):
    """A small model, made once."""
    path = f"{folder}/small.spam"
    if not os.path.exists(path):
        asked("train", corpus(f"{folder}/small.jsonl"), "--out", path, "--folds", 0, "--max-bytes", "8K", codes=(0,))
    return path


def imported(folder, name="base.sqlite"):
    """A small store with a split, groups, an index and a label of a person, closed."""
    path = f"{folder}/{name}"
    if not os.path.exists(path):
        asked("import", corpus(f"{folder}/base.jsonl"), "--into", path, codes=(0,))
        asked("split", path, "--by", "template")
        asked("corpus", "search", path, "gold")
    return path


def workbench():
    return tempfile.TemporaryDirectory(prefix="spamkit-hostile-")
