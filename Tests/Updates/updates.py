#!/usr/bin/env python3
"""Installs and loads models while processes are killed, system calls fail and disks fill up. A minute; a line for each part.

    Tests/Updates/updates.py DRIVER [PART…]     such as killed

After each run a loader must find a whole model, and none older than the one that was confirmed last. Needs strace, and root for a full disk.
"""
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DRIVER = str(Path(sys.argv[1]).resolve())
os.environ["SWIFT_BACKTRACE"] = "enable=no"
# A file system without hard links.
WITHOUT_LINKS = ["-e", "inject=link,linkat:error=EPERM"]
# Left alone: calls that allocate memory, since a program without memory ends, and calls without a result.
FAILING = {"openat", "open", "read", "pread64", "write", "fsync", "link", "linkat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "close", "getdents64", "fstat", "newfstatat",
           "lstat", "stat", "statx", "rt_sigprocmask"}
ERRORS = ["EIO", "ENOSPC", "EMFILE", "EACCES"]


class Broken(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Broken(what)


def run(*arguments, strace=(), codes=(0,), limits=None):
    """What the driver prints, and what it says."""
    traced = ["strace", "-f", "-qq", "-o", "/dev/null", *strace] if strace else []
    done = subprocess.run([*traced, DRIVER, *map(str, arguments)], capture_output=True, text=True, timeout=60, preexec_fn=limits)
    check(done.returncode in codes, f"{arguments[0]} {' '.join(strace)}: exit code {done.returncode}: {done.stderr[-300:]}")
    return done


def loaded(folder, *bundled):
    found = run("load", folder, *bundled).stdout.strip()
    return 0 if found == "none" else int(found)


class Folder:
    """A folder with the models 1 and 2, both confirmed, and files to install."""

    def __init__(self, path):
        self.path = f"{path}/{random.getrandbits(40)}"
        os.mkdir(self.path)
        for number in (1, 2):
            run("install", self.path, model(path, number))

    def names(self):
        return sorted(os.listdir(self.path))

    def settle(self, work, at_least, label, number=9):
        """After anything that may have happened: a whole model, not too old; the next installation works and tidies up."""
        found = loaded(self.path)
        check(found >= at_least, f"{label}: loaded {found} after {at_least} was confirmed")
        for name in self.names():
            if name.endswith(".tmp"):
                os.utime(f"{self.path}/{name}", (1, 1))
        run("install", self.path, model(work, number))
        check(loaded(self.path) == number, f"{label}: the next model does not load")
        check(len(self.names()) == 2 and all(n.endswith(".spam") for n in self.names()), f"{label}: {self.names()} are left")
        shutil.rmtree(self.path)
        return found


def model(work, number):
    path = f"{work}/m{number}"
    if not os.path.exists(path):
        run("model", number, path)
    return path


def calls(work, arguments, strace=()):
    """The system calls between the two marks: the name, and which call of that name it is in the whole run."""
    log = f"{work}/log"
    subprocess.run(["strace", "-f", "-o", log, *strace, DRIVER, *arguments], check=True, capture_output=True)
    seen, found, inside = {}, [], False
    for line in Path(log).read_text().splitlines():
        match = re.match(r"\d+ +(\w+)\((.*)", line)
        if not match:
            continue
        name = match[1]
        seen[name] = seen.get(name, 0) + 1
        if name == "access" and '"/begin"' in line:
            inside = True
        elif name == "access" and '"/end"' in line:
            found.append((name, seen[name], line))
            inside = False
        elif inside:
            found.append((name, seen[name], line))
    check(found, "no call was traced")
    return found


def together(work):
    """Two installers, a third that is killed again and again, and ten loaders."""
    return f"two installers and ten loaders at once: {crowd(work, ())}"


def together_without_links(work):
    """The same where the file system has no hard links."""
    return f"the same without hard links: {crowd(work, ['strace', '-f', '-qq', '-o', '/dev/null', '--seccomp-bpf', '-e', 'trace=link,linkat', *WITHOUT_LINKS])}"


def crowd(work, traced):
    folder, log = Folder(work), f"{work}/confirmed{len(traced)}"

    def start(*arguments):
        prefix = traced if arguments[0] == "installs" else ()
        return subprocess.Popen([*prefix, DRIVER, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def confirmed():
        data = Path(log).read_bytes()
        return max(struct.unpack(f"<{len(data) // 8}Q", data), default=0)

    Path(log).touch()
    loaders = [start("loads", folder.path, log) for _ in range(10)]
    installers = [start("installs", folder.path, log, 10 + i, 2, 120) for i in range(2)]
    choices, killed = random.Random(7), 0
    while any(p.poll() is None for p in installers):
        third = start("installs", folder.path, log, confirmed() + 1, 1, 20)
        time.sleep(choices.uniform(.01, .3))
        killed += third.poll() is None
        try:
            os.killpg(third.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        third.communicate()
    refused = 0
    for process in installers:
        out, errors = process.communicate(timeout=60)
        check(process.returncode == 0, f"an installer: {errors[-300:]}")
        refused += int(out)
    loads = 0
    for process in loaders:
        out, errors = process.communicate(timeout=60)
        check(process.returncode == 0, f"a loader: {errors[-300:]}")
        loads += int(out)
    last = confirmed()
    found = folder.settle(work, last, "at once", last + 1000)
    check(loads > 100 and found >= last, "too few loads")
    return f"{240 - refused} installations, {refused} refused, {killed} killed, {loads} loads"


def killed(work):
    """Killed before each system call of an installation, with hard links and without."""
    count = 0
    for extra in ([], WITHOUT_LINKS):
        first = Folder(work)
        for name, ordinal, line in calls(work, ["install", first.path, model(work, 3)], extra):
            if extra and name in ("link", "linkat"):
                continue
            folder = Folder(work)
            ended = run("install", folder.path, model(work, 3), strace=[*extra, "-e", f"inject={name}:signal=KILL:when={ordinal}"], codes=(-9, 137))
            # The mark behind the installation is the last call: a run that was killed there had installed.
            check(("installed" in ended.stdout) == ('"/end"' in line), f"killed before {name} {ordinal}: it said {ended.stdout!r}")
            folder.settle(work, 2, f"killed before {name} {ordinal}")
            count += 1
        shutil.rmtree(first.path)
    return f"killed at each of {count} system calls of an installation"


def failing(work):
    """Each call fails once, or from then on, with each error: a typed error and the folder as it was, or an installation."""
    count = refused = 0
    for extra in ([], WITHOUT_LINKS):
        first = Folder(work)
        traced = calls(work, ["install", first.path, model(work, 3)], extra)
        for name, ordinal, line in traced:
            if name not in FAILING or extra and name not in ("openat", "rename", "renameat"):
                continue
            for error in ERRORS:
                for further in ("", "+"):
                    folder, label = Folder(work), f"{error} at {name} {ordinal}{further}"
                    done = run("install", folder.path, model(work, 3), strace=[*extra, "-e", f"inject={name}:error={error}:when={ordinal}{further}"], codes=(0, 1))
                    # Where every write fails, none can say so.
                    check(done.returncode == 0 or done.stderr.strip() or name + further == "write+", f"{label}: failed without a word")
                    if name not in ("unlink", "unlinkat"):
                        check(not any(n.endswith(".tmp") for n in folder.names()), f"{label}: left {folder.names()}")
                        check(all(os.path.getsize(f"{folder.path}/{n}") for n in folder.names()), f"{label}: left an empty file in {folder.names()}")
                    folder.settle(work, 3 if done.returncode == 0 else 2, label)
                    count += 1
                    refused += done.returncode
        shutil.rmtree(first.path)
    return f"{count} failing system calls: {refused} installations gave up, {count - refused} succeeded"


def loading(work):
    """Each call of a loader fails: the newest model, or another one and the reason; with a bundled model never none."""
    folder, count = Folder(work), 0
    # The bundled model is older than those of the folder, or newer.
    for number, best in ((0, 2), (5, 5)):
        bundled = model(work, number)
        for name, ordinal, line in calls(work, ["load", folder.path, bundled]):
            if name not in FAILING:
                continue
            for error in ("EIO", "EACCES", "ENOENT", "EMFILE", "EINTR"):
                done = run("load", folder.path, bundled, strace=["-e", f"inject={name}:error={error}:when={ordinal}"])
                label = f"{error} at {name} {ordinal}, bundled {number}: loaded {done.stdout.strip()}: {done.stderr}"
                found = done.stdout.strip()
                # A bundled model that is not there says so to nobody: the folder's is loaded.
                missing = error == "ENOENT" and found == "2"
                check(found == str(best) or ("passed over" in done.stderr or missing) and found in ("0", "1", "2", "5"), label)
                count += 1
    return f"{count} failing system calls of a loader"


def order(work):
    """The bytes of the file reach the disk before its name, and the name, by the open folder, before the models before go."""
    steps, opened = {}, {}
    for links, extra in (("with links", []), ("without", WITHOUT_LINKS)):
        folder, found = Folder(work), []
        for name, _, line in calls(work, ["install", folder.path, model(work, 3)], extra):
            path, result = re.search(r'"([^"]*)"', line), re.search(r"= (-?\d+)(?: |$)", line)
            descriptor, failed = re.search(r"\((\d+)", line), result and int(result[1]) < 0
            if name == "openat" and not failed:
                kind = "folder" if "O_DIRECTORY" in line and path[1] == folder.path else "file" if path[1].endswith(".tmp") and "O_EXCL" in line else "number" if "O_EXCL" in line else "another"
                opened[int(result[1])] = kind
            elif name in ("write", "fsync") and descriptor[1] != "1":
                found.append(f"{name} {opened.get(int(descriptor[1]), 'unknown')}")
            elif name in ("link", "rename") and not failed:
                found.append(name)
            elif name == "unlink":
                found.append("unlink old" if ".spam" in line else "unlink file")
        steps[links] = found
        shutil.rmtree(folder.path)
    before, after = ["write file", "fsync file"], ["fsync folder", "unlink old"]
    check(steps["with links"] == [*before, "link", *after, "unlink file"], f"the order is {steps['with links']}")
    found = [step for step in steps["without"] if step != "unlink file"]
    check(found == [*before, "rename", *after], f"the order without links is {found}")
    return "the order of writes and waits"


def overtaken(work):
    """Without hard links, a writer of an older model has taken the next number when a newer one is confirmed, and puts its file there after."""
    delayed = lambda seconds: ["strace", "-f", "-qq", "-o", "/dev/null", *WITHOUT_LINKS, "-e", f"inject=rename,renameat,renameat2:delay_enter={seconds * 1_000_000}:when=1"]
    folder = Folder(work)

    def start(number, seconds, taking):
        """Waits until the writer has taken its number."""
        model(work, number)
        process = subprocess.Popen([*delayed(seconds), DRIVER, "install", folder.path, model(work, number)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        until = time.time() + 10
        while taking not in folder.names() and time.time() < until:
            time.sleep(.01)
        check(taking in folder.names(), f"no writer took {taking}")
        return process

    # The newer is held until the older has its number, the older until the newer is confirmed.
    newer = start(4, 5, "model-3.spam")
    older = start(3, 12, "model-4.spam")
    check(not os.path.getsize(f"{folder.path}/model-3.spam"), "the newer did not wait")
    out, errors = newer.communicate(timeout=20)
    check("installed" in out and older.poll() is None, f"the newer was not confirmed before the older: {errors}")
    older.communicate(timeout=20)
    folder.settle(work, 4, "overtaken")
    return "an older model in a number that was taken before a newer one was confirmed"


def in_a_row(work):
    """Installations without hard links that fail or are killed, one behind the other in one folder: the confirmed model still loads."""
    count = 0
    for ending in ("error=EIO", "error=ENOENT", "signal=KILL"):
        folder = Folder(work)
        for ran in range(5):
            run("install", folder.path, model(work, 3), strace=[*WITHOUT_LINKS, "-e", f"inject=rename,renameat,renameat2:{ending}:when=1+"], codes=(-9, 137) if "KILL" in ending else (1,))
            empty = [n for n in folder.names() if n.endswith(".spam") and not os.path.getsize(f"{folder.path}/{n}")]
            check(len(empty) == (ran + 1 if "KILL" in ending else 0), f"{ending}, {ran + 1} in a row: {folder.names()}")
            check(loaded(folder.path) == 2, f"{ending}, {ran + 1} in a row: the confirmed model does not load")
            count += 1
        done = run("load", folder.path)
        check("passed over" not in done.stderr, f"{ending}: {done.stderr}")
        folder.settle(work, 2, f"{ending}, five in a row")
    return f"{count} installations in a row that failed or were killed"


def full(work):
    """A disk with too little room, by steps of a page, and a bound on the size of a file."""
    disk = f"{work}/disk"
    os.mkdir(disk)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk], capture_output=True).returncode:
        return "a full disk: skipped, nothing can be mounted here"
    refused = 0
    try:
        for pages in range(0, 7):
            folder = Folder(disk)
            with open(f"{disk}/fill", "wb", buffering=0) as fill:
                try:
                    while True:
                        fill.write(bytes(4096))
                except OSError:
                    pass
                fill.truncate(max(0, os.path.getsize(fill.name) - 4096 * pages))
            done = run("install", folder.path, model(work, 3), codes=(0, 1))
            refused += done.returncode
            check(done.returncode == 0 or "free some space" in done.stderr, f"{pages} pages: {done.stderr}")
            check(not any(n.endswith(".tmp") for n in folder.names()), f"{pages} pages: left {folder.names()}")
            check(loaded(folder.path) == (2 if done.returncode else 3), f"{pages} pages: another model loads")
            os.remove(f"{disk}/fill")
            folder.settle(work, 2, f"{pages} pages")
    finally:
        subprocess.run(["umount", disk])
    check(0 < refused < 7, f"{refused} of 7 were refused")
    return f"a full disk: {refused} of 7 installations refused"


def truncated(work):
    """The file in use is cut off: a copy answers on. While a loader reads it: another model loads, or the whole one."""
    folder = Folder(work)
    for loading_as in ("copied", "mapped"):
        process = subprocess.Popen([DRIVER, "hold", folder.path, loading_as], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        check(process.stdout.readline() == "2\n", "another model is held")
        whole = Path(f"{folder.path}/model-2.spam").read_bytes()
        os.truncate(f"{folder.path}/model-2.spam", 0)
        out, _ = process.communicate("\n", timeout=20)
        check(out == "2\n" if loading_as == "copied" else process.returncode == -signal.SIGBUS, f"{loading_as}: {out!r}, {process.returncode}")
        Path(f"{folder.path}/model-2.spam").write_bytes(whole)
    log, choices = f"{work}/none", random.Random(3)
    loaders = [subprocess.Popen([DRIVER, "loads", folder.path, log], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    until = time.time() + 3
    while time.time() < until:
        os.truncate(f"{folder.path}/model-2.spam", choices.randrange(len(whole)))
        with open(f"{folder.path}/model-2.spam", "r+b") as file:
            file.write(whole)
    loads = 0
    for process in loaders:
        out, errors = process.communicate(timeout=20)
        check(process.returncode == 0, f"a loader ended with {process.returncode}: {errors[-300:]}")
        loads += int(out)
    check(loads > 30, "too few loads")
    return f"files cut off in use, and in {loads} loads"


PARTS = [order, killed, in_a_row, overtaken, failing, loading, full, truncated, together, together_without_links]


def main():
    if not shutil.which("strace"):
        print("updates: skipped, no strace found; install it to run this")
        return
    asked, began, broken = sys.argv[2:], time.time(), 0
    for part in PARTS:
        if asked and part.__name__ not in asked:
            continue
        started = time.time()
        with tempfile.TemporaryDirectory(prefix="spamkit-updates-") as work:
            try:
                print(f"ok      {part(work)} ({time.time() - started:.0f} s)", flush=True)
            except Broken as problem:
                print(f"BROKEN  {part.__name__}: {problem}", flush=True)
                broken += 1
    print(f"{broken} parts broken, {time.time() - began:.0f} s")
    sys.exit(broken > 0)


main()
