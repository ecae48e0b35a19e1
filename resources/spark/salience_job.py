"""Score or label a corpus with Spark, from Parquet to Parquet.

    spark-submit --master local[2] salience_job.py score corpus.parquet scores.parquet
    spark-submit --master local[2] salience_job.py label corpus.parquet labels.parquet

Both paths are whatever Spark reads and writes. A document that was left out is a row with a
`reason`.
"""

from __future__ import annotations

import argparse

from pyspark.sql import SparkSession
from pyspark.sql.functions import count

from salience import spark as salience


def main() -> None:
    """Read, score or label, write, and say how much there was."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("task", choices=["score", "label"])
    options.add_argument("corpus", help="Parquet with the columns of documents")
    options.add_argument("output", help="a folder that is not there yet")
    options.add_argument("--field", action="append", default=[], help="such as text=body")
    options.add_argument("--partitions", type=int, help="parts that are read side by side")
    options.add_argument("--timeout", type=float, help="seconds that a document may take")
    chosen = options.parse_args()

    session = SparkSession.builder.appName(f"salience {chosen.task}").getOrCreate()
    documents = session.read.parquet(chosen.corpus)
    if chosen.partitions:
        documents = documents.repartition(chosen.partitions)
    work = salience.score if chosen.task == "score" else salience.label
    fields = dict(pair.split("=", 1) for pair in chosen.field)
    work(documents, fields=fields, timeout=chosen.timeout).write.parquet(chosen.output)

    written = session.read.parquet(chosen.output)
    left_out, rows = written.agg(count("reason"), count("*")).first()
    print(f"{chosen.task}: entities {rows - left_out:,}, documents left out {left_out:,}")
    session.stop()


if __name__ == "__main__":
    main()
