#!/usr/bin/env python3
"""Writes FoldingTableData.swift, the two-level table that folds one scalar.

usage: python3 FoldingTable.py UNICODE_DIR > FoldingTableData.swift
  UNICODE_DIR: where Debian's unicode-data puts its files

What a scalar folds to is NFKD and case folding, applied until nothing changes, then:
  - marks on Latin, Greek and Cyrillic letters are dropped, and the points of Hebrew and Arabic, so
    that NFC and NFD of a text fold alike; other scripts keep their vowel signs, which are letters to
    a reader. The iota below a Greek vowel is such a mark, although case folding makes it a letter;
  - a Latin letter that Unicode names after a plain one becomes the plain one: with a stroke, hook or
    tail, turned, reversed, small capital or in a phonetic shape. đ ø ł are d o l with a mark that has
    no scalar of its own, and ꜰʀᴇᴇ or ǝǝɹɟ is free to its reader;
  - kana with a voicing mark and Hangul syllables stay composed (FoldedWindow composes the decomposed
    forms);
  - every decimal digit of every script, and circled or dingbat digits, become ASCII digits;
  - Arabic letters that keyboards of other languages have in another form become one: yeh with and
    without dots, kaf, heh and teh marbuta. Senders mix them, by chance or to hide a word;
  - dotless i becomes i, so that Turkish I, i and their dotted and dotless forms meet;
  - negative circled and squared Latin letters, which Unicode leaves without a decomposition, become
    the letter. Letters, syllables and Han characters in parentheses or brackets become the bare one,
    except the marks of companies (㈜ ㈱);
  - the control characters U+0080-9F become what Windows-1252 has in their place;
  - default-ignorable scalars, emoji joiners, variation selectors and skin tones are dropped;
  - a Traditional Han character becomes its Simplified one (Unihan kSimplifiedVariant; of several the
    first that is another character), flagged, so that a model may choose to keep it.
A folded letter or sign of another script that looks like an ASCII letter keeps its scalar and is
flagged: LookAlikes decides by the word around it. Its look-alike is in the entry of the folded scalar.
Looks like: the confusable skeleton of the letter, or of its capital (т is drawn like a small capital
T), is one ASCII letter (Unicode Technical Standard 39). A short list of letters that stand for Latin
ones in faux Greek and Cyrillic only is flagged as variants.

Layout (all bytes below 0x80, so that the table is a StaticString: constant data on every platform, no
start-up work, no heap):
  pages       2 bytes a page of 32 scalars below U+30000, low 7 bits first: the number of its block
  blocks      32 entries of 4 bytes: 3 x 7 bits of a scalar, low first, then class | styled << 4
              | looks alike << 5 | variant << 6. The scalar is what this one folds to; 0 where it folds
              to itself and looks like nothing; the ASCII letter where it folds to itself and looks like
              one. variant: of Han, that it was Traditional; of styled letters and digits, that only
              their width was; of look-alikes, that they are so in a word of mixed script alone.
  hanOthers   7 bits a byte, low first, from U+4E00 to U+9FFF: 1 where a Han character does not fold to
              itself. Most text needs no other look-up, and these 3 KB stay in the nearest cache where
              the blocks of all Han do not.
  expansions  where a scalar folds to several: the entry's scalar is offset << 5 | length into this list
              of 3-byte scalars
Source data, whose versions are in the head of the output: unicodedata2 15.0.0 (PyPI), the confusables
of ICU 72 (Unicode 15; Debian's libicu72), Unihan_Variants.txt.bz2, Scripts.txt of Unicode 15.0.0
(Debian's unicode-data).
"""
import bz2
import ctypes
import re
import sys

import unicodedata2 as U

UCD = sys.argv[1]

CLASSES = ["symbol", "space", "letter", "digit", "han", "kana", "syllable", "jamo", "emoji", "ignorable", "mark", "voicing", "image", "expansion"]
CLASS = {name: i for i, name in enumerate(CLASSES)}
LIMIT = 0x30000
STYLED, LOOK_ALIKE, VARIANT = 16, 32, 64
SHIFT = 5
# Tatweel stretches an Arabic word, and a blank Braille pattern is a gap that no space is.
IGNORABLE = set([0xAD, 0x34F, 0x61C, 0x640, 0x2800, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
                 *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFFC), *range(0x1F3FB, 0x1F400),
                 *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)])
# Arabic, Persian and Urdu yeh, kaf and heh; teh marbuta is heh with dots.
ARABIC_FORMS = {0x649: 0x64A, 0x6CC: 0x64A, 0x6A9: 0x643, 0x629: 0x647, 0x6C1: 0x647, 0x6C3: 0x647, 0x6D5: 0x647}
# ㈜ ㈱.
COMPANIES = (0x321C, 0x3231)
BLOCK_MARKS = [(0x300, 0x36F), (0x483, 0x489), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F),
               (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5), (0x5C7, 0x5C7), (0x610, 0x61A), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6DC),
               (0x6DF, 0x6E4), (0x6E7, 0x6E8), (0x6EA, 0x6ED), (0x2DE0, 0x2DFF), (0xA66F, 0xA672), (0xA674, 0xA67D)]


def within(cp, ranges):
    return any(a <= cp <= b for a, b in ranges)


def is_han(cp):
    return within(cp, [(0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFF)])


def is_kana(cp):
    return within(cp, [(0x3041, 0x3096), (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x31F0, 0x31FF), (0x1B000, 0x1B16F)])


def scripts():
    """The script of each scalar that has one."""
    found = {}
    for line in open(f"{UCD}/Scripts.txt", encoding="utf-8"):
        m = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
        if m:
            for cp in range(int(m[1], 16), int(m[2] or m[1], 16) + 1):
                found[cp] = m[3]
    return found


def simplified():
    """The Simplified character of each Traditional one."""
    found = {}
    lines = list(bz2.open(f"{UCD}/Unihan_Variants.txt.bz2", "rt", encoding="utf-8"))
    for line in lines:
        m = re.match(r"U\+([0-9A-F]+)\tkSimplifiedVariant\t(.*)", line)
        if m:
            cp = int(m[1], 16)
            others = [x for x in (int(v[2:], 16) for v in m[2].split()) if x != cp and x < LIMIT]
            if others and cp < 0x10000:
                found[cp] = others[0]
    # 淨 has no Simplified variant of its own, but is the Traditional one of 净.
    for line in lines:
        m = re.match(r"U\+([0-9A-F]+)\tkTraditionalVariant\t(.*)", line)
        if m:
            cp = int(m[1], 16)
            for other in (int(v[2:], 16) for v in m[2].split()):
                if other != cp and other < 0x10000 and cp < 0x10000 and cp not in found:
                    found.setdefault(other, cp)
    return found


class Confusables:
    """The skeletons of UTS 39, as ICU has them."""

    def __init__(self):
        self.library = ctypes.CDLL("libicui18n.so.72")
        self.library.uspoof_open_72.restype = ctypes.c_void_p
        self.library.uspoof_getSkeletonUTF8_72.argtypes = [
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_int32, ctypes.c_void_p]
        error = ctypes.c_int(0)
        self.checker = self.library.uspoof_open_72(ctypes.byref(error))
        assert error.value <= 0

    def skeleton(self, text):
        source, error = text.encode(), ctypes.c_int(0)
        buffer = ctypes.create_string_buffer(400)
        length = self.library.uspoof_getSkeletonUTF8_72(self.checker, 0, source, len(source), buffer, 400, ctypes.byref(error))
        assert error.value <= 0
        return buffer.raw[:length].decode()

    def letter(self, text):
        """The small ASCII letter that a text looks like, marks aside; None where it does not."""
        bare = "".join(c for c in U.normalize("NFD", self.skeleton(text)) if U.category(c)[0] != "M").lower()
        return bare if len(bare) == 1 and "a" <= bare <= "z" else None


SCRIPTS, SIMPLIFIED, CONFUSABLES = scripts(), simplified(), Confusables()
# Scripts whose letters stand side by side as Latin ones do, so that one of them can hide in a Latin
# word.
ALPHABETS = set("""Cyrillic Greek Armenian Georgian Cherokee Coptic Lisu Deseret Osage Canadian_Aboriginal Runic Gothic Old_Italic Carian Lycian
                   Lydian Elbasan Caucasian_Albanian Vithkuqi Warang_Citi Tifinagh Glagolitic Vai Bamum Miao Pau_Cin_Hau Medefaidrin""".split())
FAUX = dict(p for p in "βb εe ωw μu πn θo пn иn шw щw яr бb ьb ъb лn цu чy эe ћh ђh".split())


def plain_latin(cp):
    """(the plain ASCII letter, whether the shape is a disguise) of a Latin letter that Unicode does not decompose."""
    if SCRIPTS.get(cp) != "Latin" or cp < 0x80:
        return None
    name = U.name(chr(cp), "")
    m = re.fullmatch(r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z])(?: WITH .*)?", name)
    if m:
        return m[1].lower(), False
    shapes = "TURNED|REVERSED|SIDEWAYS|OPEN|SCRIPT|DOTLESS|LONG|INSULAR|BARRED|STRETCHED|HALF|BLACKLETTER|LENIS|SIDEWAYS TURNED|TURNED SCRIPT"
    m = (re.fullmatch(r"LATIN LETTER SMALL CAPITAL (?:(?:%s) )?([A-Z])(?: WITH .*)?" % shapes, name)
         or re.fullmatch(r"LATIN (?:SMALL|CAPITAL) LETTER (?:%s) ([A-Z])(?: WITH .*)?" % shapes, name))
    if m:
        return m[1].lower(), "OPEN" not in name
    letter = CONFUSABLES.letter(chr(cp))
    return (letter, True) if letter and U.category(chr(cp))[0] == "L" else None


def look_alike(cp):
    """(the ASCII letter that a folded scalar looks like, whether only in faux Greek and Cyrillic); None where it looks like none."""
    c, category = chr(cp), U.category(chr(cp))
    if cp < 0x80 or klass(cp) not in ("letter", "symbol"):
        return None
    if category[0] == "L" and SCRIPTS.get(cp) not in ALPHABETS:
        return None
    if category[0] not in "LS" and category not in ("Po", "Nl"):
        return None
    if c in FAUX:
        return FAUX[c], True
    letter = CONFUSABLES.letter(c) or (category[0] == "L" and CONFUSABLES.letter(c.upper())) or None
    return (letter, False) if letter else None


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


def to_plain_latin(cp):
    """What an undecomposed letter folds to: Ǿ is ø with a mark, and ø is o."""
    plain = plain_latin(cp) if U.decomposition(chr(cp)) == "" else None
    return ord(plain[0]) if plain else cp


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
    # In parentheses, ⒡⒭⒠⒠: a style to a reader.
    if 0x249C <= cp <= 0x24B5:
        return [ord("a") + cp - 0x249C]
    if 0x1F110 <= cp <= 0x1F129:
        return [ord("a") + cp - 0x1F110]
    # So of Han and Hangul, except the marks of companies.
    if (0x3200 <= cp <= 0x3243 or 0x1F240 <= cp <= 0x1F248) and cp not in COMPANIES:
        inside = U.normalize("NFKC", chr(cp))[1:-1]
        if len(inside) == 1:
            return [ord(inside)]
    if cp == 0x131:
        return [ord("i")]
    plain = plain_latin(cp) if U.decomposition(chr(cp)) == "" else None
    if plain:
        return [ord(plain[0])]
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
    # ㈜ and ㉮ hold whole syllables.
    if any(0x3041 <= ord(c) <= 0x30FF or 0x1161 <= ord(c) <= 0x11C2 for c in s) or "\u3099" in s or "\u309a" in s:
        s = U.normalize("NFC", s)
    return [ord("i") if c == "\u0131" else ARABIC_FORMS.get(ord(c), to_plain_latin(ord(c))) for c in s]


expansions, expansion_at = [], {}


def entry(cp, as_target=False):
    """(scalar, class, flags) as the layout has them."""
    if 0x80 <= cp <= 0x9F:
        # Quotes and dashes of Windows-1252 that went for Latin-1: read as browsers read them
        # (WHATWG Encoding).
        try:
            return entry(ord(bytes([cp]).decode("cp1252")), True)
        except UnicodeDecodeError:
            pass
    own = klass(cp)
    if 0xD800 <= cp <= 0xDFFF:
        return (0xFFFD, "symbol", 0)
    if own in ("ignorable", "mark", "voicing", "image"):
        return (0, own, 0)
    f = [x for x in folded(cp) if klass(x) not in ("ignorable", "mark")]
    if not f:
        return (0, "mark", 0)
    if f == [cp] and as_target:
        return (cp, own, 0)
    if f == [cp]:
        if cp in SIMPLIFIED:
            target = SIMPLIFIED[cp]
            while target in SIMPLIFIED and SIMPLIFIED[target] != cp:
                target = SIMPLIFIED[target]
            return (target, own, VARIANT)
        look = look_alike(cp)
        return (ord(look[0]), own, LOOK_ALIKE | (VARIANT if look[1] else 0)) if look else (0, own, 0)
    # Compatibility forms other than case and plain decomposition were chosen by the writer:
    # circled, full-width, mathematical. Of a letter with a mark, what its letter is: ẛ as ſ.
    decomposition = U.decomposition(chr(cp))
    if re.match("[0-9A-F]", decomposition) and not within(cp, [(0xAC00, 0xD7A3)]):
        decomposition = U.decomposition(chr(int(decomposition.split()[0], 16))) or decomposition
    tag = re.match("<(\\w+)>", decomposition)
    plain = plain_latin(cp)
    arabic = tag and tag[1] in ("isolated", "initial", "medial", "final")
    styled = tag and not arabic or 0x1F150 <= cp <= 0x1F189 or (U.decomposition(chr(cp)) == "" and plain and plain[1])
    # Ordinary writing: ﬁ Ⅷ ㎏ № ™ ª º, Thai and Lao am, Turkish ı, the Arabic forms of old
    # encodings.
    if (cp in (0xAA, 0xBA, 0x131) or len(f) > 1 and tag and tag[1] in ("compat", "square", "super")):
        styled = False
    flags = (STYLED if styled else 0) | (VARIANT if tag and tag[1] in ("wide", "narrow") else 0)
    if len(f) == 1:
        look = look_alike(f[0])
        # Looked up a second time, as the parts of an expansion are: what needs flags of both
        # scalars.
        if not (f[0] in SIMPLIFIED or flags and look):
            return (f[0], klass(f[0]), flags or (LOOK_ALIKE | (VARIANT if look[1] else 0) if look else 0))
    key = tuple(f)
    if key not in expansion_at:
        expansion_at[key] = len(expansions)
        expansions.extend(key)
    assert len(f) < 32
    return (expansion_at[key] << 5 | len(f), "expansion", flags & STYLED)


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
            s, k, flags = entry(cp)
            block += bytes([s & 127, s >> 7 & 127, s >> 14, CLASS[k] | flags])
        if block not in block_at:
            block_at[block] = len(blocks)
            blocks.append(block)
        pages.append(block_at[block])
    pages = bytes(x for b in pages for x in (b & 127, b >> 7))
    blocks = b"".join(blocks)
    others = [entry(cp) != (0, "han", 0) for cp in range(0x4E00, 0xA000)]
    han = bytes(sum(bit << i for i, bit in enumerate(others[at:at + 7])) for at in range(0, len(others), 7))
    flat = b"".join(bytes([s & 127, s >> 7 & 127, s >> 14]) for s in expansions)
    print(f"""// Text: the folding table. Generated by FoldingTable.py from Unicode {U.unidata_version}, ICU 72 and
// Unihan 15.0.0; do not edit. The script tells the layout.
// {len(pages)} + {len(blocks)} + {len(han)} + {len(flat)} bytes.

// Never inlined: every file that looks something up would have the bytes once more.
enum FoldingTableData {{
    static let limit: UInt32 = 0x{LIMIT:X}
    static let pageShift: UInt32 = {SHIFT}
    @inline(never) static var pages: StaticString {{
        \"\"\"
{swift(pages)}
        \"\"\"
    }}
    @inline(never) static var blocks: StaticString {{
        \"\"\"
{swift(blocks)}
        \"\"\"
    }}
    @inline(never) static var hanOthers: StaticString {{
        \"\"\"
{swift(han)}
        \"\"\"
    }}
    @inline(never) static var expansions: StaticString {{
        \"\"\"
{swift(flat)}
        \"\"\"
    }}
}}""")
    print(len(pages), len(blocks) // 4 >> SHIFT, "blocks", len(blocks), len(flat), file=sys.stderr)


main()
