"""A running spamkit-server, and clients that speak HTTP over plain sockets, so that they may also speak it wrongly."""
import json
import os
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time


class Broken(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Broken(what)


class Server:
    """The process, at a free port. Its log is in a file, so that no pipe fills."""

    def __init__(self, tool, *options, listener=None, files=None, user=None):
        self.log_path = tempfile.mkstemp(prefix="spamkit-log-")[1]
        self.log_file = open(self.log_path, "wb")
        arguments = [tool, "--port", "0", *map(str, options)]

        def inherit():
            # As systemd passes a socket: number 3, and the process that it is for.
            os.dup2(listener.fileno(), 3)
            os.environ["LISTEN_FDS"] = "1"
            os.environ["LISTEN_PID"] = str(os.getpid())
            os.execvpe(arguments[0], arguments, os.environ)

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.process = subprocess.Popen(
            arguments, stdout=self.log_file, stderr=self.log_file, preexec_fn=inherit if listener else limit if files else None,
            close_fds=listener is None, user=user, group=user, extra_groups=[] if user else None)
        self.port = int(self.wait("listening")["url"].rsplit(":", 1)[1])

    def lines(self):
        with open(self.log_path, encoding="utf-8") as log:
            return [json.loads(line) for line in log if line.endswith("\n") and line.startswith("{")]

    def wait(self, event, count=1, seconds=20):
        """The line of the log for the count-th such event."""
        end = time.time() + seconds
        while time.time() < end:
            found = [line for line in self.lines() if line["event"] == event]
            if len(found) >= count:
                return found[count - 1]
            check(self.process.poll() is None, f"the server ended: {open(self.log_path, encoding='utf-8').read()[-500:]}")
            time.sleep(0.02)
        raise Broken(f"no {event} in {seconds} s")

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def time(self):
        """Seconds of CPU so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(40)
        self.log_file.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log_file.close()
        os.unlink(self.log_path)


class Connection:
    """One connection that stays open."""

    def __init__(self, port, source=None, timeout=20, wrap=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout, source_address=(source, 0) if source else None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if wrap:
            self.socket = wrap(self.socket)
        self.stream = self.socket.makefile("rb")

    def send(self, data):
        self.socket.sendall(data)

    def answer(self, head=False):
        """Status, headers and body; None where the connection ended before a status."""
        line = self.stream.readline()
        if not line:
            return None
        status, headers = int(line.split()[1]), {}
        while (line := self.stream.readline().strip()):
            name, _, value = line.partition(b":")
            headers[name.decode().lower()] = value.strip().decode()
        if status == 100:
            return self.answer(head)
        if head or status in (204, 304):
            return status, headers, b""
        length = int(headers["content-length"])
        body = self.stream.read(length)
        check(len(body) == length, "an answer that ends too early")
        return status, headers, body

    def ask(self, method, path, body=b"", **headers):
        self.send(request(method, path, body, **headers))
        return self.answer(head=method == "HEAD")

    def query(self, text, sender="14085550001"):
        status, _, body = self.ask("POST", "/query", query(text, sender))
        check(status == 200, f"status {status}: {body[:200]}")
        return json.loads(body)

    def ended(self, seconds):
        """Whether the server ends the connection in this time, whatever it still says."""
        self.socket.settimeout(seconds)
        try:
            while self.socket.recv(65536):
                pass
            return True
        except socket.timeout:
            return False
        except OSError:
            return True

    def close(self):
        self.stream.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def request(method, path, body=b"", **headers):
    lines = [f"{method} {path} HTTP/1.1", "Host: filter.example", "Accept: */*"]
    names = {name.replace("_", "-").title(): value for name, value in headers.items()}
    if body and "Content-Type" not in names:
        names["Content-Type"] = "application/json; charset=utf-8"
    if body or method == "POST":
        names["Content-Length"] = len(body)
    return "\r\n".join(lines + [f"{name}: {value}" for name, value in names.items()]).encode() + b"\r\n\r\n" + body


def query(text, sender="14085550001"):
    return json.dumps(
        {"_version": 1, "query": {"sender": sender, "message": {"text": text}}, "app": {"version": "1.1"}}, ensure_ascii=False).encode()


class Load:
    """Clients that ask one query after another until they are told to end. Each counts what it asked and what was answered."""

    def __init__(self, port, clients=16, text="Your parcel waits at http://parcel.example/a1"):
        self.port, self.bytes = port, request("POST", "/query", query(text))
        self.ending = threading.Event()
        self.asked, self.answered, self.models, self.lost, self.times = 0, 0, set(), [], []
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.run) for _ in range(clients)]

    def run(self):
        asked, answered, models, lost, times = 0, 0, set(), [], []
        connection = None
        while not self.ending.is_set():
            try:
                connection = connection or Connection(self.port)
                asked += 1
                start = time.perf_counter()
                connection.send(self.bytes)
                found = connection.answer()
                times.append(time.perf_counter() - start)
                if found is None or found[0] != 200:
                    lost.append("no answer" if found is None else f"status {found[0]}")
                else:
                    answered += 1
                    models.add(json.loads(found[2])["model"])
                if found is None or found[1].get("connection") == "close":
                    connection.close()
                    connection = None
            except OSError as error:
                lost.append(type(error).__name__)
                connection = None
        if connection:
            connection.close()
        with self.lock:
            self.asked, self.answered = self.asked + asked, self.answered + answered
            self.models |= models
            self.lost += lost
            self.times += times

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join()
