"""Calibration and the junk cutoff, from scores of held-out groups, as the tool finds them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..modelfile import JUNK

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def calibrated(scores: Floats, is_junk: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """The slope and offset of scores that are log-odds of junk, with the least log-loss and Platt's targets."""
    from scipy.optimize import minimize

    junk, wanted = is_junk.sum(), (~is_junk).sum()
    target = np.where(is_junk, (junk + 1) / (junk + 2), 1 / (wanted + 2))

    def loss(point: Floats) -> float:
        odds = point[0] * scores + point[1]
        return float((np.logaddexp(0, odds) - target * odds).mean())

    found = minimize(loss, (1.0, 0.0), method="L-BFGS-B", bounds=[(1e-3, 1e2), (None, None)]).x
    return float(np.float32(found[0])), float(np.float32(found[1]))


def junk_cutoff(odds: Floats, actions: Integers, groups: Integers, bound: float) -> tuple[float, dict[str, Any]]:
    """The lowest log-odds of junk that keep a bound on false junk, and what a card says of that.

    The one-sided upper 95 % limit (Clopper-Pearson) on the share of wanted groups called junk is within the
    bound, and the observed share of each action's groups within 1.2 times it. Where too few groups can show
    that, the cutoff is above all of them. It is 0 or more.

    Args:
        odds: log-odds of junk of messages that the model has not seen, nor others of their groups.
        actions: of each message, as the library for C numbers them: 2 is junk.
        groups: the number of each message's group, such as its template.
    """
    from scipy.stats import beta

    is_wanted = actions != JUNK
    junk, order = odds[~is_wanted], np.argsort(-odds[is_wanted], kind="stable")
    odds, actions = odds[is_wanted][order], actions[is_wanted][order]
    _, place, sizes = np.unique(groups[is_wanted][order], return_inverse=True, return_counts=True)
    # A group counts one, however many messages it has.
    count, parts = len(sizes), 1 / sizes[place]
    limits = np.append(beta.ppf(0.95, np.arange(count) + 1, count - np.arange(count)), 1.0)
    most = int(np.searchsorted(limits, bound, "right")) - 1
    is_lost = np.ceil(np.cumsum(parts) - 1e-9) > most
    for action in np.unique(actions):
        of_action = np.cumsum(np.where(actions == action, parts, 0))
        is_lost |= (actions == action) & (of_action > max(1, 1.2 * bound * of_action[-1]))
    highest = odds[is_lost].max(initial=-1.0) if count else np.inf
    cutoff = max(0.0, float(np.nextafter(np.float32(highest + 1e-5), np.float32(np.inf))))
    called = odds >= cutoff
    return cutoff, {
        "bound": bound, "wanted": len(odds), "independentWanted": count, "falseJunk": int(called.sum()),
        "upperLimit": float(limits[int(np.ceil(parts[called].sum() - 1e-9))]), "junk": len(junk),
        "found": int((junk >= cutoff).sum()), "unscored": 0}
