"""What nobody should send: each is refused or dropped, and others notice nothing."""
import json
import os
import random
import re
import socket
import ssl
import subprocess
import threading
import time

from running import Broken, Connection, Load, check, query, request

SECRETS = ["xyzzy-body-secret", "비밀문자", "xyzzy-sender", "xyzzy-path", "xyzzy-header", "xyzzy-value", "127.77.88.99", "xyzzy-batch"]
TOKEN = "0f8a7c1b2d3e4f50617283940a1b2c3d"


def raw(port, data, end_writing=False, seconds=5):
    """Everything that comes back, until the server ends the connection or nothing comes for a while."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as plain:
        try:
            plain.sendall(data)
            if end_writing:
                plain.shutdown(socket.SHUT_WR)
            while (part := plain.recv(65536)):
                found += part
        except (socket.timeout, ConnectionError):
            pass
    return found


def statuses(found):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", found)]


def malformed(fixture):
    """Heads and bytes that are no HTTP, or too much of it."""
    good = request("POST", "/query", query("a"))
    head = b"POST /query HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    attacks = {
        "bytes": os.urandom(5000), "zeros": b"\0" * 5000, "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500),
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 50, "no version": b"POST /query\r\n\r\n", "a bare LF": b"GET / HTTP/1.1\n\n\n",
        "a negative length": head + b"Content-Length: -1\r\n\r\n", "two lengths": head + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        "length and chunks": head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x",
        "a bad chunk": head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "a header of 20 KB": head + b"X: " + b"a" * 20_000 + b"\r\nContent-Length: 2\r\n\r\n{}",
        "1,000 headers": head + b"".join(b"X-%d: a\r\n" % i for i in range(1000)) + b"Content-Length: 2\r\n\r\n{}",
        "a path of 100 KB": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        "a null in a header": b"GET /healthz HTTP/1.1\r\nHost: a\0b\r\n\r\n", "a space in a name": b"GET /healthz HTTP/1.1\r\nHo st : a\r\n\r\n",
    }
    with fixture.server("--request-timeout", "2") as server, Load(server.port, clients=2) as load:
        for name, data in attacks.items():
            found = statuses(raw(server.port, data))
            check(len(found) == 1 and 400 <= found[0] < 500, f"{name}: {found}")
        for _ in range(300):
            data = bytearray(good)
            for _ in range(random.randint(1, 8)):
                data[random.randrange(len(data))] = random.randrange(256)
            raw(server.port, bytes(data), end_writing=True)
        with Connection(server.port) as connection:
            connection.query("a")
    check(not load.lost and load.answered > 100, f"others lost {load.lost[:3]}")
    return f"{len(attacks)} kinds and 300 damaged queries, {load.answered} answers to others"


def oversized(fixture):
    """Bodies above the limit, announced or not, are refused before they are read to the end."""
    with fixture.server() as server, Load(server.port, clients=2) as load:
        before = server.memory()
        announced = b"POST /query HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n"
        found = statuses(raw(server.port, announced, seconds=3))
        check(found == [413], f"announced: {found}")
        chunk = b"4000\r\n" + b"a" * 0x4000 + b"\r\n"
        chunked = b"POST /query HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        sent = 0
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as plain:
            plain.sendall(chunked)
            try:
                while sent < 1 << 28:
                    plain.sendall(chunk)
                    sent += len(chunk)
            except OSError:
                pass
        check(sent < 1 << 26, f"{sent >> 20} MiB of a body were taken")
        found = statuses(raw(server.port, chunked + chunk * 5 + b"0\r\n\r\n"))
        check(found == [413], f"chunked: {found}")
        with Connection(server.port) as connection:
            status, _, body = connection.ask("POST", "/query", query("가" * 21_000))
            check(status == 200, f"64 KB: {status} {body}")
        check(server.memory() - before < 1 << 26, f"memory rose by {(server.memory() - before) >> 20} MiB")
    check(not load.lost, f"others lost {load.lost[:3]}")
    return f"413, after {sent >> 10} KiB of an endless body; {load.answered} answers to others"


def pipelined(fixture):
    """Many requests in one write: an answer to each, in order, however they mix."""
    with fixture.server() as server:
        rng = random.Random(7)
        for count in (2, 50, 1000):
            kinds = [rng.choice(["query", "health", "wrong", "chunked"]) for _ in range(count)]
            data = b""
            for kind in kinds:
                if kind == "query":
                    data += request("POST", "/query", query("a"))
                elif kind == "health":
                    data += request("GET", "/healthz")
                elif kind == "wrong":
                    data += request("GET", "/nowhere")
                else:
                    body = query("b")
                    data += (b"POST /query HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                             + b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n")
            with Connection(server.port) as connection:
                threading.Thread(target=connection.send, args=(data,)).start()
                for kind in kinds:
                    status, _, body = connection.answer()
                    expected = {"query": "action", "chunked": "action", "health": "status", "wrong": "error"}[kind]
                    check((status == 404) == (kind == "wrong") and expected in json.loads(body), f"{kind}: {status} {body}")
    return "up to 1,000 at once, queries and others mixed"


def unread(fixture):
    """A client that sends and sends, and reads no answer, is not read after a while, and let go."""
    with fixture.server("--idle-timeout", "3") as server, Load(server.port, clients=2) as load:
        before, sent, data = server.memory(), 0, request("POST", "/query", query("a")) * 200 + request("GET", "/metrics") * 20
        with socket.create_connection(("127.0.0.1", server.port), timeout=2) as plain:
            try:
                while sent < 1 << 29:
                    sent += plain.send(data)
            except OSError:
                pass
            grown = server.memory() - before
            started, ended = time.time(), False
            while not ended and time.time() - started < 30:
                try:
                    plain.send(b"x")
                    time.sleep(0.1)
                except socket.timeout:
                    pass
                except OSError:
                    ended = True
        few = []
        for i in range(40):
            plain = socket.socket()
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.connect(("127.0.0.1", server.port))
            plain.sendall(request("GET", "/openapi.json") * (200 + 10 * i) + request("GET", "/healthz", connection="close"))
            few.append(plain)
        # Seconds on a machine that does nothing else.
        left, dropped, until = len(few), 0, time.time() + 30
        while left > 0 and time.time() < until:
            time.sleep(1)
            try:
                with Connection(server.port) as connection:
                    metrics = connection.ask("GET", "/metrics")[2].decode()
            except TimeoutError:
                continue
            left = int(re.search(r"spamkit_connections (\d+)", metrics)[1]) - 3
            dropped = int(re.search(r'dropped_total{reason="unread"} (\d+)', metrics)[1])
        check(left <= 0 and dropped > 10, f"{left} of 41 who read nothing are there still, {dropped} were dropped")
        for plain in few:
            plain.close()
        check(sent < 1 << 27, f"{sent >> 20} MiB were read of one that reads nothing")
        check(grown < 1 << 26, f"memory rose by {grown >> 20} MiB")
        check(ended, "the connection was open after 30 s")
    check(not load.lost, f"others lost {load.lost[:3]}")
    return f"after {sent >> 10} KiB, memory rose by {grown >> 10} KiB"


def old(fixture):
    """HTTP/1.0, and whoever says so, gets an answer and the end of the connection."""
    body = query("a")
    with fixture.server() as server:
        for version, header in ((b"1.0", b""), (b"1.0", b"Connection: keep-alive\r\n"), (b"1.1", b"Host: a\r\nConnection: close\r\n")):
            head = b" HTTP/" + version + b"\r\nContent-Type: application/json\r\n" + header
            for start, data in ((b"POST /query", body), (b"GET /healthz", b"")):
                started = time.time()
                found = raw(server.port, start + head + b"Content-Length: %d\r\n\r\n" % len(data) + data)
                check(statuses(found) == [200] and b"\r\nConnection: close\r\n" in found, f"{start}, {version}: {found}")
                check(time.time() - started < 3, f"{start}, {version}: the connection stayed open")
    return "six requests"


def half_closed(fixture):
    """A client that has ended its side gets its answer; one that ended it too early is let go."""
    with fixture.server("--request-timeout", "2") as server, Load(server.port, clients=2) as load:
        whole = request("POST", "/query", query("a"))
        check(statuses(raw(server.port, whole, end_writing=True)) == [200], "a whole query, half closed")
        check(statuses(raw(server.port, whole * 3, end_writing=True)) == [200] * 3, "three queries, half closed")
        check(statuses(raw(server.port, request("GET", "/healthz"), end_writing=True)) == [200], "another request, half closed")
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as plain:
            def send():
                plain.sendall(whole * 16_000)
                plain.shutdown(socket.SHUT_WR)

            sender = threading.Thread(target=send)
            sender.start()
            time.sleep(1)
            found = b""
            while (part := plain.recv(1 << 20)):
                found += part
            sender.join()
        count = len(statuses(found))
        check(count == 16_000, f"{count} of 16,000 answers, read late and half closed")
        for length in (10, len(whole) // 2, len(whole) - 1):
            started = time.time()
            found = statuses(raw(server.port, whole[:length], end_writing=True, seconds=8))
            check(all(status == 400 for status in found), f"{length} bytes of a query: {found}")
            check(time.time() - started < 6, f"{length} bytes of a query held a connection for {time.time() - started:.1f} s")
        for _ in range(200):
            with socket.create_connection(("127.0.0.1", server.port)) as plain:
                plain.sendall(whole[:random.randrange(len(whole))])
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    check(not load.lost, f"others lost {load.lost[:3]}")
    return f"answers where there is a query; 200 resets; {load.answered} answers to others"


def secrets(fixture):
    """The log of 20,000 requests, and the metrics, name no text, sender, path, header or address of theirs."""
    with fixture.server("--log-requests", "--batch-token-file", fixture.token, "--rate", "1e6") as server:
        plain = request("POST", "/query", query(f"{SECRETS[0]} {SECRETS[1]} http://x.example", SECRETS[2]), x_note=SECRETS[4])
        unusual = request("POST", "/query", json.dumps(
            {"query": {"sender": SECRETS[2], "message": {"text": SECRETS[0], "x": 1}}}).encode(), cookie=SECRETS[4])
        others = [
            unusual, request("GET", f"/{SECRETS[3]}?q={SECRETS[5]}", x_forwarded_for=SECRETS[6]), request("PUT", f"/query?{SECRETS[5]}=1"),
            request("POST", "/query", b'{"query":{"sender":"' + SECRETS[2].encode() + b'",', content_type="application/json"),
            request("POST", "/query", json.dumps({"query": {SECRETS[5]: 1, "sender": [SECRETS[2]]}}).encode()),
            request("POST", "/query", query(SECRETS[0]), content_type=SECRETS[4]),
            request("POST", "/batch", f'{{"text":"{SECRETS[7]}","id":"{SECRETS[7]}"}}\n{SECRETS[7]}\n'.encode(),
                    content_type="application/x-ndjson", authorization=f"Bearer {TOKEN}"),
            request("POST", "/batch", SECRETS[7].encode(), authorization=f"Bearer {SECRETS[4]}"),
        ]
        rounds, burst = 20, plain * 992 + b"".join(others)
        with Connection(server.port, source=SECRETS[6], timeout=60) as connection:
            for _ in range(rounds):
                sender = threading.Thread(target=connection.send, args=(burst,))
                sender.start()
                for _ in range(1000):
                    check(connection.answer() is not None, "no answer")
                sender.join()
        for broken in (b"GET /" + SECRETS[3].encode() + b" HTTP/9.9\r\n\r\n", SECRETS[4].encode() * 3000, plain[:-20]):
            raw(server.port, broken, end_writing=True)
        with Connection(server.port) as connection:
            metrics = connection.ask("GET", "/metrics")[2].decode()
        lines = server.lines()
        count = sum(line["event"] == "request" for line in lines)
        check(count >= 20_000, f"{count} lines of requests")
        check(server.stop() == 0, "the server ended badly")
        with open(server.log_path, encoding="utf-8") as file:
            log = file.read()
        check(all(line.startswith("{") for line in log.splitlines()), "a line that is no JSON")
        for secret in SECRETS:
            check(secret not in log and secret.encode().decode("latin-1") not in log, f"the log names {secret}")
            check(secret not in metrics, f"the metrics name {secret}")
    return f"{count:,} lines of requests, {len(log) >> 20} MiB"


def encrypted(fixture):
    """TLS by the server itself; without the trait, a refusal that names it."""
    chain, key = f"{fixture.folder}/cert.pem", f"{fixture.folder}/key.pem"
    command = [fixture.tool, "--model", fixture.folder, "--tls-certificate", chain, "--tls-key", key]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if "trait TLS" in done.stderr:
        check(done.returncode == 64, f"{done.returncode}: {done.stderr}")
        return "without the trait TLS it is refused, which the refusal names"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", chain, "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    trusted = ssl.create_default_context(cafile=chain)
    with fixture.server("--tls-certificate", chain, "--tls-key", key) as server:
        with Connection(server.port, wrap=lambda plain: trusted.wrap_socket(plain, server_hostname="localhost")) as connection:
            check("action" in connection.query("a"), "a query by TLS")
        check(statuses(raw(server.port, request("GET", "/healthz"))) == [], "plain HTTP was answered")
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        try:
            with Connection(server.port, wrap=old.wrap_socket):
                raise Broken("TLS 1.1 was taken")
        except (ssl.SSLError, OSError):
            pass
    return "a query over TLS, nothing without it"


ATTACKS = [malformed, oversized, pipelined, unread, old, half_closed, secrets, encrypted]
