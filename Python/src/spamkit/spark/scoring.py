"""Scores a table with a model, by this package on the workers."""

import os
from collections.abc import Iterator
from functools import cache

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql.types import DoubleType, StringType, StructField, StructType

from ..model import Model
from .messages import SparkTrainingError, named

SCORES = ("action", "label", "junk_log_odds")


@cache
def opened(content: bytes) -> Model:
    """A model, once in each process of a worker."""
    return Model.from_bytes(content, n_jobs=1)


def score(
    table: DataFrame, model: str | os.PathLike[str] | Model, text: str = "text", sender: str | None = None,
    country: str | None = None,
) -> DataFrame:
    """A table with the verdict on each message: columns action, label and junk_log_odds.

    `action` is the decision after cutoffs, `label` the most probable label, `junk_log_odds` the natural
    logarithm of P(junk) / P(not junk). Other columns stay; one of the table with such a name is replaced.
    A message that is null has no verdict.

    Args:
        model: one that is open, or the path of one on the driver; Spark brings it to the workers.
    """
    content = (model if isinstance(model, Model) else Model(model)).to_bytes()
    sent = table.sparkSession.sparkContext.broadcast(content)
    rest = table.select(*[named(name) for name in table.columns if name not in SCORES])
    names = text, sender, country
    for name in names:
        if name is not None and name not in rest.columns:
            raise SparkTrainingError(f"expected a column {name}, found {', '.join(table.columns)}; name one of them")

    def verdicts(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            own = [None if name is None else batch[batch.schema.names.index(name)] for name in names]
            texts, senders, countries = (None if column is None else column.to_pylist() for column in own)
            # A message that is null is read as an empty one, and its verdict left out.
            said = opened(sent.value).classify([body or "" for body in texts or []], sender=senders, country=countries)
            found = [pa.array(values.tolist()) for values in (said.action, said.label, said.junk_log_odds)]
            found = [pc.if_else(pc.is_null(own[0]), pa.scalar(None, values.type), values) for values in found]
            yield pa.RecordBatch.from_arrays([*batch.columns, *found], [*batch.schema.names, *SCORES])

    # By their types and not in words: a name of a field may have any sign.
    kinds = StringType(), StringType(), DoubleType()
    return rest.mapInArrow(verdicts, StructType([*rest.schema.fields, *map(StructField, SCORES, kinds)]))
