"""What a notebook shows of explanations and models, as HTML. Values in, text out; nothing is drawn here.

The colours, the marks and their strengths are those of the page that `spamkit evaluate --html` writes.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .explanation import Explanation
    from .model import Model

# A rule of its own for each mark: notebooks drop classes of others, and keep the style of an element.
_STYLES = {
    "junk1": "background:rgba(213,94,0,.16)",
    "junk2": "background:rgba(213,94,0,.32);border-bottom:2px solid #c14a00",
    "junk3": "background:rgba(213,94,0,.5);border-bottom:2px solid #c14a00",
    "wanted1": "background:rgba(0,114,178,.14)",
    "wanted2": "background:rgba(0,114,178,.28);border-bottom:2px dotted #0067a8",
    "wanted3": "background:rgba(0,114,178,.46);border-bottom:2px dotted #0067a8",
}
_MARK = "color:inherit;border-radius:2px;padding:1px 0;"
_LIST = 8


def percent(log_odds: float) -> str:
    """A probability in per cent by its log-odds, with two digits of what is missing to 0 or to 100.

    >>> percent(0), percent(2.752), percent(12), percent(-12)
    ('50 %', '94 %', 'over 99.99 %', 'below 0.01 %')
    """
    rest = 1 / (1 + math.exp(min(abs(log_odds), 700)))
    if rest < 0.0001:
        return "over 99.99 %" if log_odds > 0 else "below 0.01 %"
    places = 0 if rest >= 0.095 else 1 if rest >= 0.0095 else 2 if rest >= 0.00095 else 3
    share = f"{100 * (1 - rest if log_odds > 0 else rest):.{places}f}"
    return f"{share.rstrip('0').rstrip('.') if '.' in share else share} %"


def explanation(found: Explanation) -> str:
    """The message with its clues marked, and the heaviest ones below it."""
    # Above 0 is for junk; between two wanted actions for the favored one.
    is_turned = found.against == "junk"
    rows = [
        f"<tr><td style='text-align:right'>{clue.contribution:+.3f}</td>"
        f"<td style='text-align:left'>{_seen(clue.text) if clue.text is not None else f'({escape(clue.kind)})'}</td>"
        f"<td style='text-align:left'>{escape(clue.kind) if clue.text is not None else ''}</td></tr>"
        for clue in found.heaviest(_LIST)
    ]
    head = f"log-odds of {escape(found.favored)} against {escape(found.rival)}: {found.score:+.3f}"
    if "junk" in (found.favored, found.against):
        head = f"<b>{percent(-found.score if is_turned else found.score)} junk</b>; {head}"
    return (
        f"<div><p>{head}</p><blockquote style='white-space:pre-wrap'>{_marked(found, -1 if is_turned else 1)}</blockquote>"
        f"<table><tr><th>log-odds</th><th style='text-align:left'>clue</th><th style='text-align:left'>kind</th></tr>"
        f"{''.join(rows)}</table></div>"
    )


def model(opened: Model) -> str:
    """What the file and its card say."""
    card, file = opened.card, opened.file
    rows = {
        "labels": ", ".join(opened.labels_),
        "size": f"{len(opened.to_bytes()):,} bytes, {file.features:,} features",
        "Junk begins at": _cutoff(opened.cutoffs["junk"]) if "junk" in opened.classes_ else None,
        "trained on": _words(card.get("trainedOn")),
        _basis(card.get("falseJunk")): _promise(card.get("falseJunk")),
        "intended use": _words(card.get("intendedUse")),
        "not for": _words(card.get("notFor")),
    }
    cells = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th><td style='text-align:left'>{_seen(words)}</td></tr>"
        for name, words in rows.items()
        if words
    )
    return f"<div><p><b>{escape(repr(opened))}</b></p><table>{cells}</table></div>"


def _cutoff(log_odds: float) -> str:
    return "never" if math.isinf(log_odds) else f"{percent(log_odds)} (log-odds {log_odds:+.3f})"


def _words(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value[:8]) + (f" and {len(value) - 8} more" if len(value) > 8 else "")
    return None


def _basis(value: Any) -> str:
    """What the figures of a card were measured on."""
    knows = isinstance(value, Mapping) and value.get("isOfTraining") is True
    return "measured on messages that taught it" if knows else "measured unseen"


def _promise(value: Any) -> str | None:
    """False junk and its limit, where a card has them: a card may hold anything."""
    if not isinstance(value, Mapping):
        return None
    found = [value.get(name) for name in ("falseJunk", "wanted", "found", "junk", "upperLimit")]
    if not all(isinstance(one, (int, float)) and math.isfinite(one) for one in found):
        return None
    lost, wanted, caught, junk, limit = (float(one) for one in found if one is not None)
    return (
        f"{lost:,.0f} of {wanted:,.0f} wanted messages in Junk, at most {100 * limit:.3g} % with 95 % confidence; "
        f"{caught:,.0f} of {junk:,.0f} junk caught"
    )


def _marked(found: Explanation, sign: int) -> str:
    """The message as HTML. A character weighs the sum of all clues that it is part of."""
    text = found.body.decode("utf-8", "surrogateescape")
    weights = [0.0] * len(found.body)
    for clue in found.clues:
        if clue.text is not None:
            for i in range(clue.start, min(clue.end, len(weights))):
                weights[i] += sign * clue.contribution
    heaviest = max(map(abs, weights), default=0.0)
    parts: list[tuple[str, str]] = []
    at, mark = 0, ""
    for character in text:
        end = at + len(character.encode("utf-8", "surrogateescape"))
        # What joins the character before it stays with it.
        if not parts or not (unicodedata.combining(character) or character in "\u200d\ufe0f"):
            mark = _strength(max(weights[at:end], key=abs), heaviest)
        if not parts or parts[-1][0] != mark:
            parts.append((mark, ""))
        parts[-1] = (mark, parts[-1][1] + character)
        at = end
    return "".join(
        f"<mark style='{_MARK}{_STYLES[mark]}'>{_seen(piece)}</mark>"
        if mark
        else f"<mark style='{_MARK}background:none'>{_seen(piece)}</mark>"
        for mark, piece in parts
    )


def _strength(weight: float, heaviest: float) -> str:
    if not heaviest > 0 or abs(weight) < 0.12 * heaviest:
        return ""
    strength = 1 + sum(abs(weight) >= share * heaviest for share in (0.3, 0.6))
    return f"{'junk' if weight > 0 else 'wanted'}{strength}"


def _seen(words: Iterable[str]) -> str:
    """Text as HTML: what cannot be seen, or turns a line about, by its number."""
    return "".join(
        f"<small>[U+{ord(one):04X}]</small>"
        if one not in "\n\t\u200c\u200d" and unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp")
        else "\ufffd"
        if unicodedata.category(one) == "Cs"
        else escape(one)
        for one in words
    )
