#!/usr/bin/env python3
"""Uses the studio as people would, in headless Chromium.

    Server/Tests/Checks/studio.py .build/release/spamkit-server .build/release/spamkit

Makes a store of the starter corpus with part of the labels taken away, starts the studio, and asks over HTTP for what
must be refused: other hosts, other origins, no session, no token. Then a person labels 20 messages by keys, takes one
back, searches Hangul and Han, trains, compares two models and reads a report, while a second one labels too. Nothing is
on the console, nothing is asked of another machine, nothing is wider than 360 pixels, and messages made to run as markup
stay text. At the end the server is killed while it takes labels: each that it confirmed is in the store, with who and
when. Ends with 0 and says that it was skipped where selenium, Chromium or its driver is missing; --shots FOLDER keeps
pictures, for eyes; --rows N takes as many messages.
"""

import collections
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
HANGUL, HAN = "무료 체험에 당첨되셨습니다", "恭喜您中奖了请立即领取"
HOSTILE = [
    "</script><img src=x onerror=document.title='run'>", "\u0600<img src=x onerror=document.title='run'>",
    "\"\u0301 onmouseover=\"document.title='run'", "<svg onload=document.title='run'>", "{{{style}}}&lt;b&gt;\u202e\u200b",
]


def check(held, words):
    if not held:
        raise SystemExit(f"studio: {words}")


def becomes(holds, what, seconds=120):
    """Waits for something on a busy machine."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = holds()
        except Exception as error:  # What is asked for may be drawn anew.
            if type(error).__name__ not in ("StaleElementReferenceException", "NoSuchElementException"):
                raise
            found = None
        if found:
            return found
        time.sleep(0.05)
    raise SystemExit(f"studio: {what}: not within {seconds} s")


class Server:
    """The studio, and requests to it as no browser would send them."""

    def __init__(self, server, *words):
        self.process = subprocess.Popen([server, *map(str, words)], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/open/([0-9a-f]{64})\b", line)
        check(found, f"no address in: {line}")
        self.port, self.token, self.address = int(found[1]), found[2], found[0]
        self.host = f"127.0.0.1:{self.port}"

    def ask(self, method, path, body=None, **headers):
        """Status, headers and body of an answer. A header of None is not sent; _ stands for -."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = body.encode() if isinstance(body, str) else body
        if data is not None:
            headers["Content-Length"] = str(len(data))
        for name, value in headers.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(data)
        answer = connection.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return found

    def end(self):
        self.process.terminate()
        self.process.wait(30)


class Person:
    """Somebody at another browser, by the page's own requests."""

    def __init__(self, server, name):
        self.server = server
        status, headers, _ = server.ask("GET", f"/open/{server.token}")
        found = re.fullmatch(r"/#([0-9a-f]{64})", headers.get("Location", ""))
        check(status == 303 and found, f"the address answers {status}")
        cookie = headers["Set-Cookie"]
        check("HttpOnly" in cookie and "SameSite=Strict" in cookie, f"the cookie is {cookie}")
        self.headers = {"Cookie": cookie.split(";")[0], "Origin": f"http://{server.host}", "Content-Type": "application/json"}
        self.headers["X-Studio-Token"] = found[1]
        self.ask("POST", "/api/person", {"name": name})

    def ask(self, method, path, body=None, expecting=200):
        data = None if body is None else json.dumps(body)
        status, _, answer = self.server.ask(method, path, data, **self.headers)
        check(status == expecting, f"{method} {path}: {status} {answer[:300]}")
        return json.loads(answer)


def check_refusals(server):
    """What must not be let in, one by one."""
    person = Person(server, "mallory")
    write = {"Cookie": person.headers["Cookie"], "Origin": f"http://{server.host}", "X-Studio-Token": person.headers["X-Studio-Token"],
             "Content-Type": "application/json"}
    body = json.dumps({"name": "eve"})
    ask = lambda **changed: server.ask("POST", "/api/person", changed.pop("body", body), **{**write, **changed})
    check(ask()[0] == 200, "the page's own request is refused")
    refused = [
        (421, "another host", dict(Host="evil.example")), (421, "a host of another port", dict(Host="127.0.0.1:80")),
        (403, "no origin", dict(Origin=None)), (403, "another origin", dict(Origin="http://evil.example")),
        (403, "another port's origin", dict(Origin="http://127.0.0.1:1")), (403, "the origin null", dict(Origin="null")),
        (403, "a cross-site request", dict(Sec_Fetch_Site="cross-site")), (403, "a same-site request", dict(Sec_Fetch_Site="same-site")),
        (403, "no token", dict(X_Studio_Token=None)), (403, "another token", dict(X_Studio_Token="0" * 64)),
        (401, "no session", dict(Cookie=None)), (401, "another session", dict(Cookie=f"studio-{server.port}={'0' * 64}")),
        (415, "a form", dict(Content_Type="text/plain")), (415, "almost JSON", dict(Content_Type="application/jsonfoo")), (413, "a large body", dict(body="x" * 70_000)),
        (400, "no JSON", dict(body="{")), (400, "a name that stands for a file", dict(body=json.dumps({"name": "file a"}))),
    ]
    for status, what, changed in refused:
        changed = {{"X_Studio_Token": "X-Studio-Token", "Content_Type": "Content-Type"}.get(name, name): value for name, value in changed.items()}
        found = ask(**changed)
        check(found[0] == status, f"{what}: expected {status}, found {found[0]} {found[2][:200]}")
    check(person.ask("GET", "/api/session")["person"] == "eve", "a refused request changed something")
    for path in ["/", "/studio.js", "/report", "/api/session", "/api/queue/first", "/models/1"]:
        check(server.ask("GET", path)[0] == 401, f"{path} is open to all")
        check(server.ask("GET", path, Host="evil.example", Cookie=write["Cookie"])[0] == 421, f"{path} is open to other hosts")
    check(server.ask("GET", f"/open/{'0' * 64}")[0] == 401, "another token opens a session")
    # The cookie goes to every port of this machine: alone it must tell nobody a word of the store.
    for path in ["/api/session", "/api/people", "/report", "/models/1"]:
        check(server.ask("GET", path, Cookie=write["Cookie"])[0] == 403, f"{path} needs no token")
    check(write["X-Studio-Token"].encode() not in server.ask("GET", "/", Cookie=write["Cookie"])[2], "the page holds the token")
    status, _, answer = server.ask("POST", "/api/search", json.dumps({"words": "a " * 30_000}), **write)
    check(status == 400 and b"at most 1000 characters" in answer, f"a search without end: {status} {answer[:200]}")
    check_connections(server, write)
    for path in ["/", "/api/session", "/api/nothing"]:
        headers = server.ask("GET", path, Cookie=write["Cookie"])[1]
        headers = {name.lower(): value for name, value in headers.items()}
        policy = headers.get("content-security-policy", "")
        check("default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy, f"{path}: policy {policy}")
        for name, value in {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff"}.items():
            check(headers.get(name) == value, f"{path}: {name} is {headers.get(name)}")
        check("access-control-allow-origin" not in headers, f"{path} may be read by other pages")


def check_connections(server, write):
    """Heads that trickle in are let go; more connections than browsers open take nothing from others."""
    crowd = [socket.create_connection(("127.0.0.1", server.port), timeout=30) for _ in range(400)]
    slow = crowd[0]
    slow.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: ")
    open_files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
    check(open_files < 330, f"{open_files} files are open for 400 connections")
    began = time.time()
    try:
        while time.time() - began < 20:
            slow.sendall(b"a")
            time.sleep(0.5)
    except OSError:
        pass
    check(time.time() - began < 15, "a head that trickles in holds its connection")
    for connection in crowd:
        connection.close()
    check(server.ask("GET", "/api/people", **write)[0] == 200, "no answer after a crowd")


class Browser:
    def __init__(self, folder, selenium, browser, driver):
        options = selenium.ChromeOptions()
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/profile",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run"]:
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.binary_location = browser
        self.driver = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
        self.driver.set_script_timeout(60)
        # The browser's own first page is none of the studio's.
        self.driver.get("about:blank")
        self.driver.get_log("performance")

    def size(self, width, height=900, dark=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", dict(width=width, height=height, deviceScaleFactor=1, mobile=width < 500))
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", dict(features=[scheme]))

    def ask(self, expression):
        return self.driver.execute_script(f"return {expression}")

    def find(self, selector):
        found = self.driver.find_elements("css selector", selector)
        return found[0] if found else None

    def text(self, selector):
        return self.ask(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")

    def idle(self):
        becomes(lambda: not self.ask("document.body.hasAttribute('aria-busy')"), "the page is busy")

    def press(self, *keys):
        for key in keys:
            self.driver.find_element("css selector", "body").send_keys(key)

    def view(self, key, selector):
        self.ask("(document.activeElement?.blur(), null)")
        self.press(key)
        becomes(lambda: self.find(selector), f"the view of {key}")
        self.idle()


def number(page):
    """The message in front, by its number."""
    shown = page.text(".about b")
    return int(shown.lstrip("#").replace(",", "")) if shown else None


def read(page):
    """Waits as long as a message must be in front before it gets a label, and says which it is."""
    front = becomes(lambda: number(page), "no message in front")
    page.idle()
    time.sleep(0.35)
    return front


def label(page, keys):
    """Presses the keys of a label, one after another, and waits for the next message."""
    before = read(page)
    page.press(*keys)
    becomes(lambda: number(page) != before, f"{keys} did not label #{before}")
    page.idle()
    return before


KEYS = [("j", "junk"), ("a", "allow"), ("pf", "promotion/offers"), ("tf", "transaction/finance"), ("tx", "transaction/others"),
        ("p ", "promotion"), ("tr", "transaction/reminders")]


def check_labelling(page, server):
    """Twenty messages by keys, one of them taken back; keys mean nothing where a text is written."""
    page.driver.get(server.address)
    becomes(lambda: page.ask("document.getElementById('who').open"), "nobody is asked for a name")
    check(server.token not in page.driver.current_url, "the token stays in the address")
    page.find("#who-name").send_keys("미나 j")
    check(page.ask("document.getElementById('who').open"), "a name was taken for keys")
    page.find("#who-name").send_keys("\n")
    becomes(lambda: number(page), "no message after the name")
    page.idle()
    given = {}
    for i in range(20):
        keys, word = KEYS[i % len(KEYS)]
        given[label(page, keys)] = word
    check("20 labelled by you" in page.text("#counts"), f"after 20 labels: {page.text('#counts')}")
    last = list(given)[-1]
    page.press("u")
    becomes(lambda: number(page) == last, "u did not bring the last message back")
    check("19 labelled by you" in page.text("#counts"), f"after one was taken back: {page.text('#counts')}")
    del given[last]
    # A key that completes nothing, and the way back.
    read(page)
    page.press("t", "q")
    check(page.find(".choices.many") and number(page) == last, "a key that means nothing did something")
    page.press("u")
    becomes(lambda: not page.find(".choices.many"), "u did not lead back from the kinds")
    # By Enter on a button, which keeps the focus; the next message is read out.
    read(page)
    page.ask("(document.querySelector('.choices [data-label=allow]').focus(), document.getElementById('heard').wasThere = true, null)")
    page.driver.switch_to.active_element.send_keys("\n")
    becomes(lambda: number(page) != last, "Enter on a button labelled nothing")
    page.idle()
    check(page.ask("document.activeElement.dataset.label") == "allow", "the focus is lost with a message")
    check(page.ask("document.getElementById('heard').wasThere") and page.text("#heard"), "the next message is not read out")
    page.ask("(document.activeElement.blur(), null)")
    page.press("u")
    becomes(lambda: number(page) == last, "u did not bring the last message back")
    # By mouse. A second click, or press, is for no message that nobody has read.
    read(page)
    page.find(".choices [data-label=junk]").click()
    becomes(lambda: number(page) != last, "a click labelled nothing")
    page.idle()
    given[last] = "junk"
    before = read(page)
    page.ask("""(window.unread = new Promise((done) => {
        const front = () => document.querySelector(".about b").textContent, before = front();
        new MutationObserver((_, observer) => {
            if (front() === before) return;
            observer.disconnect();
            const shown = front();
            setTimeout(() => {
                for (const key of ["j", "s", "g", "p"]) document.dispatchEvent(new KeyboardEvent("keydown", {key, code: `Key${key.toUpperCase()}`, bubbles: true}));
                done([shown, document.body.hasAttribute("aria-busy"), document.querySelector(".choices.many, .asked") !== null]);
            }, 100);
        }).observe(document.getElementById("main"), {childList: true});
    }), null)""")
    label(page, "j")
    given[before] = "junk"
    shown, busy, pending = page.ask("window.unread")
    front = number(page)
    check(not busy and not pending and shown == page.text(".about b"), "a second press did something to what nobody has read")
    read(page)
    page.ask("(document.querySelector('.choices [data-label=junk]').dispatchEvent(new MouseEvent('click', {detail: 2, bubbles: true})), null)")
    page.idle()
    check(number(page) == front, "the second click of two labelled a message")
    # With the Korean keyboard on, a key has another name and the same place.
    before = read(page)
    page.ask("(document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅓ', code: 'KeyJ', bubbles: true})), null)")
    becomes(lambda: number(page) != before, "the key of j means nothing on a Korean keyboard")
    page.idle()
    given[before] = "junk"
    # A message's window takes the keys; its end leaves none half given.
    read(page)
    becomes(lambda: page.find(".side section"), "nothing is said of similar messages")
    while not page.find(".side .row"):
        label(page, "s")
        becomes(lambda: page.find(".side section"), "nothing is said of similar messages")
    read(page)
    page.press("t")
    becomes(lambda: page.find(".choices.many"), "no kinds of a label")
    page.find(".side .row").click()
    becomes(lambda: page.ask("document.getElementById('details').open"), "no window for a similar message")
    page.idle()
    page.press("\ue00c")
    becomes(lambda: not page.ask("document.getElementById('details').open"), "Esc does not close the window")
    becomes(lambda: not page.find("#pad .choices.many"), "the pad shows other buttons than it means")
    front = read(page)
    for event in ["isComposing: true", "ctrlKey: true", "metaKey: true", "altKey: true"]:
        page.ask(f"(document.dispatchEvent(new KeyboardEvent('keydown', {{key: 'j', code: 'KeyJ', bubbles: true, {event}}})), null)")
    page.idle()
    check(number(page) == front, "a key of an input method or of the browser labelled a message")
    return given


def check_two_people(page, server):
    """Another person is asked about another message, and both agree or not."""
    front = number(page)
    ben = Person(server, "ben")
    item = ben.ask("GET", "/api/queue/first")
    check(item["message"]["id"] != front, "two people look at one message")
    ben.ask("POST", "/api/queue/first", {"message": item["message"]["id"], "step": "label", "label": "allow"})
    ben.ask("POST", "/api/queue/first", {"message": item["message"]["id"], "step": "label", "label": "junk"}, expecting=409)
    second = ben.ask("GET", "/api/queue/second")["message"]
    check(second["label"] is None if "label" in second else True, "the second person sees the label")
    ben.ask("POST", "/api/queue/second", {"message": second["id"], "step": "label", "label": "junk"})
    page.view("6", ".shares")
    words = page.text("main")
    check("ben" in words and "미나 j" in words and "kappa" in words, "people and their agreement are not shown")
    return item["message"]["id"]


def search(page, words):
    page.view("/", "#words")
    field = page.find("#words")
    field.clear()
    field.send_keys(words)
    field.send_keys("\n")
    becomes(lambda: page.find("#found-count"), f"nothing was searched for {words}")
    page.idle()
    return page.ask("[...document.querySelectorAll('#found .row .text')].map(e => e.textContent)")


def check_search(page):
    for words, text in [("당첨", HANGUL), ("체험 무료", HANGUL), ("中奖", HAN), ("立即领取", HAN)]:
        found = search(page, words)
        check(text in found and all(part in row for row in found for part in words.split()), f"{words} found {found[:3]}")
    check(page.ask("document.querySelector('#found .row .text').lang") == "zh", "a Chinese text has no language")
    check(page.ask("document.activeElement.matches('#found .row')"), "after a search the keys are not the list's")
    field = page.find("#words")
    field.click()
    field.send_keys("\ue00c")
    check(page.ask("document.activeElement === document.body"), "Esc does not leave the field")
    field.click()
    field.send_keys("\ue015")
    check(page.ask("document.activeElement.matches('#found .row')"), "the arrow does not lead into the list")
    # A correction by keys, and back; another one, taken back in a view without a queue.
    page.press("j")
    becomes(lambda: "junk" in (page.text("#found .row .head") or ""), "a key corrected nothing")
    page.idle()
    page.view("6", ".shares")
    page.press("u")
    becomes(lambda: "taken back" in page.text("#toast"), "u took nothing back")
    page.idle()
    check(page.find(".shares"), "u left the view")
    page.view("/", "#found .row")
    check("no label" in page.text("#found .row .head"), "the found message has its label still")
    page.ask("(document.activeElement.blur(), null)")
    page.press("j")
    becomes(lambda: "junk" in (page.text("#found .row .head") or ""), "a key corrected nothing")
    page.idle()
    page.press("u")
    becomes(lambda: "no label" in (page.text("#found .row .head") or ""), "u did not take the correction back")
    page.idle()


def check_hostile(page):
    """Messages made to run as markup are text, in lists and in full."""
    title = page.ask("document.title")
    for text in HOSTILE:
        word = max(re.findall(r"[a-z]{3,}", text), key=len)
        rows = search(page, text.split()[0] if "style" not in text else "style")
        visible = text.replace("\u202e", "[U+202E]").replace("\u200b", "[U+200B]").replace("\u0600", "[U+0600]")
        check(visible in rows, f"{word}: the list shows {rows}")
        page.ask(f"([...document.querySelectorAll('#found .row')].find(r => r.querySelector('.text').textContent === {json.dumps(visible)}).click(), null)")
        becomes(lambda: page.find("#details .message"), "no window for the message")
        page.idle()
        shown = page.text("#details .message")
        check(shown == visible.replace("[", "").replace("]", "") or shown == text, f"the window shows {shown}")
        check(page.ask("document.querySelectorAll('main img, main svg, dialog img, dialog svg, [onerror], [onload], [onmouseover]').length") == 0,
              "a message became markup")
        page.ask("(document.getElementById('details').close(), null)")
        check(page.ask("document.title") == title, "a message ran")


def check_models(page, server, shots):
    page.view("5", "#train")
    page.press("r")
    becomes(lambda: page.ask("!document.getElementById('work').hidden"), "no bar while a model learns")
    becomes(lambda: "learned from" in (page.text("main") or ""), "the training does not end", 900)
    page.idle()
    check(len(page.driver.find_elements("css selector", ".models li")) == 3, "the trained model is not listed")
    check(page.ask("document.querySelectorAll('.outcome tbody tr').length") == 5, "the difference that the training made is not shown")
    page.press("c")
    becomes(lambda: page.find("[data-of=comparison]"), "the comparison does not end", 900)
    page.idle()
    check(page.ask("document.querySelectorAll('.outcome').length") == 1, "two comparisons are shown")
    check(page.ask("document.querySelectorAll('.outcome:last-of-type .rows .row').length") > 0, "no message on which both differ")
    page.press("o")
    becomes(lambda: page.find("#report-link"), "the report does not end", 900)
    page.idle()
    if shots:
        shots("models", 1700)
    model = page.ask("document.querySelector('a[download]').getAttribute('href')")
    # A training that is cancelled changes nothing.
    page.press("r")
    becomes(lambda: page.ask("!document.getElementById('work').hidden"), "no bar while a model learns")
    page.press("x")
    becomes(lambda: page.ask("document.getElementById('work').hidden"), "the cancelled training does not end", 900)
    page.idle()
    check(len(page.driver.find_elements("css selector", ".models li")) == 3, "a cancelled training left a model")
    page.ask("location.href = document.getElementById('report-link').href")
    becomes(lambda: page.find("h1"), "no report")
    check(page.ask("getComputedStyle(document.querySelector('.tiles')).display") == "grid", "the report has no style under its policy")
    check(page.ask("!document.getElementById('control').hidden"), "the report's script did not run under its policy")
    page.driver.back()
    becomes(lambda: page.find("#views button"), "no way back from the report")
    page.idle()
    return model


def check_doubts(page, shots):
    page.view("3", "#hint")
    page.press("r")
    becomes(lambda: page.ask("!document.getElementById('work').hidden"), "no bar while labels are judged")
    becomes(lambda: "doubtful." in (page.text("#doubtful") or ""), "the judging does not end", 900)
    page.idle()
    if shots:
        shots("doubts")
    # What is counted is shown, by the shares that are shown; all of a kind is accepted, and taken back.
    shares = "[...document.querySelectorAll('#doubtful ~ .rows .row .head')].map(e => parseInt(/(\\d+) % sure/.exec(e.textContent)[1]))"
    found = page.ask(shares)
    check(found and found == sorted(found, reverse=True), f"doubts are not in the order of their shares: {found}")
    sentence = page.text("#doubtful")
    page.press("y")
    becomes(lambda: "u takes it back" in page.text("#toast"), "y accepts nothing")
    page.idle()
    counted = lambda words: int(words.split(" of ")[0].replace(",", ""))
    check(counted(page.text("#doubtful")) < counted(sentence), f"what was accepted is still counted: {page.text('#doubtful')}, after {sentence}")
    page.press("u")
    becomes(lambda: "taken back" in page.text("#toast"), "u took nothing back")
    page.idle()
    check(page.text("#doubtful") == sentence, "what was taken back is not doubtful again")


WIDE = """[...document.querySelectorAll('body *')].filter(e => !e.closest('.scroll, nav, .skip, .toast, dialog:not([open])') && e.checkVisibility()
    && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 100))"""


def check_width(page, shots):
    page.size(360, 740)
    for key, selector, name in [("1", ".card .message", "label"), ("2", "main .desk, main .empty", "second"), ("3", "main section", "doubts"),
                                ("/", "#words", "search"), ("5", "#train", "models"), ("6", ".shares", "people")]:
        page.view(key, selector)
        check(page.ask("document.documentElement.scrollWidth") <= 360, f"{name}: wider than 360 pixels: {page.ask(WIDE)}")
        check(not page.ask(WIDE), f"{name}: something is wider than 360 pixels: {page.ask(WIDE)}")
        unnamed = "[...document.querySelectorAll('button, input, select, progress')].filter(e => e.checkVisibility() && !e.textContent.trim() && !e.getAttribute('aria-label') && !e.labels?.length).map(e => e.outerHTML)"
        check(not page.ask(unnamed), f"{name}: without a name: {page.ask(unnamed)}")
        if shots:
            shots(f"phone-{name}", 740, 360)
    page.size(1280)


def check_kill(server, store, tool, known):
    """Killed while it takes labels, it loses none that it has confirmed."""
    zoe, confirmed = Person(server, "zoe"), {}

    def work():
        try:
            item = zoe.ask("GET", "/api/queue/first")
            while item["message"]:
                id = item["message"]["id"]
                item = zoe.ask("POST", "/api/queue/first", {"message": id, "step": "label", "label": "transaction"})["next"]
                confirmed[id] = "transaction"
        except (OSError, http.client.HTTPException):
            pass

    thread = threading.Thread(target=work)
    thread.start()
    becomes(lambda: len(confirmed) >= 30, "thirty labels are not given")
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    thread.join()
    for person, given in [("zoe", confirmed), ("미나 j", known)]:
        words = [tool, "corpus", "show", store, *map(str, given), "--json", "-"]
        shown = json.loads(subprocess.run(words, check=True, capture_output=True, text=True, encoding="utf-8").stdout)
        check(len(shown) == len(given), f"{len(shown)} of {len(given)} messages are there")
        for message in shown:
            last = message["labels"][-1]
            check(message["label"] == given[message["number"]], f"#{message['number']}: {message['label']}, not {given[message['number']]}")
            check(last["givenBy"] == person and abs(last["givenAt"] - time.time()) < 86400, f"#{message['number']}: by {last['givenBy']}")
    return len(confirmed)


def console(page, allowed):
    """Errors of the console, and requests that leave this machine."""
    bad = [entry for entry in page.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    check(not bad, f"on the console: {json.dumps(bad)[:2000]}")
    events = [json.loads(entry["message"])["message"] for entry in page.driver.get_log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    check(len(asked) > 50 and all(url.startswith(allowed) for url in asked), f"asked for {[u for u in asked if not u.startswith(allowed)]}")
    return len(asked)


def store_of(folder, tool, rows):
    """The starter corpus with a third of the labels taken away, and messages of this test's own; two models."""
    lines = (ROOT / "Datasets" / "starter" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    chosen = [json.loads(line) for line in lines[:: max(1, len(lines) // rows)][:rows]]
    for i, row in enumerate(chosen):
        if i % 3 == 0:
            row["label"] = None
    own = [{"text": text, "source": "own"} for text in [HANGUL, HAN, *HOSTILE]]
    write = lambda name, rows: pathlib.Path(folder, name).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    write("rows.jsonl", chosen + own)
    labelled = [row for row in chosen if row["label"]]
    write("some.jsonl", labelled[: len(labelled) // 3])
    run = lambda *words: subprocess.run([tool, *words], check=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    run("import", "rows.jsonl", "--into", "corpus.sqlite")
    for name, options in [("first.spam", ["--trainer", "nb"]), ("second.spam", [])]:
        run("train", "some.jsonl", "--out", name, "--max-false-junk", "0.02", *options)
    return [f"{folder}/{name}" for name in ["corpus.sqlite", "first.spam", "second.spam"]]


def main():
    words = collections.deque(sys.argv[1:])
    paths, shots, rows = [], None, 4000
    while words:
        word = words.popleft()
        if word == "--shots":
            shots = pathlib.Path(words.popleft())
        elif word == "--rows":
            rows = int(words.popleft())
        else:
            paths.append(pathlib.Path(word).resolve())
    try:
        from selenium import webdriver
    except ImportError:
        return print("studio: skipped: selenium is not here (pip install selenium)")
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    driver = shutil.which("chromedriver")
    if not browser or not driver:
        return print(f"studio: skipped: none of {', '.join(BROWSERS)} is here, or no chromedriver")
    webdriver.ChromeService = __import__("selenium.webdriver.chrome.service", fromlist=["Service"]).Service
    server_path, tool = paths
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        store, first, second = store_of(folder, tool, rows)
        server = Server(server_path, "--studio", store, "--model", first, "--compare", second, "--port", 0)
        page = Browser(folder, webdriver, browser, driver)
        try:
            check_refusals(server)
            taken = subprocess.run([server_path, "--studio", store, "--port", str(server.port)], capture_output=True, text=True, timeout=60)
            check(taken.returncode != 0 and "expected a free port" in taken.stderr, f"a port that is taken: {taken.returncode} {taken.stderr}")

            def take(name, height=900, width=1280, dark=False):
                shots.mkdir(parents=True, exist_ok=True)
                page.size(width, height, dark)
                time.sleep(0.3)
                page.driver.save_screenshot(str(shots / f"{name}.png"))
                page.size(1280 if width > 500 else width, height)

            shoot = take if shots else None
            page.size(1280)
            given = check_labelling(page, server)
            if shots:
                becomes(lambda: page.find(".side section"), "no similar messages")
                for name, dark in [("light", False), ("dark", True)]:
                    take(name, dark=dark)
                page.press("?")
                take("help")
                page.press("\ue00c")
            bens = check_two_people(page, server)
            if shots:
                take("people")
            check_search(page)
            check_hostile(page)
            check_models(page, server, shoot)
            check_doubts(page, shoot)
            if shots:
                page.press("\ue007")
                becomes(lambda: page.find("#details .message"), "Enter opens nothing")
                page.idle()
                take("details")
                page.press("\ue00c")
            page.view("1", ".card .message, main .empty")
            check_width(page, shoot)
            requests = console(page, f"http://{server.host}/")
            confirmed = check_kill(server, store, tool, given)
            check(bens not in given, "two people labelled one message")
            print(f"studio: {len(given)} labels by keys, {confirmed} of another person until the kill, {requests} requests, none beyond loopback")
        finally:
            page.driver.quit()
            if server.process.poll() is None:
                server.end()


main()
