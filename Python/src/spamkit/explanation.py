"""Why a model decides as it does: clues, and what they sum to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from . import _core

_PLACES: tuple[Literal["body", "length", "sender"], ...] = ("body", "length", "sender")


@dataclass(frozen=True)
class Clue:
    """What one feature of a message adds.

    Attributes:
        contribution: natural log-odds; above 0 speaks for what is explained.
        kind: of feature, in a few words, such as "pair".
        text: what it was read from; None outside the body.
        place: "body", "length" for the body as a whole, or "sender".
        start: the first of its bytes in the body's UTF-8; 0 outside the body.
        end: the byte behind the last one.
    """

    contribution: float
    kind: str
    text: str | None
    place: Literal["body", "length", "sender"]
    start: int
    end: int


@dataclass(frozen=True)
class Explanation:
    """The reasons for a verdict. bias, own_examples and all contributions sum to score.

    Attributes:
        favored: the label that is explained.
        against: the label that it is compared with.
        score: ln P(favored) - ln P(against), calibrated.
        bias: the part of the score that no feature accounts for.
        own_examples: the part that the overlay accounts for.
        clues: in the order of reading; a feature that occurs twice is two clues.
    """

    favored: str
    against: str
    score: float
    bias: float
    own_examples: float
    clues: tuple[Clue, ...]

    def heaviest(self, count: int = 10) -> list[Clue]:
        """The clues that say most, for or against, heaviest first. Clues of one text and kind are
        added up, as `spamkit explain` adds them."""
        sums: dict[tuple[str, str | None, str], Clue] = {}
        for clue in self.clues:
            key = (clue.kind, clue.text, clue.place)
            before = sums.get(key)
            whole = clue.contribution + (before.contribution if before else 0.0)
            first = before or clue
            sums[key] = Clue(whole, first.kind, first.text, first.place, first.start, first.end)
        return sorted(sums.values(), key=lambda clue: -abs(clue.contribution))[:count]


def explained(model: object, message: object, sender: object, country: object, why: int) -> Explanation:
    """Asks the core. `why` is SPAMFILTER_WHY_ACTION or SPAMFILTER_WHY_JUNK."""
    body, favored, against, score, bias, own, clues = _core.explain(model, message, sender, country, why)
    # No text for a message without bytes.
    body = body or b""
    return Explanation(
        _core.label_name(favored) or "",
        _core.label_name(against) or "",
        score,
        bias,
        own,
        tuple(
            Clue(
                contribution,
                kind,
                body[start:end].decode("utf-8", "replace") if place == 0 else None,
                _PLACES[place],
                start,
                end,
            )
            for start, end, contribution, place, kind in clues
        ),
    )
