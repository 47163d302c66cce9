"""Runs that end early: killed, on a full disk, without a folder, in odd environments."""
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

from tool import PROJECT, TOOL, asked, check, corpus, imported, trained

LIMITS = {"few files": (resource.RLIMIT_NOFILE, 12), "a small stack": (resource.RLIMIT_STACK, 256 << 10), "small files": (resource.RLIMIT_FSIZE, 4096)}


def killed(folder):
    """Ended at random times: an output is as it was before or whole, and nothing is left beside it."""
    work = f"{folder}/kills"
    os.mkdir(work)
    data = corpus(f"{work}/many.jsonl", 4000)
    base = f"{work}/base.sqlite"
    asked("import", data, "--into", base)
    asked("counts", data, "--out", f"{work}/a.counts")
    commands = {
        "out.spam": ["train", data, "--out", "out.spam", "--max-bytes", "64K"], "out.counts": ["merge", "a.counts", "a.counts", "--out", "out.counts"],
        "out.html": ["evaluate", trained(folder), data, "--html", "out.html", "--bootstrap", "200"], "t.sqlite": ["corpus", "mask", "t.sqlite"],
    }
    choices, ended = random.Random(12), 0
    for i in range(60):
        output, arguments = choices.choice(list(commands.items()))
        if output == "t.sqlite":
            for ending in ("-wal", "-shm"):
                Path(f"{work}/{output}{ending}").unlink(missing_ok=True)
            shutil.copy(base, f"{work}/{output}")
        else:
            Path(f"{work}/{output}").write_text("before")
        number = choices.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE])
        process = subprocess.Popen([TOOL, *arguments], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(choices.uniform(0, .4))
        process.send_signal(number)
        process.communicate(timeout=30)
        ended += process.returncode < 0
        if output == "t.sqlite":
            texts = asked("corpus", "export", f"{work}/{output}", exports=True, codes=(0,)).output.count("\n")
            check(texts == 4000, f"{texts} of 4000 messages are left after {number.name} to mask")
        elif (content := Path(f"{work}/{output}").read_bytes()) != b"before" and output != "out.html":
            asked("inspect", f"{work}/{output}", codes=(0,))
        elif output == "out.html" and content != b"before":
            check(content.rstrip().endswith(b"</html>"), "half a page was written")
        for name in os.listdir(work):
            if name.endswith(".tmp"):
                # Threads of the system's pool take a SIGPIPE that another process sends.
                check(number in (signal.SIGKILL, signal.SIGPIPE), f"{name} is left after {number.name}")
                os.remove(f"{work}/{name}")
    return f"{ended} of 60 runs killed"


def full(folder):
    """Reading works on a full disk; writing says what is wrong, and keeps what was there."""
    disk = f"{folder}/disk"
    os.mkdir(disk)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk], capture_output=True).returncode:
        return "a full disk: skipped, nothing can be mounted here"
    try:
        store, model = f"{disk}/corpus.sqlite", f"{disk}/model.spam"
        shutil.copy(imported(folder), store)
        shutil.copy(trained(folder), model)
        fill = os.open(f"{disk}/fill", os.O_WRONLY | os.O_CREAT)
        try:
            while True:
                os.write(fill, bytes(4096))
        except OSError:
            os.close(fill)
        for command in (["corpus", "stats", store], ["corpus", "export", store], ["corpus", "conflicts", store], ["inspect", model], ["classify", model, "--text", "gold"]):
            asked(*command, exports=True, codes=(0,))
        before = Path(model).read_bytes()
        data = corpus(f"{folder}/small.jsonl")
        for command in (["train", data, "--out", model, "--folds", 0], ["import", corpus(f"{folder}/more.jsonl", 3000), "--into", store], ["corpus", "mask", store],
                        ["split", store, "--name", "other"], ["corpus", "relabel", store, "1", "junk"], ["corpus", "forget", store, "--ids", "1"],
                        ["import", data, "--into", f"{disk}/new.sqlite"], ["evaluate", model, data, "--html", f"{disk}/page.html"]):
            answer = asked(*command, codes=(1,))
            check("full disk" in answer.errors or "No space left" in answer.errors, f"a full disk is not named: {answer.errors}")
        check(Path(model).read_bytes() == before, "a full disk changed a model")
        check(not os.path.exists(f"{disk}/new.sqlite"), "a first import left an empty store on a full disk")
        check(asked("corpus", "export", store, exports=True, codes=(0,)).output.count("\n") == 60, "a full disk changed a store")
    finally:
        subprocess.run(["umount", disk])
    return "a full disk"


def filling(folder):
    """A first import for which there is too little room, at any size: it leaves nothing, or all."""
    data, left = corpus(f"{folder}/rows.jsonl", 3000), 0

    def limited(size):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    for kilobytes in (1, 4, 8, 32, 64, 100, 200, 400, 3000):
        store = f"{folder}/filling{kilobytes}.sqlite"
        done = subprocess.run([TOOL, "import", data, "--into", store], capture_output=True, text=True, preexec_fn=lambda: limited(kilobytes << 10), timeout=60)
        check(done.returncode == (0 if kilobytes == 3000 else 1), f"{kilobytes} KiB: {done.returncode} {done.stderr}")
        found = sorted(name for name in os.listdir(folder) if name.startswith(f"filling{kilobytes}.") and kilobytes < 3000)
        check(not found, f"{kilobytes} KiB: {found} is left")
        left += kilobytes < 3000
    return f"{left} sizes of a disk that is too small"


def places(folder):
    """Outputs that cannot be: folders, devices, loops, no permission, names that are too long."""
    data = corpus(f"{folder}/small.jsonl")
    os.symlink("loop", f"{folder}/loop")
    for place in (folder, "/dev/full", f"{folder}/loop", f"{folder}/none/model.spam", f"{folder}/{'x' * 250}.spam", "", "/proc/self/mem", data):
        answer = asked("train", data, "--out", place, "--folds", 0, codes=(1, 64))
        check(answer.code, f"a model was written to {place}")
    with open("/dev/full", "w") as nowhere:
        process = subprocess.run([TOOL, "classify", trained(folder), data], stdout=nowhere, stderr=subprocess.PIPE)
        check(process.returncode == 1 and b"standard output" in process.stderr, "results were lost without a word")
    return "places that nothing can be written to"


def limits(folder):
    """Few files, a small stack, small files; odd environments: the same answer, or an error of a line."""
    data, model = corpus(f"{folder}/small.jsonl"), trained(folder)
    for name, (kind, limit) in LIMITS.items():
        def set_limit(kind=kind, limit=limit):
            resource.setrlimit(kind, (limit, limit))
        for arguments in (["train", data, "--out", f"{folder}/limited.spam", "--folds", "0"], ["classify", model, data], ["corpus", "stats", imported(folder)]):
            process = subprocess.run([TOOL, *arguments], capture_output=True, preexec_fn=set_limit, timeout=60)
            check(process.returncode in (0, 1), f"{name}: {arguments[0]} gave {process.returncode}: {process.stderr[-300:]}")
    expected = asked("classify", model, data).output
    asked("train", data, "--out", f"{folder}/usual.spam", "--folds", 0, codes=(0,))
    usual = Path(f"{folder}/usual.spam").read_bytes()
    for env in ({"LC_ALL": "tr_TR.UTF-8"}, {"LANG": ""}, {"TZ": "Asia/Kathmandu"}, {"TMPDIR": "/nowhere"}, {"TMPDIR": ""}, {"HOME": ""}, {"MALLOC_PERTURB_": "165"}, {"COLUMNS": "1"}, {"TERM": "\x1b"}):
        check(asked("classify", model, data, env=env).output == expected, f"{env} changed a verdict")
        asked("train", data, "--out", f"{folder}/usual.spam", "--folds", 0, env=env, codes=(0,))
        check(Path(f"{folder}/usual.spam").read_bytes() == usual, f"{env} changed a model")
    return "limits and environments"


def imports(folder):
    """Imports that are killed, fill a disk, run two at once; a terminal left in the middle."""
    process = subprocess.run([str(PROJECT / "Tests/Hostile/imports.py"), TOOL], capture_output=True, text=True)
    check(process.returncode == 0, process.stderr.strip() or process.stdout.strip())
    return process.stdout.strip().replace("\n", "\n    ")
