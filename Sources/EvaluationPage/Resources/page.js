// What moves: tables that scroll, the filter of mistakes, and the slider. The page is complete without it.
"use strict";

// A table that is wider than its box is a place to stop at and scroll by keys; any other is none.
(() => {
  const mark = (box) => {
    const isWider = box.scrollWidth > box.clientWidth;
    const attributes = { role: "region", tabindex: "0", "aria-labelledby": box.querySelector("caption").id };
    for (const [name, value] of Object.entries(attributes)) {
      if (isWider) box.setAttribute(name, value); else box.removeAttribute(name);
    }
  };
  const watch = new ResizeObserver((entries) => entries.forEach((entry) => mark(entry.target.closest(".scroll"))));
  for (const part of document.querySelectorAll(".scroll, .scroll > table")) watch.observe(part);
})();

// A link to what is folded away opens it.
(() => {
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let fold = target && target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  for (const link of document.querySelectorAll("nav a")) link.addEventListener("click", () => { if (link.hash === location.hash) open(); });
  open();
})();

// The filter: a group of mistakes stays where one of them has all that was asked for.
(() => {
  const byId = (id) => document.getElementById(id);
  const filter = byId("filter");
  if (!filter) return;
  const groups = [...document.querySelectorAll(".mistakes > li")];
  const chosen = { tongue: byId("filter-tongue"), label: byId("filter-label") };
  for (const [name, select] of Object.entries(chosen)) {
    const counts = new Map();
    for (const group of groups) {
      const values = new Set([...group.querySelectorAll(".mistake")].map((mistake) => mistake.dataset[name]));
      for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
    }
    for (const [value, count] of [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
      select.add(new Option(`${value} (${count})`, value));
    }
  }

  const plain = (text) => text.normalize("NFKC").toLowerCase();
  function choose() {
    const words = plain(byId("filter-words").value).split(/\s+/).filter(Boolean);
    const holds = (mistake) =>
      Object.entries(chosen).every(([name, select]) => !select.value || mistake.dataset[name] === select.value)
      && words.every((word) => plain(mistake.querySelector("blockquote").textContent + " " + mistake.querySelector("b").textContent).includes(word));
    let shown = 0;
    for (const group of groups) {
      const found = [...group.querySelectorAll(".mistake")].filter(holds);
      group.hidden = found.length === 0;
      if (found.length > 0) shown += 1;
      const folded = group.querySelector("details");
      const isAsked = words.length > 0 || Object.values(chosen).some((select) => select.value);
      if (folded) folded.open = isAsked && found.length > 0 && found.every((mistake) => folded.contains(mistake));
    }
    byId("filtered").textContent = shown === groups.length ? "" : `${shown} of ${groups.length} templates`;
  }
  for (const input of filter.querySelectorAll("input, select")) input.addEventListener("input", choose);
  filter.hidden = false;
  // A browser that goes back restores what was chosen.
  choose();
})();

// The slider: what each cutoff would have done, from the counts in #points.
(() => {
  const byId = (id) => document.getElementById(id);
  const source = byId("points");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const last = data.cutoffs.length - 1;
  const slider = byId("cutoff");

  const count = (n) => n.toLocaleString("en-US");
  const percent = (share) => (100 * share).toFixed(2);
  const unsigned = (x) => x.toFixed(3);
  const signed = (x) => (x < 0 ? "−" : "+") + unsigned(Math.abs(x));

  // Wilson's score interval at 95 %, as in the report.
  function interval(successes, trials) {
    const z = 1.959963984540054, p = successes / trials;
    const center = p + (z * z) / (2 * trials);
    const half = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
    const scale = 1 + (z * z) / trials;
    return [successes === 0 ? 0 : (center - half) / scale, successes === trials ? 1 : (center + half) / scale];
  }

  function showRate(name, successes, trials, reason) {
    const [value, limits] = [byId(name), byId(name + "-limits")];
    if (trials === 0) {
      value.textContent = "undefined: " + reason;
      limits.textContent = "";
      return;
    }
    const [lower, upper] = interval(successes, trials);
    value.textContent = percent(successes / trials) + " %";
    limits.textContent = percent(lower) + " – " + percent(upper);
  }

  // Counts at the point of index i; between the cutoff and the one for unsure, messages are left alone. What
  // protection holds back is in no point, but unsure from that cutoff on.
  function outcome(i) {
    const caught = data.caught[i], lost = data.lost[i];
    const unsureJunk = data.unsureJunk - Math.min(caught, data.caught[data.unsure]);
    const unsureWanted = data.unsureWanted - Math.min(lost, data.lost[data.unsure]);
    return {
      caught, lost, unsureJunk, unsureWanted,
      missed: data.junk - caught - unsureJunk,
      delivered: data.wanted - lost - unsureWanted,
    };
  }

  const costInputs = ["cost-lost", "cost-missed", "cost-unsure"].map(byId);
  function cost(o) {
    const [lost, missed, unsure] = costInputs.map((input) => Math.max(Number(input.value) || 0, 0));
    return lost * o.lost + missed * o.missed + unsure * (o.unsureJunk + o.unsureWanted);
  }

  function cutoffName(i) {
    const cutoff = i === data.own ? data.ownCutoff : data.cutoffs[i];
    return cutoff === null ? (i === 0 ? "above all scores" : "below all scores") : signed(cutoff);
  }

  function sentence(o) {
    const lost = data.wanted ? percent(o.lost / data.wanted) + " %" : "none to lose";
    const caught = data.junk ? percent(o.caught / data.junk) + " %" : "none to catch";
    return `${count(o.lost)} of ${count(data.wanted)} wanted messages in Junk (${lost}), `
      + `${count(o.caught)} of ${count(data.junk)} junk messages caught (${caught})`;
  }

  function move(id, place) {
    const mark = byId(id);
    if (!mark) return;
    mark.style.display = place ? "" : "none";
    if (place) {
      mark.setAttribute("cx", place[0]);
      mark.setAttribute("cy", place[1]);
    }
  }

  function show() {
    const i = last - Number(slider.value);
    const o = outcome(i);
    for (const [name, n] of Object.entries(o)) byId("n-" + name).textContent = count(n);
    showRate("rate-lost", o.lost, data.wanted, "no wanted message in the test set");
    showRate("rate-caught", o.caught, data.junk, "no junk in the test set");
    showRate("rate-right", o.caught, o.caught + o.lost, "nothing is put in Junk");
    showRate("rate-unsure", o.unsureJunk + o.unsureWanted, data.wanted + data.junk, "no messages in the test set");
    byId("cost").textContent = unsigned((1000 * cost(o)) / (data.wanted + data.junk));
    byId("cutoff-shown").textContent = cutoffName(i);
    const said = sentence(o);
    byId("live").textContent = said + ".";
    // What it does is said by #live: twice would be once too often.
    slider.setAttribute("aria-valuetext", cutoffName(i));
    const command = byId("command");
    if (command) {
      const bound = Math.ceil(interval(o.lost, data.wanted)[1] * 1e4) / 100;
      command.textContent = `${command.dataset.start} --max-false-junk ${bound}%`;
    }
    move("roc-here", data.roc[i]);
    move("pr-here", data.precision[i]);
  }

  function go(i) {
    slider.value = String(last - i);
    show();
  }

  byId("own").addEventListener("click", () => go(data.own));
  byId("cheapest").addEventListener("click", () => {
    let best = 0;
    for (let i = 1; i <= last; i++) if (cost(outcome(i)) < cost(outcome(best))) best = i;
    go(best);
  });
  slider.addEventListener("input", show);
  for (const input of costInputs) input.addEventListener("input", show);
  byId("control").hidden = false;
  byId("costs").hidden = false;
  // A browser that goes back restores the slider, not what it had moved.
  slider.value = String(last - data.own);
  show();
})();
