#!/usr/bin/env python3
"""Asks a running spamkit-server as phones, carriers, proxies and attackers do. Two minutes; a line for each part.

    Server/Tests/Checks/server.py SPAMKIT-SERVER SPAMKIT [PART…]     such as secrets

Trains on the starter corpus. Sends traffic to 127.0.0.1 alone.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from running import Broken, Connection, Load, Server, check, query, request

TOOL, SPAMKIT = (str(Path(path).resolve()) for path in sys.argv[1:3])
ROOT = Path(__file__).resolve().parents[3]
STARTER = ROOT / "Datasets/starter"
TOKEN = "0f8a7c1b2d3e4f50617283940a1b2c3d"
os.environ["SWIFT_BACKTRACE"] = "enable=no"


class Fixture:
    """Two models and a token, in a folder."""

    def __init__(self, folder):
        self.folder, self.tool, self.spamkit = folder, TOOL, SPAMKIT
        self.model, self.other, self.token = f"{folder}/starter.spam", f"{folder}/other.spam", f"{folder}/token"
        for path, rows in ((self.model, "train.jsonl"), (self.other, "test.jsonl")):
            done = subprocess.run([SPAMKIT, "train", str(STARTER / rows), "--out", path], capture_output=True, text=True)
            check(done.returncode == 0, done.stderr)
        Path(self.token).write_text(TOKEN + "\n", encoding="ascii")
        os.chmod(self.token, 0o600)

    def server(self, *options, **more):
        return Server(TOOL, "--model", self.model, *options, **more)


def messages(count):
    with open(STARTER / "test.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return random.Random(1).sample(rows, count)


def answers(fixture):
    """The same verdicts as the tool's, by a query, by an unusual query and in a batch."""
    rows = messages(400)
    path = f"{fixture.folder}/rows.jsonl"
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps({"text": row["text"], "sender": row.get("sender")}, ensure_ascii=False) + "\n")
    lines = subprocess.run([SPAMKIT, "classify", fixture.model, path], capture_output=True, text=True, check=True).stdout.splitlines()
    with fixture.server("--batch-token-file", fixture.token) as server, Connection(server.port) as connection:
        batch = connection.ask(
            "POST", "/batch", open(path, "rb").read(), authorization=f"Bearer {TOKEN}", content_type="application/x-ndjson")
        check(batch[0] == 200, f"batch: {batch}")
        for row, line, batched in zip(rows, lines, batch[2].splitlines(), strict=True):
            expected, batched = json.loads(line), json.loads(batched)
            found = connection.query(row["text"], row.get("sender"))
            unusual = json.dumps({"x": [1], "query": {"message": {"text": row["text"]}, "sender": row.get("sender")}})
            status, _, body = connection.ask("POST", "/query", unusual.encode())
            check(status == 200 and json.loads(body) == found, f"unusual: {body}")
            check((found["action"], found["subAction"]) == (expected["action"], expected["subAction"]), f"{found} {expected}")
            action = found["action"] if found["action"] != "none" else expected["label"].split("/")[0]
            check(abs(found["probability"] - expected["probabilities"][action]) < 2e-6, f"{found} {expected}")
            check(all(batched[key] == found[key] for key in ("action", "subAction", "probability", "model")), f"{batched}")
    return f"{len(rows)} messages, each in three ways"


def places(fixture):
    """Every place of the OpenAPI document, and what is asked wrongly."""
    app = "ABCDE12345.com.example.filter"
    with fixture.server("--app", app) as server, Connection(server.port) as connection:
        status, headers, body = connection.ask("GET", "/.well-known/apple-app-site-association")
        check(status == 200 and headers["content-type"] == "application/json", f"association: {status} {headers}")
        check(json.loads(body) == {"messagefilter": {"apps": [app]}}, f"association: {body}")
        for path, kind in (("/healthz", "application/json"), ("/metrics", "text/plain"), ("/openapi.json", "application/json")):
            status, headers, body = connection.ask("GET", path)
            check(status == 200 and headers["content-type"].startswith(kind) and body, f"{path}: {status} {headers}")
            check(connection.ask("HEAD", path)[0] == 200, f"HEAD {path}")
        wrong = [
            ("GET", "/query", b"", 405), ("PUT", "/query", b"{}", 405), ("DELETE", "/healthz", b"", 405), ("GET", "/", b"", 404),
            ("POST", "/nowhere", b"{}", 404), ("POST", "/query", b"", 400), ("POST", "/query", b"[]", 400), ("POST", "/query", b"{", 400),
            ("POST", "/query", b'{"_version":2}', 400), ("POST", "/query", b'{"query":{"sender":1}}', 400), ("POST", "/batch", b"{}", 401),
        ]
        for method, path, data, expected in wrong:
            status, headers, body = connection.ask(method, path, data)
            check(status == expected and "error" in json.loads(body), f"{method} {path}: {status} {body}")
            check(status != 405 or headers["allow"], f"{method} {path}: no Allow")
            status, _, _ = connection.ask("HEAD", path)
            check(status == 404 if expected == 404 else status in (200, 404, 405), f"HEAD {path}: {status}")
        for hosts in (b"", b"Host: a\r\nHost: b\r\n"):
            connection.send(b"GET /healthz HTTP/1.1\r\n" + hosts + b"\r\n")
            check(connection.answer()[0] == 400, f"{hosts}")
        status, _, _ = connection.ask("POST", "/query", query("a"), content_type="text/plain")
        check(status == 415, f"text/plain: {status}")
    with fixture.server() as server, Connection(server.port) as connection:
        check(connection.ask("GET", "/.well-known/apple-app-site-association")[0] == 404, "an association without an app")
    return f"{len(wrong)} wrong requests"


def batch(fixture):
    """Batches of many rows, bad rows in their place, by clients that read nothing before they have sent all."""
    with fixture.server("--batch-token-file", fixture.token) as server:
        rows = [json.dumps({"text": f"Parcel {i} waits, 택배 {i}", "id": i}) for i in range(60_000)]
        rows[7], rows[8], rows[9] = "secret words", "", json.dumps({"text": "a" * 70_000})
        with Connection(server.port, timeout=120) as connection:
            started = time.time()
            status, _, body = connection.ask(
                "POST", "/batch", "\n".join(rows).encode(), authorization=f"Bearer {TOKEN}", content_type="application/x-ndjson")
            seconds = time.time() - started
            found = [json.loads(line) for line in body.splitlines()]
            check(status == 200 and len(found) == len(rows) - 1, f"{status}, {len(found)} rows")
            check([line["row"] for line in found if "error" in line] == [8, 10], "bad rows in their place")
            check("secret" not in body.decode(), "an error quotes a message")
            check(all(line["id"] == line["row"] - 1 for line in found if "error" not in line), "ids")
            status, _, _ = connection.ask(
                "POST", "/batch", b"1\n" * 200_001, authorization=f"Bearer {TOKEN}", content_type="application/x-ndjson")
            check(status == 413, f"200,001 lines: {status}")
        with Connection(server.port) as connection:
            for header in ({}, {"authorization": "Bearer wrong-wrong-wrong"}, {"authorization": "Basic " + TOKEN}):
                status, headers, _ = connection.ask("POST", "/batch", b'{"text":"a"}\n', **header)
                check(status == 401 and headers["www-authenticate"] == "Bearer", f"a wrong token: {status}")
        with Connection(server.port) as connection:
            status, _, _ = connection.ask(
                "POST", "/batch", b'{"text":"' + b"a" * (1 << 24) + b'"}', authorization=f"Bearer {TOKEN}", content_type="application/x-ndjson")
            check(status == 413, f"a batch that is too large: {status}")
    return f"{len(rows)} rows in {seconds:.1f} s"


def limits(fixture):
    """The rate of one address: of a connection, or of the client that a trusted proxy names."""
    def statuses(count, source, **headers):
        with Connection(server.port, source=source) as connection:
            found = [connection.ask("POST", "/query", query("a"), **headers) for _ in range(count)]
        check(all(int(headers["retry-after"]) >= 1 for status, headers, _ in found if status == 429), "no Retry-After")
        return [status for status, _, _ in found]

    def allowed(found):
        return found[:5] == [200] * 5 and found[5:] == [429] * (len(found) - 5)

    with fixture.server("--rate", "1", "--burst", "5", "--trusted-proxy", "127.0.0.9") as server:
        check(allowed(statuses(8, "127.0.0.1")), "a burst of 5")
        check(allowed(statuses(8, "127.0.0.2")), "another address")
        check(allowed(statuses(8, "127.0.0.3", x_forwarded_for="198.51.100.1")), "a header of nobody trusted")
        check(allowed(statuses(8, "127.0.0.3", x_forwarded_for="198.51.100.2")) is False, "a header of nobody trusted, again")
        check(allowed(statuses(8, "127.0.0.9", x_forwarded_for="198.51.100.1")), "a proxy's first client")
        check(allowed(statuses(8, "127.0.0.9", x_forwarded_for="203.0.113.7, 198.51.100.2")), "a proxy's second client")
        check(statuses(2, "127.0.0.9", x_forwarded_for="192.0.2.1, 198.51.100.2") == [429, 429], "what a client wrote before the proxy")
        check(allowed(statuses(8, "127.0.0.9", x_forwarded_for="2001:db8::1")), "IPv6")
        check(statuses(1, "127.0.0.9", x_forwarded_for="2001:db8::2") == [429], "IPv6, the same network")
        check(statuses(1, "127.0.0.9", x_forwarded_for="[2001:db8::3]:4711") == [429], "IPv6 with a port")
        check(statuses(1, "127.0.0.9", x_forwarded_for="198.51.100.1:4711") == [429], "IPv4 with a port")
        with Connection(server.port, source="127.0.0.1") as connection:
            check(connection.ask("HEAD", "/healthz")[0] == 429 and connection.ask("HEAD", "/healthz")[0] == 429, "a refused HEAD")
    with fixture.server("--trusted-proxy", "127.0.0.9") as server:
        for header in ({}, {"via": "1.1 proxy"}, {"forwarded": "for=198.51.100.1"}, {"x_real_ip": "198.51.100.1"}, {"x_forwarded_host": "a.example"},
                       {"x_forwarded_proto": "https"}, {"x_client_ip": "198.51.100.1"}, {"true_client_ip": "198.51.100.1"},
                       {"cf_connecting_ip": "198.51.100.1"}, {"fastly_client_ip": "198.51.100.1"}, {"x_forwarded_for": "198.51.100.1"}, {"x_forwarded_for": "127.0.0.1"}):
            for source in ("127.0.0.1", "127.0.0.9"):
                with Connection(server.port, source=source) as connection:
                    status = connection.ask("GET", "/metrics", **header)[0]
                named = source == "127.0.0.9" and header == {"x_forwarded_for": "127.0.0.1"}
                check((status == 200) == (not header or named), f"metrics without a token, from {source} with {header}: {status}")
    with fixture.server("--rate", "1", "--burst", "5", "--host", "::", "--trusted-proxy", "127.0.0.9") as server:
        check(allowed(statuses(8, "127.0.0.9", x_forwarded_for="198.51.100.1")), "a proxy whose address came as IPv6")
    with fixture.server("--connections", "20") as server:
        open_ones = [Connection(server.port) for _ in range(20)]
        for connection in open_ones:
            connection.query("a")
        with Connection(server.port) as one_more:
            check(one_more.ended(5), "a connection above the limit")
        check('dropped_total{reason="crowd"} 1\n' in open_ones[0].ask("GET", "/metrics")[2].decode(), "dropped, in the metrics")
        for connection in open_ones:
            connection.close()
        time.sleep(0.2)
        with Connection(server.port) as connection:
            connection.query("a")
    with fixture.server("--connections", "100", "--rate", "1000") as server:
        crowd = [Connection(server.port, source="127.0.0.5") for _ in range(100)]
        time.sleep(0.2)
        with Connection(server.port, source="127.0.0.6") as other:
            other.query("a")
        for connection in crowd:
            connection.close()
    return "429 and Retry-After by address, proxy and network; connections"


def slow(fixture):
    """Clients that send a byte now and then lose their connection; others notice nothing."""
    with fixture.server("--request-timeout", "2", "--idle-timeout", "3") as server, Load(server.port, clients=2) as load:
        whole = request("POST", "/query", query("a" * 200))
        head, body = whole.split(b"\r\n\r\n")
        crowd = [(Connection(server.port), data) for data in [head] * 20 + [head + b"\r\n\r\n" + body[:-1]] * 20 for _ in range(5)]
        started = time.time()
        for connection, data in crowd:
            if len(data) > len(head):
                connection.send(head + b"\r\n\r\n")
        ended = {}
        while len(ended) < len(crowd) and time.time() - started < 12:
            for i, (connection, data) in enumerate(crowd):
                if i in ended:
                    continue
                place = len(head) + 4 if len(data) > len(head) else 0
                sent = int((time.time() - started) * 20)
                try:
                    connection.send(data[place + sent:place + sent + 1] or b"x")
                    connection.socket.setblocking(False)
                    if connection.socket.recv(100) == b"":
                        ended[i] = time.time() - started
                except BlockingIOError:
                    pass
                except OSError:
                    ended[i] = time.time() - started
                connection.socket.setblocking(True)
            time.sleep(0.05)
        check(len(ended) == len(crowd), f"{len(crowd) - len(ended)} of {len(crowd)} slow connections are open after 12 s")
        check(max(ended.values()) < 6, f"a slow connection was open for {max(ended.values()):.1f} s")
        with Connection(server.port) as idle:
            idle.query("a")
            check(not idle.ended(2) and idle.ended(4), "an idle connection ends after 3 s")
        for connection, _ in crowd:
            connection.close()
    check(not load.lost and load.answered > 100, f"others lost {load.lost[:3]}, {load.answered} answered")
    return f"{len(crowd)} slow clients gone in {max(ended.values()):.1f} s, {load.answered} answers to others"


PARTS = [answers, places, batch, limits, slow]


def main():
    from attacks import ATTACKS
    from lifetime import LIFETIME
    from trust import TRUST

    parts = PARTS + ATTACKS + TRUST + LIFETIME
    wanted = sys.argv[3:] or [part.__name__ for part in parts]
    folder = tempfile.mkdtemp(prefix="spamkit-server-")
    failed = False
    try:
        fixture = Fixture(folder)
        for part in parts:
            if part.__name__ not in wanted:
                continue
            started = time.time()
            try:
                print(f"ok      {part.__name__}: {part(fixture)} ({time.time() - started:.0f} s)", flush=True)
            except Broken as error:
                failed = True
                print(f"broken  {part.__name__}: {error}", flush=True)
    finally:
        shutil.rmtree(folder)
    sys.exit(failed)


if __name__ == "__main__":
    main()
