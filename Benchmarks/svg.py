"""Shapes of the charts, as strings of SVG. Coordinates are pixels from the top left."""
INK, FAINT, GRID = "#1f2328", "#57606a", "#e3e6ea"
# Colours and shapes of series, which differ in lightness too.
SERIES = [("#0b6e4f", "circle"), ("#c2410c", "square"), ("#1d4ed8", "diamond"), ("#a16207", "triangle"), ("#86198f", "ring")]


def text(x, y, words, anchor="middle", size=13, colour=INK, more=""):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"{more}>{words}</text>'


def line(x1, y1, x2, y2, colour, width=1.0):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def marker(shape, x, y, colour):
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    if shape == "ring":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="none" stroke="{colour}" stroke-width="2"/>'
    if shape == "square":
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}"/>'
    corners = {"diamond": [(0, -5), (5, 0), (0, 5), (-5, 0)], "triangle": [(0, -4.5), (4.5, 4), (-4.5, 4)]}[shape]
    return f'<polygon points="{" ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in corners)}" fill="{colour}"/>'


def picture(width, height, title, parts):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
            f'font-family="Helvetica, Arial, \'DejaVu Sans\', sans-serif">')
    return "\n".join([head, f"<title>{title}</title>", f'<rect width="{width}" height="{height}" fill="#ffffff"/>', *parts, "</svg>", ""])


def legend(x, y, series):
    """Names with colour and shape, side by side from x."""
    out = []
    for name, colour, shape in series:
        out += [marker(shape, x + 8, y - 4, colour), text(x + 20, y, name, "start")]
        x += 20 + 7.5 * len(name) + 24
    return out
