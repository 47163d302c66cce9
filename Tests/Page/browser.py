#!/usr/bin/env python3
"""Opens the HTML report in headless Chromium and uses it as a person would.

    Tests/Page/browser.py .build/release/spamkit

Trains on the starter corpus, writes the report, then checks, over the browser's own debugging protocol: no error on the console, no
request but for the file itself, drawn within two seconds, nothing wider than the window at 360 pixels, and the slider moves the table, the
rates, the cost, the marks on the curves and what a screen reader says, once; that it shows the head's figures at the model's own cutoff, with
protected labels too; that the mark below the slider is where the limit is passed; that a phone has at most 9,000 pixels before all figures are
opened, and links open what is folded; that tables are stops of the keyboard only where they scroll, and printed where folded; and that messages
made to run as markup stay text. Standard library only. Ends with 0 and says that it was skipped
where there is no Chromium; --shots FOLDER keeps pictures, for eyes.
"""

import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


class Page:
    """A tab, over a WebSocket (RFC 6455) of its own: one message at a time is all that is needed."""

    def __init__(self, address):
        host, _, path = address.removeprefix("ws://").partition("/")
        name, _, port = host.partition(":")
        self.socket = socket.create_connection((name, int(port)), timeout=120)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.stream.readline()
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        assert b" 101 " in head.split(b"\r\n")[0] and accept in head, head
        self.number = 0
        self.events = []

    def send(self, data):
        mask = os.urandom(4)
        size = struct.pack("!BBH", 0x81, 0xFE, len(data)) if len(data) < 65536 else struct.pack("!BBQ", 0x81, 0xFF, len(data))
        self.socket.sendall(size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def receive(self):
        whole = b""
        while True:
            first, size = self.stream.read(2)
            size &= 0x7F
            if size >= 126:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            part = self.stream.read(size)
            if first & 0x0F in (0, 1):
                whole += part
                if first & 0x80:
                    return json.loads(whole)

    def call(self, method, **parameters):
        self.number += 1
        self.send(json.dumps({"id": self.number, "method": method, "params": parameters}).encode())
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self.events.append(answer)

    def ask(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, method, after):
        while not any(event.get("method") == method for event in self.events[after:]):
            self.events.append(self.receive())

    def open(self, path, width=1200, height=900, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        before = len(self.events)
        start = time.monotonic()
        self.call("Page.navigate", url=f"file://{path}")
        self.wait("Page.loadEventFired", before)
        self.ask("document.body.offsetHeight")
        return time.monotonic() - start

    def picture(self, file):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 15000), "scale": 1}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))


# U+0600 joins what follows it into one character, and so might hide it from whoever escapes by characters.
HOSTILE = [
    "</script><img src=x onerror=document.title='run'>", "\u0600<img src=x onerror=document.title='run'>",
    "\"\u0301 onmouseover=\"document.title='run'", "<svg onload=document.title='run'>", "{{{style}}}&lt;b&gt;",
]


def check(held, words):
    if not held:
        sys.exit(f"Tests/Page: {words}")


def becomes(page, holds):
    """Whether something comes to hold: what the browser is told is there a frame later, or some, on a busy machine."""
    for _ in range(100):
        if holds():
            return True
        page.call("Runtime.evaluate", expression="new Promise(done => setTimeout(done, 50))", awaitPromise=True)
    return False


def used(page):
    """What of the page the slider moves."""
    ids = ["n-lost", "n-caught", "n-missed", "n-delivered", "rate-lost", "rate-caught", "cost", "cutoff-shown", "live"]
    seen = {i: page.ask(f"document.getElementById('{i}').textContent") for i in ids}
    for mark in ["roc-here", "pr-here"]:
        seen[mark] = page.ask(f"['cx', 'cy'].map(a => document.getElementById('{mark}').getAttribute(a)).join()")
    seen["said"] = page.ask("document.getElementById('cutoff').getAttribute('aria-valuetext')")
    return seen


def press(page, key, code):
    for kind in ["rawKeyDown", "keyUp"]:
        page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)


def check_headline(page):
    """At the model's own cutoff the slider shows the figures of the page's head."""
    tiles = page.ask("[...document.querySelectorAll('.tiles .value')].map(v => v.textContent)")
    rates = [page.ask(f"document.getElementById('rate-{name}').textContent") for name in ["lost", "caught", "right", "unsure"]]
    check(rates == tiles, f"at the model's own cutoff the slider shows {rates}, the head {tiles}")


def check_slider(page):
    check_headline(page)
    before = used(page)
    page.ask("document.getElementById('cutoff').focus()")
    for _ in range(40):
        press(page, "ArrowLeft", 37)
    after = used(page)
    # The slider's left end is the laxest cutoff: more is caught, and no less is lost.
    number = lambda text: int(text.replace(",", ""))
    check(number(after["n-caught"]) > number(before["n-caught"]), f"40 steps to the left caught no more junk: {before} {after}")
    check(number(after["n-lost"]) >= number(before["n-lost"]), "40 steps to the left lost fewer wanted messages")
    check(number(after["n-lost"]) + number(after["n-delivered"]) <= number(page.ask("document.querySelector('#moved tbody tr td:last-child').textContent")), "rows do not add up")
    for name in ["rate-caught", "cost", "cutoff-shown", "live", "roc-here", "pr-here", "said"]:
        check(after[name] != before[name], f"the slider did not move {name}: {after[name]}")
    page.ask("document.getElementById('own').click()")
    check(used(page) == before, f"the button did not go back: {before} {used(page)}")
    page.ask("(() => { const i = document.getElementById('cost-lost'); i.value = '1000'; i.dispatchEvent(new Event('input')); })()")
    check(used(page)["cost"] != before["cost"], "another cost did not change the cost")
    page.ask("document.getElementById('cheapest').click()")
    check(number(used(page)["n-lost"]) < number(before["n-lost"]), "when a lost message costs more, the cheapest cutoff lost no fewer")
    for end, key, code in [("rightmost", "End", 35), ("leftmost", "Home", 36)]:
        page.ask("document.getElementById('cutoff').focus()")
        press(page, key, code)
        rows = "[...document.querySelectorAll('#moved tbody tr')].map(r => [...r.querySelectorAll('td')].map(c => Number(c.textContent.replaceAll(',', ''))))"
        for row in page.ask(rows):
            check(sum(row[:-1]) == row[-1] and min(row) >= 0, f"{end}: the row does not add up: {row}")


UNFOLD = "document.querySelectorAll('details').forEach(d => d.open = true)"


def check_limit(page, html):
    """Right of its mark the slider keeps the limit that was asked for, left of it no longer; both curves have it too."""
    page.open(html)
    limit = page.ask("Number(document.getElementById('limit-mark').querySelector('line').getAttribute('x1')) / 1000")
    words = page.ask("document.getElementById('limit-mark').closest('.control').textContent")
    check("limit asked for: 2 % false junk" in words, f"the limit is not said: {words}")
    lost = "(() => { const s = document.getElementById('cutoff'); s.value = %s; s.dispatchEvent(new Event('input')); return document.getElementById('rate-lost').textContent; })()"
    last = int(page.ask("document.getElementById('cutoff').max"))
    kept, passed = (float(page.ask(lost % place).split()[0]) for place in (round(limit * last), round(limit * last) - 1))
    check(kept <= 2 < passed + 0.005, f"at the mark {kept} % are lost, left of it {passed} %")
    check(page.ask("document.querySelectorAll('.bound').length") == 2, "the limit is not on both curves")


def check_phone(page, html):
    """The headline, and how long and wide a phone's page is, folded and opened."""
    page.open(html, width=390, height=844)
    said = page.ask("document.querySelector('.verdict').textContent")
    check(re.fullmatch(r"[0-9]+ of 1,000 wanted in Junk \(at most [0-9]+\) · [0-9]+ of 100 junk caught", said), f"the headline is {said}")
    height = page.ask("document.documentElement.scrollHeight")
    check(height <= 9000, f"at 390 pixels the page has {height} before all figures are opened")
    check(page.ask("[...document.querySelectorAll('main > section')].map(s => s.getAttribute('aria-labelledby'))[1]") == "folders", "folders are not second")
    page.ask(UNFOLD)
    check(page.ask("document.documentElement.scrollWidth") <= 390, "at 390 pixels the opened page is wider")
    check(not page.ask("[...document.querySelectorAll('#card-facts, #decided, #scores, #false-junk')].filter(t => t.getBoundingClientRect().width > t.parentElement.clientWidth + 1).map(t => t.id)"),
          "at 390 pixels a table of names and values does not wrap")
    page.open(html)
    check(not page.ask("document.getElementById('everything').open"), "all figures are open from the start")
    page.ask("document.querySelector('nav a[href=\"#model\"]').click()")
    check(becomes(page, lambda: page.ask("document.getElementById('everything').open")), "a link does not open what is folded away")


def check_scrolling(page, html):
    """A table is a stop for the keyboard, and a region, only where it is wider than its box."""
    boxes = "[...document.querySelectorAll('.scroll')].map(b => [b.scrollWidth > b.clientWidth, b.tabIndex === 0, b.getAttribute('role') === 'region', b.hasAttribute('aria-labelledby')])"
    for width in [1200, 360]:
        page.open(html, width=width, height=740)
        page.ask(UNFOLD)
        check(becomes(page, lambda: all(len(set(box)) == 1 for box in page.ask(boxes))), f"at {width} pixels: {page.ask(boxes)}")
        found = page.ask(boxes)
        check(any(box[0] for box in found) == (width == 360), f"at {width} pixels tables are wider than their boxes: {found}")
    said = page.ask("[...document.querySelectorAll('output, [aria-live]')].filter(e => e.getAttribute('aria-live') !== 'off').map(e => e.id)")
    check(said == ["live", "filtered"], f"what the slider and the filter do is told by {said}")


def check_filter(page, html):
    """By keys alone: words, a language and a label choose groups, and what is folded opens where it alone is meant."""
    page.open(html)
    page.ask("document.querySelectorAll('.fold').forEach(d => d.open = true)")
    shown = "[...document.querySelectorAll('.mistakes > li')].filter(g => g.checkVisibility()).length"
    every = page.ask(shown)
    check(page.ask("!document.getElementById('filter').hidden") and every > 10, f"the filter is there, and {every} groups")
    check(page.ask("document.querySelectorAll('.mistakes details').length") > 0, "no near duplicates are folded")
    words = page.ask("document.querySelector('.mistakes blockquote').textContent.split(/\\s+/).find(w => w.length > 4)")
    page.ask("document.getElementById('filter-words').focus()")
    page.call("Input.insertText", text=words.upper())
    some = page.ask(shown)
    check(0 < some < every, f"{words} chose {some} of {every}")
    check(page.ask("document.getElementById('filtered').textContent") == f"{some} of {every} templates", "what was chosen is not said")
    page.call("Input.insertText", text=" nosuchword")
    check(page.ask(shown) == 0, "a word that no message has leaves some")
    page.ask("(() => { const i = document.getElementById('filter-words'); i.value = ''; i.dispatchEvent(new Event('input')); })()")
    check(page.ask(shown) == every and page.ask("document.getElementById('filtered').textContent") == "", "nothing asked for, and not all shown")
    for name in ["filter-tongue", "filter-label"]:
        check(page.ask(f"document.getElementById('{name}').options.length") > 2, f"{name} has nothing to choose")
        page.ask(f"document.getElementById('{name}').focus()")
        press(page, "ArrowDown", 40)
        some = page.ask(shown)
        check(0 < some < every, f"{name} chose {some} of {every}")
        check(page.ask(f"document.getElementById('{name}').selectedOptions[0].textContent").endswith(f"({some})"), f"{name} does not count as it chooses")
        press(page, "ArrowUp", 38)
    folded = page.ask("(() => { const q = document.querySelector('.mistakes details blockquote'); return q ? q.textContent : ''; })()")
    check(folded and page.ask("[...document.querySelectorAll('.mistakes details')].every(d => !d.open)"), "near duplicates are not folded")
    place = page.ask("document.querySelector('.mistakes details b').textContent")
    page.ask("document.getElementById('filter-words').focus()")
    page.call("Input.insertText", text=place)
    check(page.ask("document.querySelector('.mistakes details').open"), f"{place} is folded away, though it was asked for")
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(html)
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    page.ask("document.querySelectorAll('.fold').forEach(d => d.open = true)")
    check(page.ask(shown) == every and page.ask("document.getElementById('filter').hidden"), "without scripts not all is there, or the filter is")


def check_print(page, html):
    """What is folded away on the screen is on paper."""
    page.open(html)
    folded = "[...document.querySelectorAll('details:not([open]) table')].map(t => t.checkVisibility({contentVisibilityAuto: true}))"
    check(len(page.ask(folded)) > 0 and not any(page.ask(folded)), "no table is folded away on the screen")
    page.call("Emulation.setEmulatedMedia", media="print")
    check(becomes(page, lambda: all(page.ask(folded))), "a folded table is not printed")
    page.call("Emulation.setEmulatedMedia", media="")


def check_hostile(page, html):
    page.open(html)
    shown = page.ask("[...document.querySelectorAll('blockquote')].map(q => q.textContent)")
    check(sorted(shown) == sorted(text.replace("\u0600", "U+0600") for text in HOSTILE), f"messages are not shown as they are: {shown}")
    check(page.ask("document.images.length + document.querySelectorAll('b, [onload], [onerror], [onmouseover]').length") == len(shown),
          "a message became markup")  # each has its place in <b>
    check("run" not in page.ask("document.title"), "a message ran")


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    shots = pathlib.Path(sys.argv[sys.argv.index("--shots") + 1]) if "--shots" in sys.argv else None
    browser = next((path for path in map(shutil.which, NAMES) if path), None)
    if not browser:
        print(f"Tests/Page: skipped: none of {', '.join(NAMES)} is here")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        model, features, html = (f"{folder}/{name}" for name in ["starter.spam", "features.tsv", "report.html"])
        starter = ROOT / "Datasets" / "starter"
        run = lambda *words: subprocess.run([tool, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run("train", starter / "train.jsonl", "--out", model, "--max-false-junk", "0.02", "--features", features)
        run("evaluate", model, starter / "test.jsonl", "--html", html, "--include", features, "--show-text")
        rows, hostile = f"{folder}/hostile.jsonl", f"{folder}/hostile.html"
        pathlib.Path(rows).write_text("".join(
            # Whatever the verdict, one of both labels is a mistake, and shown.
            json.dumps({"label": label, "text": text, "source": text, "lang": text}) + "\n"
            for text in HOSTILE for label in ["junk", "allow"]))
        run("evaluate", model, rows, "--html", hostile, "--show-text")
        protecting, protected = f"{folder}/protecting.spam", f"{folder}/protected.html"
        run("train", starter / "train.jsonl", "--out", protecting, "--max-false-junk", "0.05", "--protect", "transaction", "--trainer", "nb")
        run("evaluate", protecting, starter / "test.jsonl", "--html", protected)
        size = os.path.getsize(html)
        check(size < 2_000_000, f"the report has {size} bytes")

        process = subprocess.Popen(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={folder}/profile",
             "about:blank"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            ports = pathlib.Path(folder, "profile", "DevToolsActivePort")
            for _ in range(600):
                if ports.exists() and ports.read_text().count("\n"):
                    break
                time.sleep(0.05)
            port = ports.read_text().split("\n")[0]
            tabs = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
            page = Page(next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page"))
            for domain in ["Page", "Runtime", "Log", "Network"]:
                page.call(f"{domain}.enable")

            seconds = min(page.open(html) for _ in range(3))
            check(seconds < 2, f"the page took {seconds:.2f} s to open")
            check_slider(page)
            page.open(protected)
            check("The model protects some labels" in page.ask("document.getElementById('cutoff-heading').parentElement.textContent"), "protection is not said")
            check_slider(page)
            wide = "[...document.querySelectorAll('body *')].filter(e => !e.closest('.scroll') && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))"
            for width in [1200, 360]:
                page.open(html, width=width, height=740)
                check(page.ask("document.documentElement.scrollWidth") <= width, f"at {width} pixels the page is wider: {page.ask(wide)}")
                check(not page.ask(wide), f"at {width} pixels something is wider: {page.ask(wide)}")
            unnamed = "[...document.querySelectorAll('table')].filter(t => !t.caption || [...t.querySelectorAll('th')].some(h => !h.scope)).length + [...document.querySelectorAll('svg[role=img]')].filter(s => !s.querySelector('title') || !s.querySelector('desc').textContent).length"
            check(page.ask(unnamed) == 0, "a table without caption or scopes, or a figure without a description")
            check_limit(page, html)
            check_phone(page, html)
            check_scrolling(page, html)
            check_filter(page, html)
            check_print(page, html)
            check_hostile(page, hostile)
            requests = [e["params"]["request"]["url"] for e in page.events if e.get("method") == "Network.requestWillBeSent"]
            check(set(requests) <= {f"file://{html}", f"file://{hostile}", f"file://{protected}"}, f"the pages asked for {requests}")
            bad = [e for e in page.events if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")
                   or e.get("method") == "Runtime.consoleAPICalled" and e["params"]["type"] in ("error", "warning", "assert")]
            check(not bad, f"errors on the console: {json.dumps(bad)[:2000]}")
            if shots:
                shots.mkdir(parents=True, exist_ok=True)
                for name, width, dark in [("light", 1280, False), ("dark", 1280, True), ("phone", 390, False), ("phone-dark", 390, True)]:
                    page.open(html, width=width, dark=dark)
                    page.picture(shots / f"{name}.png")
                page.open(html)
                pdf = page.call("Page.printToPDF", printBackground=False)["data"]
                (shots / "print.pdf").write_bytes(base64.b64decode(pdf))
                shutil.copy(html, shots / "report.html")
            print(f"Tests/Page: {size} bytes open in {seconds:.2f} s; the slider moves the table")
        finally:
            process.terminate()
            process.wait()


main()
