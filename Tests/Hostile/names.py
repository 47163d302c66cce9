"""Words of strangers on a terminal and in files: escapes, secrets, permissions."""
import json
import os
import re
import stat
from pathlib import Path

from tool import SECRETS, asked, check, corpus, imported, invented, rows, trained

ESCAPES = "\x1b[2J\x1b]0;title\x07\x1b]8;;http://a.example\x07\x9b31m\u202eknuj\u2066\u200f\x08\x7f\u2028"


def escapes(folder):
    """Sources, labels, languages, templates and texts with escapes, through every command that prints them."""
    files = []
    for source in ("one", "two", "three"):
        name = source + ESCAPES
        files.append(rows(f"{folder}/{source}.jsonl", [
            {"text": f"{invented(i)} {ESCAPES}", "label": ("junk", "allow")[i % 2], "source": name, "lang": "k" + ESCAPES,
             "template": f"t{i}{ESCAPES}", "sender": "s" + ESCAPES} for i in range(40 * len(files), 40 * len(files) + 40)]))
    model, store = f"{folder}/names.spam", f"{folder}/names.sqlite"
    asked("train", *files, "--out", model, "--name", "n" + ESCAPES, "--author", ESCAPES, "--folds", 0, "--features", f"{folder}/names.txt", codes=(0,))
    asked("import", *files, "--into", store, "--licence", ESCAPES, "--from", ESCAPES, codes=(0,))
    asked("split", store, "--by", "source", "--name", "s" + ESCAPES)
    text = f"gold {ESCAPES} prize\x1b[8m"
    commands = [
        ["corpus", "stats", store], ["corpus", "stats", store, "--json", "-"], ["corpus", "conflicts", store, "--show-text"], ["corpus", "duplicates", store, "--show-text"],
        ["corpus", "suspects", store, "--show-text"], ["corpus", "search", store, "gold", "--show-text"], ["corpus", "export", store, "--part", "test", "--split", "none" + ESCAPES],
        ["inspect", model], ["inspect", model, "--json", "-"], ["explain", model, "--text", text], ["explain", model, "--text", text, "--json", "-"],
        ["classify", model, *files], ["classify", model, files[0]], ["evaluate", model, *files], ["evaluate", model, *files, "--json", "-"],
        ["evaluate", model, files[0], "--trained-on", *files[1:], "--across-sources", "--json", "-"], ["crossval", *files, "--by", "source"],
        ["crossval", *files, "--by", "source", "--json", "-"], ["compare", model, model, files[0], "--show-text"], ["compare", model, model, files[0], "--show-text", "--json", "-"],
        ["attack", model, files[0], "--show-text"], ["train", files[0], "--source-weight", f"no{ESCAPES}=2", "--out", model + "2"],
        ["import", f"{folder}/no{ESCAPES}.csv", "--into", store], ["inspect", f"no{ESCAPES}"], ["train", "--" + ESCAPES], [ESCAPES], ["corpus", "search", store, ESCAPES],
    ]
    for command in commands:
        answer = asked(*command, exports=command[1:2] == ["export"])
        if "--json" in command and answer.code == 0:
            json.loads(answer.output)
    page, markdown = f"{folder}/names.html", f"{folder}/names.md"
    asked("evaluate", model, *files, "--html", page, "--show-text", "--markdown", markdown, codes=(0,))
    sources = rows(f"{folder}/tags.jsonl", [
        {"text": f"{invented(i)} {s}", "label": ("junk", "allow")[i % 2], "source": s} for i in range(40)
        for s in ("\u0d4e<img src=x onerror=alert(1)>", "a|\u0301b", "[a](javascript:alert(1))")])
    asked("evaluate", model, sources, "--trained-on", sources, "--across-sources", "--markdown", markdown, "--html", page, codes=(0,))
    written = Path(markdown).read_text()
    check(not re.search(r"(?<!\\)(<img|\]\()", written), "a source is code in Markdown")
    check("<img src=x" not in Path(page).read_text(), "a source is code in HTML")
    return f"{len(commands) + 2} commands with escapes"


def secrets(folder):
    """What is planted in refused rows, masked messages and senders is in no output, no error, no masked store and no temporary file."""
    temporary = f"{folder}/tmp"
    os.mkdir(temporary)
    env = {"TMPDIR": temporary}
    refused = f"{folder}/refused.csv"
    Path(refused).write_text("text,label,sender\nhello there friend,ham,A\nfree prize now,spam,B\nspam,Geheim99wort,C\nham,Passwort Geheim99wort,D\n"
                             "ham,correct-horse-battery,E\nham,PIN 4711004711,F\nham,zaphod.beeblebrox,G\n")
    masked = f"{folder}/masked.csv"
    Path(masked).write_text("text,label,sender\n" + "".join(
        f"{text} number {i},{('ham', 'spam')[i % 2]},4711004711\n" for i, text in enumerate([
            "your code is 4711004711", "write to zaphod.beeblebrox@mail.example", "see https://bank.example/correct-horse-battery?x=Geheim99wort",
            "Dear Geheim99wort your loan is paid", "passport 4711004711"] * 8)))
    store, clear = f"{folder}/masked.sqlite", f"{folder}/clear.sqlite"
    asked("import", refused, "--into", clear, env=env)
    asked("corpus", "mask", clear, env=env)
    asked("import", masked, "--into", store, "--mask", env=env, codes=(0,))
    asked("import", refused, "--into", store, "--mask", env=env)
    for command in (["train", refused, "--out", f"{folder}/s.spam"], ["train", refused, "--out", f"{folder}/s.spam", "--skip-bad-rows"], ["corpus", "stats", store],
                    ["crossval", masked], ["evaluate", trained(folder), refused], ["evaluate", trained(folder), masked, "--json", "-"], ["classify", trained(folder), masked],
                    ["attack", trained(folder), masked], ["compare", trained(folder), trained(folder), masked], ["corpus", "conflicts", store], ["corpus", "suspects", store],
                    ["counts", masked, "--out", f"{folder}/s.counts"], ["train", masked, "--out", f"{folder}/m.spam", "--folds", 0], ["inspect", f"{folder}/m.spam"],
                    ["tune", masked, "--budget", "1s", "--journal", f"{folder}/s.journal", "--out", f"{folder}/t.spam"], ["split", store], ["simulate", trained(folder), refused]):
        asked(*command, env=env)
    # Neither the first row nor a shifted column is shown as a name or a number.
    bare, shifted = f"{folder}/bare.csv", f"{folder}/shifted.csv"
    Path(bare).write_text("4711004711,Dear Geheim99wort your loan is paid\n4711004712,free prize\n")
    Path(shifted).write_text("text,label,weight\nhello,ham,1\nfree prize,spam,4711004711\n")
    asked("import", bare, "--into", f"{folder}/bare.sqlite", "--column", "text=2,sender=1", env=env, codes=(0,))
    asked("train", shifted, "--out", f"{folder}/s.spam", env=env, codes=(1,))
    kept = [store, clear, f"{folder}/m.spam", f"{folder}/s.counts", f"{folder}/s.journal", *(f"{temporary}/{name}" for name in os.listdir(temporary))]
    for path in kept:
        for ending in ("", "-wal", "-shm"):
            if not os.path.exists(path + ending):
                continue
            content = Path(path + ending).read_bytes()
            for secret in SECRETS:
                # The store that was not masked while it was imported holds words of messages, but none of refused rows.
                check(secret.encode() not in content, f"{os.path.basename(path + ending)} holds the planted {secret}")
    check(not os.listdir(temporary), f"left in the folder for temporary files: {os.listdir(temporary)}")
    return "planted secrets"


def crashes(folder):
    """A trap prints no memory: a run that is ended by its own signal says nothing but that."""
    import signal
    import subprocess
    import time
    from tool import TOOL
    for number in (signal.SIGILL, signal.SIGTRAP, signal.SIGSEGV, signal.SIGABRT):
        process = subprocess.Popen([TOOL, "classify", trained(folder), "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(b"correct-horse-battery " * 1000)
        process.stdin.flush()
        time.sleep(.3)
        process.send_signal(number)
        output, errors = process.communicate(timeout=20)
        check(process.returncode == -number, f"signal {number} gave {process.returncode}")
        check(not output and not errors, f"a crash printed {len(output + errors)} bytes")
    return "crashes"


def permissions(folder):
    """What is private is for its owner alone, whatever the umask."""
    before = os.umask(0)
    try:
        data, model = corpus(f"{folder}/private.jsonl"), trained(folder)
        asked("train", data, "--out", f"{folder}/p.spam", "--folds", 0, "--features", f"{folder}/p.txt", codes=(0,))
        asked("counts", data, "--out", f"{folder}/p.counts", codes=(0,))
        asked("merge", f"{folder}/p.counts", "--out", f"{folder}/q.counts", codes=(0,))
        asked("import", data, "--into", f"{folder}/p.sqlite", codes=(0,))
        asked("tune", data, "--budget", "1s", "--journal", f"{folder}/p.journal", "--out", f"{folder}/t.spam")
        asked("evaluate", model, data, "--html", f"{folder}/p.html", "--show-text", codes=(0,))
        asked("compare", model, f"{folder}/p.spam", data, "--show-text", "--json", f"{folder}/p.json", codes=(0,))
    finally:
        os.umask(before)
    for name in ("p.txt", "p.counts", "q.counts", "p.sqlite", "p.journal", "p.html", "p.json"):
        mode = stat.S_IMODE(os.stat(f"{folder}/{name}").st_mode)
        check(mode == 0o600, f"{name} has the permissions {mode:o}")
    return "permissions of 7 private files"


def extremes(folder):
    """Numbers at the ends of their ranges, for every option that takes one."""
    model, data, store = trained(folder), corpus(f"{folder}/small.jsonl"), imported(folder)
    commands = {
        ("corpus", "conflicts", store): ["--top"], ("corpus", "suspects", store): ["--top"], ("corpus", "duplicates", store): ["--top"], ("corpus", "search", store, "gold"): ["--limit"],
        ("crossval", data): ["--folds", "--max-bytes", "--seed"], ("train", data, "--out", f"{folder}/x.spam"): ["--folds", "--max-bytes", "--min-df", "--threads", "--max-false-junk", "--seed"],
        ("evaluate", model, data): ["--bootstrap"], ("explain", model, "--text", "gold"): ["--top"], ("split", store, "--name", "x"): ["--test", "--folds", "--seed"],
    }
    tried = 0
    for command, options in commands.items():
        for option in options:
            for value in ("-1", "0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e999", "nan", "", "½", "0x10"):
                asked(*command, f"{option}={value}", seconds=60, megabytes=1000)
                tried += 1
    many = rows(f"{folder}/many.jsonl", [{"text": invented(i), "label": ("junk", "allow")[i % 2], "source": f"s{i}"} for i in range(3000)])
    check(asked("crossval", many, "--by", "source").code == 1, "3,000 sources are left out in turn")
    check(asked("evaluate", model, data, "--trained-on", many, "--across-sources").code == 1, "3,000 sources are left out in turn")
    return f"{tried} extreme values"
