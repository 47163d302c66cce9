#!/usr/bin/env python3
"""Writes FoldingTableData.swift, the two-level table that folds one scalar.

usage: python3 FoldingTable.py > FoldingTableData.swift

What a scalar folds to is NFKD and case folding, applied until nothing changes, then:
  - marks on Latin, Greek and Cyrillic letters are dropped, and the points of Hebrew and Arabic, so that NFC and NFD of a text fold
    alike (other scripts keep their vowel signs, which are letters to a reader); the iota below a Greek vowel is such a mark, although
    case folding makes it a letter;
  - kana with a voicing mark and Hangul syllables stay composed (Folding.swift composes the decomposed forms);
  - every decimal digit of every script, and circled or dingbat digits, become ASCII digits;
  - dotless i becomes i, so that Turkish I, i and their dotted and dotless forms meet;
  - negative circled and squared Latin letters, which Unicode leaves without a decomposition, become the letter;
  - default-ignorable scalars, emoji joiners, variation selectors and skin tones are dropped.

Layout (all bytes below 0x80, so that the table is a StaticString: constant data on every platform, no start-up work, no heap):
  pages       2 bytes a page of 32 scalars below U+30000, low 7 bits first: the number of its block
  blocks      32 entries of 4 bytes: 3 x 7 bits of the folded scalar, low first (0: folds to itself), then class | styled << 5
  expansions  where a scalar folds to several: the entry's scalar is offset << 5 | length into this list of 3-byte scalars
Source data: the unicodedata module of the Python that runs this (its version is in the head of the output).
"""
import sys
import unicodedata as U

CLASSES = ["symbol", "space", "letter", "digit", "han", "kana", "syllable", "jamo", "emoji", "ignorable", "mark", "voicing", "image", "expansion"]
CLASS = {name: i for i, name in enumerate(CLASSES)}
LIMIT = 0x30000
SHIFT = 5
IGNORABLE = set([0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
                 *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFFC), *range(0x1F3FB, 0x1F400),
                 *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)])
BLOCK_MARKS = [(0x300, 0x36F), (0x483, 0x489), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F),
               (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5), (0x5C7, 0x5C7), (0x610, 0x61A), (0x64B, 0x65F), (0x670, 0x670)]


def within(cp, ranges):
    return any(a <= cp <= b for a, b in ranges)


def is_han(cp):
    return within(cp, [(0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFF)])


def is_kana(cp):
    return within(cp, [(0x3041, 0x3096), (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x31F0, 0x31FF), (0x1B000, 0x1B16F)])


def klass(cp):
    c = U.category(chr(cp))
    if cp in IGNORABLE:
        return "ignorable"
    if cp in (0x3099, 0x309A):
        return "voicing"
    if cp == 0xFFFC:
        return "image"
    if is_han(cp):
        return "han"
    if is_kana(cp):
        return "kana"
    if 0xAC00 <= cp <= 0xD7A3:
        return "syllable"
    if within(cp, [(0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF)]):
        return "jamo"
    if within(cp, BLOCK_MARKS):
        return "mark"
    if c[0] == "Z" or cp in (9, 10, 11, 12, 13, 0x85):
        return "space"
    if c == "Nd":
        return "digit"
    if c[0] == "L" or c in ("Mn", "Mc", "Nl"):
        return "letter"
    if c in ("So", "Sk", "Cn") and (0x2600 <= cp < 0x2800 or 0x1F000 <= cp < 0x1FB00):
        return "emoji"
    if c in ("Cf", "Cc"):
        return "ignorable"
    return "symbol"


def digit(cp):
    try:
        return U.digit(chr(cp))
    except ValueError:
        return None


def folded(cp):
    """The folded scalars of one scalar, marks of alphabetic scripts still in."""
    if 0x1F150 <= cp <= 0x1F169:
        return [ord("a") + cp - 0x1F150]
    if 0x1F170 <= cp <= 0x1F189:
        return [ord("a") + cp - 0x1F170]
    if cp == 0x131:
        return [ord("i")]
    if 0xAC00 <= cp <= 0xD7A3:
        return [cp]
    d = digit(cp)
    if d is not None:
        return [ord("0") + d]
    s = chr(cp)
    while True:
        t = U.normalize("NFKD", U.normalize("NFKD", s).replace("\u0345", "").casefold())
        if t == s:
            break
        s = t
    if any(0x3041 <= ord(c) <= 0x30FF for c in s) or "\u3099" in s or "\u309a" in s:
        s = U.normalize("NFC", s)
    return [ord("i") if ord(c) == 0x131 else ord(c) for c in s]


expansions, expansion_at = [], {}


def entry(cp):
    styled = 0
    own = klass(cp)
    if 0xD800 <= cp <= 0xDFFF:
        return (0xFFFD, "symbol", 0)
    if own in ("ignorable", "mark", "voicing", "image"):
        return (cp, own, 0)
    f = [x for x in folded(cp) if klass(x) not in ("ignorable", "mark")]
    if not f:
        return (cp, "mark", 0)
    if len(f) == 1 and f[0] == cp:
        return (cp, own, 0)
    # Compatibility forms other than case and plain decomposition were chosen by the writer: circled, full-width, mathematical.
    if "<" in U.decomposition(chr(cp)) or 0x1F150 <= cp <= 0x1F189:
        styled = 1
    if len(f) == 1:
        return (f[0], klass(f[0]), styled)
    key = tuple(f)
    if key not in expansion_at:
        expansion_at[key] = len(expansions)
        expansions.extend(key)
    assert len(f) < 32
    return (expansion_at[key] << 5 | len(f), "expansion", styled)


def swift(data):
    """A multi-line Swift string literal of the bytes, all below 0x80."""
    out, line = [], ""
    for b in data:
        c = chr(b)
        piece = "\\\\" if c == "\\" else '\\"' if c == '"' else c if 33 <= b < 127 else "\\0" if b == 0 else "\\u{%x}" % b
        if len(line) + len(piece) > 126:
            out.append(line + "\\")
            line = ""
        line += piece
    out.append(line)
    return "\n".join("        " + x for x in out)


def main():
    blocks, block_at, pages = [], {}, []
    for page in range(LIMIT >> SHIFT):
        block = b""
        for cp in range(page << SHIFT, (page + 1) << SHIFT):
            s, k, st = entry(cp)
            s = 0 if s == cp else s
            block += bytes([s & 127, s >> 7 & 127, s >> 14, CLASS[k] | st << 5])
        if block not in block_at:
            block_at[block] = len(blocks)
            blocks.append(block)
        pages.append(block_at[block])
    pages = bytes(x for b in pages for x in (b & 127, b >> 7))
    blocks = b"".join(blocks)
    flat = b"".join(bytes([s & 127, s >> 7 & 127, s >> 14]) for s in expansions)
    print(f"""// Text: the folding table. Generated by FoldingTable.py from Unicode {U.unidata_version}; do not edit. The script tells the layout.
// {len(pages)} + {len(blocks)} + {len(flat)} bytes.

enum FoldingTableData {{
    static let limit: UInt32 = 0x{LIMIT:X}
    static let pageShift: UInt32 = {SHIFT}
    static var pages: StaticString {{
        \"\"\"
{swift(pages)}
        \"\"\"
    }}
    static var blocks: StaticString {{
        \"\"\"
{swift(blocks)}
        \"\"\"
    }}
    static var expansions: StaticString {{
        \"\"\"
{swift(flat)}
        \"\"\"
    }}
}}""")
    print(len(pages), len(blocks) // 4 >> SHIFT, "blocks", len(blocks), len(flat), file=sys.stderr)


main()
