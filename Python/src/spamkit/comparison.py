"""Which of two sets of scores is better, with the draws and the verdicts of `spamkit compare`, and
intervals of rates. NumPy alone: the scores may be those of any classifier."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Union

import numpy as np
import numpy.typing as npt

from .errors import ArgumentError

Scores = Union[Sequence[float], "npt.NDArray[np.floating]"]
Counts = npt.NDArray[np.int64]

_JUNK = ("junk", "spam")
_WANTED = ("allow", "ham", "promotion", "transaction")
# With fewer groups, draws say nothing of others.
_FEWEST_GROUPS = 10
# The limit where none is asked for, as the tool's.
_USUAL_LIMIT = 0.002


class Interval(NamedTuple):
    """Both ends of a 95 % interval."""

    lower: float
    upper: float


class Tally(NamedTuple):
    """Messages or groups that the second scores alone have right, and the first alone. `p` is that
    of McNemar's exact test: the chance of so uneven a split by luck."""

    won: int
    lost: int
    p: float

    @property
    def result(self) -> str:
        """won, tied or lost, at p .05."""
        if self.p > 0.05:
            return "tied"
        return "won" if self.won > self.lost else "lost"


class Difference(NamedTuple):
    """A figure of both; `difference` is the 95 % interval of second - first, over draws of groups
    of messages. What is undefined is None."""

    first: float | None
    second: float | None
    difference: Interval | None


@dataclass(frozen=True)
class Comparison:
    """What `compare` found. Printed, it is one sentence."""

    #: better, worse, mixed or no clear difference
    verdict: str
    #: junk or not junk; wanted messages alone; junk alone
    junk: Tally
    false_junk: Tally
    missed_junk: Tally
    #: the same tests by group: near duplicates count once
    junk_by_group: Tally
    false_junk_by_group: Tally
    missed_junk_by_group: Tally
    #: false-junk, recall, f1, ap, auc and recall@0.2% or at another limit, by name
    figures: dict[str, Difference]
    groups: int
    rounds: int
    max_false_junk: float
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def interval(successes: int, trials: int) -> Interval:
    """The 95 % interval (Wilson) of a rate, as all reports of the tool have it.

    >>> from spamkit import interval
    >>> lower, upper = interval(0, 150)
    >>> print(f"{lower:.4f} {upper:.4f}")
    0.0000 0.0250
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise ArgumentError(
            f"expected 0 <= successes <= trials and one trial or more, found {successes} of {trials}; count both anew"
        )
    z, p = 1.959963984540054, successes / trials
    center = p + z * z / (2 * trials)
    half = z * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return Interval(
        0.0 if successes == 0 else (center - half) / scale, 1.0 if successes == trials else (center + half) / scale
    )


def compare(
    y: Sequence[object] | npt.NDArray[np.generic],
    a: Scores,
    b: Scores,
    groups: Sequence[Hashable] | npt.NDArray[np.generic] | None = None,
    *,
    max_false_junk: float | None = None,
    rounds: int = 1000,
    seed: int = 1,
) -> Comparison:
    """Whether the scores `b` are better than the scores `a`, on the same messages.

    y: what each message is: 1, True, "junk" or "spam" for junk; 0, False, "ham" or a label of
        wanted messages for the others.
    a, b: a score for each message. Scores from 0 to 1 are probabilities of junk: junk from 0.5 on.
        Others are log-odds: junk from 0 on. For the verdicts of a `Model`, subtract its cutoff:
        model.junk_log_odds(X) - model.cutoffs["junk"].
    groups: for each message what it shares with its near duplicates, such as its template.
        Without, each message is a group.
    max_false_junk: the limit, from 0 to 1. Both are cut where they catch most junk with at most
        this share of these wanted messages. Without, each is cut as above, and 0.002 is the limit:
        the verdict is never better where false junk rises above it.
    rounds, seed: of the draws for the intervals of differences; 0 rounds for none.

    >>> from spamkit import compare
    >>> y = [0] * 60 + [1] * 40
    >>> a = [-1] * 60 + [1] * 20 + [-1] * 20
    >>> b = [-1] * 60 + [1] * 40
    >>> print(compare(y, a, b))
    b is better than a: +50 points of junk caught, no more wanted messages in Junk.
    >>> print(compare(y, a, [1] * 12 + b[12:]).verdict)
    mixed
    >>> compare(y, a, [0.4] * 60 + [0.5] * 40, max_false_junk=0.01).figures["recall@1%"].second
    1.0
    """
    is_junk = _truth(y)
    first, second = _scores(a, "a", len(is_junk)), _scores(b, "b", len(is_junk))
    group_of_row = _groups(groups, len(is_junk))
    if rounds < 0:
        raise ArgumentError(f"expected 0 rounds or more, found {rounds}; 1000 is usual")
    if max_false_junk is not None and not 0 <= max_false_junk <= 1:
        raise ArgumentError(f"expected max_false_junk from 0 to 1, found {max_false_junk}; 0.01 is 1 %")
    limit = _USUAL_LIMIT if max_false_junk is None else max_false_junk
    is_called = [
        score >= 0 if max_false_junk is None else score > _cutoff(score[~is_junk], limit) for score in (first, second)
    ]
    right = [called == is_junk for called in is_called]
    points = right[1].astype(np.int64) - right[0]
    count = int(group_of_row.max()) + 1

    def by_message(of: npt.NDArray[np.bool_]) -> Tally:
        return _tally(points[of])

    def by_group(of: npt.NDArray[np.bool_]) -> Tally:
        return _tally(np.bincount(group_of_row[of], points[of], count))

    every = np.ones(len(is_junk), bool)
    messages = [by_message(every), by_message(~is_junk), by_message(is_junk)]
    grouped = [by_group(every), by_group(~is_junk), by_group(is_junk)]
    called = [(int(calls[~is_junk].sum()), int(calls[is_junk].sum())) for calls in is_called]
    wanted = int((~is_junk).sum())
    is_above = called[1][0] > limit * wanted
    exceeds = called[1][0] > called[0][0] and is_above
    verdict = _verdict(messages, grouped, exceeds, is_above)
    is_shown = verdict == "better" and not is_above
    clause = (
        _limit_not_shown(group_of_row[~is_junk], is_called[1][~is_junk], limit)
        if is_shown
        else _groups_above_limit(verdict, grouped[1], exceeds, is_above, limit)
    )
    rankings = [_Ranking(is_junk, score, calls, limit) for score, calls in zip((first, second), is_called)]
    figures = _differences(rankings, is_junk, group_of_row, rounds, seed)
    fitted = "" if max_false_junk is None else _fitted(figures, verdict)
    clauses = (clause, _ranking(figures, verdict) + fitted)
    return Comparison(
        verdict,
        messages[0],
        messages[1],
        messages[2],
        grouped[0],
        grouped[1],
        grouped[2],
        figures,
        count,
        rounds,
        limit,
        _sentence(verdict, messages, grouped, called, (wanted, len(is_junk) - wanted), exceeds, limit, clauses),
    )


def _truth(y: Sequence[object] | npt.NDArray[np.generic]) -> npt.NDArray[np.bool_]:
    values = np.asarray(y)
    if values.ndim != 1 or len(values) == 0:
        raise ArgumentError(f"expected labels in one dimension, one or more, found the shape {values.shape}")
    if values.dtype.kind in "biuf":
        if not np.isin(values, (0, 1)).all():
            raise ArgumentError("expected 1 for junk and 0 for all others, found other numbers; map the labels first")
        return values.astype(bool)
    words = [str(value).split("/")[0] for value in values.tolist()]
    unknown = len([word for word in words if word not in _JUNK + _WANTED])
    if unknown:
        known = ", ".join(_JUNK + _WANTED)
        raise ArgumentError(f"expected labels of {known}, found {unknown} others; map them first")
    return np.array([word in _JUNK for word in words])


def _scores(scores: Scores, name: str, count: int) -> npt.NDArray[np.float64]:
    values = np.asarray(scores, np.float64)
    if values.shape != (count,):
        raise ArgumentError(f"expected {count} scores {name}, one for each label, found the shape {values.shape}")
    if np.isnan(values).any():
        raise ArgumentError(f"expected scores {name} that are numbers, found {int(np.isnan(values).sum())} NaN")
    if not ((values >= 0) & (values <= 1)).all():
        return values
    with np.errstate(divide="ignore"):
        return np.log(values / (1 - values))


def _groups(groups: Sequence[Hashable] | npt.NDArray[np.generic] | None, count: int) -> Counts:
    """The group of each row, from 0 in the order of their first messages."""
    if groups is None:
        return np.arange(count)
    values = groups.tolist() if isinstance(groups, np.ndarray) else list(groups)
    if len(values) != count:
        raise ArgumentError(f"expected {count} groups, one for each label, found {len(values)}")
    index: dict[Hashable, int] = {}
    return np.array([index.setdefault(value, len(index)) for value in values], np.int64)


def _tally(leads: npt.NDArray[np.number]) -> Tally:
    won, lost = int((leads > 0).sum()), int((leads < 0).sum())
    return Tally(won, lost, _mcnemar(won, lost))


def _mcnemar(won: int, lost: int) -> float:
    """min(1, 2 P(X <= min(won, lost))), X ~ Binomial(won + lost, 1/2), the largest term first."""
    n, k = won + lost, min(won, lost)
    if won == lost:
        return 1.0
    term = math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2))
    total = 0.0
    while k >= 0 and term > 1e-17 * total:
        total += term
        term *= k / (n - k + 1)
        k -= 1
    return min(1.0, 2 * total)


def _verdict(messages: list[Tally], grouped: list[Tally], exceeds: bool, is_above: bool) -> str:
    every, wanted, caught = grouped
    loses = "lost" in (every.result, caught.result)
    if "won" in (every.result, caught.result, wanted.result):
        # Fewer messages may be of more groups, where one large template comes back.
        return "mixed" if loses or exceeds or (is_above and wanted.result == "lost") else "better"
    # A single template proves nothing of others, but its messages are lost all the same.
    loses_template = exceeds and messages[1].result == "lost"
    if loses_template and messages[2].result == "won":
        return "mixed"
    return "worse" if loses or wanted.result == "lost" or loses_template else "no clear difference"


# Words


def _sentence(
    verdict: str,
    messages: list[Tally],
    grouped: list[Tally],
    called: list[tuple[int, int]],
    counts: tuple[int, int],
    exceeds: bool,
    limit: float,
    clauses: tuple[str, str],
) -> str:
    opening = {
        "better": "b is better than a",
        "worse": "b is worse than a",
        "mixed": "b against a is mixed",
        "no clear difference": "No clear difference between a and b",
    }[verdict]
    if messages[0].won + messages[0].lost == 0:
        return f"{opening}: both put the same messages in Junk.{clauses[1]}"
    wanted, junk = counts
    whose = "b has " if verdict == "no clear difference" else ""
    words = f"{opening}: {whose}{_caught(called[1][1] - called[0][1], junk)}, {_lost(messages[1], grouped[1], wanted)}."
    if exceeds and verdict in ("mixed", "worse"):
        now = f"{_short(100 * called[1][0] / wanted, wanted)} %"
        if now == _share(limit):
            now += f" ({called[1][0]:,} of {wanted:,})"
        words += f" False junk is now {now}, above the limit of {_share(limit)}."
    words += clauses[0]
    return words + _luck(verdict, messages, grouped, exceeds) + clauses[1]


def _luck(verdict: str, messages: list[Tally], grouped: list[Tally], exceeds: bool) -> str:
    """What the sentence says but the verdict does not rest on."""
    if verdict == "no clear difference":
        return f" By groups of near duplicates this may be luck (p {_p(grouped[0])})."
    tied = [
        f"in {name} (p {_p(by_group)})"
        for name, by_message, by_group, loses in (
            ("junk caught", messages[2], grouped[2], False),
            ("wanted messages lost", messages[1], grouped[1], exceeds and messages[1].won < messages[1].lost),
        )
        if by_message.won != by_message.lost and by_group.result == "tied" and not loses
    ]
    return f" By groups of near duplicates the difference {' and that '.join(tied)} may be luck." if tied else ""


def _p(tally: Tally) -> str:
    return "< .0001" if tally.p < 0.0001 else _rounded(tally.p + 1e-9, 4)


def _ranking(figures: dict[str, Difference], verdict: str) -> str:
    """What scores say that the verdict at their cutoffs does not; else nothing."""
    of_scores = [found for name, found in figures.items() if name in ("auc", "ap") or name.startswith("recall@")]
    if verdict != "no clear difference" and all(
        before is not None and after is not None and (before == after or limits is not None and limits.lower <= 0 <= limits.upper)
        for before, after, limits in of_scores
    ):
        return " By scores alone neither is clearly better: the cutoffs may be the cause."
    clear: list[tuple[str, float]] = []
    for title, name in (("ROC-AUC", "auc"), ("average precision", "ap")):
        before, after, limits = figures[name]
        if before is not None and after is not None and limits and (limits.lower > 0 or limits.upper < 0):
            clear.append((title, after - before))
    signs = {more > 0 for _, more in clear}
    if len(signs) != 1 or (verdict != "no clear difference" and (verdict == "better") == (True in signs)):
        return ""
    words = ", ".join(f"{title} {'+' if more > 0 else '−'}{_rounded(abs(more), 4)}" for title, more in clear)
    return f" By its scores alone b ranks {'better' if True in signs else 'worse'} ({words}; 0 is outside the 95 % intervals)."


def _fitted(figures: dict[str, Difference], verdict: str) -> str:
    """What a verdict depends on by cutoffs set on these very messages: tests take them as given, draws set them anew."""
    if verdict == "no clear difference":
        return ""
    redrawn = next(found.difference for name, found in figures.items() if name.startswith("recall@"))
    if redrawn is None or redrawn.lower > 0 or redrawn.upper < 0:
        return " Both cutoffs are set on these messages, which the tests take as given."

    def points(share: float) -> str:
        return f"{'−' if share < 0 else '+'}{_rounded(abs(100 * share), 1)}"

    return (
        " Both cutoffs are set on these messages. Set anew in each draw, junk caught differs by "
        f"{points(redrawn.lower)} to {points(redrawn.upper)} points, which may be luck."
    )


def _groups_above_limit(verdict: str, wanted: Tally, exceeds: bool, is_above: bool, limit: float) -> str:
    """Why it is mixed though fewer messages are in Junk."""
    if verdict != "mixed" or exceeds or not is_above or wanted.result != "lost":
        return ""
    return (
        f" Near duplicates counted once, {wanted.lost:,} are new in Junk and {wanted.won:,} no longer there, "
        f"and false junk is above the limit of {_share(limit)}."
    )


def _limit_not_shown(groups: Counts, is_called: npt.NDArray[np.bool_], limit: float) -> str:
    """That a limit kept by messages is not kept by groups; nothing where it is."""
    if len(groups) == 0:
        return ""
    sizes = np.bincount(groups)
    parts = np.bincount(groups, is_called)[sizes > 0] / sizes[sizes > 0]
    count, lost = len(parts), max(0, math.ceil(float(parts.sum()) - 1e-9))
    if lost / count <= limit:
        return ""
    noun = "group" if count == 1 else "groups"
    return (
        f" That false junk stays within {_share(limit)} is not shown: near duplicates counted once, {lost:,} of {count:,} "
        f"{noun} of wanted messages are in Junk (at most {_short(100 * _upper_limit(lost, count), count)} %)."
    )


def _upper_limit(successes: int, trials: int) -> float:
    """The one-sided upper 95 % limit (Clopper-Pearson) of a rate."""
    if successes == trials:
        return 1.0
    low, high = successes / trials, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        terms = (
            math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
            + k * math.log(rate) + (trials - k) * math.log1p(-rate)
            for k in range(successes + 1)
        )
        if 0 < rate < 1 and sum(math.exp(term) for term in terms) > 0.05:
            low = rate
        else:
            high = rate
    return high


def _share(share: float) -> str:
    return f"{_plain(_rounded(100 * share, 3))} %"


def _caught(more: int, junk: int) -> str:
    if junk == 0:
        return "no junk to catch"
    if more == 0:
        return "as much junk caught"
    return f"{'+' if more > 0 else '−'}{_short(100 * abs(more) / junk, junk)} points of junk caught"


def _lost(messages: Tally, grouped: Tally, wanted: int) -> str:
    if wanted == 0:
        return "no wanted message to lose"
    new, gone = messages.lost, messages.won
    more = new - gone
    groups = grouped.lost if more > 0 else grouped.won
    if new and gone:
        parts = f" ({new:,} new, {gone:,} no longer)"
    elif groups < abs(more):
        parts = " (one template)" if groups == 1 else f" ({groups:,} templates)"
    else:
        parts = ""
    if more == 0:
        return f"as many wanted messages in Junk{parts}" if new else "no more wanted messages in Junk"
    noun = "message" if abs(more) == 1 else "messages"
    return f"{abs(more):,} {'more' if more > 0 else 'fewer'} wanted {noun}{parts} in Junk"


def _short(percentage: float, count: int) -> str:
    """With two digits, or three of a thousand messages; more where it would round to none or all."""
    places = 2 if percentage < 1 else 1 if percentage < 10 or count >= 1000 else 0

    def is_lost(places: int) -> bool:
        shown = float(_rounded(percentage, places))
        return (percentage != 0 and shown == 0) or (percentage != 100 and shown == 100)

    while places < 4 and is_lost(places):
        places += 1
    return _plain(_rounded(percentage, places))


def _rounded(value: float, places: int) -> str:
    """Halves away from zero, as the tool rounds them; Python's own rounding goes to even."""
    return f"{math.floor(value * 10**places + 0.5) / 10**places:.{places}f}"


def _plain(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number else number


# Figures and draws


class _Ranking:
    """Rows by falling score, so that each figure is a few sums, for any weights of rows."""

    def __init__(
        self, is_junk: npt.NDArray[np.bool_], scores: npt.NDArray[np.float64], is_called: npt.NDArray[np.bool_], limit: float
    ) -> None:
        self.order = np.argsort(-scores, kind="stable")
        ranked = scores[self.order]
        self.is_junk = is_junk[self.order]
        self.is_called = is_called[self.order]
        self.limit = limit
        self.names = ("false-junk", "recall", "f1", "ap", "auc", f"recall@{_plain(_rounded(100 * limit, 3))}%")
        self.starts = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1])))

    def figures(self, weights: Counts) -> list[float | None]:
        weights = weights[self.order]
        junk_weights, wanted_weights = np.where(self.is_junk, weights, 0), np.where(self.is_junk, 0, weights)
        junk, wanted = int(junk_weights.sum()), int(wanted_weights.sum())
        caught, lost = int(junk_weights[self.is_called].sum()), int(wanted_weights[self.is_called].sum())
        step, false_step = (np.add.reduceat(part, self.starts) for part in (junk_weights, wanted_weights))
        true, false = np.cumsum(step), np.cumsum(false_step)
        met = step > 0
        precision = true[met] / (true[met] + false[met])
        most = _most(wanted, self.limit)
        within = true[met & (false <= most)]
        return [
            lost / wanted if wanted else None,
            caught / junk if junk else None,
            2 * caught / (junk + caught + lost) if junk + caught + lost else None,
            float((step[met] * precision).sum()) / junk if junk else None,
            float((false_step * (2 * true - step)).sum()) / 2 / (junk * wanted) if junk and wanted else None,
            (int(within[-1]) if len(within) else 0) / junk if junk and wanted else None,
        ]


def _cutoff(wanted: npt.NDArray[np.float64], limit: float) -> float:
    """Above it at most this share of the wanted messages' scores lie."""
    allowed = int(limit * len(wanted) + 1e-9)
    return float(np.sort(wanted)[::-1][allowed]) if allowed < len(wanted) else -math.inf


def _most(wanted: int, rate: float) -> int:
    """The most wanted messages in Junk at this rate. The product may round to either side."""
    most = int(rate * wanted)
    if (most + 1) / max(wanted, 1) <= rate:
        most += 1
    if most > 0 and most / wanted > rate:
        most -= 1
    return most


def _differences(
    rankings: list[_Ranking],
    is_junk: npt.NDArray[np.bool_],
    group_of_row: Counts,
    rounds: int,
    seed: int,
) -> dict[str, Difference]:
    wholes = [ranking.figures(np.ones(len(is_junk), np.int64)) for ranking in rankings]
    count = int(group_of_row.max()) + 1
    has_junk = np.bincount(group_of_row, is_junk, count) > 0
    # Groups with junk are drawn apart, so that no round lacks junk by chance.
    strata = [np.flatnonzero(has_junk), np.flatnonzero(~has_junk)]
    draws: list[list[float | None]] = [[] for _ in rankings[0].names]
    for drawn in range(rounds if count >= _FEWEST_GROUPS else 0):
        weights = _drawn(strata, count, seed, drawn * count)[group_of_row]
        found = [ranking.figures(weights) for ranking in rankings]
        for values, before, after in zip(draws, *found):
            values.append(None if before is None or after is None else after - before)
    return {
        name: Difference(before, after, _middle(values))
        for name, before, after, values in zip(rankings[0].names, *wholes, draws)
    }


def _drawn(strata: list[Counts], count: int, seed: int, before: int) -> Counts:
    """How often each group is drawn. `before` numbers of the generator were used."""
    numbers = _split_mix(seed, before, count)
    weights = np.zeros(count, np.int64)
    start = 0
    for stratum in strata:
        own = numbers[start : start + len(stratum)]
        start += len(stratum)
        size = np.uint64(len(stratum))
        # The upper half of the product of 128 bits.
        low = (own & np.uint64(0xFFFFFFFF)) * size >> np.uint64(32)
        places = ((own >> np.uint64(32)) * size + low) >> np.uint64(32)
        weights += np.bincount(stratum[places.astype(np.int64)], minlength=count)
    return weights


def _split_mix(seed: int, before: int, count: int) -> npt.NDArray[np.uint64]:
    """Numbers of SplitMix64 (Steele, Lea & Flood 2014), from the one after `before` on."""
    with np.errstate(over="ignore"):
        steps = np.arange(before + 1, before + count + 1, dtype=np.uint64)
        z = np.uint64(seed) + steps * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return z ^ z >> np.uint64(31)


def _middle(values: list[float | None]) -> Interval | None:
    """The middle 95 %; None where too many are undefined, or all are equal."""
    known = [value for value in values if value is not None]
    if not known or 20 * (len(values) - len(known)) > len(values):
        return None
    lower, upper = np.percentile(known, [2.5, 97.5])
    return Interval(float(lower), float(upper)) if lower < upper else None
