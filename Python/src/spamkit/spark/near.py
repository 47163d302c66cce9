"""Groups of near duplicates, by Spark's MinHashLSH."""

import numpy as np
import pyarrow as pa
from pyspark.ml.feature import HashingTF, MinHashLSH
from pyspark.ml.functions import vector_to_array
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

# Jaccard's similarity of near duplicates. Bands of four hashes: of pairs at it 99 % meet in one.
SIMILARITY, HASHES, BAND, FEATURES = 0.7, 64, 4, 1 << 20


def grouped(found: DataFrame) -> DataFrame:
    """Messages with a column `group`, equal for near duplicates and for those that these join.

    MinHash signatures of n-grams are cut into bands (Leskovec, Rajaraman & Ullman, Mining of Massive
    Datasets, 3rd ed., 2020, section 3.4.2). The texts of a bucket are compared with one of them, by exact
    Jaccard similarity: the cost is linear in the texts, whatever they have in common. Pairs may be missed
    where most of a text is shared with many that are no near duplicates. The pairs found go to the
    driver, 16 bytes each. The name of a group is the least hash of its texts.
    """
    masked = F.regexp_replace(F.lower("text"), r"\d", "0")
    texts = found.select(masked.alias("masked")).where("length(masked) > 4").distinct()
    starts = F.sequence(F.lit(1), F.length("masked") - 4)
    grams = F.array_distinct(F.transform(starts, lambda start: F.xxhash64(F.substring("masked", start, 5))))
    texts = texts.select(F.xxhash64("masked").alias("node"), grams.alias("grams"))
    texts = HashingTF(inputCol="grams", outputCol="features", numFeatures=FEATURES, binary=True).transform(texts)
    hashing = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=HASHES, seed=1).fit(texts)
    texts = hashing.transform(texts).select("node", "hashes", "grams").persist()
    # MinHashLSH gives each hash of a signature as a vector of one number.
    hashes = [vector_to_array(F.col("hashes")[place])[0] for place in range(HASHES)]
    bands = F.array(*[F.xxhash64(F.lit(at), *hashes[at:at + BAND]) for at in range(0, HASHES, BAND)])
    buckets = texts.select("node", F.explode(bands).alias("bucket"))
    # Another text in each bucket: what one misses, another may find.
    centres = buckets.groupBy("bucket").agg(F.min_by("node", F.xxhash64("node", "bucket")).alias("centre"))
    pairs = buckets.join(centres, "bucket").where("node != centre").select("node", "centre").distinct()
    others = texts.select(F.col("node").alias("centre"), F.col("grams").alias("others"))
    common = F.size(F.array_intersect("grams", "others"))
    is_near = common >= SIMILARITY * (F.size("grams") + F.size("others") - common)
    near = pairs.join(texts, "node").join(others, "centre").where(is_near).select("node", "centre").toArrow()
    texts.unpersist()
    nodes, ends = np.unique(np.concatenate([near["node"], near["centre"]]), return_inverse=True)
    graph = coo_array((np.ones(len(near)), ends.reshape(2, -1)), (len(nodes), len(nodes)))
    component = connected_components(graph, directed=False)[1]
    # Nodes ascend, so the first of a component is its least.
    least = nodes[np.unique(component, return_index=True)[1][component]]
    groups = found.sparkSession.createDataFrame(pa.table({"node": nodes, "least": least}))
    joined = found.withColumn("node", F.xxhash64(masked)).join(groups, "node", "left")
    return joined.withColumn("group", F.coalesce("least", "node")).drop("node", "least")
