"""What happens to a message on its way into a corpus: defects of life, and what collectors do.

A form takes a text and `d`, a function that draws a number from 0 up to 1, and returns the text changed, or as it was where
nothing fits. Junk's tricks are in tricks.py. Rates, and what each form is worth: Benchmarks/decisions/starter-corpus.md.
"""
import re

from tricks import LINK, LINKS


def cut(text, d):
    """At the end of a small screen or of one SMS; a link is cut off whole, for half a host may be somebody's."""
    end = 160 if len(text) > 160 and d() < .5 else 70
    if len(text) <= end:
        return text
    return text[:next((m.start() for m in LINKS.finditer(text) if m.start() < end < m.end()), end)].rstrip()


def change_one(pattern, replacement):
    """A defect at one random match of `pattern` outside links."""
    pattern = re.compile(LINK + r"\s?|(" + pattern + ")")

    def change(text, d):
        spots = [m.span(1) for m in pattern.finditer(text) if m[1]]
        start, end = spots[int(d() * len(spots))] if spots else (0, 0)
        return text[:start] + replacement(text[start:end]) + text[end:]
    return change


def joined(text, d):
    """The ends of lines become spaces."""
    return text.replace("\n", " ")


DEFECTS = [cut, joined, change_one(r"(?<=\w) (?=\w)(?!" + LINK + ")", lambda space: ""),
           change_one(r"[。，！？…]|[.,!?~](?=\s|$)", lambda mark: mark * 2)]


def spoilt(text, d):
    """`text` with one defect, of those that can befall it."""
    first = int(d() * len(DEFECTS))
    for defect in DEFECTS[first:] + DEFECTS[:first]:
        changed = defect(text, d)
        if changed != text:
            return changed
    return text


def starred(text, d):
    """Long numbers masked sign by sign."""
    sign = "*x●"[int(d() * 3)]
    return re.sub(r"\d{4,}", lambda m: sign * len(m[0]), text)


def lowered(text, d):
    return text.lower()


PHONE = re.compile(r"\+?\d[\d ()-]{5,}\d")
MASKS = [("<URL>", "<PHONE>"), ("<LINK>", "<NUMBER>"), ("[link]", "[phone]"), ("URL", "PHONE"), ("(link)", "(number)")]


def placeheld(text, d):
    """Links and phone numbers replaced by their names, as collectors write them."""
    link, phone = MASKS[int(d() * len(MASKS))]
    return PHONE.sub(phone, LINKS.sub(link, text))


CONFUSED = {"0": "O", "O": "0", "l": "I", "I": "l", "1": "l", "rn": "m", "m": "rn", "S": "5", "B": "8", "5": "S"}
CONFUSABLE = re.compile(LINK + "|(" + "|".join(CONFUSED) + ")")


def scanned(text, d):
    """Read from a screenshot: lines end where the bubble ends, a few letters are taken for others, a space or two is lost."""
    text = CONFUSABLE.sub(lambda m: CONFUSED[m[1]] if m[1] and d() < .03 else m[0], text.replace("\n", " "))
    words, lines, room = text.split(" "), [""], 26 + int(d() * 16)
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
        else:
            lines[-1] += ("" if d() < .02 and not LINKS.search(word + lines[-1]) else " ") + word if lines[-1] else word
    return "\n".join(lines)


# In the order in which they befall a message.
FORMS = {"spoilt": spoilt, "scanned": scanned, "cut": cut, "joined": joined, "placeheld": placeheld, "starred": starred,
         "lowered": lowered}
USUAL = {"spoilt": .05, "cut": .2, "placeheld": .2, "starred": .05}
