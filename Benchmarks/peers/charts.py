"""Charts of the page: a row a system, a panel a figure, a dot a corpus."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from svg import FAINT, GRID, INK, SERIES, legend, line, marker, picture, text  # noqa: E402

LEFT, TOP, ROW, PANEL, GAP, RIGHT, BOTTOM = 262, 96, 30, 230, 42, 30, 62


LEAST_ERROR = 1e-5  # of an axis of nines; what is nearer to 1 stands there


def nines(value):
    """0, 1, 2, … for 0, .9, .99, …"""
    return -math.log10(max(1 - value, LEAST_ERROR))


def ticks_of_nines(values):
    return [1 - 10.0**-n for n in range(math.floor(nines(min(values))), math.ceil(nines(max(values))) + 1)]


def powers(values):
    """Ticks of a logarithmic axis: powers of ten around all values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return [10.0**e for e in range(low, max(high, low + 1) + 1)]


def steps(values):
    """Four or five ticks of an even axis that ends at 1."""
    least = min(values)
    for step in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25):
        if 1 - 5 * step <= least:
            count = math.ceil((1 - least) / step - 1e-9) or 1
            return [1 - step * i for i in range(count, -1, -1)]
    return [0, 0.25, 0.5, 0.75, 1]


def short(tick):
    """A tick in at most five characters: 100n, 10k, .95."""
    if tick > 0.99 and tick < 1:
        return f"{tick:.5f}".rstrip("0").lstrip("0")
    if 0 < tick < 1 and f"{tick:.4g}" != f"{10 ** round(math.log10(tick)):.4g}":
        return f"{tick:.3f}".rstrip("0").lstrip("0")
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if tick >= unit:
            return f"{tick / unit:g}{name}"
    return f"{tick:g}"


# Axes: ticks around all values, and where a value stands.
AXES = {"log": (powers, math.log10), "even": (steps, float), "nines": (ticks_of_nines, nines)}


def values(systems, corpora, value):
    """{(corpus, system): number} of what is known. `value(corpus, system)` is a number or None."""
    return {(c, s): v for c in corpora for s in systems if (v := value(c, s)) is not None}


def panel(left, heading, note, axis, systems, corpora, found):
    bottom = TOP + ROW * len(systems)
    out = [text(left + PANEL / 2, TOP - 28, heading, size=14, more=' font-weight="600"'), text(left + PANEL / 2, TOP - 11, note, size=11, colour=FAINT)]
    ticks, scale = AXES[axis][0](found.values()), AXES[axis][1]
    first, last = scale(ticks[0]), scale(ticks[-1])

    def x(v):
        return left + PANEL * (scale(v) - first) / (last - first)
    for tick in ticks:
        out += [line(x(tick), TOP, x(tick), bottom, GRID), text(x(tick), bottom + 17, short(tick), size=11, colour=FAINT)]
    out.append(f'<rect x="{left}" y="{TOP}" width="{PANEL}" height="{bottom - TOP}" fill="none" stroke="{FAINT}"/>')
    for i, corpus in reversed(list(enumerate(corpora))):
        colour, shape = SERIES[i % len(SERIES)]
        # Dots of a row stand a little apart, as they may be equal.
        shift = (i - (len(corpora) - 1) / 2) * min(5, 16 / max(1, len(corpora) - 1))
        out += [marker(shape, x(found[corpus, s]), TOP + ROW * (row + 0.5) + shift, colour) for row, s in enumerate(systems) if (corpus, s) in found]
    return out


def dots(title, systems, corpora, panels):
    """corpora: {name: title}, one a series; panels: (heading, note, axis, value(corpus, system))."""
    panels = [(*head, found) for *head, value in panels if (found := values(systems, corpora, value))]
    width = LEFT + len(panels) * PANEL + (len(panels) - 1) * GAP + RIGHT
    bottom = TOP + ROW * len(systems)
    out = [text(16, 30, title, "start", 18, more=' font-weight="600"')]
    ours = [i for i, system in enumerate(systems) if system.startswith("spamkit")]
    out += [f'<rect x="8" y="{TOP + ROW * i}" width="{width - 16}" height="{ROW}" fill="#eef7f2"/>' for i in ours]
    for i, system in enumerate(systems):
        bold = ' font-weight="600"' if i in ours else ""
        out.append(text(LEFT - 12, TOP + ROW * (i + 0.5) + 4, system, "end", 13, INK, bold))
    for i, (heading, note, axis, found) in enumerate(panels):
        out += panel(LEFT + i * (PANEL + GAP), heading, note, axis, systems, list(corpora), found)
    series = [(name, *SERIES[i % len(SERIES)]) for i, name in enumerate(corpora.values())]
    return picture(width, bottom + BOTTOM, title, out + legend(LEFT, bottom + 46, series))


def drawn(f, out):
    """The charts that the record has figures for: names."""
    def of(table, figure, scale=1.0):
        return lambda c, s: None if (v := f.value(table, c, s, figure)) is None else v * scale
    made = []
    for name, title, table, panels in (
            ("cost", "What it costs: further left is better", "cost", [
                ("Training", "CPU seconds, file to model", "log", of("cost", "train cpu s")), ("Model", "bytes", "log", of("cost", "model bytes")),
                ("A decision", "microseconds, p50, warm", "log", of("cost", "decision p50 ns", 1e-3)),
                ("Start", "CPU ms: open, decide once, end", "log", of("cost", "start cpu ms"))]),
            ("quality", "How well it ranks: further right is better", "quality", [
                ("Average precision", "logarithm of what is missing to 1", "nines", of("quality", "ap")),
                ("Recall", "at .2 % false junk", "even", of("quality", "recall at 0.2%")),
                ("Recall under tricks", "mean of tricks, .5 % false junk", "even", of("attack", "mean")),
                ("Recall under tricks", "the worst trick", "even", of("attack", "worst"))])):
        if f.corpora(table):
            systems = [s for s in f.systems(table) if name == "cost" or f.value(table, f.corpora(table)[0], s, "ap") is not None]
            with open(f"{out}/peers-{name}.svg", "w", encoding="utf-8") as file:
                file.write(dots(title, systems, {c: f.titles[c] for c in f.corpora(table)}, panels))
            made.append(name)
    if f.corpora("own"):
        # Tests differ too much to be dots of one axis: a dot is the mean of a panel's tests.
        def mean(table, figure):
            complete = [c for c in f.corpora(table) if all(f.value(table, c, s, figure) is not None for s in f.systems(table))]

            def value(_, system):
                values = [f.value(table, c, system, figure) for c in complete]
                return sum(values) / len(values) if values and None not in values else None
            return value
        panels = [
            ("Other sources", "AUC", "even", mean("pairs", "auc")), ("Phones", "AUC", "even", mean("phones", "auc")),
            ("Few own labels", "AUC", "even", mean("own", "auc")),
            ("Few own labels", "recall at 1 % false junk", "even", mean("own", "recall at 1%"))]
        title = "Sources never trained on, and few own labels: further right is better"
        with open(f"{out}/peers-unseen.svg", "w", encoding="utf-8") as file:
            systems = sorted(f.systems("own"), key=lambda name: not name.startswith("spamkit"))
            file.write(dots(title, systems, {"mean": "mean over the tests of a panel"}, panels))
        made.append("unseen")
    return made
