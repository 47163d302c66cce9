"""Charts of the page: a row a system, a panel a figure, a dot a corpus."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from svg import FAINT, GRID, INK, SERIES, legend, line, marker, picture, text  # noqa: E402

LEFT, TOP, ROW, PANEL, GAP, RIGHT, BOTTOM = 190, 96, 30, 230, 42, 30, 62


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
    if 0 < tick < 1 and f"{tick:.4g}" != f"{10 ** round(math.log10(tick)):.4g}":
        return f"{tick:.3f}".rstrip("0").lstrip("0")
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if tick >= unit:
            return f"{tick / unit:g}{name}"
    return f"{tick:g}"


def panel(left, heading, note, is_log, systems, corpora, value):
    """`value(corpus, system)` is a number or None; a number that is 0 has no place on a logarithmic axis."""
    found = {(c, s): v for c in corpora for s in systems if (v := value(c, s)) is not None and (v > 0 or not is_log)}
    bottom = TOP + ROW * len(systems)
    out = [text(left + PANEL / 2, TOP - 28, heading, size=14, more=' font-weight="600"'), text(left + PANEL / 2, TOP - 11, note, size=11, colour=FAINT)]
    ticks = (powers if is_log else steps)(found.values() or [1])
    scale = math.log10 if is_log else float
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
    """corpora: {name: title}, one a series; panels: (heading, note, is logarithmic, value(corpus, system))."""
    width = LEFT + len(panels) * PANEL + (len(panels) - 1) * GAP + RIGHT
    bottom = TOP + ROW * len(systems)
    out = [text(16, 30, title, "start", 18, more=' font-weight="600"')]
    ours = [i for i, system in enumerate(systems) if system.startswith("spamkit")]
    out += [f'<rect x="8" y="{TOP + ROW * i}" width="{width - 16}" height="{ROW}" fill="#eef7f2"/>' for i in ours]
    for i, system in enumerate(systems):
        bold = ' font-weight="600"' if i in ours else ""
        out.append(text(LEFT - 12, TOP + ROW * (i + 0.5) + 4, system, "end", 13, INK, bold))
    for i, (heading, note, is_log, value) in enumerate(panels):
        out += panel(LEFT + i * (PANEL + GAP), heading, note, is_log, systems, list(corpora), value)
    series = [(name, *SERIES[i % len(SERIES)]) for i, name in enumerate(corpora.values())]
    return picture(width, bottom + BOTTOM, title, out + legend(LEFT, bottom + 46, series))
