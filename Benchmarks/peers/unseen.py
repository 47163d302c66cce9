"""Sources never trained on, and a few own labels: ranking by all systems on the same rows."""
import tempfile

import corpora
import figures
from contenders import judged, told
from rows import read


def ranked(contender, split, models, record, table, name=None):
    if not contender.takes(split):
        return
    junk = [is_junk for is_junk, _ in read(split.test)]
    scores = judged(contender, split, models)
    assert len(scores) == len(junk), f"{contender.name}: a score for each row"
    record.add(table, split, name or contender.name, 1, {
        "train rows": len(read(split.train)), "test rows": len(junk), "junk": sum(junk), "auc": figures.auc(junk, scores),
        "recall at 1%": figures.recall_at(0.01, junk, scores)})


def measured(contenders, shared, folder, record):
    with tempfile.TemporaryDirectory() as models:
        for split in corpora.phones(shared, folder):
            for contender in contenders:
                ranked(contender, split, models, record, "phones")
            told(f"phones: {split.title}")
    for split, beside in corpora.own(shared, folder):
        with tempfile.TemporaryDirectory() as models:
            # Beside own labels, rows of a general corpus harm a peer, which gives them the same say.
            for contender in [c for c in contenders if c.name == "spamkit"] if beside else contenders:
                ranked(contender, split, models, record, "own", "spamkit, starter corpus beside" if beside else None)
        told(f"own: {split.title}")
    for split in corpora.pairs(shared, folder):
        with tempfile.TemporaryDirectory() as models:
            for contender in contenders:
                ranked(contender, split, models, record, "pairs")
        told(f"pairs: {split.title}")
