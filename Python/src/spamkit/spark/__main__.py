"""python -m spamkit.spark: train and score on Apache Spark from the command line."""

from __future__ import annotations

import argparse
import json
import os
import sys

from .errors import SparkTrainingError, failure


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("spamkit")
    if (options.master or "local").startswith("local"):
        # Workers of this machine have the packages of this Python.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if options.master:
        builder = builder.master(options.master)
    for setting in options.conf:
        name, _, value = setting.partition("=")
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel(options.log)
    try:
        options.run_command(spark, options)
        return 0
    except (SparkTrainingError, OSError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    except (PySparkException, Py4JJavaError) as error:
        print(f"Error: {failure(str(error))}", file=sys.stderr)
        return 1
    finally:
        spark.stop()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m spamkit.spark", description=__doc__)
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train", help="train a model", description="Train a model on messages that Spark reads.")
    train.add_argument("input", help="a path or address of JSON Lines, CSV or Parquet")
    train.add_argument("model", help="the model file to write")
    train.add_argument("--trainer", default="blend", choices=["nb", "cnb", "lr", "blend"])
    train.add_argument("--folds", type=int, default=4, help="of out-of-fold scores; 0 for none")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--option", action="append", default=[], metavar="OPTION",
                       help="an option of spamkit train that says how to learn: --option=--max-false-junk=1%%; repeatable")
    train.add_argument("--run", dest="folder", help="folder of the run, which stays; default: MODEL.run, until the model is there")
    train.add_argument("--ship", action="store_true", help="have Spark bring the tool to the workers")
    train.add_argument("--cost", metavar="FILE", help="write what it took, as JSON")
    train.add_argument("--distinct", action="store_true", help="keep one of equal messages")
    train.add_argument("--near-duplicates", default="keep", choices=["keep", "drop", "template"])
    train.add_argument("--similarity", type=float, default=0.7, help="Jaccard similarity of near duplicates")
    train.add_argument("--partitions", type=int)
    train.add_argument("--source", help="the source of messages that name none")
    train.add_argument("--label-map", action="append", default=[], metavar="WORD=LABEL")
    train.add_argument("--quiet", action="store_true")
    train.set_defaults(run_command=_train)
    score = commands.add_parser("score", help="score a table", description="Write messages with their verdicts.")
    score.add_argument("model")
    score.add_argument("input")
    score.add_argument("output", help="a folder to write, as Parquet, which must not be there")
    score.add_argument("--overwrite", action="store_true", help="replace the folder and all that is in it")
    score.set_defaults(run_command=_score)
    for command in (train, score):
        command.add_argument("--tool", help="path of spamkit on all machines; default: the one in PATH")
        command.add_argument("--format", choices=["jsonl", "csv", "parquet"])
        command.add_argument("--column", action="append", default=[], metavar="text=NAME",
                             help="the name of a column: text, label, sender, source, template and so on")
        command.add_argument("--where", action="append", default=[], metavar="CONDITION", help="a condition in SQL")
        command.add_argument("--skip-bad-rows", action="store_true")
        command.add_argument("--master", help="of Spark, such as local[4]; default: as spark-submit says")
        command.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark")
        command.add_argument("--log", default="OFF", choices=["OFF", "ERROR", "WARN", "INFO"],
                             help="of Spark itself, which may show messages; default: OFF")
    return parser


def _columns(options: argparse.Namespace) -> tuple[tuple[str, str], ...]:
    from .messages import COLUMNS

    pairs = [column.partition("=")[::2] for column in options.column]
    for name, own in pairs:
        if name not in COLUMNS or not own:
            raise SparkTrainingError(f"--column: expected one of {', '.join(COLUMNS)} with a name, found {name}={own}")
    return tuple(pairs)


def _train(spark, options: argparse.Namespace) -> None:  # type: ignore[no-untyped-def]
    from .messages import Reading
    from .training import Plan, train

    reading = Reading(
        format=options.format, columns=_columns(options), source=options.source, where=tuple(options.where),
        distinct=options.distinct, near_duplicates=options.near_duplicates, similarity=options.similarity,
        partitions=options.partitions, skip_bad_rows=options.skip_bad_rows, label_map=tuple(options.label_map))
    plan = Plan(
        trainer=options.trainer, folds=options.folds, seed=options.seed, options=tuple(options.option),
        tool=options.tool, ship=options.ship, quiet=options.quiet)
    cost = train(spark, options.input, options.model, plan, reading, options.folder)
    if options.cost:
        with open(options.cost, "w") as file:
            json.dump(vars(cost), file)


def _score(spark, options: argparse.Namespace) -> None:  # type: ignore[no-untyped-def]
    from .messages import Reading, rows
    from .scoring import score

    reading = Reading(
        format=options.format, columns=_columns(options), where=tuple(options.where), skip_bad_rows=options.skip_bad_rows)
    found, names = rows(spark, options.input, reading), dict(reading.columns)
    text, sender, country = (names.get(name, name) for name in ("text", "sender", "country"))
    if text not in found.columns:
        raise SparkTrainingError(f"expected a column {text}, found {', '.join(found.columns)}; give --column text=NAME")
    score(
        found, options.model, text=text, sender=sender if sender in found.columns else None,
        country=country if country in found.columns else None, tool=options.tool).write.mode(
        "overwrite" if options.overwrite else "errorifexists").parquet(options.output)


if __name__ == "__main__":
    sys.exit(main())
