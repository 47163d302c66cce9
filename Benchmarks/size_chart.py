#!/usr/bin/env python3
"""Draws model size against quality, spamkit beside fastText: two tables in, one SVG out. No
library.

usage: size_chart.py OURS.tsv FASTTEXT.tsv OUT.svg

Both tables have the columns ds, bytes and AP as fasttext_sizes.py writes them; further columns,
lines that begin with # and rows without figures (-) are passed over. One panel a corpus, in the
order of FASTTEXT.tsv. Up is better: the axis is 1 - AP, falling, logarithmic.
"""
import math
import sys

from svg import FAINT, GRID, line, marker, picture, text

NAMES = {"uci": "UCI (English)", "zh80w": "message80W (Chinese)", "multi": "five languages"}
SERIES = [("spamkit", "#0b6e4f", "circle"), ("fastText, quantised", "#c2410c", "square")]
LEFT, TOP, WIDTH, HEIGHT, GAP, RIGHT, BOTTOM = 78, 96, 300, 270, 62, 24, 66
KIB, LEAST_BYTES, MOST_BYTES = 1024, 4 * 1024, 16 * 1024 * 1024
LEAST_ERROR = 1e-4  # an average precision above .9999 is drawn there


def points(path):
    """ds -> [(bytes, AP)], by size."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\r\n").split("\t") for line in lines if line.strip() and not line.startswith("#")]
    header = rows[0]
    missing = {"ds", "bytes", "AP"} - set(header)
    if missing:
        sys.exit(f"size_chart: {path}: no column {', '.join(sorted(missing))}; found {', '.join(header)}")
    for cells in rows[1:]:
        row = dict(zip(header, cells))
        if row["bytes"] != "-":
            found.setdefault(row["ds"], set()).add((int(row["bytes"]), float(row["AP"])))
    return {ds: sorted(pairs) for ds, pairs in found.items()}


def size_name(size):
    return f"{size // KIB} KiB" if size < KIB * KIB else f"{size // KIB // KIB} MiB"


def error(ap):
    return max(1 - ap, LEAST_ERROR)


def ticks(least, most):
    """1, 2, 5 times powers of ten around [least, most]: at least two."""
    steps = [m * 10.0**e for e in range(-4, 1) for m in (1, 2, 5)]
    low = max(i for i, s in enumerate(steps) if s <= least * 1.0001)
    high = min(i for i, s in enumerate(steps) if s >= most * 0.9999)
    return steps[low:max(high, low + 1) + 1]


def panel(left, ds, tables):
    """One corpus: frame, grid, a line a series. A size outside the axis is drawn at its edge."""
    errors = [error(ap) for table in tables for _, ap in table.get(ds, [])]
    marks = ticks(min(errors), max(errors))

    def x(size):
        size = min(max(size, LEAST_BYTES), MOST_BYTES)
        return left + WIDTH * math.log(size / LEAST_BYTES) / math.log(MOST_BYTES / LEAST_BYTES)

    def y(value):
        return TOP + HEIGHT * math.log(value / marks[0]) / math.log(marks[-1] / marks[0])

    out = [text(left + WIDTH / 2, TOP - 12, NAMES.get(ds, ds), size=15, more=' font-weight="600"')]
    for mark in marks:
        out.append(line(left, y(mark), left + WIDTH, y(mark), GRID))
        out.append(text(left - 8, y(mark) + 4, f"{1 - mark:.4f}".rstrip("0").lstrip("0") or "0", "end", 12, FAINT))
    size = LEAST_BYTES
    while size <= MOST_BYTES:
        out.append(line(x(size), TOP, x(size), TOP + HEIGHT, GRID))
        if round(math.log2(size / LEAST_BYTES)) % 4 == 0:
            out.append(text(x(size), TOP + HEIGHT + 18, size_name(size), size=12, colour=FAINT))
        size *= 2
    out.append(f'<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="{FAINT}"/>')
    for (_, colour, shape), table in zip(reversed(SERIES), reversed(tables)):
        placed = [(x(size), y(error(ap))) for size, ap in table.get(ds, [])]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in placed)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>')
        out.extend(marker(shape, a, b, colour) for a, b in placed)
    return out


def chart(tables, corpora):
    width = LEFT + len(corpora) * WIDTH + (len(corpora) - 1) * GAP + RIGHT
    height = TOP + HEIGHT + BOTTOM
    title = "Size of the model against quality: spamkit and fastText"
    out = [text(LEFT, 32, title, "start", 19, more=' font-weight="600"')]
    at = LEFT
    for name, colour, shape in SERIES:
        out += [line(at, 52, at + 26, 52, colour, 2), marker(shape, at + 13, 52, colour), text(at + 34, 56, name, "start", 13)]
        at += 34 + 8 * len(name) + 24
    for i, ds in enumerate(corpora):
        out += panel(LEFT + i * (WIDTH + GAP), ds, tables)
    middle = TOP + HEIGHT / 2
    out.append(text(20, middle, "average precision (log of 1 - AP; up is better)", size=13, more=f' transform="rotate(-90 20 {middle})"'))
    out.append(text(LEFT + (width - LEFT - RIGHT) / 2, height - 16, "bytes of the model file (logarithmic)", size=13))
    return picture(width, height, title, out)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    tables = [points(path) for path in sys.argv[1:3]]
    corpora = list(tables[1]) + [ds for ds in tables[0] if ds not in tables[1]]
    if not corpora:
        sys.exit("size_chart: no row with figures in either table")
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        out.write(chart(tables, corpora))


if __name__ == "__main__":
    main()
