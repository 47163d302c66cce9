"""Figures of a ranking: labels and scores in. Equal scores stand together everywhere, as in scikit-learn."""
import bisect


def steps(junk, scores):
    """(junk, wanted) above each possible cutoff, from the top."""
    found = false = 0
    ranked = sorted(zip(scores, junk), key=lambda pair: -pair[0])
    for i, (score, is_junk) in enumerate(ranked):
        found, false = found + is_junk, false + (not is_junk)
        if i + 1 == len(ranked) or ranked[i + 1][0] != score:
            yield found, false


def average_precision(junk, scores):
    total = before = 0
    for found, false in steps(junk, scores):
        total += (found - before) * found / (found + false)
        before = found
    return total / sum(junk)


def recall_at(share, junk, scores):
    """The junk above the lowest cutoff that at most this share of the wanted messages pass."""
    most = share * (len(junk) - sum(junk))
    return max((found for found, false in steps(junk, scores) if false <= most), default=0) / sum(junk)


def cutoff_at(share, junk, scores):
    """The lowest score that at most this share of the wanted messages reach; junk is what reaches it."""
    wanted = sorted((score for score, is_junk in zip(scores, junk) if not is_junk), reverse=True)
    above = wanted[int(share * len(wanted))]
    return min((score for score in scores if score > above), default=float("inf"))


def auc(junk, scores):
    wanted = sorted(s for s, is_junk in zip(scores, junk) if not is_junk)
    own = [s for s, is_junk in zip(scores, junk) if is_junk]
    return sum(bisect.bisect_left(wanted, s) + bisect.bisect_right(wanted, s) for s in own) / 2 / len(wanted) / len(own)
