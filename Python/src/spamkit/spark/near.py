"""Groups of near duplicates, by Spark's MinHashLSH."""

from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, RegexTokenizer
from pyspark.ml.functions import vector_to_array
from pyspark.ml.linalg import Vectors
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

HASHES, FEATURES = 64, 1 << 20


def grouped(found: DataFrame, similarity: float) -> DataFrame:
    """Messages with a column `group`, equal for near duplicates and for those that these join.

    MinHash signatures of n-grams are cut into bands (Leskovec, Rajaraman & Ullman, Mining of Massive
    Datasets, 3rd ed., 2020, section 3.4.2). The texts of a bucket are compared with one of them, by exact
    Jaccard similarity: the cost is linear in the texts, whatever they have in common. Of pairs at
    `similarity` 98 % and more come into one bucket; there they may be missed where most of a text is
    shared with many that are no near duplicates. The name of a group is the least hash of its texts.
    """
    # Hashes of a band, so that a pair at the similarity meets in some band: 1 - (1 - s^r)^(64 / r).
    rows = 2 if similarity < 0.69 else 4 if similarity < 0.9 else 8
    masked = F.regexp_replace(F.lower(F.col("text")), r"\d", "0")
    texts = found.select(masked.alias("masked")).where("text is not null").distinct()
    texts = texts.withColumn("node", F.xxhash64("masked"))
    # Characters as tokens; a text without five of them is like none.
    for step in (
        RegexTokenizer(inputCol="masked", outputCol="characters", pattern="(?s).", gaps=False, toLowercase=False),
        NGram(n=5, inputCol="characters", outputCol="grams"),
        HashingTF(inputCol="grams", outputCol="features", numFeatures=FEATURES, binary=True),
    ):
        texts = step.transform(texts)
    # Of a table it takes the number of features alone.
    one = found.sparkSession.createDataFrame([(Vectors.sparse(FEATURES, [0], [1.0]),)], ["features"])
    hashing = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=HASHES, seed=1).fit(one)
    grams = F.array_distinct(F.transform("grams", lambda gram: F.xxhash64(gram)))
    texts = hashing.transform(texts.where(F.size("grams") > 0)).select("node", "hashes", grams.alias("grams")).persist()
    # MinHashLSH gives each hash of a signature as a vector of one number.
    hashes = [vector_to_array(F.col("hashes")[place])[0] for place in range(HASHES)]
    bands = F.array(*[F.xxhash64(F.lit(at), *hashes[at:at + rows]) for at in range(0, HASHES, rows)])
    places = texts.select("node", F.explode(bands).alias("bucket"))
    # Another text in each bucket: what one misses, another may find.
    centres = places.groupBy("bucket").agg(
        F.min_by("node", F.xxhash64("node", "bucket")).alias("centre"), F.count("*").alias("size")).where("size > 1")
    pairs = places.join(centres, "bucket").where("node != centre").select("node", "centre").distinct()
    sets = texts.select("node", "grams")
    compared = pairs.join(sets, "node").join(
        sets.select(F.col("node").alias("centre"), F.col("grams").alias("others")), "centre")
    common = F.size(F.array_intersect("grams", "others"))
    alike = compared.where(common >= similarity * (F.size("grams") + F.size("others") - common))
    groups = _components(alike.select(F.col("node").alias("a"), F.col("centre").alias("b")))
    texts.unpersist()
    keyed = found.withColumn("node", F.xxhash64(masked)).join(groups, "node", "left")
    return keyed.withColumn("group", F.coalesce("group", "node")).drop("node")


def _components(pairs: DataFrame) -> DataFrame:
    """For each node of some pairs the least node that it is joined with, by way of others too."""
    both = pairs.union(pairs.select(F.col("b").alias("a"), F.col("a").alias("b"))).distinct().persist()
    groups = both.groupBy(F.col("a").alias("node")).agg(F.min("b").alias("other"))
    groups = _cut(groups.select("node", F.least("node", "other").alias("group")))
    while True:
        around = both.join(groups, both.b == groups.node).groupBy(F.col("a").alias("node"))
        least = around.agg(F.min("group").alias("other"))
        moved = _cut(groups.join(least, "node").select("node", F.least("group", "other").alias("group")))
        changed = moved.join(groups.withColumnRenamed("group", "before"), "node").where("group != before")
        if changed.isEmpty():
            both.unpersist()
            return moved
        groups = moved


def _cut(table: DataFrame) -> DataFrame:
    # Else the plan grows with each round. Without a folder of checkpoints it is lost with an executor.
    return table.checkpoint() if table.sparkSession.sparkContext.getCheckpointDir() else table.localCheckpoint()
