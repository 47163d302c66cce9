// The studio's page: asks the server for values, draws them, and sends what a person does. Texts of messages are
// only ever set as text. Nothing is kept in the browser but the token of its session.

const byId = (id) => document.getElementById(id);

/** An element. Attributes that are undefined, null or false are left out; children are elements or texts. */
function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const count = (n) => n.toLocaleString("en-US");
const plural = (n, noun) => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
const percent = (share, places = 2) => `${(100 * share).toFixed(places)} %`;
/** Not rounded up: what is accepted from 90 % on shows no less. */
const wholePercent = (share) => `${Math.floor(100 * share + 1e-9)} %`;
const points = (by) => `${by < 0 ? "−" : "+"}${Math.abs(100 * by).toFixed(2)}`;
const key = (name) => el("kbd", { "aria-hidden": "true" }, name);
const time = (seconds) => new Date(1000 * seconds).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

const state = { token: "", person: null, choices: [], models: [], jobs: [], view: "label", marks: true, busy: false, keysOn: true };

// What is asked of the server

class Problem extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

async function ask(path, body) {
  const headers = { "X-Studio-Token": state.token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Problem(0, "The server does not answer. Labels that it took are stored; start it again and open its new address.");
  }
  const value = await answer.json().catch(() => null);
  if (!answer.ok) throw new Problem(answer.status, value?.problem ?? `The server refused: ${answer.status}`);
  return value;
}

/** The address of a link, which cannot have a header. */
const withToken = (path) => `${path}?token=${state.token}`;

let toastTimer;
function say(words, stays = false) {
  const toast = byId("toast");
  toast.textContent = words;
  toast.classList.toggle("shown", words !== "");
  clearTimeout(toastTimer);
  if (!stays) toastTimer = setTimeout(() => toast.classList.remove("shown"), 3500);
}

/** Runs one action at a time: a key that comes before the next message is drawn means nothing. */
async function act(body) {
  if (state.busy) return;
  state.busy = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    await body();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    say(sentence(problem.message), problem.status === 0);
    if (problem.status === 401 || problem.status === 403) byId("main").replaceChildren(empty("The session has ended", problem.message));
  } finally {
    state.busy = false;
    document.body.removeAttribute("aria-busy");
  }
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// Pieces of pages

const kindOf = (label) => (!label ? "none" : label === "junk" ? "junk" : label === "unsure" ? "unsure" : "wanted");
const labelChip = (label) => el("span", { class: `label ${kindOf(label)}` }, label ? nameOf(label) : "no label");
/** `publicServices` as people write it. */
const nameOf = (label) => label.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const textOf = (line) => el("span", { class: "text", lang: line.lang, dir: "auto" }, line.text);

function pieces(message) {
  return message.pieces.map((piece) => {
    const shown = piece.unseen ? el("span", { class: "unseen", title: "cannot be seen" }, piece.unseen) : piece.text;
    if (!piece.mark) return shown;
    const side = piece.mark.startsWith("junk") ? "junk" : "wanted";
    return el("mark", { class: piece.mark, title: `${piece.weight > 0 ? "+" : "−"}${Math.abs(piece.weight).toFixed(2)}: speaks for ${side}` }, shown);
  });
}

function messageBlock(message, live = false) {
  return el("blockquote", { class: `message${state.marks ? "" : " no-marks"}`, lang: message.lang, dir: "auto", "aria-label": live ? "Message" : null }, pieces(message));
}

function about(message, reason) {
  const parts = [el("b", {}, `#${count(message.id)}`)];
  if (reason) parts.push(el("span", { class: "why" }, reason));
  if (message.sender) parts.push(el("span", {}, "from ", el("bdi", {}, message.sender)));
  if (message.receivedAt) parts.push(el("span", {}, time(message.receivedAt)));
  for (const part of [message.country, message.lang, message.source]) if (part) parts.push(el("span", {}, part));
  return el("p", { class: "about" }, parts);
}

function verdictBlock(message) {
  const verdict = message.verdict;
  if (!verdict) return el("div", { class: "said" });
  const isJunk = verdict.mostProbable === "junk";
  const words = `${verdict.mostProbable}${verdict.percent ? ` ${verdict.percent} %` : ""}`;
  return el("div", { class: "said" },
    el("p", { class: "verdict" },
      el("span", { class: "soft" }, `${verdict.model} says`), el("b", {}, words),
      verdict.percent ? el("progress", { class: `gauge${isJunk ? " junk" : ""}`, max: 100, value: verdict.percent, "aria-label": words }) : null,
      verdict.action !== verdict.mostProbable ? el("span", { class: "soft" }, { unsure: "too unsure to act", allow: "lets it through", junk: "puts it in Junk" }[verdict.action] ?? `takes it for a ${verdict.action}`) : null),
    message.clues.length ? el("p", { class: "clues" }, message.clues.map((clue) => el("span", { class: clue.side }, el("bdi", { lang: message.lang }, clue.words), ` ${clue.weight}`))) : null);
}

const empty = (title, ...words) => el("div", { class: "empty" }, el("h1", {}, title), words.map((word) => (typeof word === "string" ? el("p", { class: "soft" }, sentence(word)) : word)));
const button = (name, run, keyName, attributes = {}) => el("button", { type: "button", onclick: (event) => { if (event.detail > 0) event.currentTarget.blur(); run(event); }, "aria-keyshortcuts": keyName, ...attributes }, name, keyName ? key(keyName) : null);

function heading(words, ...more) { return [el("h2", {}, words), ...more]; }

// The keys of labels: one for an action, or two for its sub-action

const pad = {
  pending: null,
  forTemplate: false,
  reset() { this.pending = null; this.forTemplate = false; },
  /** Whether the key is one of a label, or begins one. */
  isKey(name) { return this.pending !== null || state.choices.some((choice) => choice.key === name); },
  /** A label that the key completes, a step of the pad itself, or nothing. */
  press(name) {
    if (this.pending) {
      const found = name === " " ? this.pending.label : this.pending.subActions.find((sub) => sub.key === name)?.label;
      if (found) return { label: found };
      if (name === "u" || name === "Escape") { this.pending = null; return { redraw: true }; }
      return { ignored: true };
    }
    const choice = state.choices.find((choice) => choice.key === name);
    if (choice) {
      if (choice.subActions.length === 0) return { label: choice.label };
      this.pending = choice;
      return { redraw: true };
    }
    if (this.forTemplate && (name === "u" || name === "Escape")) { this.forTemplate = false; return { redraw: true }; }
    return null;
  },
  /** The buttons for what may come next. */
  buttons(press) {
    const pending = this.pending;
    const last = (label) => nameOf(label.split("/").at(-1)) + (label === "transaction/others" ? " (codes too)" : "");
    const choices = pending
      ? [...pending.subActions.map((sub) => [sub.key, last(sub.label), sub.label]), [" ", `just ${pending.label}`, pending.label]]
      : state.choices.map((choice) => [choice.key, choice.label + (choice.subActions.length ? "…" : ""), choice.label]);
    return el("div", { class: `choices${pending ? " many" : ""}`, role: "group", "aria-label": pending ? `Kinds of ${pending.label}` : "Labels" },
      choices.map(([name, words, label]) => button(words, (event) => { if (event.detail < 2) press(name); }, name === " " ? "space" : name, { class: label, "data-label": label, "aria-keyshortcuts": name === " " ? "Space" : name })));
  },
};

// Label: one message after another

/** What nobody can have read yet gets no label: a second press, or click, is for the message before. */
const msToRead = 300;
/** Whoever is quicker than that looks at no similar messages. */
const msToStay = 400;

/** The label whose button has the focus, "" of another button of the pad, or null. */
const focusedLabel = () => (byId("pad")?.contains(document.activeElement) ? document.activeElement.dataset.label ?? "" : null);

const labelView = {
  item: null, shown: null, shownMark: null, shownAt: -Infinity, looking: null,
  mode() { return state.view === "second" ? "second" : "first"; },

  async open() {
    pad.reset();
    this.shown = null;
    byId("main").replaceChildren(empty("Looking for what to ask first…", "The most useful messages come first."));
    await this.load();
  },

  async load() {
    if (!state.person) {
      byId("main").replaceChildren(empty("Who labels?", el("p", {}, button("Give your name", askName, null, { class: "primary" }))));
      return askName();
    }
    this.draw(await ask(`/api/queue/${this.mode()}`));
  },

  draw(item) {
    this.item = item;
    const message = item.message;
    if (message && (message.id !== this.shown || message.textMark !== this.shownMark)) this.shownAt = performance.now();
    const bar = this.bar(item);
    if (!message) {
      byId("heard").textContent = "";
      const words = item.mode === "first" ? "every message has a label, or was skipped" : "no message is left that somebody else has labelled";
      byId("main").replaceChildren(bar, empty(item.labelled ? `Done: ${count(item.labelled)} labelled` : "Nothing to label", words, el("p", {}, button("Take the last one back", () => this.undo(), "u"))));
      return;
    }
    const focused = focusedLabel();
    const side = el("aside", { class: "side", "aria-label": "Messages like it" });
    byId("main").replaceChildren(el("div", { class: "desk" },
      el("div", {}, bar,
        item.isTimeToLearn ? el("p", { class: "notice" }, el("span", {}, state.models.length ? "There are new labels to learn from." : "A model can learn from the labels, and ask what it does not know."), button("Train now", () => act(() => startJob("training")), "r")) : null,
        about(message, item.mode === "second" ? "labelled by somebody else" : item.reason),
        el("div", { class: "card" }, messageBlock(message, true), item.mode === "first" && message.verdict ? verdictBlock(message) : null),
        el("div", { class: "pad", id: "pad" })),
      side));
    this.drawPad(focused);
    // One element for all messages: what comes with a new element is not read out.
    byId("heard").lang = message.lang ?? "";
    byId("heard").textContent = message.pieces.map((piece) => piece.unseen ? "" : piece.text).join("");
    if (item.mode === "first") this.drawSide(side, message.id);
    else side.append(el("p", { class: "soft" }, "What others said, what the model says and similar messages are hidden: two people agree only if neither looks at the other."));
    if (this.shown !== null) scrollTo({ top: 0 });
    [this.shown, this.shownMark] = [message.id, message.textMark];
  },

  bar(item) {
    const done = Math.max(0, item.messages - item.left);
    const words = `${count(item.labelled)} labelled by you, ${count(item.left)} left` + (item.others ? `, ${count(item.others)} by others meanwhile` : "");
    return el("div", { class: "far" }, el("progress", { max: Math.max(1, item.messages), value: done, "aria-label": `${count(done)} of ${count(item.messages)} messages have a label` }), el("span", { id: "counts" }, words));
  },

  drawPad(focused = focusedLabel()) {
    const item = this.item, steps = [];
    if (pad.pending || pad.forTemplate) steps.push(button("Back", () => this.press("u"), "u"));
    else {
      if (item.mode === "first") steps.push(button(item.alike ? `Template, ${count(item.alike + 1)}` : "Template", () => this.press("g"), "g", { disabled: item.alike === 0, title: "One label for all messages of its template that have none" }));
      steps.push(button("Skip", (event) => { if (event.detail < 2) this.press("s"); }, "s"), button("Undo", (event) => { if (event.detail < 2) this.press("u"); }, "u"));
      if (item.mode === "first" && item.message.verdict) steps.push(button(state.marks ? "Hide clues" : "Show clues", () => this.press("m"), "m", { class: "quiet", "aria-pressed": String(state.marks) }));
    }
    const asked = !pad.forTemplate ? null : el("p", { class: "asked", role: "status" },
      `One label for ${plural(item.alike + 1, "message")} of its template, this one included. `,
      item.example ? ["Another one:", textOf(item.example)] : "All have this text.");
    byId("pad").replaceChildren(...[asked, pad.buttons((name) => this.press(name)), el("div", { class: "steps" }, steps)].filter(Boolean));
    if (focused !== null) (byId("pad").querySelector(`[data-label="${focused}"]`) ?? byId("pad").querySelector("button"))?.focus();
  },

  /** For a message that stays in front, and one at a time: the server reads the whole store for it. */
  async drawSide(side, id) {
    const isInFront = () => this.item?.message?.id === id && side.isConnected;
    await new Promise((done) => setTimeout(done, msToStay));
    while (this.looking && isInFront()) await this.looking;
    if (!isInFront()) return;
    const answer = ask(`/api/similar/${id}`).catch(() => null);
    this.looking = answer.finally(() => { this.looking = null; });
    const similar = await answer;
    if (!similar || !isInFront()) return;
    side.replaceChildren(...similarBlocks(similar));
  },

  press(name) {
    if (state.busy) return true;
    if (!this.item?.message) {
      if (name === "u") this.undo();
      return name === "u";
    }
    // The first key of two counts as a label: the second would complete it.
    const isUnread = performance.now() - this.shownAt < msToRead;
    if (isUnread && (name === "s" || name === "g" || pad.isKey(name))) return true;
    const pressed = pad.press(name);
    if (pressed?.label) return this.take(pad.forTemplate ? "template" : "label", pressed.label), true;
    if (pressed?.redraw) return this.drawPad(), true;
    if (pressed?.ignored || pad.forTemplate) return true;
    switch (name) {
      case "s": this.take("skip"); return true;
      case "u": this.undo(); return true;
      case "g":
        if (this.item.mode === "first" && this.item.alike > 0) { pad.forTemplate = true; this.drawPad(); }
        else if (this.item.mode === "first") say("No other message without a label is of its template");
        return true;
      case "m":
        state.marks = !state.marks;
        document.querySelector(".card .message")?.classList.toggle("no-marks", !state.marks);
        this.drawPad();
        return true;
      case "r": act(() => startJob("training")); return true;
      default: return false;
    }
  },

  take(step, label) {
    const { id: message, textMark } = this.item.message;
    pad.reset();
    act(async () => {
      const waits = setTimeout(() => say(step === "skip" ? "The store is busy; wait a little" : "The store is busy; your label is being stored", true), 1000);
      try {
        const result = await ask(`/api/queue/${this.mode()}`, { message, textMark, step, label });
        say(step === "skip" ? "Skipped" : `Labelled ${nameOf(label)}${result.said ? `: ${result.said}` : ""}`);
        this.draw(result.next);
      } catch (problem) {
        // Somebody was quicker, or another window of this person is ahead.
        if (problem.status === 409) { say("It was labelled or changed meanwhile; look at what is in front now"); return this.load(); }
        this.drawPad();
        throw problem;
      } finally {
        clearTimeout(waits);
      }
    });
  },

  undo() {
    act(async () => {
      const undone = await ask("/api/undo", {});
      say(sentence(undone.said));
      const view = undone.mode === "second" ? "second" : "label";
      if (undone.mode && undone.mode !== this.mode()) return show(view);
      if (state.view === "label" || state.view === "second") await this.load();
      else if (undone.mode) await show(view);
      else await views[state.view].open();
    });
  },
};

function similarBlocks(similar) {
  const others = Object.entries(similar.templateLabels).sort((a, b) => b[1] - a[1]);
  const all = others.reduce((sum, [, n]) => sum + n, 0);
  const row = (found) => el("li", {}, button([el("span", { class: "head" }, labelChip(found.label), found.likeness ? el("span", {}, `${Math.round(100 * found.likeness)} % in common`) : null), textOf(found.text)], () => openDetails(found.id), null, { class: "row" }));
  return [
    el("section", {}, heading("Of its template"),
      all ? el("p", { class: "soft" }, `${plural(all, "other message")}: `, others.map(([label, n], i) => [i ? " " : "", labelChip(label), ` ${count(n)}`])) : el("p", { class: "soft" }, "No other message is."),
      all ? el("ul", { class: "rows" }, similar.template.map(row)) : null),
    el("section", {}, heading("Most like it"),
      similar.nearest.length ? el("ul", { class: "rows" }, similar.nearest.map(row)) : el("p", { class: "soft" }, "No labelled message is much like it.")),
  ];
}

// Lists of messages: arrows choose a row, Enter opens it, the keys of labels correct it

class MessageList {
  /** Rows are {messages, sides: [{label, messages}], text, head: [elements]}. */
  constructor(rows, name) {
    this.rows = rows;
    this.place = 0;
    this.element = el("ul", { class: "rows", role: "listbox", "aria-label": name, tabindex: "-1" }, rows.map((row, i) => el("li", { role: "presentation" }, this.draw(row, i))));
  }

  draw(row, i) {
    row.element = el("button", { type: "button", class: "row", role: "option", "aria-selected": "false", onclick: () => { this.select(i); openDetails(row.sides[0].messages[0]); } },
      el("span", { class: "head" }, row.head(row)), textOf(row.text));
    return row.element;
  }

  select(i, focuses = false) {
    this.rows[this.place]?.element.setAttribute("aria-selected", "false");
    this.place = Math.max(0, Math.min(this.rows.length - 1, i));
    const row = this.rows[this.place];
    row?.element.setAttribute("aria-selected", "true");
    if (focuses) { row?.element.focus({ preventScroll: true }); row?.element.scrollIntoView({ block: "nearest" }); }
  }

  press(name) {
    // The row in front is the one that a correction is for until it is stored.
    if (state.busy) return true;
    if (this.rows.length === 0) return false;
    switch (name) {
      case "ArrowDown": this.select(this.place + 1, true); return true;
      case "ArrowUp": this.select(this.place - 1, true); return true;
      case "Enter": openDetails(this.rows[this.place].sides[0].messages[0]); return true;
    }
    const pressed = pad.press(name);
    if (pressed?.label) { this.correct(pressed.label); return true; }
    if (pressed?.redraw || pressed?.ignored) { drawHint(); return true; }
    return false;
  }

  correct(label) {
    const row = this.rows[this.place];
    pad.reset();
    drawHint();
    act(async () => {
      const wrong = row.sides.filter((side) => side.label !== label);
      if (wrong.length === 0) return say(`It is ${label} already`);
      if (!state.person) return askName();
      const result = await this.orTakenBack(row, ask("/api/correct", { seen: wrong.map((side) => ({ messages: side.messages, from: side.label || undefined, textMark: row.textMark })), to: label }));
      for (const side of wrong) side.label = label;
      row.corrected = label;
      say(`${sentence(label)}: ${plural(result.messages.length, "message")}; u takes it back`);
      this.redraw(row, true);
      this.select(this.rows.indexOf(row) + 1, true);
    });
  }

  /** Where somebody was quicker, the row shows what they said. */
  async orTakenBack(row, answer) {
    try { return await answer; } catch (problem) {
      if (problem.status === 409) await this.takeBack(row.sides.flatMap((side) => side.messages));
      throw problem;
    }
  }

  redraw(row, isDone) {
    const i = this.rows.indexOf(row), old = row.element;
    old.replaceWith(this.draw(row, i));
    row.element.classList.toggle("done", isDone);
  }

  /** Labels of some messages are as before. */
  async takeBack(messages) {
    for (const row of this.rows) {
      if (!row.sides.some((side) => side.messages.some((id) => messages.includes(id)))) continue;
      for (const side of row.sides) side.label = (await ask(`/api/message/${side.messages[0]}`)).message.label ?? "";
      row.corrected = null;
      this.redraw(row, false);
    }
  }
}

let list = null;

function drawHint() {
  const hint = byId("hint");
  if (!hint) return;
  hint.hidden = !list?.rows.length;
  hint.replaceChildren(el("h2", {}, pad.pending ? `Kinds of ${pad.pending.label}` : "Correct the chosen one"),
    pad.buttons((name) => list?.press(name)),
    el("div", { class: "steps" }, pad.pending ? button("Back", () => list?.press("u"), "u") : button("Undo", () => undoCorrection(), "u")),
    el("p", { class: "soft" }, "↑ and ↓ choose a message, Enter opens it."));
}

function listed(element) {
  const aside = el("aside", { class: "side hint pad", id: "hint", "aria-label": "Labels" });
  return el("div", { class: "listed" }, element, aside);
}

function undoCorrection() {
  act(async () => {
    const undone = await ask("/api/undo", {});
    say(sentence(undone.said));
    if (undone.mode) return show(undone.mode === "second" ? "second" : "label");
    const isListed = (id) => list?.rows.some((row) => row.sides.some((side) => side.messages.includes(id)));
    // Doubts that were accepted together have left the list.
    if (state.view === "doubts" && !undone.messages.every(isListed)) return doubtsView.open();
    await list?.takeBack(undone.messages);
  });
}

// One message in a window of its own

const details = { message: null, side: null, pad: null };

function openDetails(id) {
  act(async () => {
    const [found, similar] = await Promise.all([ask(`/api/message/${id}`), ask(`/api/similar/${id}`)]);
    drawDetails(found, similar);
    if (!byId("details").open) byId("details").showModal();
  });
}

function drawDetails(found, similar) {
  const message = found.message;
  details.message = message;
  pad.reset();
  byId("details-title").textContent = `Message #${count(message.id)}`;
  details.pad = el("div", { class: "pad" });
  byId("details-body").replaceChildren(
    about(message), el("p", {}, labelChip(message.label)), el("div", { class: "card" }, messageBlock(message), verdictBlock(message)), details.pad,
    el("section", {}, heading("Labels it was given"), found.history.length
      ? el("ul", {}, found.history.map((given) => el("li", {}, given.label ? labelChip(given.label) : "taken back", ` by ${given.givenBy}, ${time(given.givenAt)}${given.isSecond ? ", a second look" : ""}`)))
      : el("p", { class: "soft" }, "None.")),
    ...similarBlocks(similar));
  drawDetailsPad();
}

function drawDetailsPad() {
  details.pad.replaceChildren(pad.buttons(pressDetails), el("div", { class: "steps" }, pad.pending ? button("Back", () => pressDetails("u"), "u") : null));
}

function pressDetails(name) {
  const pressed = pad.press(name);
  if (pressed?.redraw || pressed?.ignored) { drawDetailsPad(); return true; }
  if (!pressed?.label) return false;
  const message = details.message;
  pad.reset();
  drawDetailsPad();
  act(async () => {
    if (!state.person) return askName();
    if (message.label === pressed.label) return say(`It is ${pressed.label} already`);
    await ask("/api/correct", { seen: [{ messages: [message.id], from: message.label ?? undefined, textMark: message.textMark }], to: pressed.label });
    say(`#${count(message.id)} is ${pressed.label} now; u takes it back`);
    byId("details").close();
    await list?.takeBack([message.id]);
    if (state.view === "label") await labelView.load();
  });
  return true;
}

// Doubts

const doubtsView = {
  async open() {
    pad.reset();
    list = null;
    const job = jobOf("doubts");
    const found = job?.phase === "done" ? await ask("/api/doubts") : null;
    const conflicts = await ask("/api/conflicts");
    const doubtRows = (found?.rows ?? []).map((row) => ({
      text: row.text, textMark: row.text.mark, sides: [{ label: row.given, messages: row.messages }],
      head: (drawn) => [labelChip(drawn.sides[0].label), drawn.corrected ? "corrected" : [el("span", { class: "arrow" }, "→"), labelChip(row.suggested), ` ${wholePercent(row.probability)} sure`], row.messages.length > 1 ? ` ×${count(row.messages.length)}` : "", el("span", { class: "end" }, `#${count(row.messages[0])}`)],
    }));
    const conflictRows = conflicts.rows.map((row) => ({
      text: row.text, sides: row.sides.map((side) => ({ ...side })),
      head: (drawn) => drawn.corrected ? [labelChip(drawn.corrected), "corrected"] : drawn.sides.map((side) => [labelChip(side.label), ` ×${count(side.messages.length)} `]),
    }));
    list = new MessageList([...doubtRows, ...conflictRows], "Labels that may be wrong");
    const items = [...list.element.children];
    const doubts = el("ul", { class: "rows", role: "listbox", "aria-label": "Doubtful labels" }, items.slice(0, doubtRows.length));
    const apart = el("ul", { class: "rows", role: "listbox", "aria-label": "Texts with several labels" }, items.slice(doubtRows.length));
    const more = found && doubtRows.length < found.doubtful ? ` Below are ${plural(doubtRows.length, "text")}, the surest first; messages with the same text are one row.` : "";
    byId("main").replaceChildren(listed(el("div", {},
      el("section", {}, heading("Doubtful labels",
        el("p", { class: "soft" }, "Each label is judged by models that have not seen the message or its template, and by the other labels of the template."),
        el("p", {}, button(found ? "Judge them again" : "Judge all labels", () => act(() => startJob("doubts")), "r", { class: "primary" })),
        found ? el("p", { id: "doubtful" }, `${found.sentence}.${more}`) : null, found?.notJudged ? el("p", { class: "notice" }, `${found.notJudged}.`) : null, found ? this.acceptBlock(found.kinds) : null, doubtRows.length ? doubts : null)),
      el("section", {}, heading("Texts with several labels", el("p", { class: "soft" }, conflicts.texts ? `${plural(conflicts.texts, "text")}, equal but for case, width and digits${conflictRows.length < conflicts.texts ? `; here are the first ${count(conflictRows.length)}` : ""}. A label goes to all messages of the text.` : "None."), conflictRows.length ? apart : null)))));
    list.select(0);
    drawHint();
  },
  /** One answer for all doubts of a kind, from a probability on. */
  acceptBlock(kinds) {
    if (kinds.length === 0) return null;
    const kind = el("select", { id: "accept-kind" }, kinds.map((kind, i) => el("option", { value: i }, `${kind.given} → ${kind.suggested}`)));
    const share = el("select", { id: "accept-share" });
    const accept = button("Accept", () => this.accept(), "y", { id: "accept" });
    const draw = () => {
      const likely = kinds[kind.value].likely, usual = likely.find((one) => one.above === 90) ?? likely[0];
      share.replaceChildren(...likely.map((one) => el("option", { value: one.above, selected: one === usual }, `${one.above} % or more: ${plural(one.labels, "label")}`)));
    };
    kind.addEventListener("change", draw);
    draw();
    this.kinds = kinds;
    return el("div", { class: "pick" }, el("label", {}, "Accept all of", kind), el("label", {}, "Sure by", share), accept);
  },
  accept() {
    const kind = this.kinds[byId("accept-kind").value], above = Number(byId("accept-share").value);
    act(async () => {
      if (!state.person) return askName();
      const done = await ask("/api/doubts/accept", { given: kind.given, suggested: kind.suggested, above });
      await this.open();
      say(`${sentence(kind.suggested)}: ${plural(done.messages.length, "message")}; u takes it back`);
    });
  },
  press(name) {
    if (list?.press(name)) return true;
    if (name === "r") { act(() => startJob("doubts")); return true; }
    if (name === "y" && byId("accept")) { this.accept(); return true; }
    if (name === "u") { undoCorrection(); return true; }
    return false;
  },
};

// Search

const searchView = {
  words: "",
  async open() {
    pad.reset();
    const input = el("input", { type: "search", id: "words", placeholder: "Words of messages, or #40", "aria-label": "Search", enterkeyhint: "search", autocomplete: "off", spellcheck: "false" });
    input.value = this.words;
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" && list?.rows.length) { event.preventDefault(); list.select(0, true); }
      if (event.key === "Escape") { event.preventDefault(); input.blur(); }
    });
    const form = el("form", { class: "find", role: "search", onsubmit: (event) => { event.preventDefault(); act(() => this.find(input.value)); } }, input, el("button", { type: "submit", class: "primary" }, "Search"));
    byId("main").replaceChildren(listed(el("div", {}, el("section", {}, heading("Search"), form, el("div", { id: "found" })))));
    drawHint();
    input.focus();
    if (this.words) await this.find(this.words, false);
  },
  async find(words, focuses = true) {
    this.words = words.trim();
    list = null;
    drawHint();
    if (!this.words) return byId("found").replaceChildren();
    byId("found").replaceChildren(el("p", { class: "soft" }, "Looking… The first search makes an index."));
    const found = await ask("/api/search", { words: this.words });
    list = new MessageList(found.rows.map((row) => ({
      text: row.text, textMark: row.text.mark, sides: [{ label: row.label ?? "", messages: [row.id] }],
      head: (drawn) => [labelChip(drawn.sides[0].label), el("span", { class: "end" }, `#${count(row.id)}`)],
    })), "Found messages");
    byId("found").replaceChildren(el("p", { class: "soft", role: "status", id: "found-count" }, found.isCut ? `The first ${count(found.rows.length)} messages` : found.rows.length ? plural(found.rows.length, "message") : "No message has all these words"), list.element);
    // The keys are the list's from now on.
    list.select(0, focuses);
    drawHint();
  },
  press(name) {
    if (list?.press(name)) return true;
    if (name === "u") { undoCorrection(); return true; }
    return false;
  },
};

// Models

const modelsView = {
  /** The job whose figures are shown: of the two that compare, the one that ended last. */
  latest: null,

  async open() {
    pad.reset();
    state.models = await ask("/api/models");
    const done = (kind) => jobOf(kind)?.phase === "done";
    const [training, comparison] = await Promise.all([done("training") ? ask("/api/training") : null, done("comparison") ? ask("/api/comparison") : null]);
    list = null;
    byId("main").replaceChildren(
      el("section", {}, heading("Models"), state.models.length ? el("ul", { class: "models" }, state.models.map((model) => this.card(model))) : el("p", { class: "soft" }, "None yet: train one of the labels.")),
      el("section", {}, heading("Train anew", this.trainingBlock(training))), el("section", {}, heading("Side by side", this.comparisonBlock(training, comparison))));
  },

  card(model) {
    const made = model.isTrainedHere ? `trained here on ${plural(model.trainedOn, "message")}, ${time(model.trainedAt)}` : "a file";
    const report = jobOf("report");
    return el("li", {}, el("h3", {}, model.name), el("p", {}, `${made}; ${count(model.bytes)} bytes, ${plural(model.labels.length, "label")}`),
      el("div", { class: "buttons" },
        model.isAsking ? el("span", { class: "asks" }, "used for suggestions") : button("Use for suggestions", () => act(async () => { state.models = await ask(`/api/models/${model.number}/choose`, {}); await this.open(); say(`Suggestions come from ${model.name} now`); })),
        button("Report", () => act(async () => { this.reported = model.number; await startJob("report", { first: model.number }); }), model.isAsking ? "o" : null),
        report?.phase === "done" && this.reported === model.number ? el("a", { href: withToken("/report"), target: "_blank", rel: "noopener", id: "report-link" }, "Open its report") : null,
        model.isTrainedHere ? el("a", { href: withToken(`/models/${model.number}`), download: true }, "Download") : null));
  },

  trainingBlock(outcome) {
    const start = el("p", {}, button("Train on the labels", () => act(() => startJob("training")), "r", { class: "primary", id: "train" }));
    if (!outcome) return el("div", {}, el("p", { class: "soft" }, "You can go on labelling meanwhile. One template in five is held out, to measure on messages that no training here has seen."), start);
    return el("div", {}, start, el("p", {}, `${sentence(outcome.model.name)} learned from ${plural(outcome.trainedOn, "message")}; ${count(outcome.heldOut)} were held out.`),
      outcome.difference ? null : el("p", { class: "soft" }, "There was no model before it to compare with."));
  },

  comparisonBlock(training, comparison) {
    if (state.models.length < 2) return el("p", { class: "soft" }, "It takes two models: give a second one with --compare, or train one here.");
    const found = { training: training?.difference, comparison };
    const of = found[this.latest] ? this.latest : comparison ? "comparison" : "training", difference = found[of];
    const pick = (id, name, chosen) => el("label", {}, name, el("select", { id }, state.models.map((model) => el("option", { value: model.number, selected: model.number === chosen }, model.name))));
    const first = state.models[0].number, second = state.models.at(-1).number;
    return el("div", {}, el("div", { class: "pick" }, pick("first", "The model to beat", this.first ?? first), pick("second", "The one that may be better", this.second ?? second), button("Compare", () => this.compare(), "c", { id: "compare" })),
      difference ? el("div", { "data-of": of }, this.difference(difference, [difference.first, difference.second])) : null);
  },

  compare() {
    [this.first, this.second] = [Number(byId("first").value), Number(byId("second").value)];
    if (this.first === this.second) return say("Choose two models");
    act(() => startJob("comparison", { first: this.first, second: this.second }));
  },

  difference(found, names) {
    const value = (figure) => figure.value === null || figure.value === undefined ? el("span", { class: "undefined" }, "undefined")
      : [percent(figure.value), figure.of ? el("small", {}, `${count(figure.count)} of ${count(figure.of)}`) : null];
    const change = (row) => {
      if (row.first.value == null || row.second.value == null) return "";
      const by = row.second.value - row.first.value;
      if (Math.abs(by) < 0.00005) return "none";
      const look = by < 0 === row.isLowerBetter ? "better" : "worse";
      const limits = row.lower == null ? null : el("small", {}, `${points(row.lower)} to ${points(row.upper)}`);
      return [el("span", { class: look }, points(by), el("span", { class: "skip" }, look)), limits];
    };
    const id = `figures-${names[0]}`.replace(/[^\w-]/g, "-");
    const table = el("div", { class: "scroll" }, el("table", {}, el("caption", { id }, `On ${plural(found.messages, "message")}${found.isOfHeldOut ? " that were held out" : ""}, of ${plural(found.groups, "template")}`),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "figure"), names.map((name) => el("th", { scope: "col", class: "number" }, name)), el("th", { scope: "col", class: "number" }, "change in points", el("small", {}, "95 % interval")))),
      el("tbody", {}, found.figures.map((row) => el("tr", {}, el("th", { scope: "row" }, row.name), el("td", { class: "number" }, value(row.first)), el("td", { class: "number" }, value(row.second)), el("td", { class: "number" }, change(row)))))));
    const rows = found.changed.map((row) => el("li", {}, button([el("span", { class: "head" }, labelChip(row.label), `${row.first} → ${row.second}`, el("span", { class: row.change === "won" ? "better" : row.change === "lost" ? "worse" : "" }, { won: "right now", lost: "wrong now", tied: "wrong either way" }[row.change]), el("span", { class: "end" }, `#${count(row.message)}`)), textOf(row.text)], () => openDetails(row.message), null, { class: "row" })));
    const shown = found.changed.length < found.changedCount ? `; here are ${count(found.changed.length)}` : "";
    return el("div", { class: "outcome" }, el("div", {}, el("p", { class: "sentence" }, sentence(found.sentence)), found.warnings.map((words) => el("p", { class: "notice" }, words)), table),
      el("div", {}, el("h3", {}, found.changedCount ? `${plural(found.changedCount, "message")} with another verdict${shown}` : "No verdict has changed"), el("ul", { class: "rows" }, rows)));
  },

  press(name) {
    switch (name) {
      case "r": act(() => startJob("training")); return true;
      case "c": if (byId("compare")) this.compare(); return true;
      case "o": {
        const asking = state.models.find((model) => model.isAsking);
        if (asking) act(async () => { this.reported = asking.number; await startJob("report", { first: asking.number }); });
        return true;
      }
      case "u": labelView.undo(); return true;
      default: return false;
    }
  },
};

// People

const peopleView = {
  async open() {
    pad.reset();
    list = null;
    const found = await ask("/api/people"), progress = found.progress;
    const labels = Object.entries(progress.labels).sort((a, b) => b[1] - a[1]);
    const all = labels.reduce((sum, [, n]) => sum + n, 0), most = Math.max(1, ...labels.map(([, n]) => n));
    const kappa = (value) => value == null ? "undefined" : value.toFixed(3);
    byId("main").replaceChildren(el("div", { class: "two" },
      el("section", {}, heading("Progress", el("p", {}, `${count(all)} of ${plural(progress.messages, "message")} have a label; ${count(progress.ofFiles)} of these came with files.`), el("progress", { class: "wide", max: Math.max(1, progress.messages), value: all, "aria-label": "Labelled messages" }),
        el("table", { class: "shares" }, el("caption", {}, "By label"), el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "label"), el("th", { scope: "col", class: "number" }, "messages"), el("th", { scope: "col" }, ""))), el("tbody", {}, labels.map(([label, n]) => {
          const meter = el("span", { class: `meter ${kindOf(label)}` });
          meter.style.width = `${(100 * n) / most}%`;
          return el("tr", {}, el("th", { scope: "row" }, nameOf(label)), el("td", { class: "number" }, count(n)), el("td", {}, meter));
        }))))),
      el("section", {}, heading("People", progress.people.length
        ? el("table", {}, el("caption", {}, "Who labelled"), el("thead", {}, el("tr", {}, ["name", "labels", "second looks", "last"].map((name, i) => el("th", { scope: "col", class: i === 1 || i === 2 ? "number" : null }, name)))), el("tbody", {}, progress.people.map((person) => el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, person.name)), el("td", { class: "number" }, count(person.labels)), el("td", { class: "number" }, count(person.secondLabels)), el("td", {}, time(person.lastAt))))))
        : el("p", { class: "soft" }, "Nobody has labelled here yet."),
        el("h3", {}, "Agreement"), found.agreements.length ? found.agreements.map((pair) => el("div", {},
          el("p", {}, el("b", {}, el("bdi", {}, pair.first), " and ", el("bdi", {}, pair.second)), `: the same label for ${count(pair.agreed)} of ${plural(pair.messages, "message")}; kappa ${kappa(pair.kappa)}, of junk or not ${kappa(pair.junkKappa)}${pair.differences.length < pair.messages - pair.agreed ? `. Here are the first ${count(pair.differences.length)} that differ` : ""}`),
          el("ul", { class: "rows" }, pair.differences.map((row) => el("li", {}, button([el("span", { class: "head" }, labelChip(row.first), labelChip(row.second), el("span", { class: "end" }, `#${count(row.message)}`)), textOf(row.text)], () => openDetails(row.message), null, { class: "row" }))))))
          : el("p", { class: "soft" }, "No message was labelled by two people."),
        el("p", {}, button("Take a second look", () => show("second"), "2"))))));
  },
  press(name) {
    if (name === "u") { labelView.undo(); return true; }
    return false;
  },
};

// Work that takes long

const jobOf = (kind) => state.jobs.find((job) => job.kind === kind);
const jobWords = { training: "Learning from the labels", doubts: "Judging each label", comparison: "Comparing both models", report: "Measuring the model" };
let polling = false;

async function startJob(kind, values = {}) {
  state.jobs = await ask(`/api/jobs/${kind}/start`, values);
  watchJobs();
}

function cancelJob() {
  const running = state.jobs.find((job) => job.phase === "running");
  if (running) act(async () => { state.jobs = await ask(`/api/jobs/${running.kind}/cancel`, {}); say("Cancelling…"); });
}

async function watchJobs() {
  if (polling) return;
  polling = true;
  const before = new Set(state.jobs.filter((job) => job.phase === "running").map((job) => job.kind));
  try {
    while (before.size) {
      const running = state.jobs.find((job) => job.phase === "running");
      drawWork(running);
      if (running) before.add(running.kind);
      for (const kind of [...before]) {
        if (running?.kind === kind) continue;
        before.delete(kind);
        await finished(jobOf(kind));
      }
      if (!running) break;
      await new Promise((done) => setTimeout(done, 350));
      state.jobs = await ask("/api/jobs");
    }
  } catch (problem) {
    say(sentence(problem.message), true);
  } finally {
    polling = false;
    drawWork(null);
  }
}

function drawWork(job) {
  byId("work").hidden = !job;
  if (!job) return;
  const share = job.of > 0 ? job.done / job.of : null;
  byId("work-words").textContent = `${jobWords[job.kind]}${share === null ? "" : `, ${Math.floor(100 * share)} %`}, ${job.seconds} s`;
  if (share === null) byId("work-bar").removeAttribute("value"); else { byId("work-bar").max = 1; byId("work-bar").value = share; }
}

async function finished(job) {
  if (!job) return;
  if (job.phase === "failed") return say(sentence(job.problem ?? "It failed"), true);
  if (job.phase === "cancelled") return say("Cancelled");
  if (job.kind === "training") {
    state.models = await ask("/api/models");
    say(`Suggestions come from the new model${state.view === "label" ? ", from the next message on" : " now"}`);
  }
  if (job.kind === "training" || job.kind === "comparison") modelsView.latest = job.kind;
  if (["training", "comparison", "report"].includes(job.kind) && state.view === "models") await views.models.open();
  // The message that a person is reading stays in front of them.
  if (job.kind === "doubts" && state.view === "doubts") await views.doubts.open();
}

// Views, keys, windows

const views = { label: labelView, second: labelView, doubts: doubtsView, search: searchView, models: modelsView, people: peopleView };
const viewNames = [["label", "Label", "1"], ["second", "Second look", "2"], ["doubts", "Doubts", "3"], ["search", "Search", "/", "4"], ["models", "Models", "5"], ["people", "People", "6"]];

function drawViews() {
  byId("views").replaceChildren(...viewNames.map(([name, words, shortcut]) => el("li", {}, button(words, () => act(() => open(name)), shortcut, { id: `view-${name}`, "aria-current": state.view === name ? "page" : null }))));
  byId("person").textContent = state.person ?? "Who labels?";
  byId("person").setAttribute("aria-label", state.person ? `${state.person} labels; change the name` : "Give your name");
}

async function open(name) {
  state.view = name;
  list = null;
  history.replaceState(null, "", `#${name}`);
  drawViews();
  byId(`view-${name}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  await views[name].open();
}

/** From within an action. */
const show = (name) => (state.busy ? open(name) : act(() => open(name)));

function askName() {
  const dialog = byId("who");
  if (dialog.open) return;
  byId("who-name").value = state.person ?? "";
  byId("who-problem").textContent = "";
  dialog.showModal();
  byId("who-name").select();
}

byId("who-form").addEventListener("submit", (event) => {
  event.preventDefault();
  act(async () => {
    try {
      const welcome = await ask("/api/person", { name: byId("who-name").value });
      state.person = welcome.person;
    } catch (problem) {
      byId("who-problem").textContent = sentence(problem.message);
      return;
    }
    byId("who").close();
    drawViews();
    await open(state.view);
  });
});
byId("who-close").addEventListener("click", () => byId("who").close());
byId("person").addEventListener("click", askName);
byId("details-close").addEventListener("click", () => byId("details").close());
byId("details").addEventListener("close", () => {
  pad.reset();
  drawHint();
  // Its buttons did what keys do now that the window has begun with none.
  if (byId("pad") && labelView.item?.message) labelView.drawPad();
});
byId("help-close").addEventListener("click", () => byId("help").close());
byId("help-button").addEventListener("click", openHelp);
byId("work-cancel").addEventListener("click", cancelJob);
byId("keys-on").addEventListener("change", (event) => { state.keysOn = event.target.checked; });

function openHelp() {
  const part = (name, rows) => el("div", {}, el("h3", {}, name), el("dl", {}, rows.map(([keys, words]) => [el("dt", {}, keys.split(" ").map((name) => key(name))), el("dd", {}, words)])));
  byId("help-body").replaceChildren(el("div", { class: "keys" },
    part("Labels", [...state.choices.map((choice) => [choice.key, choice.label + (choice.subActions.length ? "…" : "")]), ["g", "the next label is for its whole template"], ["s", "skip"], ["u", "undo, or back"], ["m", "hide or show the clues"]]),
    ...state.choices.filter((choice) => choice.subActions.length).map((choice) => part(sentence(choice.label), [...choice.subActions.map((sub) => [`${choice.key} ${sub.key}`, nameOf(sub.label.split("/")[1])]), [`${choice.key} space`, `just ${choice.label}`]])),
    part("Views", viewNames.map(([, words, shortcut]) => [shortcut, words])),
    part("Lists and work", [["↑ ↓", "choose a message"], ["Enter", "open it"], ["r", "train anew, or judge the labels"], ["y", "accept all doubts of the chosen kind"], ["c", "compare two models"], ["o", "report of the model in use"], ["x", "cancel what runs"], ["Esc", "close"]])));
  byId("help").showModal();
}

/** The key as a Latin keyboard has it, whatever script is switched on; null where a text is being written. */
function keyName(event) {
  if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey || !state.keysOn) return null;
  const target = event.target;
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest("input:not([type=checkbox]), textarea, select"))) return null;
  if (event.key.length > 1) return event.key;
  if (event.key > "\u007f" && event.code.startsWith("Key")) return event.code.slice(3).toLowerCase();
  return event.key.toLowerCase();
}

document.addEventListener("keydown", (event) => {
  const name = keyName(event);
  if (name === null || event.repeat) return;
  // A focused button is pressed by these.
  if ((name === " " || name === "Enter") && event.target instanceof HTMLElement && event.target.closest("button, a, summary, input")) return;
  if (document.querySelector("dialog[open]")) {
    if (byId("details").open && name !== "Escape" && pressDetails(name)) event.preventDefault();
    return;
  }
  if (press(name)) event.preventDefault();
});

function press(name) {
  if (!pad.pending) {
    const view = viewNames.find(([, , ...shortcuts]) => shortcuts.includes(name));
    if (view) { act(() => open(view[0])); return true; }
    if (name === "?") { openHelp(); return true; }
    if (name === "x" && state.jobs.some((job) => job.phase === "running")) { cancelJob(); return true; }
  }
  return views[state.view].press(name);
}

act(async () => {
  // The address that opened the session ends in its token. It is kept for this tab alone.
  if (/^#[0-9a-f]{64}$/.test(location.hash)) {
    sessionStorage.setItem("token", location.hash.slice(1));
    history.replaceState(null, "", "/");
  }
  state.token = sessionStorage.getItem("token") ?? "";
  const welcome = await ask("/api/session");
  Object.assign(state, { person: welcome.person, choices: welcome.choices, models: welcome.models, jobs: welcome.jobs });
  byId("store").textContent = welcome.store;
  document.title = `${welcome.store} · spamkit studio`;
  const asked = location.hash.slice(1);
  await open(views[asked] ? asked : "label");
  watchJobs();
});
