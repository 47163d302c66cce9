#!/usr/bin/env python3
"""Imports under bad conditions: killed, on a full disk, two at once, and of hostile files; a terminal left in the middle. Half a minute.

    Tests/Hostile/imports.py .build/release/spamkit

The store must be whole after each, what was reported as imported must be there, and nothing twice. Invented messages only.
"""
import json
import os
import pty
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import termios
import time
import zlib
from pathlib import Path

TOOL = str(Path(sys.argv[1]).resolve())
ROWS = 20_000
KILLS = 10


def check(holds, what):
    if not holds:
        sys.exit(f"imports: {what}")


def messages(path, first, rows):
    with open(path, "w") as out:
        for i in range(first, first + rows):
            out.write(f"{'spam' if i % 3 else 'ham'}\tmessage {i} of an invented corpus, call {i * 7919 % 10**8:08d} about it\n")


def whole(store):
    database = sqlite3.connect(store)
    check(database.execute("PRAGMA integrity_check").fetchone() == ("ok",), "integrity_check is not ok")
    check(not database.execute("PRAGMA foreign_key_check").fetchall(), "rows refer to nothing")
    counts = dict(database.execute("SELECT file.name, count(*) FROM message JOIN file ON file.id = fileID GROUP BY 1"))
    labels = database.execute("SELECT count(*) FROM label").fetchone()[0]
    database.close()
    check(labels == sum(counts.values()), "a message without its label")
    return counts


def start(files, store, **keywords):
    return subprocess.Popen([TOOL, "import", *files, "--into", store], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **keywords)


def reported(output, files):
    """The files that the tool said were imported, now or before. Files that are alike are told together, by their number when they are all."""
    told = {line.split(": ")[0] for line in output.splitlines() if " added" in line}
    all_ = f"{len(files)} files"
    return {Path(file).name for file in files} if all_ in told else {name for file in files if (name := Path(file).name) in told}


def killed(folder):
    files = [f"{folder}/{name}.tsv" for name in "abc"]
    for i, file in enumerate(files):
        messages(file, i * ROWS, ROWS)
    began = time.time()
    start(files, f"{folder}/timing.sqlite").communicate()
    duration = time.time() - began
    random.seed(20)
    kills, round_, cut = 0, 0, 0
    while kills < KILLS:
        store, told, round_ = f"{folder}/killed{round_}.sqlite", set(), round_ + 1
        while kills < KILLS:
            process = start(files, store)
            time.sleep(random.uniform(0, duration))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                kills += 1
                cut += 1
            told |= reported(process.communicate()[0], files)
            if not Path(store).exists():
                continue
            if not sqlite3.connect(store).execute("SELECT count(*) FROM sqlite_master WHERE name = 'message'").fetchone()[0]:
                continue
            counts = whole(store)
            for name, rows in counts.items():
                check(rows == ROWS, f"{name} is there with {rows} of {ROWS} rows")
            check({Path(file).name for file in told} <= set(counts), "a file that was reported is not there")
            if len(counts) == len(files):
                break
        start(files, store).communicate()
        check(whole(store) == {Path(file).name: ROWS for file in files}, "resumed imports are not whole, or hold something twice")
    print(f"killed {cut} times in {round_} stores: all whole, nothing twice")


def full(folder):
    small, large = f"{folder}/small.tsv", f"{folder}/large.tsv"
    messages(small, 0, 1000)
    messages(large, 1000, 200_000)
    disk = f"{folder}/disk"
    os.mkdir(disk)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", disk], capture_output=True).returncode == 0

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (6 << 20, 6 << 20))

    try:
        store = f"{disk}/corpus.sqlite"
        start([small], store).communicate()
        process = start([large], store, preexec_fn=None if mounted else limit)
        errors = process.communicate()[1]
        check(process.returncode == 1, f"a full disk gave exit code {process.returncode}")
        check("full disk" in errors, f"a full disk is not named: {errors}")
        check(whole(store) == {"small.tsv": 1000}, "a full disk changed the store")
        process = start([small], store)
        check("imported before" in process.communicate()[0], "the store does not work after a full disk")
    finally:
        if mounted:
            subprocess.run(["umount", disk])
    print(f"disk full ({'tmpfs of 6 MiB' if mounted else 'files of at most 6 MiB'}): clear error, store intact")


def two(folder):
    store = f"{folder}/two.sqlite"
    importers = [start([f"{folder}/{name}.tsv"], store) for name in "ab"]
    for importer in importers:
        errors = importer.communicate()[1]
        check(importer.returncode == 0, f"one of two importers failed: {errors}")
    check(whole(store) == {"a.tsv": ROWS, "b.tsv": ROWS}, "two importers lost something")
    print("two importers at once: both finished")


def bomb(megabytes):
    """A small gzip file with one endless row."""
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packing.compress(b"ham\t") + b"".join(packing.compress(b"x" * 1_000_000) for _ in range(megabytes)) + packing.flush()


def hostile(folder):
    good = b"ham\tfine message\n" * 3
    cases = {
        "nul.tsv": (good + b"spam\twith \0 inside\n", 0),
        "quotes.csv": (b'label,text\nham,"open\n' + b"ham,fine\n" * 1000, 1),
        "long.tsv": ((good + b"ham\t", 100, b"\n"), 1),
        "long.csv": ((b'label,text\nham,"', 100, b'"\n'), 1),
        "long.jsonl": ((b'{"text":"', 100, b'","label":"ham"}\n'), 1),
        "long.xml": ((b'<smses><sms type="1" body="', 100, b'"/></smses>'), 1),
        "open.xml": (b'<smses><sms type="1" body="never closed', 1),
        "mixed.tsv": ("ham\t안녕하세요 여러분\n".encode() * 50 + "ham\t안녕하세요\n".encode("cp949") + "ham\tété\n".encode("latin-1"), 0),
        "bomb.csv": (b"PK\x03\x04" + bytes(1000), 1),
        "damaged.gz": (b"\x1f\x8b\x08" + bytes(1000), 1),
        "bomb.tsv.gz": (bomb(500), 1),
        "bytes.tsv": (random.Random(1).randbytes(1_000_000), None),
        "deep.json": (b"[" * 1_000_000, None),
        "empty.csv": (b"", 1),
    }
    peak = 0
    for name, (content, expected) in cases.items():
        # A head, so many megabytes of one letter, a tail. Never held whole: a child's peak begins at its parent's.
        head, megabytes, tail = content if isinstance(content, tuple) else (content, 0, b"")
        with open(f"{folder}/{name}", "wb") as file:
            file.write(head)
            for _ in range(megabytes):
                file.write(b"x" * 1_000_000)
            file.write(tail)
        process = start([f"{folder}/{name}"], f"{folder}/hostile.sqlite")
        status = os.wait4(process.pid, 0)
        output, errors = process.stdout.read(), process.stderr.read()
        code = os.waitstatus_to_exitcode(status[1])
        check(code in (0, 1) if expected is None else code == expected, f"{name}: exit code {code}: {errors[-300:]}")
        check(code == 0 or "expected" in errors, f"{name}: no clear error: {errors[-300:]}")
        check("xxxxxxxx" not in output + errors, f"{name}: the text is shown")
        peak = max(peak, status[2].ru_maxrss)
    whole(f"{folder}/hostile.sqlite")
    check(peak < 300 << 10, f"a hostile file took {peak >> 10} MiB")
    print(f"{len(cases)} hostile files: clear errors, at most {peak >> 10} MiB")


def terminal(folder):
    """However labelling ends, the terminal echoes afterwards; stopped and continued, it takes keys again."""
    store = f"{folder}/label.sqlite"
    Path(f"{folder}/label.csv").write_text("text\n" + "".join(f"invented message {i}\n" for i in range(9)))
    subprocess.run([TOOL, "import", f"{folder}/label.csv", "--into", store], check=True, capture_output=True)

    def echoes(end):
        return bool(termios.tcgetattr(end)[3] & termios.ECHO)

    def wait(condition, what):
        for _ in range(1000):
            if condition():
                return
            time.sleep(0.01)
        check(False, what)

    def labels():
        return sqlite3.connect(store).execute("SELECT count(*) FROM label").fetchone()[0]

    sessions = 0
    ways = {"Ctrl-C": b"\x03", "Ctrl-\\": b"\x1c", "SIGTERM": signal.SIGTERM, "SIGHUP": signal.SIGHUP, "q": b"q", "Ctrl-Z": b"\x1a"}
    for name, way in ways.items():
        process, end = pty.fork()
        if process == 0:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            label = [TOOL, "label", store, "--person", "tester"]
            # What nobody could continue is not stopped: a shell stands by.
            os.execvp("bash", ["bash", "-mc", '"$@"; read; fg', "bash", *label]) if name == "Ctrl-Z" else os.execv(TOOL, label)
        os.set_blocking(end, False)

        def shown():
            try:
                return b"".join(iter(lambda: os.read(end, 4096), b""))
            except (BlockingIOError, OSError):
                return b""

        # The child has the other end still, so this one can be asked when it is gone.
        wait(lambda: (shown(), not echoes(end))[1], f"{name}: labelling shows the keys that are pressed")
        os.write(end, b"j")
        sessions += 1
        wait(lambda: (shown(), labels() == sessions)[1], f"{name}: {labels()} labels of {sessions} sessions")
        if isinstance(way, bytes):
            os.write(end, way)
        else:
            os.kill(process, way)
        wait(lambda: (shown(), echoes(end))[1], f"{name}: the terminal does not echo")
        if name == "Ctrl-Z":
            os.write(end, b"\n")
            wait(lambda: (shown(), not echoes(end))[1], "continued, labelling shows the keys that are pressed")
            os.write(end, b"q")
            wait(lambda: (shown(), echoes(end))[1], "continued and left, the terminal does not echo")
        ended = []
        wait(lambda: (shown(), ended.append(os.waitpid(process, os.WNOHANG)), ended[-1][0])[2], f"{name}: labelling goes on")
        status = ended[-1][1]
        wanted = {"Ctrl-C": signal.SIGINT, "Ctrl-\\": signal.SIGQUIT}.get(name, way if isinstance(way, signal.Signals) else 0)
        check((os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0) == wanted, f"{name}: ended by {status}")
        os.close(end)
    print(f"{len(ways)} ways to leave labelling: the terminal echoes, every label is there")


with tempfile.TemporaryDirectory() as folder:
    for test in (killed, full, two, hostile, terminal):
        test(folder)
