"""Whose models are taken, and what the server does where the system refuses: permissions, descriptors, memory."""
import os
import resource
import shutil
import subprocess
import time

from attacks import TOKEN
from running import Connection, Server, check

REFUSED, LOADED = "model refused, the one before stays", "model loaded"


def dropped(connection):
    text = connection.ask("GET", "/metrics")[2].decode()
    lines = [line for line in text.splitlines() if line.startswith("spamkit_connections_dropped_total")]
    return {line.split('"')[1]: int(line.split()[-1]) for line in lines}


def first_free(server):
    """The number of the next descriptor. As a limit it leaves none."""
    taken = {int(name) for name in os.listdir(f"/proc/{server.process.pid}/fd")}
    return next(number for number in range(1 << 20) if number not in taken)


class Folder:
    """A model's place, where others are put as a release does it."""

    def __init__(self, fixture, name):
        self.path, self.fixture = f"{fixture.folder}/{name}", fixture
        os.mkdir(self.path)
        os.chmod(self.path, 0o755)
        self.model = f"{self.path}/served.spam"

    def tool(self, *words):
        done = subprocess.run([self.fixture.spamkit, *words], cwd=self.path, capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)

    def put(self, source, mode=0o644):
        shutil.copy(source, self.model + ".new")
        os.chmod(self.model + ".new", mode)
        os.replace(self.model + ".new", self.model)


def signed(fixture):
    """Unsigned, altered, foreign and older models are refused, at the start and later, and the log says why."""
    folder = Folder(fixture, "signed")
    for key in ("key", "foreign"):
        folder.tool("keygen", "--out", key)
    names = {name: f"{folder.path}/{name}.spam" for name in ("five", "six", "sixth", "seven", "theirs", "altered")}
    for name, source, key, number in (
            ("five", fixture.other, "key", 5), ("six", fixture.model, "key", 6), ("sixth", fixture.other, "key", 6), ("seven", fixture.other, "key", 7),
            ("theirs", fixture.other, "foreign", 9)):
        folder.tool("sign", source, "--key", key, "--sequence", str(number), "--out", names[name])
    data = bytearray(open(names["seven"], "rb").read())
    data[len(data) // 2] ^= 1
    open(names["altered"], "wb").write(data)
    names["unsigned"] = fixture.other
    options = ["--model", folder.model, "--public-key", f"{folder.path}/key.pub"]
    for source, more in ((fixture.other, []), (names["theirs"], []), (names["altered"], []), (names["five"], ["--minimum-sequence", "6"])):
        folder.put(source)
        done = subprocess.run([fixture.tool, *options, *more, "--port", "0"], capture_output=True, text=True, timeout=20)
        check(done.returncode == 1 and folder.model in done.stderr, f"{source} at the start: {done.returncode} {done.stderr}")
    refusals = {"unsigned": "no signature", "altered": "checksum", "theirs": "none of", "five": "sequence number 6 or higher, found 5", "sixth": "other bytes"}
    folder.put(names["six"])
    with Server(fixture.tool, *options) as server, Connection(server.port) as connection:
        first = connection.query("a")["model"]
        for count, (name, words) in enumerate(refusals.items(), 1):
            folder.put(names[name])
            why = server.wait(REFUSED, count)["error"]
            check(words in why or name in ("altered", "theirs"), f"{name}: {why}")
            check(connection.query("a")["model"] == first, f"{name} answers")
        folder.put(names["seven"])
        check(server.wait(LOADED)["model"] != first, "the next model")
    folder.put(names["six"])
    with Server(fixture.tool, *options, "--allow-rollback") as server:
        folder.put(names["five"])
        server.wait(LOADED)
        folder.put(names["sixth"])
        server.wait(LOADED, 2)
    # Without a key the numbers count all the same.
    folder.put(names["six"])
    with Server(fixture.tool, "--model", folder.model) as server:
        folder.put(names["unsigned"])
        check("found 0" in server.wait(REFUSED)["error"], "an unsigned model behind one with a number")
    done = subprocess.run([fixture.tool, "--model", folder.model, "--public-key", f"{folder.path}/key"], capture_output=True, text=True, timeout=20)
    secret = open(f"{folder.path}/key", encoding="ascii").read().split()[1]
    check(done.returncode == 1 and "expected a public key" in done.stderr and secret not in done.stderr, f"a secret key: {done.stderr}")
    return f"{len(refusals)} models refused while it runs, 4 at the start"


def files(server, count):
    """Lets the server have so many descriptors. The hard limit stays: raising it again takes a right that root may lack."""
    hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (count, hard))


def retried(fixture):
    """A model that could not be read is tried again: after a chmod, and once there are descriptors."""
    folder = Folder(fixture, "retried")
    folder.put(fixture.model)
    if os.getuid() == 0:
        tool = f"{folder.path}/spamkit-server"
        shutil.copy(fixture.tool, tool)
        os.chmod(fixture.folder, 0o755)
        with Server(tool, "--model", folder.model, user=65534) as server:
            folder.put(fixture.other, mode=0o600)
            check("permissions" in server.wait(REFUSED)["error"], "no word of permissions")
            time.sleep(2.5)
            check(sum(line["event"] == REFUSED for line in server.lines()) == 1, "a refusal is logged each second")
            os.chmod(folder.model, 0o644)
            server.wait(LOADED, seconds=5)
    folder.put(fixture.model)
    with Server(fixture.tool, "--model", folder.model) as server:
        used = first_free(server)
        files(server, used)
        folder.put(fixture.other)
        check("Too many open files" in server.wait(REFUSED)["error"], "another error")
        files(server, used + 100)
        server.wait(LOADED, seconds=5)
    return "after a chmod and without descriptors"


def descriptors(fixture):
    """--connections is as high as the limit of files allows. Where there are none all the same, the log says so, once."""
    with fixture.server(files=256) as server:
        said = server.wait("fewer connections than --connections; raise the limit of open files")
        check(said["files"] == 256 and 16 <= said["connections"] < 200 and said["asked"] == 10_000, f"{said}")
        crowd = [Connection(server.port) for _ in range(300)]
        time.sleep(0.5)
        check(len(os.listdir(f"/proc/{server.process.pid}/fd")) < 250, "no descriptor is left")
        crowd[0].query("a")
        check(dropped(crowd[0])["crowd"] >= 300 - said["connections"], f"{dropped(crowd[0])}")
        for connection in crowd:
            connection.close()
    with fixture.server() as server, Connection(server.port) as first:
        first.query("a")
        used = first_free(server)
        files(server, used)
        crowd = [Connection(server.port) for _ in range(50)]
        server.wait("no connection can be accepted, waiting for others to end")
        before = server.time()
        time.sleep(2)
        took = server.time() - before
        check(took < 0.2, f"{took:.2f} s of CPU in 2 s without descriptors")
        check(dropped(first)["descriptors"] > 2, f"{dropped(first)}")
        check(sum("no connection can" in line["event"] for line in server.lines()) == 1, "it is said more than once a minute")
        files(server, used + 200)
        crowd[-1].query("a")
        for connection in crowd:
            connection.close()
    return f"{said['connections']} connections for 256 files; without any, the log says so once, and 2 s take {took:.2f} s of CPU"


def drops(fixture):
    """Heads that come too slowly, and clients that say nothing, count as slow. Idle ones that were answered are not dropped."""
    with fixture.server("--request-timeout", "2", "--idle-timeout", "1") as server:
        crowd = [Connection(server.port) for _ in range(30)]
        for connection in crowd[:10]:
            connection.send(b"POST /query HTTP/1.1\r\nHost: a\r\nX-Pad: " + b"a" * 200)
        for connection in crowd[20:]:
            connection.query("a")
        for connection in crowd[25:]:
            connection.send(b"POST /query HTTP/1.1\r\nHo")
        for connection in crowd:
            check(connection.ended(6), "a slow connection stays open")
        with Connection(server.port) as connection:
            found = dropped(connection)
        check(found["slow"] == 25 and found["broken"] == 0, f"{found}")
    return "25 of 30"


def memory(fixture):
    """What thousands of connections took is given back once they have ended."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    head = b"POST /query HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 65536\r\n\r\n"
    with fixture.server() as server:
        before = server.memory()
        for _ in range(2):
            crowd = [Connection(server.port) for _ in range(2000)]
            for connection in crowd:
                connection.send(head + b" " * 65_000)
            time.sleep(0.5)
            most = server.memory()
            for connection in crowd:
                connection.close()
            time.sleep(5)
        after = server.memory()
        check(after - before < (most - before) // 4, f"{before >> 20} MiB before, {most >> 20} MiB with 2,000 bodies, {after >> 20} MiB after")
    return f"{before >> 20} MiB before, {most >> 20} MiB with 2,000 bodies of 64 KB, {after >> 20} MiB after"


def secrecy(fixture):
    """Secrets that others can read are warned of. Metrics are for this machine, or for who has the token, by the very path."""
    with fixture.server("--batch-token-file", fixture.token) as server:
        check(not any("secret" in line["event"] for line in server.lines()), "a secret of its owner alone is warned of")
    os.chmod(fixture.token, 0o644)
    with fixture.server("--batch-token-file", fixture.token, "--trusted-proxy", "127.0.0.9") as server:
        check(server.wait("others can read a secret; run chmod 600 on its file")["option"] == "--batch-token-file", "the option")
        far = {"x_forwarded_for": "198.51.100.1"}
        with Connection(server.port) as own, Connection(server.port, source="127.0.0.9") as proxy:
            check(own.ask("GET", "/metrics")[0] == 200, "the metrics of this machine")
            for connection in (proxy, own):
                check(connection.ask("GET", "/metrics", **far)[0] == 401, "the metrics of a client behind a proxy")
                check(connection.ask("GET", "/metrics", authorization=f"Bearer {TOKEN}", **far)[0] == 200, "the metrics by the token")
            for path in ("//metrics", "/metrics/", "/./metrics", "/%6Detrics", "//query"):
                check(own.ask("GET", path)[0] == 404, f"{path} is taken for another")
        check(len([line for line in server.lines() if "proxy" in line["event"]]) == 1, "a proxy that is not named is said once")
    os.chmod(fixture.token, 0o600)
    return "a token that others can read, metrics, a proxy that nobody named"


TRUST = [signed, retried, descriptors, drops, memory, secrecy]
