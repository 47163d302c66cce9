"""spamkit and the peers behind one face: commands to train, to score, and to be timed, each a process of its own."""
import json
import os
import shutil
import sys
import tempfile
import zlib

import systems
from rows import read, removed, write
from usage import used

HERE = os.path.dirname(os.path.abspath(__file__))


class Split:
    """Rows to learn from and rows to judge, as files. `own` is what spamkit is trained on where rows say more than a label: (files, options).

    `first` has the first row of each template, of so many as an encoder can be asked for. `templates` names those of the rows of both.
    """

    def __init__(self, name, title, train, test, own=None, templates=None, first=None):
        self.name, self.title, self.train, self.test = name, title, train, test
        self.own, self.templates, self.first = own or ([train], []), templates, first or train


class Spamkit:
    """The tool on one thread. `options` of `train`."""

    def __init__(self, name, tool, bench, *options):
        self.name, self.tool, self.bench, self.options = name, tool, bench, options

    def takes(self, split):
        return True

    def train(self, split, model, plain=True):
        """From file to model. Plain: on the very file of the peers."""
        files, options = ([split.train], []) if plain else split.own
        return used([self.tool, "train", *files, *options, *self.options, "--threads", "1", "--quiet", "--out", model])

    def scores(self, model, test):
        output = used([self.tool, "classify", model, test])[3]
        return [json.loads(line)["junkLogOdds"] for line in output.splitlines()]

    def actions(self, model, test):
        """Scores, and whether each message lands in Junk at the model's own cutoffs."""
        found = [json.loads(line) for line in used([self.tool, "classify", model, test])[3].splitlines()]
        return [row["junkLogOdds"] for row in found], [row["action"] == "junk" for row in found]

    def each(self, model, rows):
        return json.loads(used([self.bench, "--decide", model, "--corpus", rows])[3])

    def once(self, model, row):
        return used([self.tool, "classify", model, row])


class Ready(Spamkit):
    """A model that is there already."""

    def __init__(self, name, tool, model):
        super().__init__(name, tool, None)
        self.model = model

    def train(self, split, model, plain=True):
        shutil.copyfile(self.model, model)


class Core:
    """A program that opens a model by the decision core, decides once and ends, as an app's extension does."""

    name = "spamkit, core alone"

    def __init__(self, program):
        self.program = program

    def once(self, model, row):
        return used([self.program, model, read(row)[0][1]])


class Peer:
    """A system of a module in systems/."""

    def __init__(self, name, peer, python):
        self.name, self.peer, self.python = name, peer, python
        module = systems.module(peer)
        self.most_rows = getattr(module, "MOST_ROWS", float("inf"))
        self.one_a_template = getattr(module, "ONE_A_TEMPLATE", False)

    def learns(self, split):
        return split.first if self.one_a_template else split.train

    def takes(self, split):
        return len(read(self.learns(split))) <= self.most_rows

    def worker(self, *arguments):
        return used([self.python, os.path.join(HERE, "worker.py"), self.peer, self.name, *arguments])

    def train(self, split, model, plain=True):
        return self.worker("train", model, self.learns(split))

    def held_out(self, split):
        """(is junk, score) of the training rows of a fifth of the templates, by a model of the others."""
        rows, of = read(self.learns(split)), split.templates["first" if self.one_a_template else "train"]
        assert len(of) == len(rows), f"{split.name}: a template for each row"
        out = [junk is not None and zlib.crc32(template.encode()) % 5 == 0 for template, (junk, _) in zip(of, rows)]
        test = [row for row, is_out in zip(rows, out) if is_out]
        with tempfile.TemporaryDirectory() as folder:
            part = Split(split.name, split.title, write(f"{folder}/train.tsv", [row for row, is_out in zip(rows, out) if not is_out]),
                         write(f"{folder}/test.tsv", test))
            self.train(part, f"{folder}/model")
            return list(zip([junk for junk, _ in test], self.scores(f"{folder}/model", part.test)))

    def scores(self, model, test):
        with tempfile.NamedTemporaryFile("r", encoding="utf-8") as out:
            self.worker("score", model, test, out.name)
            return [float(line) for line in out.read().split()]

    def each(self, model, rows):
        """None for bogofilter: each decision is a process."""
        return None if self.peer == "bogofilter" else json.loads(self.worker("each", model, rows)[3])

    def once(self, model, row):
        if self.peer != "bogofilter":
            return self.worker("once", model, row)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as mail:
            mail.write("Content-Type: text/plain; charset=utf-8\n\n" + read(row)[0][1] + "\n")
            mail.flush()
            # Its exit code is its answer.
            settings = systems.module(self.peer).MESSAGES
            return used(["sh", "-c", 'bogofilter -C -d "$0" -m "$1" -TT -I "$2" || true', model, settings, mail.name])


def contenders(tool, bench, python, versions):
    """All that can be measured here: spamkit first."""
    found = [Spamkit("spamkit", tool, bench)]
    for peer in systems.MODULES:
        if versions.get(peer):
            found += [Peer(name, peer, python) for name in systems.module(peer).SYSTEMS]
    return found


def pooled(tool, bench, python, versions):
    """Those that also learn from messages without a label: spamkit first."""
    return [Spamkit("spamkit", tool, bench),
            *(Peer(name, peer, python) for peer in systems.MODULES if versions.get(peer) for name in getattr(systems.module(peer), "POOLED", {}))]


def quicker(tool, bench):
    """What spamkit's training costs without the folds that set cutoffs, which no peer has. Measured as cost and quality alone."""
    return [Spamkit("spamkit, no folds", tool, bench, "--folds", "0"),
            Spamkit("spamkit nb, no folds", tool, bench, "--trainer", "nb", "--folds", "0")]


def size(path):
    """Bytes of a model: a file or a folder."""
    if not os.path.isdir(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(path, name)) for name in os.listdir(path))


def judged(contender, split, models):
    """The scores of a split's test rows. The model is kept in the folder `models`, for splits with the same training rows."""
    model = os.path.join(models, f"{contender.name}-{os.path.basename(split.train)}".replace(" ", "-"))
    if not os.path.exists(model):
        contender.train(split, model, plain=False)
    return contender.scores(model, split.test)


def told(words):
    print(f"peers: {words}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)

