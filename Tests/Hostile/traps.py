"""What lies beside a database and SQLite would obey, and pages that its rows share."""
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import time
from pathlib import Path

from stores import COMMANDS, phone
from tool import TOOL, asked, check, corpus, imported, trained


def journal(database, victim):
    """Writes a rollback journal beside a database. It changes nothing, and names a file that SQLite deletes when it has played the journal back."""
    data, name, magic, nonce = Path(database).read_bytes(), victim.encode(), bytes.fromhex("d9d505f920a163d7"), 7
    size = struct.unpack(">H", data[16:18])[0]
    checksum = nonce + sum(data[i] for i in range(size - 200, 0, -200))
    head = (magic + struct.pack(">IIIII", 1, nonce, len(data) // size, 512, size)).ljust(512, b"\0")
    tail = struct.pack(">I", (1 << 30) // size + 1) + name + struct.pack(">II", len(name), sum(name)) + magic
    Path(f"{database}-journal").write_bytes(head + struct.pack(">I", 1) + data[:size] + struct.pack(">I", checksum) + tail)


def journals(folder):
    """A journal beside a store, a store in another mode, an sms.db or another database: no command deletes the file that it names."""
    store, other, backup, model = f"{folder}/s.sqlite", f"{folder}/n.db", f"{folder}/sms.db", trained(folder)
    shutil.copy(imported(folder), store)
    sqlite3.connect(other).execute("create table t (x)").connection.close()
    phone(backup, texts=["hello"]).close()
    rollback = f"{folder}/rollback.sqlite"
    shutil.copy(store, rollback)
    changed_ = sqlite3.connect(rollback)
    changed_.execute("pragma journal_mode=delete")
    changed_.close()
    asked("corpus", "stats", rollback, codes=(1,))
    data = corpus(f"{folder}/more.jsonl")
    commands = [command + ([] if "STORE" in command else ["STORE"]) for command in COMMANDS] + [["classify", model, "STORE"], ["import", "STORE", "--into", f"{folder}/new.sqlite"]]
    for file in (store, rollback, other, backup):
        victim = f"{folder}/precious.txt"
        Path(victim).write_text("precious")
        journal(file, victim)
        for command in commands:
            asked(*({"STORE": file, "OUT": f"{folder}/o.spam", "ROWS": data}.get(word, word) for word in command), exports=command[1] == "export")
            check(os.path.exists(victim), f"{command[:2]} of {file} deleted the file that a journal names")
            check(os.path.exists(f"{file}-journal"), f"{command[:2]} of {file} played a journal back")
    check(asked("corpus", "stats", store).code == 1, "a store beside a journal was opened")
    # What SQLite would take for another place, or for none.
    place = f"{folder}/names"
    os.mkdir(place)
    for name in ("file:y.sqlite", ":memory:", "file:x.sqlite?mode=memory", "a?b#c%41.sqlite"):
        asked("import", data, "--into", name, codes=(0,), folder=place)
        check("messages    60 " in asked("corpus", "stats", name, codes=(0,), folder=place).output, f"{name} was written elsewhere")
    check(len(os.listdir(place)) == 4, f"other files were made: {os.listdir(place)}")
    return "journals beside databases, names that are URIs"


def outputs(folder):
    """A report, a model or counts where SQLite keeps what a store holds, by name and by link: refused, and nothing of the store changes."""
    store, data, model = imported(folder), corpus(f"{folder}/outputs.jsonl", 300), trained(folder)
    before = asked("corpus", "export", store, exports=True, codes=(0,)).output
    tried = 0
    for ending in ("-wal", "-shm", "-journal", ""):
        link = f"{folder}/link{ending}"
        os.symlink(f"{store}{ending}", link)
        for path in (f"{store}{ending}", link):
            for command in (["evaluate", model, data, "--json", path], ["evaluate", model, data, "--html", path], ["train", data, "--folds", "0", "--out", path],
                            ["counts", data, "--out", path]):
                asked(*command, codes=(1,))
                tried += 1
    check(asked("corpus", "export", store, exports=True, codes=(0,)).output == before, "an output changed a store")
    return f"{tried} outputs where a store lies"


def logs(folder):
    """An sms.db behind links, and logs that are none. Nothing changes, nothing waits, and no copy is left."""
    real, links, private = f"{folder}/real", f"{folder}/links", f"{folder}/private"
    for place in (real, links, private):
        os.mkdir(place)
    source = phone(f"{folder}/source.db")
    source.execute("pragma journal_mode=wal")
    source.execute("pragma wal_autocheckpoint=0")
    source.executemany("insert into message values (?, 1, 700000000000000000, 0)", [(f"in the log {i}",) for i in range(50)])
    source.execute("create table attachment (bytes)")
    source.commit()
    for ending in ("", "-wal"):
        shutil.copy(f"{folder}/source.db{ending}", f"{real}/sms.db{ending}")
    source.close()
    before = {name: Path(f"{real}/{name}").read_bytes() for name in os.listdir(real)}
    os.symlink(f"{real}/sms.db", f"{links}/sms.db")
    for i, more in enumerate(("", "-wal")):
        if more:
            os.symlink(f"{real}/sms.db{more}", f"{links}/sms.db{more}")
        answer = asked("import", f"{links}/sms.db", "--into", f"{folder}/linked{i}.sqlite", codes=(0,))
        check("50 added" in answer.output, f"a log beside a linked file was not read: {answer.output}")
        check({name: Path(f"{real}/{name}").read_bytes() for name in os.listdir(real)} == before, "a backup behind a link was changed")
    # A link to another name: the log beside the link is not that of the file.
    os.mkdir(f"{folder}/other")
    os.rename(f"{real}/sms.db", f"{real}/a1b2")
    os.symlink(f"{real}/a1b2", f"{folder}/other/sms.db")
    os.symlink(f"{real}/sms.db-wal", f"{folder}/other/sms.db-wal")
    check("in the folder of the link" in asked("import", f"{folder}/other/sms.db", "--into", f"{folder}/missed.sqlite", codes=(1,)).errors, "a log under another name was missed")
    os.rename(f"{real}/a1b2", f"{real}/sms.db")
    lone = f"{folder}/lone.db"
    phone(lone, texts=["hello"]).close()
    os.mkfifo(f"{folder}/pipe")
    for place in ("/dev/zero", f"{folder}/pipe", f"{real}/sms.db-wal", folder):
        os.symlink(place, f"{lone}-wal")
        for command in (["import", lone, "--into", f"{folder}/lone.sqlite"], ["classify", trained(folder), lone]):
            check(f"{lone}-wal" in asked(*command, codes=(1,)).errors, "an error does not name the log")
        os.remove(f"{lone}-wal")
    os.mkdir(f"{lone}-wal")
    check("found a folder" in asked("import", lone, "--into", f"{folder}/lone.sqlite", codes=(1,)).errors, "a folder in the place of a log is not named")
    # A copy that takes a while, left in the middle.
    large = sqlite3.connect(f"{real}/sms.db")
    large.execute("pragma wal_autocheckpoint=0")
    large.executemany("insert into attachment values (zeroblob(?))", [(40_000_000,)] * 5)
    large.commit()
    for ending in ("", "-wal"):
        shutil.copy(f"{real}/sms.db{ending}", f"{folder}/large.db{ending}")
    large.close()
    ended = 0
    for i in range(20):
        process = subprocess.Popen([TOOL, "import", f"{folder}/large.db", "--into", f"{folder}/large{i}.sqlite"], env={**os.environ, "TMPDIR": private},
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(i / 40)
        process.send_signal((signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[i % 3])
        process.communicate(timeout=30)
        ended += process.returncode < 0
        check(not os.listdir(private), f"a private copy is left: {os.listdir(private)}")
    return f"links, logs that are none, {ended} of 20 copies left in the middle"


PAGE, MOST_LOCAL = 4096, 4096 - 35
LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23


def varint(number):
    bytes_ = [number & 0x7F]
    while number := number >> 7:
        bytes_.append(number & 0x7F | 0x80)
    return bytes(reversed(bytes_))


def sharing(path, table, columns, tail=b"", count=1000, length=4_000_000):
    """Fills an empty table with rows that share the pages of one long text. `columns` are SQLite's types of a record, None for the text."""
    database = sqlite3.connect(path)
    root = database.execute("select rootpage from sqlite_master where name=?", (table,)).fetchone()[0]
    database.close()
    data = bytearray(Path(path).read_bytes())
    text = 2 * length + 13
    types = b"".join(varint(text if c is None else c) for c in columns)
    payload = len(types) + 1 + length + len(tail)
    # What is in the leaf: as much as leaves whole pages for the rest.
    local = LEAST_LOCAL
    length -= (payload - LEAST_LOCAL) % (PAGE - 4)
    head = varint(len(types) + 1) + b"".join(varint(2 * length + 13 if c is None else c) for c in columns)
    payload = len(head) + length + len(tail)
    body = (head + b"a" * length + tail)[local:]
    chain = len(data) // PAGE + 1
    parts = [body[i:i + PAGE - 4] for i in range(0, len(body), PAGE - 4)]
    pages = [struct.pack(">I", chain + i + 1 if i + 1 < len(parts) else 0) + part.ljust(PAGE - 4, b"\0") for i, part in enumerate(parts)]

    def page(kind, cells, last=None):
        content, offsets = bytearray(PAGE), []
        end = PAGE
        for cell in cells:
            end -= len(cell)
            content[end:end + len(cell)] = cell
            offsets.append(end)
        start = 8 if last is None else 12
        content[0] = kind
        struct.pack_into(">HHHB", content, 1, 0, len(cells), end, 0)
        if last is not None:
            struct.pack_into(">I", content, 8, last)
        for i, offset in enumerate(offsets):
            struct.pack_into(">H", content, start + 2 * i, offset)
        return bytes(content)

    def cell(number):
        return varint(payload) + varint(number) + (head + b"a" * local)[:local] + struct.pack(">I", chain)

    in_leaf = (PAGE - 8) // (len(cell(count)) + 2)
    numbers = [range(first, min(first + in_leaf, count + 1)) for first in range(1, count + 1, in_leaf)]
    leaf = chain + len(pages)
    data[(root - 1) * PAGE:root * PAGE] = page(5, [struct.pack(">I", leaf + i) + varint(n[-1]) for i, n in enumerate(numbers[:-1])], leaf + len(numbers) - 1)
    data += b"".join(pages) + b"".join(page(13, [cell(n) for n in part]) for part in numbers)
    struct.pack_into(">I", data, 28, len(data) // PAGE)
    data[18:20] = b"\2\2"
    Path(path).write_bytes(data)


def shared(folder):
    """A small file whose rows share pages: thousands of megabytes of text, of which no command reads more than a few."""
    backup = f"{folder}/bomb.db"
    phone(backup).close()
    sharing(backup, "message", [None, 1, 1, 8], bytes([1, 5]))
    data = corpus(f"{folder}/small.jsonl")
    model = trained(folder)
    for command in (["import", backup, "--into", f"{folder}/of-bomb.sqlite"], ["classify", model, backup]):
        asked(*command, codes=(1,), megabytes=200, exports=True)
    store, base = f"{folder}/bomb.sqlite", sqlite3.connect(imported(folder))
    tables = [r[0] for r in base.execute("select sql from sqlite_master where sql not null and name not like 'messageText_%' and name not like 'sqlite_%'")]
    version = base.execute("pragma user_version").fetchone()[0]
    base.close()
    made = sqlite3.connect(store)
    for statement in tables:
        made.execute(statement)
    made.executescript("insert into source values (1,'s',null,null); insert into file values (1,'f',x'00',1,'a','b',1,1,1,1,0,null,null,0); insert into searchIndex values (0);"
                       f"pragma application_id={0x7370616D}; pragma user_version={version}")
    made.close()
    sharing(store, "message", [0, 9, 9, 9, None, 0, 0, 0, 0, 0, 9, 9, 0])
    for command in (["corpus", "mask", store], ["corpus", "duplicates", store], ["corpus", "search", store, "aaaa"], ["corpus", "conflicts", store], ["classify", model, store],
                    ["split", store, "--by", "random"], ["train", store, "--label", "junk", "--out", f"{folder}/o.spam"]):
        answer = asked(*command, codes=(1,), megabytes=300, exports=True)
        check("texts that are twice as long" in answer.errors, f"{answer.line}: {answer.errors[-200:]}")
    asked("import", data, "--into", store)
    # Names and digests, which are read at once.
    for table, columns in (("file", [0, None, 0, 9, 0, 0, 9, 9, 9, 9, 9, 0, 0, 9]), ("source", [0, None, 0, 0])):
        names = sqlite3.connect(other := f"{folder}/{table}.sqlite")
        for statement in tables:
            names.execute(statement)
        names.executescript(f"insert into searchIndex values (0); pragma application_id={0x7370616D}; pragma user_version={version}")
        names.close()
        sharing(other, table, columns)
        for command in (["corpus", "stats", other], ["corpus", "export", other], ["corpus", "mask", other], ["split", other, "--by", "random"]):
            answer = asked(*command, codes=(1,), megabytes=200, exports=True)
            check("texts that are twice as long" in answer.errors, f"{answer.line}: {answer.errors[-200:]}")
    # A log that says the file has four thousand million pages.
    for path, command in ((backup, ["import", backup, "--into", f"{folder}/logged.sqlite"]), (store, ["corpus", "duplicates", store])):
        Path(f"{path}-wal").write_bytes(log_of(Path(path).read_bytes()[:PAGE], 0xFFFFFFFE))
        asked(*command, codes=(1,), megabytes=200)
    return "files whose rows share pages"


def linked(folder):
    """A file that has a second name beside a store, where SQLite would write its log or the log's index: each command refuses, and the file stays."""
    store, victim, data = f"{folder}/linked.sqlite", f"{folder}/precious", corpus(f"{folder}/more.jsonl")
    for ending in ("-wal", "-shm"):
        for command in COMMANDS + [["classify", trained(folder), "STORE"]]:
            shutil.copy(imported(folder), store)
            Path(victim).write_bytes(b"precious" * 5000)
            os.link(victim, store + ending)
            arguments = [{"STORE": store, "OUT": f"{folder}/o.spam", "ROWS": data}.get(word, word) for word in command]
            answer = asked(*arguments, *([] if "STORE" in command else [store]), codes=(1,))
            check(Path(victim).read_bytes() == b"precious" * 5000, f"{answer.line}: a file with another name was written to")
            check("of one name" in answer.errors, f"{answer.line}: {answer.errors[-200:]}")
            os.remove(store + ending)
    return "files with a second name beside a store"


def log_of(page, pages):
    """A log (WAL) of one frame, the first page, that gives the file's size in pages."""
    page = page[:28] + struct.pack(">I", pages) + page[32:]

    def checksum(data, sums):
        for a, b in struct.iter_unpack(">II", data):
            first = (sums[0] + a + sums[1]) & 0xFFFFFFFF
            sums = first, (sums[1] + b + first) & 0xFFFFFFFF
        return sums
    head, salt, frame = struct.pack(">IIIIII", 0x377F0683, 3007000, PAGE, 0, 1, 2), struct.pack(">II", 1, 2), struct.pack(">II", 1, pages)
    sums = checksum(head, (0, 0))
    return head + struct.pack(">II", *sums) + frame + salt + struct.pack(">II", *checksum(frame + page, sums)) + page


def read_only(folder):
    """A store in a folder of somebody else, by its name and behind a link: read as it is, and an error of a line where a log needs more."""
    if os.getuid():
        return "folders of others: skipped, only root can be somebody else"
    place, tool = f"{folder}/theirs", f"{folder}/spamkit"
    os.mkdir(place)
    os.chmod(folder, 0o755)
    shutil.copy(TOOL, tool)
    shutil.copy(imported(folder), f"{place}/s.sqlite")
    shutil.copy(imported(folder), f"{folder}/open.sqlite")
    writer = sqlite3.connect(f"{folder}/open.sqlite")
    writer.execute("insert into source values (77, 'late', null, null)")
    writer.commit()
    for ending in ("", "-wal"):
        shutil.copy(f"{folder}/open.sqlite{ending}", f"{place}/logged.sqlite{ending}")
    writer.close()
    for name in os.listdir(place):
        os.chmod(f"{place}/{name}", 0o644)
    before = {name: Path(f"{place}/{name}").read_bytes() for name in os.listdir(place)}
    for name in ("s", "logged"):
        os.symlink(f"{place}/{name}.sqlite", f"{folder}/{name}-link.sqlite")
        for path in (f"{place}/{name}.sqlite", f"{folder}/{name}-link.sqlite"):
            for command in (["corpus", "stats"], ["corpus", "search", path, "gold"], ["corpus", "mask"]):
                process = subprocess.run([tool, *command, *([] if path in command else [path])], capture_output=True, text=True, user="nobody", timeout=20)
                reads = name == "s" and command[1] != "mask"
                check(process.returncode == (0 if reads else 1), f"{command} {path}: {process.returncode} {process.stderr}")
                check(reads or "read only" in process.stderr, f"{command} {path}: {process.stderr}")
    check({name: Path(f"{place}/{name}").read_bytes() for name in os.listdir(place)} == before, "a folder of somebody else was changed")
    return "folders of others"
