"""Files that take long, pipes that never end, rows that are none."""
import os
import subprocess
import threading
import time
from pathlib import Path

from tool import TOOL, asked, check, corpus, trained


def xml(folder):
    """Long tokens in linear time, entities that never grow, pictures that do not cost their text."""
    megabyte = b"x" * 1_000_000
    cases = {
        "comment": (b"<smses><!--", 12, b'--><sms type="1" body="kept"/></smses>'), "CDATA": (b"<smses><sms><![CDATA[", 12, b"]]></sms></smses>"),
        "attribute": (b'<smses><sms type="1" body="', 12, b'"/></smses>'), "picture": (b'<smses><mms msg_box="1"><parts><part ct="image/png" data="', 40, b'"/><part ct="text/plain" text="kept"/></parts></mms></smses>'),
        "angles": (b"<smses>" + b"<" * 500_000, 0, b""), "greater": (b"<smses><!--" + b">" * 4_000_000, 0, b'--><sms type="1" body="kept"/></smses>'),
    }
    for name, (head, megabytes, tail) in cases.items():
        with open(f"{folder}/{name}.xml", "wb") as file:
            file.write(head)
            for _ in range(megabytes):
                file.write(megabyte)
            file.write(tail)
        answer = asked("import", f"{folder}/{name}.xml", "--into", f"{folder}/{name}.sqlite")
        check("kept" not in (head + tail).decode() or name not in ("comment", "picture", "greater") or " 1 added" in answer.output, f"{name}: {answer.all}")
    attributes = b"".join(b" a%d=''" % i for i in range(500_000))
    Path(f"{folder}/attributes.xml").write_bytes(b"<smses><sms" + attributes + b' type="1" body="x"/></smses>')
    asked("import", f"{folder}/attributes.xml", "--into", f"{folder}/a.sqlite")
    name, inside = b"N" * 1_000_000, b"<sms type='1' body='x'/>"
    Path(f"{folder}/names.xml").write_bytes(b"<smses><mms msg_box='1'><" + name + b" " + b" ".join(b"a%d=''" % i for i in range(3000)) + b"/></mms>" + inside + b"</smses>")
    Path(f"{folder}/texts.xml").write_bytes(b"<smses><mms msg_box='1'><" + name[:300_000] + b">" + b"a<b/>" * 100_000 + b"</" + name[:300_000] + b"></mms>" + inside + b"</smses>")
    Path(f"{folder}/keys.xml").write_bytes(b"<smses><mms msg_box='1'>" + b"".join(b"<" + b"k%d" % i * 20 + b" " + b" ".join(b"a%d=''" % j for j in range(2000)) + b"/>" for i in range(400)) + b"</mms></smses>")
    for kind in ("names", "texts", "keys"):
        asked("import", f"{folder}/{kind}.xml", "--into", f"{folder}/{kind}.sqlite")
    secret = f"{folder}/secret.txt"
    Path(secret).write_text("correct-horse-battery")
    Path(f"{folder}/entity.xml").write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}"><!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
        '<smses><sms type="1" body="&x;"/><sms type="1" body="&c;&c;"/><sms type="1" body="kept"/></smses>')
    answer = asked("import", f"{folder}/entity.xml", "--into", f"{folder}/entity.sqlite")
    check("correct-horse-battery" not in asked("corpus", "export", f"{folder}/entity.sqlite", exports=True).output, "a file was read through an entity")
    Path(f"{folder}/name.xml").write_bytes(b"<?xml version='1.0' encoding='\x1b]0;x\x07\xe2\x80\xae'?><smses><sms type='1' body='x'/></smses>")
    asked("import", f"{folder}/name.xml", "--into", f"{folder}/name.sqlite")
    return f"{len(cases) + 6} XML files"


def piped(path, data, *arguments, **more):
    """A writer that opens a named pipe, writes and closes; what the tool answers."""
    def write():
        file = os.open(path, os.O_WRONLY)
        try:
            os.write(file, data)
        except BrokenPipeError:
            pass
        finally:
            os.close(file)
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    answer = asked(*arguments, **more)
    writer.join(5)
    check(not writer.is_alive(), f"{answer.line}: the writer of the pipe was never read")
    return answer


def pipes(folder):
    """Named pipes: every row arrives, whatever the command."""
    model, pipe = trained(folder), f"{folder}/pipe"
    os.mkfifo(pipe)
    data = Path(corpus(f"{folder}/piped.jsonl", 12)).read_bytes()
    for _ in range(30):
        answer = piped(pipe, data, "classify", model, pipe, codes=(0,))
        check(answer.output.count("\n") == 12, f"{answer.output.count(chr(10))} of 12 rows came through a pipe")
    labelled = Path(corpus(f"{folder}/labelled.jsonl")).read_bytes()
    piped(pipe, labelled, "train", pipe, "--out", f"{folder}/of-pipe.spam", "--folds", 0, codes=(0,))
    piped(pipe, labelled, "evaluate", model, pipe, codes=(0,))
    check(" 60 added" in piped(pipe, labelled, "import", pipe, "--into", f"{folder}/of-pipe.sqlite", codes=(0,)).output, "rows of a pipe were not imported")
    for command in (["inspect", pipe], ["corpus", "stats", pipe]):
        check(asked(*command).code == 1, f"{command[0]} took a pipe for a file")
    return "34 named pipes"


def endless(folder):
    """Streams without an end are refused while they are read: at the first row that is too long, where a packed file is damaged."""
    for name, block in (("zeros", bytes(1 << 16)), ("letters", b"x" * (1 << 16)), ("quotes", b'"' * (1 << 16)), ("packed", b"\x1f\x8b\x08" + bytes(1 << 16))):
        for arguments in (["import", "-", "--into", f"{folder}/endless.sqlite"], ["classify", trained(folder), "-"], ["train", "-", "--out", f"{folder}/endless.spam"]):
            reading, writing = os.pipe()

            def feed():
                try:
                    while True:
                        os.write(writing, block)
                except BrokenPipeError:
                    pass
            feeder = threading.Thread(target=feed, daemon=True)
            feeder.start()
            try:
                answer = asked(*arguments, stdin=reading, codes=(1,))
            finally:
                os.close(reading)
                feeder.join(5)
                os.close(writing)
    return "4 endless streams"


def slow(folder):
    """A pipe that gives message by message gets answer by answer."""
    process = subprocess.Popen([TOOL, "classify", trained(folder), "-", "--format", "text", "--encoding", "UTF-8"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        late = threading.Timer(20, process.kill)
        late.start()
        for i in range(5):
            process.stdin.write(b"gold prize %d\n" % i)
            process.stdin.flush()
            check(b'"row":%d,' % (i + 1) in process.stdout.readline(), "an answer was kept back")
            time.sleep(.01)
        late.cancel()
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
    return "a slow pipe"


def long(folder):
    """Texts that are slow to read for others: a megabyte each, and its verdict in a second."""
    model = trained(folder)
    patterns = ["a", "ａ", "é" * 3 + "\u0301" * 5, "&#x26;", "&amp;", "a.b/", "http://a.b/", "1-", "가 ", "\u200b", "o0", "\U0001F468\u200d", "ﷺ", "(", "w w w ", "漢字"]
    for pattern in patterns:
        Path(f"{folder}/long.txt").write_text((pattern * (1_000_000 // len(pattern.encode())))[:1_000_000] + "\n")
        asked("classify", model, f"{folder}/long.txt", "--format", "text", codes=(0,), seconds=10)
    return f"{len(patterns)} texts of a megabyte"
