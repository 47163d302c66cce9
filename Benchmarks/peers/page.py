"""The page: a record in, PEERS.md and its charts out. Every figure on it is of the record."""
import os
import textwrap

import charts
import corpora
import cost

PUBLIC = "make peers SHARED=SHARED_DIR"
HEAD = """# spamkit beside its peers

Made by `{command}`, which installs the peers, measures all on the same rows and writes this page from [its record]({record}). In bold
is the best first figure of a column. {corpora}

{machine}

Load was {low:.1f} to {high:.1f}, so times are of a shared machine: CPU time and ratios tell more than wall time. Each system is a process
of its own on one thread. All take their turn in each of five runs, and the median counts. (1) or (3) is a smaller number of runs, where
fewer were asked for, or a system had taken {most} s of CPU on that corpus.
"""
TRICKS = """## Hiding tricks

The messages of `spamkit attack` at full strength, the same for all. Each trick has a cutoff of its own, which .5 % of the wanted messages
pass that it was played on. Mean over the tricks / the worst one.
"""
PHONES = """## Sources never trained on

Wanted messages of phones and businesses against junk that people reported: AUC / recall at 1 % false junk. spamkit also reads, in training,
the rows' sources and kinds of wanted messages. No system is given a sender.
"""
OWN = """The first 20 and 200 own labels of a person, judged on other messages of the same phone: AUC / recall at 1 % false junk. The record also
has 50 and 800; the chart has means of all."""
TRAINING = """## Cost

Training, CPU seconds from file to model of the whole process / without the start of Python and imports.
"""
DECISIONS = """A decision on one message of 40 to 160 bytes in a process that is warm, microseconds: p50 / p99 over 200 messages, each the least of
its runs. bogofilter has no library.
"""
STARTS = """A process that opens the model, decides once and ends: CPU ms, median of five. "Core alone" is a program of the decision core, as an
app's extension is; spamkit is the whole tool. `process.sh` measures the core without dynamic libraries.
"""
PEERS = """## Peers

Settings are the same for all corpora. They come from an earlier comparison that had tuned some of them on all of UCI, which flatters them.

- scikit-learn SVM: TF-IDF of words 1-2 and characters 1-5; characters 1-3 where there is Chinese.
- scikit-learn LR: TF-IDF of characters 1-4 with digits folded, C = 20.
- liblinear: L2 SVM on characters 1-4, hashed to 2^20 columns.
- fastText: pairs of words, subwords 1-4, 16 dimensions; 25 epochs below 20,000 rows, else 5.
- Vowpal Wabbit: logistic loss on pairs of words and characters 1-4, one pass, 2^20 weights.
- bogofilter: made for mail. `-m 0.1,1` in place of its defaults raises its average precision on UCI's training rows from .908 to .958.
- spamkit: defaults. "No folds" leaves out four of five trainings, those that set the cutoffs by scoring each message unseen. No peer does that.

They are called from Python, as most people call them, except bogofilter, a program.
"""


ASKED = {"attack": "hiding tricks", "phones": "phones", "own": "few own labels", "pairs": "pairs of sources"}


def number(value, digits):
    return "-" if value is None else f"{value:.{digits}f}".removeprefix("0") if digits else f"{value:,.0f}"


def size(value):
    if value is None:
        return "-"
    return f"{value / 1024:,.0f} KiB" if value < 1 << 20 else f"{value / (1 << 20):,.1f} MiB"


def seconds(value):
    return "-" if value is None else f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def micro(value):
    return "-" if value is None else f"{value / 1000:,.2f}" if value < 10_000 else f"{value / 1000:,.0f}"


class Page:
    def __init__(self, figures):
        self.figures, self.parts = figures, []

    def text(self, words):
        if words:
            self.parts.append(wrapped(words) + "\n")

    def title(self, table, corpus):
        """A column's title, with the junk and wanted messages that are judged, where the table says how many."""
        junk, rows = (self.figures.value(table, corpus, "spamkit", figure) for figure in ("junk", "test rows"))
        return self.figures.titles[corpus] + (f" ({junk:,.0f} : {rows - junk:,.0f})" if rows else "")

    def table(self, table, figure, show, lower=False, second=None, corpora=None, count_runs=False):
        """A row a system, a column a corpus. `second` is another figure, in brackets."""
        f, corpora = self.figures, corpora or self.figures.corpora(table)
        lines = ["| | " + " | ".join(self.title(table, c) for c in corpora) + " |", "|---|" + "---|" * len(corpora)]
        systems = [s for s in f.systems(table) if any(f.value(table, c, s, figure) is not None for c in corpora)]
        cells = {c: {s: f.value(table, c, s, figure) for s in systems} for c in corpora}
        for system in systems:
            row = []
            for c in corpora:
                value = cells[c][system]
                known = [show(v) for v in cells[c].values() if v is not None]
                best = show((min if lower else max)(v for v in cells[c].values() if v is not None)) if known else None
                shown = f"**{show(value)}**" if value is not None and show(value) == best else show(value)
                if value is not None and second:
                    shown += f" / {show(f.value(table, c, system, second))}"
                if value is not None and count_runs and f.runs(table, c, system, figure) < 5:
                    shown += f" ({f.runs(table, c, system, figure)})"
                row.append(shown)
            lines.append(f"| {system} | " + " | ".join(row) + " |")
        self.parts.append("\n".join(lines) + "\n")

    def part(self, words, table, *arguments, **options):
        """A text and a table, where the record has figures for it."""
        if self.figures.corpora(table):
            self.text(words)
            self.table(table, *arguments, **options)

    def behind(self):
        """Where a peer is better than spamkit's default, in every table, by how much it shows."""
        f, lines = self.figures, []
        for table, figure, words, show, lower in COMPARED:
            places = []
            for c in f.corpora(table):
                ours = f.value(table, c, "spamkit", figure)
                peers = {s: f.value(table, c, s, figure) for s in f.systems(table) if not s.startswith("spamkit")}
                peers = {s: v for s, v in peers.items() if v is not None}
                if ours is None or not peers:
                    continue
                best = (min if lower else max)(peers, key=peers.get)
                if (peers[best] < ours if lower else peers[best] > ours) and show(peers[best]) != show(ours):
                    places.append(f"{f.titles[c]}: {show(ours)}, {show(peers[best])} ({best})")
            if places:
                lines.append(f"| {words} | {'; '.join(places)} |")
        self.text("## Where a peer is better than spamkit's default\n")
        if not lines:
            return self.text("Nowhere.")
        self.parts.append("\n".join(["| figure | where: spamkit, best peer |", "|---|---|", *lines]) + "\n")


def share(value):
    return number(value, 4)


def rate(value):
    return number(value, 3)


def milli(value):
    return number(value, 1)


COMPARED = [
    ("quality", "ap", "average precision", share, False), ("quality", "recall at 0.2%", "recall at .2 % false junk", share, False),
    ("attack", "mean", "recall under tricks, mean", rate, False), ("attack", "worst", "recall under tricks, worst", rate, False),
    ("pairs", "auc", "unseen source, AUC", rate, False), ("pairs", "recall at 1%", "unseen source, recall at 1 %", rate, False),
    ("phones", "auc", "phones, AUC", rate, False), ("phones", "recall at 1%", "phones, recall at 1 %", rate, False),
    ("own", "auc", "own labels, AUC", rate, False), ("own", "recall at 1%", "own labels, recall at 1 %", rate, False),
    ("cost", "train cpu s", "training, CPU s", seconds, True), ("cost", "model bytes", "bytes of the model", size, True),
    ("cost", "peak MiB", "memory of training, MiB", milli, True), ("cost", "decision p50 ns", "a decision, us", micro, True),
    ("cost", "start cpu ms", "start, CPU ms", milli, True),
]


def write(f, record, out):
    """PEERS.md and its charts into the folder `out`."""
    page, pictures = Page(f), charts.drawn(f, out)
    is_public = any(head.endswith("corpora: public") for head in f.heads)
    about = ("Public corpora are split by group, so that near duplicates stay on one side." if is_public else
               "Without public corpora it is the starter corpus, which is made of templates: it is easier than what phones receive.")
    head = HEAD.format(command=PUBLIC if is_public else "make peers", record=os.path.relpath(record, out), corpora=about,
                       machine="\n".join(f"- {head}" for head in f.heads), low=f.load[0], high=f.load[1], most=cost.CPU_SECONDS)
    page.text(head)
    missing = [title for name, title in corpora.TITLES.items() if is_public and name not in f.corpora("quality")]
    missing += [words for table, words in ASKED.items() if is_public and not f.corpora(table)]
    missing += [f"own labels in {title}" for name, title in corpora.OWN.items()
                if f.corpora("own") and not any(corpus.startswith(f"own-{name}") for corpus in f.corpora("own"))]
    page.text(f"Not in this record, as the run was broken off or not asked for it: {', '.join(missing)}." if missing else "")
    page.behind()

    def chart(name, words):
        if name in pictures:
            page.text(f"![{words}](peers-{name}.svg)")
    page.part("## Quality\n\nAverage precision / recall at a cutoff that .2 % of the wanted messages pass. Behind a column's name: "
              "junk : wanted messages that are judged.", "quality", "ap", share, second="recall at 0.2%")
    chart("quality", "average precision, recall, and recall under tricks of all systems")
    page.part(TRICKS, "attack", "mean", rate, second="worst")
    page.part(PHONES, "phones", "auc", rate, second="recall at 1%")
    page.part("Other sources than those in training, of which at most 3,000 rows of a source and label: AUC / recall at 1 %.",
              "pairs", "auc", rate, second="recall at 1%")
    page.part(OWN, "own", "auc", rate, second="recall at 1%",
              corpora=[corpus for corpus in f.corpora("own") if corpus.endswith(("-20", "-200"))])
    chart("unseen", "AUC on sources never trained on and after few own labels")
    page.part(TRAINING, "cost", "train cpu s", seconds, True, second="train work s", count_runs=True)
    page.part("Peak memory of training, MiB.", "cost", "peak MiB", milli, True)
    page.part("The model's bytes on disk.", "cost", "model bytes", size, True)
    page.part(DECISIONS, "cost", "decision p50 ns", micro, True, second="decision p99 ns")
    page.part(STARTS, "cost", "start cpu ms", milli, True)
    chart("cost", "training time, model size, time of a decision and of a start, all systems")
    page.text(PEERS)
    with open(f"{out}/PEERS.md", "w", encoding="utf-8") as file:
        file.write("\n".join(page.parts))


def wrapped(words):
    """Paragraphs and items of lists at 100 columns; headings and pictures stay."""
    def filled(text, indent=""):
        return textwrap.fill(" ".join(text.split()), 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    parts = []
    for part in words.strip().split("\n\n"):
        if part.startswith("- "):
            part = "\n".join(filled(item, "  ") for item in part.split("\n"))
        elif not part.startswith(("#", "!")):
            part = filled(part)
        parts.append(part)
    return "\n\n".join(parts)
