"""Stores and databases of phones that no tool of ours wrote."""
import json
import os
import random
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

from tool import TOOL, Broken, asked, check, imported

MOST = (1 << 63) - 1
ROW = "'call 010-1234-5678',sender,country,language,receivedAt,template,12345,seenIn,ownID from message where id=1"


def loosened(table):
    return f"update sqlite_master set sql=replace(replace(sql,' NOT NULL',''),') STRICT',')') where name='{table}'"


CHANGES = {
    "the largest id": [f"insert into message select {MOST},sourceID,fileID,line,{ROW}"],
    "an id far away": [f"insert into message select 400000000000,sourceID,fileID,line,{ROW}"],
    "a negative id": [f"insert into message select -5,sourceID,fileID,line,{ROW}"],
    "version -3": ["pragma user_version=-3"], "version 0": ["pragma user_version=0"], "version 1": ["pragma user_version=1"], "version 99": ["pragma user_version=99"],
    "another application": ["pragma application_id=0"],
    "a trigger": ["create trigger t after insert on label begin delete from message; end"],
    "a view as a table": ["alter table message rename to message0",
                          "create view message as with recursive r(x) as (select 1 union all select x+1 from r) select x as id,1 as sourceID,1 as fileID,1 as line,'x' as text,"
                          "null as sender,null as country,null as language,null as receivedAt,null as template,x as identity,1 as seenIn from r"],
    "another table": ["create table more (x)"], "one table less": ["drop table reject"],
    "a name that is NULL": [loosened("source"), "update source set name=NULL"], "a file without a name": [loosened("file"), "update file set name=NULL, isMasked='x'"],
    "a text that is NULL": [loosened("message"), "update message set text=NULL, identity='x'"], "a split without shares": [loosened("split"), "update split set testShare=NULL, folds='x', seed=NULL"],
    "thresholds without end": ["update splitStratum set threshold=9e999", f"update split set testShare=9e999, folds={MOST}"], "folds below 0": ["update split set folds=-5"],
    "labels of nothing": ["insert into label select 99999, revision, label, givenBy, givenAt, confidence from label limit 1"], "a word that is no label": ["update label set label='promotion/xyz'"],
    "an index ahead": [f"update searchIndex set indexedTo={MOST}"], "no state of the index": ["delete from searchIndex"],
    "a broken index": ["update messageText_data set block=x'ffffffffffffffffffff'", "insert into messageText_data values (99, x'00')"],
    "an import without end": [f"update file set importedAt={MOST}, rows={MOST}, added=-{MOST}, updated={MOST}"],
    "times without end": [f"update message set receivedAt={MOST}"], "a group far away": [f"insert into templateGroup select {MOST}, 5"],
    "a type of another column": [loosened("file"), "update file set isMasked='Geheim99wort'"], "a check of another type": [loosened("file"), "update file set maskCheck='Geheim99wort'"],
    "a check in the index": ["update sqlite_master set sql=\"CREATE TABLE 'messageText_data'(id INTEGER PRIMARY KEY, block BLOB, CHECK(instr(hex(zeroblob(3000000)), hex(zeroblob(1500000))||'1')=0))\" where name='messageText_data'"],
    "a second of one name": ["insert into sqlite_master select * from sqlite_master where name='messageText_idx'"],
    "the largest file": [f"update sqlite_sequence set seq={MOST}"], "a file at the end": [f"update sqlite_sequence set seq={1 << 53}"],
    "escapes in names": ["update source set name='a' || char(27) || ']0;b' || char(7) || char(0x202e)", "update split set name='s' || char(27) || '[2J'"],
}
COMMANDS = [["corpus", "stats"], ["corpus", "export"], ["corpus", "conflicts"], ["corpus", "duplicates"], ["corpus", "search", "STORE", "gold"], ["corpus", "mask"],
            ["corpus", "imports"], ["corpus", "relabel", "STORE", "1", "junk"], ["corpus", "forget", "STORE", "--ids", "1"], ["corpus", "undo"],
            ["split", "STORE", "--name", "other"], ["train", "STORE", "--out", "OUT", "--folds", "0"], ["import", "ROWS", "--into", "STORE"]]


def asked_everything(store, folder, commands=COMMANDS):
    for command in commands:
        names = {"STORE": store, "OUT": f"{folder}/of-store.spam", "ROWS": f"{folder}/base.jsonl"}
        arguments = [names.get(word, word) for word in command] + ([] if "STORE" in command else [store])
        asked(*arguments, exports=command[1] == "export")


def changed(folder):
    """Each change of a store, and every command: an error or an answer, in time."""
    base = imported(folder)
    for name, statements in CHANGES.items():
        store = f"{folder}/changed.sqlite"
        for ending in ("", "-wal", "-shm"):
            Path(store + ending).unlink(missing_ok=True)
        shutil.copy(base, store)
        database = sqlite3.connect(store, isolation_level=None)
        database.execute("pragma writable_schema=1")
        for statement in statements:
            if statement.startswith(("update sqlite_master", "pragma")) or name.startswith(("a name", "a file", "a text", "a split", "a type", "a check of")):
                database.execute(statement)
                database.close()
                database = sqlite3.connect(store, isolation_level=None)
                database.execute("pragma writable_schema=1")
            else:
                database.execute(statement)
        database.close()
        try:
            asked_everything(store, folder)
        except Broken as problem:
            raise Broken(f"{name}: {problem}") from None
        if name in ("the largest id", "a negative id", "a trigger", "a view as a table", "version -3", "a name that is NULL", "a type of another column",
                    "a check of another type", "a check in the index", "a second of one name", "the largest file"):
            check(asked("corpus", "stats", store).code == 1, f"a store with {name} opened")
    return f"{len(CHANGES)} changed stores"


def damaged(folder):
    """Random bytes of a store overwritten, and a store cut short."""
    data = Path(imported(folder)).read_bytes()
    choices = random.Random(9)
    commands = [c for c in COMMANDS if c[0] != "train"]
    for i in range(40):
        file = bytearray(data)
        for _ in range(choices.choice([1, 5, 50])):
            at = choices.randrange(len(file))
            file[at:at + 4] = choices.randbytes(4)
        if i % 5 == 0:
            file = file[:choices.randrange(len(file))]
        store = f"{folder}/damaged.sqlite"
        for ending in ("-wal", "-shm"):
            Path(store + ending).unlink(missing_ok=True)
        Path(store).write_bytes(file)
        asked_everything(store, folder, choices.sample(commands, 4))
    return "40 damaged stores"


def reading_leaves_files_alone(folder):
    for size in (0, 1):
        path = f"{folder}/size{size}.sqlite"
        Path(path).write_bytes(b"x" * size)
        for command in (["corpus", "stats"], ["corpus", "export"], ["corpus", "conflicts"]):
            asked(*command, path, codes=(1,))
        check(os.path.getsize(path) == size, f"a command that reads made a store of {size} bytes")
    return "files that are no store"


def phone(path, *statements, texts=()):
    database = sqlite3.connect(path)
    database.executescript("create table handle (id TEXT); insert into handle values ('+15550111');")
    database.execute("create table message (text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER)")
    database.executemany("insert into message values (?, 1, 700000000000000000, 0)", [(t,) for t in texts])
    for statement in statements:
        database.execute(statement)
    database.commit()
    return database


def phones(folder):
    """Backups as they are: with a log, read only, computed columns, damage of their own."""
    backup = f"{folder}/backup"
    os.mkdir(backup)
    path, store = f"{backup}/sms.db", f"{folder}/phone.sqlite"
    open_ = phone(path, texts=[f"first {i}" for i in range(50)])
    open_.execute("pragma journal_mode=wal")
    open_.execute("pragma wal_autocheckpoint=0")

    def added():
        return asked("import", path, "--into", store, codes=(0,)).output

    for first, count in ((50, 50), (90, 40)):
        open_.executemany("insert into message values (?, 1, 700000000000000000, 0)", [(f"in the log {i}",) for i in range(first, first + count)])
        open_.commit()
        copy = f"{folder}/copy{first}"
        shutil.copytree(backup, copy)
        Path(f"{copy}/sms.db-shm").unlink(missing_ok=True)
        os.chmod(copy, 0o500)
        path = f"{copy}/sms.db"
        before = {name: Path(f"{copy}/{name}").read_bytes() for name in os.listdir(copy)}
        check(" 0 added" not in (answer := added()) and "imported before" not in answer, f"new messages of the log were not imported: {answer}")
        check({name: Path(f"{copy}/{name}").read_bytes() for name in os.listdir(copy)} == before, "something was written beside a backup")
        os.chmod(copy, 0o700)
    open_.close()
    bomb = f"{folder}/bomb.db"
    phone(bomb, "drop table message", "create table message (handle_id INTEGER, date INTEGER, is_from_me INTEGER, text TEXT generated always as (hex(zeroblob(40000000))))",
          "insert into message values (1, 1, 0)").close()
    asked("import", bomb, "--into", store, codes=(1,), megabytes=300)
    recursive = f"{folder}/recursive.db"
    phone(recursive, "drop table message", "create view message as with recursive r(x) as (select 1 union all select x+1 from r) select 'x' as text, 1 as handle_id, 1 as date, 0 as is_from_me, x as ROWID from r").close()
    asked("import", recursive, "--into", f"{folder}/other.sqlite", megabytes=300)
    whole = f"{folder}/whole.db"
    phone(whole, texts=[f"message {i} of a phone that is damaged later" for i in range(3000)]).close()
    choices = random.Random(10)
    for i in range(25):
        file = bytearray(Path(whole).read_bytes())
        at = choices.randrange(4096, len(file) - 64)
        file[at:at + 64] = choices.randbytes(64)
        Path(f"{folder}/damaged.db").write_bytes(file)
        answer = asked("import", f"{folder}/damaged.db", "--into", f"{folder}/kept.sqlite")
        check(answer.code == 0 or "damaged.db:" in answer.errors, f"damage is said of another file: {answer.errors}")
    return "backups with logs, bombs and damage"


def replaced(folder):
    """A store that is replaced while an import writes, by its name or behind a link: the import must not say that it added to it."""
    for linked in (False, True):
        store = f"{folder}/moved{linked}.sqlite"
        shutil.copy(imported(folder), store)
        name = f"{folder}/link.sqlite" if linked else store
        if linked:
            os.symlink(store, name)
        process = subprocess.Popen([TOOL, "import", "-", "--format", "jsonl", "--encoding", "UTF-8", "--into", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(b"".join(json.dumps({"text": f"late message {i}", "label": "junk"}).encode() + b"\n" for i in range(20_000)))
        process.stdin.flush()
        time.sleep(.5)
        shutil.copy(imported(folder), f"{folder}/other.sqlite")
        os.replace(f"{folder}/other.sqlite", store)
        output, errors = process.communicate(timeout=60)
        check(process.returncode == 1 and b"another file by this name" in errors, f"a replaced store was not noticed: {output} {errors}")
        check("messages    60 " in asked("corpus", "stats", name, codes=(0,)).output, "the new store has rows of the old one's log")
    return "stores that are replaced, by name and behind a link"
