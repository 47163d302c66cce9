"""Phones that nobody labelled: ranking, and what lands in Junk at each system's own cutoff.

General models are trained on the starter corpus. Others also learn from messages of the phone whose labels are dropped. A peer has no
cutoff of its own: it gets the lowest that keeps the bound on a fifth of its templates, by a training without these.
"""
import tempfile

import corpora
import figures
from contenders import Ready, Spamkit, told
from rows import read, removed

def cutoff(contender, split):
    junk, scores = zip(*contender.held_out(split))
    return figures.cutoff_at(corpora.BOUND, junk, scores)


def judged(contender, split, model, cut, promotions):
    """The figures of one model on one phone."""
    junk, of_all = [is_junk for is_junk, _ in read(split.test)], len(read(split.test)) - promotions
    if cut is None:
        scores, lands = contender.actions(model, split.test)
    else:
        scores = contender.scores(model, split.test)
        lands = [score >= cut for score in scores]

    def share(places):
        return sum(lands[place] for place in places) / len(places)
    rows, ranked = range(of_all), (junk[:of_all], scores[:of_all])
    of = {"train rows": len(read(split.train)), "test rows": of_all, "junk": sum(junk), "auc": figures.auc(*ranked),
          "recall at 1%": figures.recall_at(0.01, *ranked), "own recall": share([place for place in rows if junk[place]]),
          "own false junk": share([place for place in rows if not junk[place]])}
    return {**of, "promotions in Junk": share(range(of_all, len(junk)))} if promotions else of


def general(contenders, shared, folder, record):
    """One model of each for all phones."""
    models, cuts = {}, {}
    for split, promotions in corpora.unlabelled(shared, folder, pooled=False):
        for contender in contenders:
            if not contender.takes(split):
                continue
            if contender.name not in models:
                models[contender.name] = model = f"{folder}/{contender.name}".replace(" ", "-")
                contender.train(split, model, plain=False)
                cuts[contender.name] = None if isinstance(contender, Spamkit) else cutoff(contender, split)
                told(f"general: {contender.name} trained")
            record.add("general", split, contender.name, 1,
                       judged(contender, split, models[contender.name], cuts[contender.name], promotions))
        told(f"general: {split.title}")


def pooled(contenders, shared, folder, record):
    """A model of each for each phone."""
    for split, promotions in corpora.unlabelled(shared, folder, pooled=True):
        for contender in contenders:
            if not contender.takes(split):
                continue
            model = f"{folder}/pooled"
            removed(model)
            contender.train(split, model, plain=False)
            cut = None if isinstance(contender, Spamkit) else cutoff(contender, split)
            record.add("pooled", split, contender.name, 1, judged(contender, split, model, cut, promotions))
        told(f"pooled: {split.title}")


def measured(found, found_pooled, shared, tool, record):
    with tempfile.TemporaryDirectory() as folder:
        shipped = [Ready("spamkit, as shipped", tool, corpora.SHIPPED)] if found[0].name == "spamkit" else []
        general([*found[:len(shipped)], *shipped, *found[len(shipped):]], shared, folder, record)
        pooled(found_pooled, shared, folder, record)
