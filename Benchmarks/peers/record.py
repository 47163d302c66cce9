"""The record: one figure a row. Rows are only added, and the page is made of the newest of each."""
import csv
import datetime
import os
import platform

COLUMNS = ["time", "load", "table", "corpus", "title", "system", "figure", "value", "runs"]


def machine():
    """The CPU's name and cores."""
    name = platform.processor() or "unknown processor"
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            name = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), name)
    return f"{name}, {os.cpu_count()} cores"


class Record:
    """Appends to a file, each row at once, so that a run that is broken off loses nothing."""

    def __init__(self, path, head):
        is_new = not os.path.exists(path)
        self.path, self.file = path, open(path, "a", encoding="utf-8", newline="")
        self.file.write(f"# {head}\n")
        self.writer = csv.writer(self.file, delimiter="\t", lineterminator="\n")
        if is_new:
            self.writer.writerow(COLUMNS)

    def add(self, table, split, system, runs, figures):
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        for figure, value in figures.items():
            shown = f"{value:.6g}" if isinstance(value, float) else value
            self.writer.writerow([now, f"{os.getloadavg()[0]:.1f}", table, split.name, split.title, system, figure, shown, runs])
        self.file.flush()


class Figures:
    """A record that was read: {table: {corpus: {system: {figure: (value, runs)}}}}, each in the order it was measured."""

    def __init__(self, path):
        self.heads, self.titles, self.tables, loads = [], {}, {}, []
        with open(path, encoding="utf-8", newline="") as lines:
            for row in csv.reader(lines, delimiter="\t"):
                if row[0].startswith("# "):
                    self.heads = list(dict.fromkeys([*self.heads, row[0][2:]]))
                elif row != COLUMNS:
                    _, load, table, corpus, title, system, figure, value, runs = row
                    loads += [float(load)] if table == "cost" else []
                    self.titles[corpus] = title
                    self.tables.setdefault(table, {}).setdefault(corpus, {}).setdefault(system, {})[figure] = (value, int(runs))
        # Only times depend on it.
        self.load = (min(loads, default=0), max(loads, default=0))

    def corpora(self, table):
        return list(self.tables.get(table, {}))

    def systems(self, table):
        return list(dict.fromkeys(system for of in self.tables.get(table, {}).values() for system in of))

    def value(self, table, corpus, system, figure):
        """The figure as a number, or None."""
        found = self.tables.get(table, {}).get(corpus, {}).get(system, {}).get(figure)
        return None if found is None else float(found[0])

    def runs(self, table, corpus, system, figure):
        return self.tables[table][corpus][system][figure][1]
