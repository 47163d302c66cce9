"""Why a model decides as it does: clues, and what they sum to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from . import _core, notebook

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


@dataclass(frozen=True, repr=False)
class Explanation:
    """The reasons for a verdict: the clues of one message. bias, own_examples and all contributions
    sum to score.

    A loop over it gives the clues. A notebook shows the message with its clues marked.

    Attributes:
        favored: the label that is explained.
        against: the label that it is compared with.
        score: ln P(favored) - ln P(against), calibrated.
        bias: the part of the score that no feature accounts for.
        own_examples: the part that the overlay accounts for.
        clues: in the order of reading; a feature that occurs twice is two clues.
        body: the message in UTF-8, which clues are places of.
    """

    favored: str
    against: str
    score: float
    bias: float
    own_examples: float
    clues: tuple[Clue, ...]
    body: bytes = field(default=b"")

    def __iter__(self) -> Iterator[Clue]:
        return iter(self.clues)

    def __len__(self) -> int:
        return len(self.clues)

    def __bool__(self) -> bool:
        # Without a clue it is an explanation still.
        return True

    @property
    def rival(self) -> str:
        """What the favored side is compared with, in words: junk stands against all others."""
        return "all that is wanted" if self.favored == "junk" else self.against

    def __repr__(self) -> str:
        shown = [
            f"{repr(_short(clue.text)) if clue.text is not None else f'({clue.kind})'} {clue.contribution:+.3f}"
            for clue in self.heaviest(3)
        ]
        more = "" if len(self) <= len(shown) else ", …"
        clues = f"{len(self)} clue{'' if len(self) == 1 else 's'}"
        return (
            f"Explanation({self.favored} {self.score:+.3f} against {self.rival}; {clues}"
            f"{': ' if shown else ''}{', '.join(shown)}{more})"
        )

    def _repr_html_(self) -> str:
        return notebook.explanation(self)

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


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"


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
        body,
    )
