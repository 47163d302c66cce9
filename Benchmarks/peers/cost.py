"""What each system costs, and how well it ranks the test rows: interleaved runs on the same split."""
import os
from statistics import median

import figures
from contenders import Core, Spamkit, size, told
from rows import read, removed, write

RUNS = 5
# A system is trained once more on a corpus only while it has taken less than this in all.
CPU_SECONDS = 60
TIMED, STARTS = 200, 5


def trained(contenders, split, folder, runs):
    """{system: [(CPU s, wall s, peak MiB, CPU s without imports)]}, in turn, and each one's last model."""
    found, models = {}, {}
    for run in range(runs):
        for contender in contenders:
            before = found.setdefault(contender.name, [])
            if run and sum(row[0] for row in before) >= CPU_SECONDS:
                continue
            model = models[contender.name] = os.path.join(folder, f"{split.name}-{contender.name}".replace(" ", "-"))
            removed(model)
            cpu, wall, peak, output = contender.train(split, model)
            before.append((cpu, wall, peak, cpu if isinstance(contender, Spamkit) else float(output)))
        told(f"{split.name}: trained, run {run + 1} of {runs}")
    return found, models


def starts(contenders, split, models, row, record, runs):
    """Adds to the record what a process costs that decides once."""
    found = {contender.name: [] for contender in contenders}
    for _ in range(min(runs, STARTS)):
        for contender in contenders:
            found[contender.name].append(contender.once(models[contender.name], row))
    for name, rows in found.items():
        cpu, wall, peak = (median(values) for values in list(zip(*rows))[:3])
        record.add("cost", split, name, len(rows), {"start cpu ms": 1000 * cpu, "start wall ms": 1000 * wall, "start peak MiB": peak})


def measured(contenders, split, folder, record, runs, once):
    """Adds to the record what training, the model, a decision and a start cost, and the ranking. Returns the models.

    `once` is the program verdict-once.
    """
    found, models = trained(contenders, split, folder, runs)
    test = read(split.test)
    junk = [is_junk for is_junk, _ in test]
    some = write(os.path.join(folder, "timed.tsv"), [row for row in test if 40 <= len(row[1].encode()) <= 160][:TIMED])
    one = write(os.path.join(folder, "one.tsv"), test[:1])
    core = [Core(once)] if contenders[0].name == "spamkit" else []
    starts([*contenders, *core], split, {**models, Core.name: models[contenders[0].name]}, one, record, runs)
    for contender in contenders:
        name, model, rows = contender.name, models[contender.name], found[contender.name]
        whole, wall, peak, work = (median(values) for values in zip(*rows))
        scores = contender.scores(model, split.test)
        assert len(scores) == len(test), f"{name}: a score for each row"
        each = contender.each(model, some)
        record.add("cost", split, name, len(rows), {
            "train cpu s": whole, "train work s": work, "train wall s": wall, "peak MiB": peak, "model bytes": size(model),
            **({"decision p50 ns": each["p50"], "decision p99 ns": each["p99"]} if each else {})})
        record.add("quality", split, name, 1, {
            "train rows": len(read(split.train)), "test rows": len(test), "junk": sum(junk),
            "ap": figures.average_precision(junk, scores), "auc": figures.auc(junk, scores),
            **{f"recall at {100 * share:g}%": figures.recall_at(share, junk, scores) for share in (0.001, 0.002, 0.005, 0.01)}})
        told(f"{split.name}: {name} measured")
    return models
