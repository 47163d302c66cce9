"""Calibration and the junk cutoff, from scores of held-out groups, as on one machine."""

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.stats import beta

from .features import Floats, Integers


def calibrated(scores: Floats, is_junk: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """The slope and offset of scores that are log-odds of junk, with the least log-loss and Platt's targets."""
    junk, wanted = is_junk.sum(), (~is_junk).sum()
    target = np.where(is_junk, (junk + 1) / (junk + 2), 1 / (wanted + 2))

    def loss(point: Floats) -> float:
        odds = point[0] * scores + point[1]
        return float((np.logaddexp(0, odds) - target * odds).mean())

    found = minimize(loss, (1.0, 0.0), method="L-BFGS-B", bounds=[(1e-3, 1e2), (None, None)]).x
    return float(np.float32(found[0])), float(np.float32(found[1]))


def junk_cutoff(odds: Floats, kinds: Integers, groups: Integers, junk: Floats, bound: float) -> tuple[float, dict[str, Any]]:
    """The lowest log-odds of junk, 0 or more, that keep a bound on false junk; and what a card promises of it.

    The one-sided upper 95 % limit (Clopper-Pearson) on the share of groups called junk is within the bound, and
    the observed share of each kind's groups within 1.2 times it. Where too few groups can show that, it is above
    all of them.

    Args:
        odds, kinds, groups: of wanted messages.
        junk: the log-odds of junk.
    """
    _, place, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    count, parts, order = len(sizes), 1 / sizes[place], np.argsort(-odds, kind="stable")
    limits = np.append(beta.ppf(0.95, np.arange(count) + 1, count - np.arange(count)), 1.0)
    most = int(np.searchsorted(limits, bound, "right")) - 1
    is_lost = np.ceil(np.cumsum(parts[order]) - 1e-9) > most
    for kind in np.unique(kinds):
        of_kind = np.cumsum(np.where(kinds[order] == kind, parts[order], 0))
        is_lost |= (kinds[order] == kind) & (of_kind > max(1, 1.2 * bound * of_kind[-1]))
    highest = odds[order][is_lost].max(initial=-1.0) if count else np.inf
    cutoff = max(0.0, float(np.nextafter(np.float32(highest + 1e-5), np.float32(np.inf))))
    called = odds >= cutoff
    return cutoff, {
        "bound": bound, "wanted": len(odds), "independentWanted": count, "falseJunk": int(called.sum()),
        "upperLimit": float(limits[int(np.ceil(parts[called].sum() - 1e-9))]), "junk": len(junk),
        "found": int((junk >= cutoff).sum()), "unscored": 0}
