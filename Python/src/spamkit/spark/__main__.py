"""python -m spamkit.spark: train and score on Apache Spark from the command line."""

import argparse
import os
import re
import sys
from dataclasses import fields
from typing import Any


def main(arguments: list[str] | None = None) -> int:
    try:
        from py4j.protocol import Py4JJavaError
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession

        from .messages import Plan, SparkTrainingError, rows
        from .scoring import score
        from .training import train
    except ModuleNotFoundError as error:
        print(f"Error: expected the package {error.name}, found none; pip install 'spamkit[spark]'", file=sys.stderr)
        return 1
    options = _parser(fields(Plan)).parse_args(arguments)
    values: dict[str, Any] = {one.name: getattr(options, one.name) for one in fields(Plan)}
    builder: Any = SparkSession.builder.appName("spamkit")
    if (options.master or "local").startswith("local"):
        # Workers of this machine have the packages of this Python.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    for name, value in [*options.conf, *([("spark.master", options.master)] if options.master else [])]:
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    # Spark's own log may show messages.
    spark.sparkContext.setLogLevel(options.log)
    try:
        plan = Plan(**{**values, "column": dict(values["column"]), "label_map": dict(values["label_map"])})
        if options.command == "train":
            train(spark, options.input, options.output, plan)
        else:
            found = rows(spark, options.input, plan)
            text, *others = (plan.column.get(name, name) for name in ("text", "sender", "country"))
            scored = score(found, options.model, text, *[name if name in found.columns else None for name in others])
            scored.write.mode("overwrite" if options.overwrite else "errorifexists").parquet(options.output)
        return 0
    except (SparkTrainingError, OSError) as error:
        print(f"Error: {error}", file=sys.stderr)
    except (PySparkException, Py4JJavaError) as error:
        code = re.search(r"No module named '\w+'|\[([A-Z_.]+)\]", str(error))
        print(f"Error: Spark failed: {code[0] if code else 'it does not say why in a word'}; --skip-bad-rows leaves out "
              "rows that cannot be read; --log ERROR says more, and may show messages", file=sys.stderr)
    finally:
        spark.stop()
    return 1


def _parser(options: Any) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m spamkit.spark", description="Train and score on Apache Spark.")
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train", help="train a model on messages of JSON Lines, CSV or Parquet")
    score = commands.add_parser("score", help="write messages with their verdicts, as Parquet")
    score.add_argument("model")
    score.add_argument("--overwrite", action="store_true", help="replace OUTPUT and all that is in it")
    for command, output in ((train, "MODEL"), (score, "OUTPUT")):
        command.add_argument("input", metavar="INPUT", help="a path or address that Spark reads")
        command.add_argument("output", metavar=output)
        for one in options:
            name, default = "--" + one.name.replace("_", "-"), one.default
            kind: dict[str, Any] = {"type": type(default), "default": default}
            if default is False:
                kind = {"action": "store_true"}
            elif not isinstance(default, str | int | float):
                kind = {"type": _pair, "action": "append", "default": [], "metavar": "NAME=VALUE"}
            command.add_argument(name, help=one.metadata["help"].replace("%", "%%"), **kind)
        command.add_argument("--master", help="of Spark, such as local[4]; else as spark-submit says")
        command.add_argument("--conf", type=_pair, action="append", default=[], metavar="NAME=VALUE", help="of Spark")
        command.add_argument("--log", default="OFF", choices=["OFF", "ERROR", "WARN", "INFO"])
    return parser


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


if __name__ == "__main__":
    sys.exit(main())
