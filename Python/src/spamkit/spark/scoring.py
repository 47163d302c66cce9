"""Scores a table with a model, by the Python package where workers have it, else by the tool."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark import cloudpickle
from pyspark.sql import DataFrame
from pyspark.sql.types import DoubleType, StringType, StructField, StructType

from .worker import Tool, WorkerError, chunks

SCORES = ("action", "label", "junk_log_odds")


def score(
    table: DataFrame, model: str, text: str = "text", sender: str | None = None, country: str | None = None,
    tool: str | None = None,
) -> DataFrame:
    """A table with the verdict on each message: columns action, label and junk_log_odds.

    `action` is the decision after cutoffs, `label` the most probable label, `junk_log_odds` the
    natural logarithm of P(junk) / P(not junk). Other columns stay; one of the table with such a name is
    replaced. A message that is null has no verdict.

    Args:
        model: path of a model file on the driver; Spark brings it to the workers.
        tool: path of the tool on the workers; None: the Python package spamkit, if workers have it,
            else spamkit in PATH.
    """
    # Workers need not have this package.
    for module in (__name__, Tool.__module__):
        cloudpickle.register_pickle_by_value(sys.modules[module])  # type: ignore[no-untyped-call]
    with open(model, "rb") as file:
        content = table.sparkSession.sparkContext.broadcast(file.read())
    columns = [name for name in table.columns if name not in SCORES]
    names = [text, *([sender] if sender else []), *([country] if country else [])]
    for name in names:
        if name not in columns:
            raise ValueError(f"expected a column {name}, found {', '.join(table.columns)}; name one of them")
    rest = table.select(*[f"`{name}`" for name in columns])
    # By their types and not in words: a name of a field may have any sign.
    fields = StructType([
        *rest.schema.fields, StructField("action", StringType()), StructField("label", StringType()),
        StructField("junk_log_odds", DoubleType())])
    return rest.mapInArrow(_Scorer(content, text, sender, country, tool), fields)


class _Scorer:
    def __init__(self, model: object, text: str, sender: str | None, country: str | None, tool: str | None) -> None:
        self.model, self.text, self.sender, self.country, self.tool = model, text, sender, country, tool

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        by_package = self.tool is None and importlib.util.find_spec("spamkit") is not None and (
            importlib.util.find_spec("spamkit._core") is not None)
        verdicts = _by_package(self.model.value) if by_package else _by_tool(  # type: ignore[attr-defined]
            self.model.value, self.tool or "spamkit")  # type: ignore[attr-defined]
        next(verdicts)
        for batch in batches:
            place = {name: i for i, name in enumerate(batch.schema.names)}
            values = [
                batch.column(place[name]).to_pylist() if name else [None] * batch.num_rows
                for name in (self.text, self.sender, self.country)
            ]
            there = [i for i, body in enumerate(values[0]) if body is not None]
            found = verdicts.send([[column[i] for i in there] for column in values]) if there else ([], [], [])
            columns = []
            for part, kind in zip(found, (pa.string(), pa.string(), pa.float64())):
                all_rows = [None] * batch.num_rows
                for i, value in zip(there, part):
                    all_rows[i] = value
                columns.append(pa.array(all_rows, kind))
            yield pa.RecordBatch.from_arrays([*batch.columns, *columns], [*batch.schema.names, *SCORES])
        verdicts.close()


def _by_package(model: bytes):  # type: ignore[no-untyped-def]
    from spamkit import Model

    opened, found = Model.from_bytes(model), None
    while True:
        bodies, senders, countries = yield found
        verdict = opened.classify(bodies, sender=senders, country=countries)
        found = (list(verdict.action), list(verdict.label), list(verdict.junk_log_odds))


def _by_tool(model: bytes, tool: str):  # type: ignore[no-untyped-def]
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".spam") as file:
        file.write(model)
        file.flush()
        found = None
        while True:
            columns = yield found
            lines = []
            for body, sender, country in zip(*columns):
                row = {"text": body, "sender": sender, "country": country}
                lines.append(json.dumps({key: value for key, value in row.items() if value is not None}).encode())
            answer = Tool(tool).run(["classify", file.name, "-", "--quiet", "--format", "jsonl"], chunks(lines))
            rows = [json.loads(line) for line in answer.splitlines()]
            if len(rows) != len(lines):
                raise WorkerError(f"expected {len(lines)} verdicts, found {len(rows)}")
            found = tuple([row[key] for row in rows] for key in ("action", "label", "junkLogOdds"))
