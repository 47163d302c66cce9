"""python -m spamkit.spark: trains a model on Apache Spark from the command line."""

import argparse
import logging
import os
import re
import sys
from dataclasses import fields
from typing import Any

from . import MISSING

if MISSING:
    sys.exit(f"Error: {MISSING}")

from py4j.protocol import Py4JJavaError  # noqa: E402
from pyspark.errors import PySparkException  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

from .messages import Plan, SparkTrainingError  # noqa: E402
from .training import train  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    # Spark's own log may show messages.
    settings = {"spark.log.level": "OFF", **dict(options.conf)}
    if settings.get("spark.master", "local").startswith("local"):
        # Workers of this machine have the packages of this Python.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("spamkit").config(map=settings).getOrCreate()
    logging.basicConfig(format="%(relativeCreated)d ms: %(message)s")
    logging.getLogger("spamkit").setLevel(logging.INFO)
    try:
        given: dict[str, Any] = {one.name: getattr(options, one.name) for one in fields(Plan)}
        given |= {name: dict(value) for name, value in given.items() if isinstance(value, list)}
        train(spark, options.input, options.model, Plan(**given))
        return 0
    except (SparkTrainingError, OSError) as error:
        print(f"Error: {error}", file=sys.stderr)
    except (PySparkException, Py4JJavaError) as error:
        code = re.search(r"No module named '\w+'|\[([A-Z_.]+)\]", str(error))
        print(f"Error: Spark failed: {code[0] if code else 'it does not say why in a word'}; --skip-bad-rows leaves out rows "
              "that cannot be read; --conf spark.log.level=ERROR says more, and may show messages", file=sys.stderr)
    finally:
        spark.stop()
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m spamkit.spark", description="Train a model on Apache Spark.")
    parser.add_argument("input", help="a path or address that Spark reads: JSON Lines, CSV or Parquet")
    parser.add_argument("model")
    pairs: dict[str, Any] = {"type": lambda text: text.partition("=")[::2], "action": "append", "metavar": "NAME=VALUE"}
    for one in fields(Plan):
        default, kind = getattr(Plan(), one.name), pairs
        if default is False:
            kind = {"action": "store_true"}
        elif default != {}:
            kind = {"type": type(default)}
        name, help = one.name.replace("_", "-"), one.metadata["help"].replace("%", "%%")
        parser.add_argument(f"--{name}", default=[] if kind is pairs else default, help=help, **kind)
    parser.add_argument("--conf", default=[], help="a setting of Spark, such as spark.master=local[4]", **pairs)
    return parser


if __name__ == "__main__":
    sys.exit(main())
