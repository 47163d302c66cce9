"""bogofilter: naive Bayes of words by Robinson and Fisher, for mail. It is a program, and has no library."""
import subprocess

SYSTEMS = {"bogofilter": None}
# The least distance from 0.5 and the strength of the prior. Its defaults, 0.375 and 0.0178, ignore most words of a short message:
# over five folds of training rows, average precision is .958 instead of .908 (UCI) and .988 instead of .984 (Indonesian).
MESSAGES = "0.1,1"


def prepare():
    pass


def mailbox(texts):
    """Messages as an mbox of mails without subjects."""
    mail = "From sms Thu Jan  1 00:00:00 1970\nContent-Type: text/plain; charset=utf-8\n\n{}\n\n"
    return "".join(mail.format(" " + text if text.startswith(("From ", ">From ")) else text) for text in texts).encode()


def run(path, options, texts):
    return subprocess.run(["bogofilter", "-C", "-d", path, "-M", "-m", MESSAGES, *options], input=mailbox(texts), capture_output=True, check=False)


def train(settings, rows, path):
    import os
    os.makedirs(path, exist_ok=True)
    for junk, option in ((True, "-s"), (False, "-n")):
        done = run(path, [option], [text for is_junk, text in rows if is_junk == junk])
        if done.returncode:
            raise SystemExit(f"bogofilter: {done.stderr.decode(errors='replace')}")


def opened(path):
    def scores(texts):
        lines = run(path, ["-TT"], texts).stdout.decode().splitlines()
        if len(lines) != len(texts):
            raise SystemExit(f"bogofilter: expected {len(texts)} scores, found {len(lines)}")
        return [float(line.split()[-1]) for line in lines]
    return scores
