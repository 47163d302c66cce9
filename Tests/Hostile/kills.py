"""Killed at calls that change a file: imports, splits and labels are there as a whole or not at all, and can be made again."""
import os
import pty
import select
import shutil
import signal
import sqlite3
import subprocess
from pathlib import Path

from tool import TOOL, asked, check, corpus, imported, rows

RELABEL = ["corpus", "relabel", *map(str, range(1, 21)), "promotion"]
CALLS = "pwrite64,ftruncate,fsync,fdatasync,unlink,rename"


def count(store, table):
    database = sqlite3.connect(store)
    check(database.execute("pragma integrity_check").fetchone() == ("ok",), f"{store} is damaged")
    check(not database.execute("pragma foreign_key_check").fetchall(), f"rows of {store} refer to nothing")
    found = database.execute(f"select count(*) from {table}").fetchone()[0]
    database.close()
    return found


def export(store, *options):
    """What the store gives back, label, sender and all."""
    return asked("corpus", "export", store, *options, exports=True, codes=(0,)).output


def at(number, arguments, keys=b""):
    """Runs the tool until one of its threads is about to make its call of this number.

    Returns whether it was killed there.
    """
    command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={CALLS}", "-e", f"inject={CALLS}:signal=SIGKILL:when={number}", TOOL, *arguments]
    if not keys:
        return subprocess.run(command, capture_output=True, timeout=60).returncode < 0
    process, end = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    shown = b""
    try:
        while True:
            check(select.select([end], [], [], 60)[0], f"{arguments[0]} waits for more keys than {keys}")
            shown += os.read(end, 4096)
            if keys and b"[j]" in shown or keys and b"junk" in shown:
                os.write(end, keys[:1])
                keys, shown = keys[1:], b""
    except OSError:
        pass
    status = os.waitpid(process, 0)[1]
    os.close(end)
    return os.WIFSIGNALED(status)


def fresh(store, base=None):
    for ending in ("", "-wal", "-shm"):
        Path(store + ending).unlink(missing_ok=True)
    if base:
        shutil.copy(base, store)


def everywhere(check_store, arguments, store, base=None, keys=b"", step=1):
    """The calls it was killed at, each or each third, until it made fewer than that."""
    for number in range(1, 300, step):
        fresh(store, base)
        was_killed = at(number, arguments, keys)
        check_store()
        if not was_killed:
            check(number > 3, f"{arguments[0]} was killed {number - 1} times only")
            return f"{number - step} calls" if step == 1 else f"each third of {number - step} calls"
    raise AssertionError("no end of calls")


def calls(folder):
    if not shutil.which("strace"):
        return "kills at each call: skipped, there is no strace"
    base, store, more = imported(folder), f"{folder}/killed.sqlite", corpus(f"{folder}/more.jsonl", 12, source="more")
    first, done = f"{folder}/first.sqlite", f"{folder}/done.sqlite"

    def ended(*arguments, base=base):
        """What the store holds where nothing kills the command."""
        fresh(done, base)
        asked(*[done if argument == store else argument for argument in arguments], codes=(0,))
        return done

    before, after = export(base), export(ended("import", more, "--into", store))
    whole = export(ended("import", more, "--into", store, base=None))
    parts = [export(ended("split", store, "--name", "other"), "--split", "other", "--part", part) for part in ("train", "test")]
    relabelled = export(ended(*RELABEL[:2], store, *RELABEL[2:]))

    def imported_whole():
        count(store, "message")
        check(export(store) in (before, after), "messages of half an import")
        asked("import", more, "--into", store, codes=(0,))
        check(export(store) == after, "importing again does not end it")

    def first_whole():
        if os.path.exists(first):
            asked("corpus", "stats", first)
        asked("import", more, "--into", first, codes=(0,))
        check(export(first) == whole, "a first import cannot be made again")

    def split_whole():
        had = count(store, "split where name = 'other'")
        check(asked("split", store, "--name", "other").code == had, "half a split")
        found = [export(store, "--split", "other", "--part", part) for part in ("train", "test")]
        check(found == parts, "a split of other messages")

    def relabelled_whole():
        count(store, "label")
        check(export(store) in (before, relabelled), "half of the labels")
        asked(*RELABEL[:2], store, *RELABEL[2:])
        check(export(store) == relabelled, "labelling again does not end it")

    unlabelled = f"{folder}/unlabelled.sqlite"
    asked("import", rows(f"{folder}/texts.jsonl", [{"text": f"invented message {i}"} for i in range(9)]), "--into", unlabelled, codes=(0,))
    asked("corpus", "duplicates", unlabelled)

    def label_whole():
        check(count(store, "label") in (0, 1), "other labels than the one that was given")

    killed = [
        everywhere(imported_whole, ["import", more, "--into", store], store, base, step=3),
        everywhere(first_whole, ["import", more, "--into", first], first, step=3),
        everywhere(split_whole, ["split", store, "--name", "other"], store, base),
        everywhere(relabelled_whole, [*RELABEL[:2], store, *RELABEL[2:]], store, base),
        everywhere(label_whole, ["label", store, "--person", "tester"], store, unlabelled, b"jq"),
    ]
    return f"killed at {', '.join(killed)}: imports, a split, labels changed and a label"
