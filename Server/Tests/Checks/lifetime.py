"""Models that change and servers that restart, while clients ask: no request is lost."""
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from running import Broken, Connection, Load, Server, check, query

ROOT = Path(__file__).resolve().parents[3]


def settled(count, seconds=3):
    """The count once it has stayed the same for so long."""
    found, since = count(), time.time()
    while time.time() - since < seconds:
        time.sleep(0.05)
        if count() != found:
            found, since = count(), time.time()
    return found


def reloads(fixture):
    """100 reloads by signal, some by the file alone, and files that are no models."""
    path = f"{fixture.folder}/served.spam"

    def replace(source):
        shutil.copy(source, path + ".new")
        os.replace(path + ".new", path)

    replace(fixture.model)
    for _ in range(5):
        with Server(fixture.tool, "--model", path) as server:
            server.process.send_signal(signal.SIGHUP)
            time.sleep(0.3)
            check(server.process.poll() is None, "SIGHUP at the start ended the server")
    with Server(fixture.tool, "--model", path) as server, Load(server.port) as load:
        for i in range(100):
            replace(fixture.other if i % 2 == 0 else fixture.model)
            server.process.send_signal(signal.SIGHUP)
            server.wait("model loaded", i + 1)
        # The file's watch may see the last file, too.
        loaded = settled(lambda: sum(line["event"] == "model loaded" for line in server.lines())) + 1
        replace(fixture.other)
        check(server.wait("model loaded", loaded)["why"] == "file changed", "a change of the file")
        with open(path + ".new", "wb") as file:
            file.write(b"no model" * 1000)
        os.replace(path + ".new", path)
        refused = server.wait("model refused, the one before stays")
        with Connection(server.port) as connection:
            check(connection.query("a")["model"] == refused["model"], "the model before")
            metrics = connection.ask("GET", "/metrics")[2].decode()
        check('spamkit_model_reloads_total{result="refused"} 1\n' in metrics, "refused, in the metrics")
        check(f'spamkit_model_reloads_total{{result="loaded"}} {loaded}\n' in metrics, "loaded, in the metrics")
    check(not load.lost, f"lost {load.lost[:3]}")
    check(len(load.models) == 2, f"answers by {load.models}")
    return f"{loaded} reloads, {load.answered:,} of {load.asked:,} requests answered by {len(load.models)} models"


def restarts(fixture):
    """The socket stays with the parent, as systemd keeps it: five servers, one after another."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    port = listener.getsockname()[1]
    with Load(port, clients=16) as load:
        for _ in range(5):
            with Server(fixture.tool, "--model", fixture.model, listener=listener) as server:
                time.sleep(1)
                check(server.stop() == 0, "the server ended badly")
                check(any(line["event"] == "ended" for line in server.lines()), "no end in the log")
        with Server(fixture.tool, "--model", fixture.model, listener=listener) as server:
            time.sleep(1)
            load.ending.set()
            for thread in load.threads:
                thread.join()
    listener.close()
    check(not load.lost and load.asked == load.answered, f"lost {len(load.lost)}: {load.lost[:3]}")
    return f"5 restarts, {load.answered:,} of {load.asked:,} requests answered"


def ending(fixture):
    """SIGTERM: requests in progress are answered, idle clients are let go, and the process ends soon."""
    with fixture.server() as server:
        connections = [Connection(server.port) for _ in range(20)]
        body = query("a" * 100)
        head = b"POST /query HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        for connection in connections[:10]:
            connection.send(head + body[:20])
        for connection in connections[10:]:
            connection.query("a")
        time.sleep(0.2)
        server.process.send_signal(signal.SIGTERM)
        server.wait("ending, requests in progress are answered")
        # The line is written before the socket is closed, on a busy machine long before.
        for _ in range(50):
            time.sleep(0.02)
            try:
                Connection(server.port).close()
            except OSError:
                break
        else:
            raise Broken("a connection was accepted a second after SIGTERM")
        time.sleep(0.3)
        for connection in connections[:10]:
            connection.send(body[20:])
        for connection in connections[10:15]:
            connection.send(head + body)
        for connection in connections[:15]:
            status, headers, _ = connection.answer()
            check(status == 200 and headers["connection"] == "close", f"{status} {headers}")
        started = time.time()
        check(server.process.wait(10) == 0, f"exit code {server.process.returncode}")
        for connection in connections:
            check(connection.ended(1), "a connection stayed open")
            connection.close()
    return f"15 requests answered after SIGTERM, ended {time.time() - started:.1f} s later"


def logs(fixture):
    """A log that cannot be written, or that nobody reads, ends nothing and holds nothing up."""
    for target in ("full", "gone", "unread"):
        reading, writing = os.pipe()
        stream = open("/dev/full", "wb") if target == "full" else os.fdopen(writing, "wb")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [fixture.tool, "--model", fixture.model, "--port", str(port), "--log-requests"], stderr=stream)
        try:
            for _ in range(100):
                try:
                    connection = Connection(port, timeout=5)
                    break
                except OSError:
                    time.sleep(0.1)
            if target == "gone":
                os.close(reading)
            stream.close()
            for _ in range(3000):
                connection.query("a")
            connection.close()
            process.terminate()
            check(process.wait(20) == 0, f"{target}: exit code {process.returncode}")
        finally:
            process.kill()
            process.wait()
            if target != "gone":
                os.close(reading)
            if target == "full":
                os.close(writing)
    return "a full disk, a reader that is gone, one that does not read"


def drift(fixture):
    """The metrics and the log tell messages that are unlike those trained on from those that are like them."""
    def metric(connection, name):
        text = connection.ask("GET", "/metrics")[2].decode()
        return [line for line in text.splitlines() if line.startswith(name)]

    with open(ROOT / "Datasets/starter/train.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line)["text"] for line in file]
    random.Random(1).shuffle(rows)
    draws = random.Random(2)
    invented = [" ".join("".join(draws.choices("bdfgklmnprstvxzaeiouy", k=6)) for _ in range(8)) for _ in range(2000)]
    for texts, drifts in ((rows[:2000], False), (invented, True)):
        with fixture.server() as server, Connection(server.port, timeout=60) as connection:
            for text in texts:
                connection.query(text)
            check(metric(connection, "spamkit_drift_messages_total") == ["spamkit_drift_messages_total 2000"], "2,000 messages")
            check(len(metric(connection, "spamkit_drift_value{")) == 4, "values by facet")
            alarms = [line for line in metric(connection, "spamkit_drift_alarm{") if line.endswith(" 1")]
            check(bool(alarms) == drifts, f"alarms: {alarms}")
            if drifts:
                warned = server.wait("drift")
                check(warned["messages"] <= 2000 and warned["facets"], f"{warned}")
    return f"{len(alarms)} facets of a new kind within {warned['messages']} messages, none of the same"


def documents(fixture):
    """The commands of docs/server.md print what it shows. `…` means lines left out, or the rest of a line."""
    commands, shown = [], None
    for line in (ROOT / "docs/server.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            shown = None
        elif line.startswith("$ "):
            shown = []
            commands.append((line[2:], shown))
        elif shown is not None:
            shown.append(line)
    check(len(commands) >= 7, f"{len(commands)} commands")
    with fixture.server("--app", "ABCDE12345.com.example.filter", "--batch-token-file", fixture.token) as server:
        for command, shown in commands:
            done = subprocess.run(
                ["bash", "-c", command.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")], capture_output=True, text=True, cwd=fixture.folder)
            check(done.returncode == 0, f"{command}: {done.stderr}")
            left = iter(done.stdout.splitlines())
            for line in shown:
                found = line in ("…", "") or any(
                    printed.startswith(line[:-1]) if line.endswith("…") else printed == line for printed in left)
                check(found, f"{command}\n  no longer prints: {line}\n  but: {done.stdout[:500]}")
    return f"{len(commands)} commands"


def schema(fixture):
    """schemathesis finds nothing against the served OpenAPI document. Skipped where it is missing."""
    command = shutil.which("schemathesis")
    if not command:
        return "skipped: there is no schemathesis"
    with fixture.server("--batch-token-file", fixture.token, "--app", "ABCDE12345.com.example.filter") as server:
        token = Path(fixture.token).read_text(encoding="ascii").strip()
        done = subprocess.run(
            [command, "run", f"http://127.0.0.1:{server.port}/openapi.json", "--header", f"Authorization: Bearer {token}",
             "--max-examples", "200", "--seed", "1", "--no-color"], capture_output=True, text=True, cwd=fixture.folder)
        check(done.returncode == 0, f"schemathesis:\n{done.stdout[-6000:]}{done.stderr[-500:]}")
        summary = [line.strip() for line in done.stdout.splitlines() if "generated" in line or "passed" in line]
    return "; ".join(summary) or "nothing found"


LIFETIME = [reloads, restarts, ending, logs, drift, documents, schema]
