"""Scores a table with a model, by this package on the workers."""

import os
from functools import cache

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ..model import Model
from .messages import named

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

    def verdicts(texts: pd.Series, senders: pd.Series, countries: pd.Series) -> pd.DataFrame:
        # A message that is null is read as an empty one, and its verdict left out.
        said = opened(sent.value).classify(texts.fillna(""), sender=senders, country=countries)
        return pd.DataFrame({name: getattr(said, name) for name in SCORES}).where(texts.notna())

    own = [F.lit(None).cast("string") if name is None else named(name) for name in (text, sender, country)]
    found = F.pandas_udf(verdicts, "action string, label string, junk_log_odds double")  # type: ignore[attr-defined]
    return table.drop(*SCORES).withColumn("_verdict", found(*own)).select("*", "_verdict.*").drop("_verdict")
