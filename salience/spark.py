"""Labels and scores of a Spark DataFrame of documents, with what labels and scores anything else.

Each of Spark's Python processes loads the models once and keeps them. Nothing but names and paths
of models is sent to it, so that this library, and models of your own, must be on every machine.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from salience.corpus.read import FIELDS, MAX_LENGTH, document_of
from salience.errors import CorpusError, MissingExtraError, Reject
from salience.evaluation.bootstrap import DocumentCounts
from salience.evaluation.salience_counts import SalienceCounts
from salience.evaluation.salience_scores import Scores, scores_of
from salience.features.table_rules import check_label_file, check_scored
from salience.labels.entity_alignment import DEFAULT as RULES
from salience.labels.entity_alignment import check_rules
from salience.pipeline.choices import DEFAULT
from salience.tables.columns import REASON, Kind
from salience.tables.parquet import arrow_schema
from salience.tables.record_tables import typed
from salience.tables.records import to_record, to_rows
from salience.types import Document, Record, Result

try:
    from pyspark.sql import DataFrame
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StringType, StructField, StructType
except ImportError as error:
    raise MissingExtraError(
        "Spark needs pyspark. Install it: pip install 'salience[spark]'."
    ) from error

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.model.salience_model import SalienceModel

MODEL = "en-salience"
_ROWS = 1000  # rows that go back to Spark together
_COUNTED = """
    ids array<string>, names array<string>, within array<string>, counts array<double>,
    codes array<bigint>, salient array<boolean>, found array<boolean>, score array<double>,
    hashes array<bigint>
"""


@dataclass(frozen=True)
class _Settings:
    """How documents are read, as it is sent to Spark's processes."""

    nlp: str
    max_length: int
    timeout: float | None
    fields: tuple[tuple[str, str], ...]
    rules: str = RULES
    aligner: str | None = None
    model: str = MODEL
    threshold: float | None = None
    nominal: bool = False


def score(
    documents: DataFrame,
    *,
    model: str = MODEL,
    nlp: str = DEFAULT,
    threshold: float | None = None,
    nominal: bool = False,
    fields: Mapping[str, str] | None = None,
    max_length: int = MAX_LENGTH,
    timeout: float | None = None,
) -> DataFrame:
    """Give every named entity of the documents its probability of being salient.

    Args:
        documents: A row per document, with `id` and `text`, and `title` and `clusters` where there
            are any. Other columns are left out: join them again by id. Ids must be unique, which is
            not looked at.
        model: The name or path of a model, as for `load_model`.
        nlp: The name or path of a pipeline, as for `load_pipeline`.
        threshold: Entities with at least this probability are salient; the model's own without it.
        nominal: Whether to score entities without a name (*the mayor*) too.
        fields: By the name of a field, what its column is called, such as `{"text": "body"}`.
        max_length: Characters. A longer document is rejected.
        timeout: Seconds that a document may take, after which it is rejected. With it a process of
            its own reads the documents of each partition, and may die of one.

    Returns:
        The columns of a Parquet file of scores, a row per entity; and `reason`, which is null. A
        document that can't be used has one row, with its id in `document` (empty, if it has none),
        its `reason`, and null in all else. A document without entities has no row.

    Raises:
        CorpusError: At once, if a column is missing.

    Example:
        >>> from salience import spark  # doctest: +SKIP
        >>> scores = spark.score(session.read.parquet("corpus.parquet"))  # doctest: +SKIP
        >>> scores.write.parquet("scores.parquet")  # doctest: +SKIP
    """
    settings = _Settings(
        nlp,
        max_length,
        timeout,
        _columns(documents, fields),
        model=model,
        threshold=threshold,
        nominal=nominal,
    )
    return _mapped(documents, "scores", settings)


def label(
    documents: DataFrame,
    *,
    nlp: str = DEFAULT,
    rules: str = RULES,
    aligner: str | None = None,
    fields: Mapping[str, str] | None = None,
    max_length: int = MAX_LENGTH,
    timeout: float | None = None,
) -> DataFrame:
    """Label the entities of documents that have abstracts: salient is what an abstract mentions.

    Args:
        documents: As for `score`, and `abstract`: a string or an array of strings. With a column
            `date` labels have the day of their document.
        nlp: As for `score`.
        rules: As for `salience.label`.
        aligner: As for `salience.label`.
        fields: As for `score`.
        max_length: As for `score`.
        timeout: As for `score`.

    Returns:
        The columns of a Parquet file of labels, a row per entity; and `reason`, as from `score`.

    Raises:
        CorpusError: At once, if a column is missing.
        SalienceError: At once, if there are no such rules.
    """
    check_rules(rules)
    columns = _columns(documents, fields, "abstract")
    settings = _Settings(nlp, max_length, timeout, columns, rules=rules, aligner=aligner)
    return _mapped(documents, "labels", settings)


def evaluate(
    labels: DataFrame,
    *,
    model: str = MODEL,
    threshold: float | None = None,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> Scores:
    """Compare the scores of a model with labels.

    Each partition counts its documents, and the counts are added up: the scores, intervals and
    signature are those of `salience evaluate`, to the last bit. What is held at once is the labels
    of a partition, and of all documents their counts and scores, some 500 bytes for each.

    Args:
        labels: As `label` makes it, with the attributes. With a column `score` it is that which is
            compared. Rejects are left out.
        model: The name or path of the model.
        threshold: Entities with at least this score are predicted to be salient; the model's own
            without it.
        n_bootstrap: As for `salience.evaluate`.
        seed: As for `salience.evaluate`.

    Raises:
        CorpusError: If a column is missing, or there are no labels. What is wrong in a row is an
            error of Spark, which says it.
    """
    from salience.evaluation.systems import model_system
    from salience.model.salience_model import load_model

    system = model_system(load_model(model), Path(model).name, threshold)
    at = system.threshold
    assert at is not None  # noqa: S101 - a model has one
    for column in ("document", "salient"):
        _check(labels, column)
    if REASON in labels.columns:
        labels = labels.where(labels[REASON].isNull()).drop(REASON)
    scored = "score" in labels.columns
    parts = (
        labels.drop("mentions", "title_mentions")
        .repartition("document")
        .mapInPandas(partial(_counted, None if scored else model, at), _COUNTED)
        .toArrow()
    )
    if not len(parts):
        raise CorpusError("the labels have no entities. Label documents first: spark.label.")
    counts = SalienceCounts.joined([_part(row) for row in parts.to_batches(max_chunksize=1)])
    name = None if scored else system.signed
    return scores_of(counts, threshold=at, n_bootstrap=n_bootstrap, seed=seed, system=name)


def schema(kind: Kind) -> StructType:
    """The columns of what `score` and `label` give: those of Parquet files, and `reason`.

    Example:
        >>> schema("scores")["score"].dataType
        DoubleType()
    """
    columns = from_arrow_schema(arrow_schema(kind))
    # A reject has no more than its document.
    fields = [StructField(c.name, c.dataType, c.name != "document") for c in columns]
    return StructType([*fields, StructField(REASON, StringType())])


def _columns(
    documents: DataFrame, fields: Mapping[str, str] | None, *needed: str
) -> tuple[tuple[str, str], ...]:
    """The fields of a document that the frame has, each with the name of its column."""
    names = {name: name for name in (*FIELDS, "clusters", "date")} | dict(fields or {})
    for name in fields or ():
        if name not in FIELDS:
            raise CorpusError(f"no field {name!r}: fields are {', '.join(FIELDS)}. Name one.")
    for name in ("id", "text", *needed, *(fields or ())):
        _check(documents, names[name])
    return tuple((name, theirs) for name, theirs in names.items() if theirs in documents.columns)


def _check(frame: DataFrame, column: str) -> None:
    if column not in frame.columns:
        raise CorpusError(
            f"the frame has no column {column!r}. Its columns: {', '.join(frame.columns)}. "
            "Say which it is (fields), rename or add it."
        )


def _mapped(documents: DataFrame, kind: Kind, settings: _Settings) -> DataFrame:
    whole = ("tinyint", "smallint", "int", "bigint")
    types = dict(documents.dtypes)
    chosen = [
        # pandas would make floats of whole numbers of which one is missing.
        documents[theirs].cast("string" if types[theirs] in whole else types[theirs]).alias(name)
        for name, theirs in settings.fields
    ]
    work = partial(_rows, kind, settings)
    return documents.select(chosen).mapInPandas(work, schema(kind))


def _rows(
    kind: Kind, settings: _Settings, frames: Iterator[pd.DataFrame]
) -> Iterator[pd.DataFrame]:
    """The rows of a partition, made by one of Spark's processes."""
    first = next(frames, None)
    if first is None:
        return  # nothing to load models for
    items = (_item(row) for f in itertools.chain([first], frames) for row in f.to_dict("records"))
    outcomes = _WORK[kind](items, settings)
    names = schema(kind).names
    rows = (row for outcome in outcomes for row in _rows_of(outcome))
    while piece := list(itertools.islice(rows, _ROWS)):
        values = [[row.get(name) for name in names] for row in piece]
        yield pd.DataFrame(values, columns=names, dtype=object)  # so that None stays None


def _score(items: Iterable[Document | Reject], settings: _Settings) -> Iterator[Result | Reject]:
    from salience.engine.documents import score_each

    return score_each(
        items,
        _model(settings.model),
        _pipeline(settings.nlp, settings.max_length),
        threshold=settings.threshold,
        nominal=settings.nominal,
        timeout=settings.timeout,
    )


def _label(items: Iterable[Document | Reject], settings: _Settings) -> Iterator[Result | Reject]:
    from salience.engine.documents import label_each

    nlp = _pipeline(settings.nlp, settings.max_length)
    rules, aligner = settings.rules, settings.aligner
    return label_each(items, nlp, rules=rules, aligner=aligner, timeout=settings.timeout)


_WORK: Mapping[Kind, Callable[..., Iterator[Result | Reject]]] = {
    "scores": _score,
    "labels": _label,
}


@cache
def _pipeline(name: str, max_length: int) -> Language:
    """The pipeline, which this process loads once."""
    from salience.pipeline.loading import load_pipeline

    nlp = load_pipeline(name, fast=True)
    nlp.max_length = max_length
    return nlp


@cache
def _model(name: str) -> SalienceModel:
    from salience.model.salience_model import load_model

    return load_model(name)


def _item(row: Mapping[Any, Any]) -> Document | Reject:
    fields = {str(name): _plain(value) for name, value in row.items()}
    found = document_of(fields)
    return Reject(str(fields["id"] or ""), "", found) if isinstance(found, str) else found


def _plain(value: Any) -> Any:
    """A value as JSON would have it: Spark gives arrays of numpy, and NaN for what is missing."""
    if isinstance(value, np.ndarray | list):
        return [_plain(one) for one in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if value is pd.NaT or (isinstance(value, float) and value != value) else value


def _rows_of(outcome: Result | Reject) -> list[Record]:
    if isinstance(outcome, Reject):
        return [{"document": outcome.id, REASON: outcome.reason}]
    return to_rows(to_record(outcome), mentions=True)


def _counted(
    model: str | None, threshold: float, frames: Iterator[pd.DataFrame]
) -> Iterator[pd.DataFrame]:
    """The counts of a partition as one row, made by one of Spark's processes."""
    from salience.evaluation.systems import model_system

    pieces = [frame for frame in frames if len(frame)]
    if not pieces:
        return
    table = pd.concat(pieces, ignore_index=True)
    if "entity" in table:  # the order of files, whatever way rows have come
        table = table.sort_values(["document", "entity"], ignore_index=True)
    table = typed(table, "the labels")
    if model is not None:
        check_label_file(table, "the labels")
        scores = np.asarray(model_system(_model(model), model).score(table))
        table = table.assign(score=scores)
    check_scored(table, "evaluate")
    counts = SalienceCounts.of(table, threshold)
    row: dict[str, Iterable[Any]] = {
        "ids": counts.ids,
        "names": counts.counts.names,
        "within": counts.within,
        "counts": counts.counts.values.ravel(),
        "codes": counts.codes,
        "salient": counts.salient,
        "found": counts.found,
        "score": counts.score,
        "hashes": counts.hashes.view(np.int64),  # Spark has no whole numbers without a sign
    }
    yield pd.DataFrame({name: [list(values)] for name, values in row.items()})


def _part(batch: Any) -> SalienceCounts:
    """The counts that such a row says."""
    row = {
        name: batch[name][0].values.to_numpy(zero_copy_only=False) for name in batch.schema.names
    }
    names = tuple(row["names"])
    return SalienceCounts(
        row["ids"],
        DocumentCounts(names, row["counts"].reshape(len(names), -1)),
        tuple(row["within"]),
        row["codes"],
        row["salient"],
        row["found"],
        row["score"],
        row["hashes"].view(np.uint64),
    )
