"""What commands do with documents, for the documents of a Spark DataFrame.

Each of Spark's Python processes loads the models once and keeps them. Nothing but names and paths
of models is sent to it, so that this library, and models of your own, must be on every machine.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
from spacy.language import Language

from salience.compression.documents import Compressing
from salience.compression.models import load_compressor
from salience.corpus.read import FIELDS, MAX_LENGTH, check_fields, document_of
from salience.engine.batches import run_task
from salience.engine.inputs import plain
from salience.engine.tasks import Labelling, Parsing, Scoring, Task
from salience.errors import CorpusError, MisuseError, Reject, extra
from salience.labels.entity_alignment import check_rules
from salience.model.salience_model import load_model
from salience.pipeline.choices import DEFAULT
from salience.pipeline.loading import load_pipeline
from salience.summaries.documents import Summarizing, settings_of
from salience.tables.columns import COLUMNS, REASON, Kind
from salience.tables.parquet import arrow_schema
from salience.tables.records import to_json, to_rows
from salience.types import Document, Record
from salience.word_links.choices import DEFAULT as ALIGNER
from salience.word_links.choices import PROBABLE
from salience.word_links.wordnet import WordNet
from salience.wordalign.documents import Aligning
from salience.wordalign.files import load_aligner

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

MODEL = "en-salience"
_ROWS = 1000  # rows that go back to Spark together


class _Work(NamedTuple):
    """A task as Spark offers it: `make` makes it, of a pipeline and options, names and numbers.

    `kind` is that of its table; None for a JSON record of each document, which `record` makes of a
    result. Documents must have the fields `needed`, beside id and text.
    """

    make: Callable[..., Task[Any]]
    kind: Kind | None = None
    record: Callable[[Any], Record] = dict
    needed: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Settings:
    """What is done and how documents are read, as it is sent to Spark's processes."""

    task: str
    nlp: str
    max_length: int
    timeout: float | None
    options: tuple[tuple[str, Any], ...]


def run(
    task: str,
    documents: DataFrame,
    *,
    nlp: str = DEFAULT,
    fields: Mapping[str, str] | None = None,
    max_length: int = MAX_LENGTH,
    timeout: float | None = None,
    **options: Any,
) -> DataFrame:
    """Do what a command does with the documents of a DataFrame: `score`, `label`, and so on.

    | task | options | rows |
    |---|---|---|
    | `score` | `model`, `threshold`, `nominal` | one for each entity, with its probability |
    | `label` | `rules`, `aligner` | one for each entity, with its label |
    | `names` | | one for each entity; its id holds within its document |
    | `summarize` | those of `salience.summarize`, but for `by` | one for each document |
    | `compress` | `model`, `rate`, `words`, `salience_model` | one for each document |
    | `wordalign` | `model`, `least`, `wordnet` | one for each document |

    Models are given by their names or paths. `spark.score(documents, …)` is short for
    `spark.run("score", documents, …)`, and so are the others.

    Args:
        task: What is done.
        documents: A row per document, with `id` and `text`, and `title`, `clusters` and `date`
            where there are any; for `label` and `wordalign` also `abstract`, a string or an array
            of strings. Other columns are left out: join them again by id. Ids must be unique.
        nlp: The name or path of a pipeline, as for `load_pipeline`.
        fields: By the name of a field, what its column is called, such as `{"text": "body"}`.
        max_length: Characters. A longer document is rejected.
        timeout: Seconds that a document may take, after which it is rejected.
        options: Those of the task, with the meaning that they have in Python.

    Returns:
        For tables of entities the columns of a Parquet file; a document without entities has no
        row. Else `document`, its id, and `record`, the JSON that the command writes of it. A
        document that can't be used has one row, with its id, its `reason`, and null in all else.

    Raises:
        CorpusError: At once, if a column is missing.
        MissingExtraError: If pyspark is not installed.
        SalienceError: At once, if there is no such task, or no such rules.
        TypeError: If there is no such option.

    Example:
        >>> from salience import spark  # doctest: +SKIP
        >>> scores = spark.score(session.read.parquet("corpus.parquet"))  # doctest: +SKIP
        >>> scores.write.parquet("scores.parquet")  # doctest: +SKIP
    """
    if task not in _TASKS:
        raise MisuseError(f"no task {task!r}: tasks are {', '.join(_TASKS)}. Name one.")
    work = _TASKS[task]
    columns = schema(work.kind)
    inspect.signature(work.make).bind(None, **options)
    if "rules" in options:
        check_rules(options["rules"])
    settings = _Settings(task, nlp, max_length, timeout, tuple(sorted(options.items())))
    integers = ("tinyint", "smallint", "int", "bigint")
    types = dict(documents.dtypes)
    chosen = [
        # pandas would make floats of whole numbers of which one is missing.
        documents[theirs].cast("string" if types[theirs] in integers else types[theirs]).alias(name)
        for name, theirs in _columns(documents, fields, *work.needed)
    ]
    return documents.select(chosen).mapInPandas(partial(_rows, settings), columns)


def schema(kind: Kind | None) -> StructType:
    """The columns of what `run` gives: of a table, or of records; and `reason`.

    Raises:
        MissingExtraError: If pyspark is not installed.

    Example:
        >>> schema("scores")["score"].dataType  # doctest: +SKIP
        DoubleType()
    """
    with extra("spark", "Spark needs pyspark"):
        from pyspark.sql.pandas.types import from_arrow_schema
        from pyspark.sql.types import StringType, StructField, StructType
    if kind is None:
        columns = [StructField(name, StringType()) for name in _names(kind)]
    else:
        columns = list(from_arrow_schema(arrow_schema(kind)))
    # A reject has no more than its document.
    fields = [StructField(c.name, c.dataType, c.name != "document") for c in columns]
    return StructType([*fields, StructField(REASON, StringType())])


def _names(kind: Kind | None) -> list[str]:
    return ["document", "record"] if kind is None else [c.name for c in COLUMNS[kind]]


def _columns(
    documents: DataFrame, fields: Mapping[str, str] | None, *needed: str
) -> tuple[tuple[str, str], ...]:
    """The fields of a document that the frame has, each with the name of its column."""
    names = {name: name for name in (*FIELDS, "clusters", "date")} | dict(
        check_fields(fields or {})
    )
    there = documents.columns
    for column in (names[name] for name in ("id", "text", *needed, *(fields or ()))):
        if column not in there:
            raise CorpusError(
                f"the frame has no column {column!r}. Its columns: {', '.join(there)}. "
                "Say which it is (fields), rename or add it."
            )
    return tuple((name, theirs) for name, theirs in names.items() if theirs in there)


def _rows(settings: _Settings, frames: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    """The rows of a partition, made by one of Spark's processes."""
    first = next(frames, None)
    if first is None:
        return  # nothing to load models for
    items = (_item(row) for f in itertools.chain([first], frames) for row in f.to_dict("records"))
    outcomes = run_task(_task(settings), items, timeout=settings.timeout)
    work = _TASKS[settings.task]
    names = [*_names(work.kind), REASON]
    rows = (row for outcome in outcomes for row in _rows_of(outcome, work))
    while piece := list(itertools.islice(rows, _ROWS)):
        values = [[row.get(name) for name in names] for row in piece]
        yield pd.DataFrame(values, columns=names, dtype=object)  # so that None stays None


@cache
def _task(settings: _Settings) -> Task[Any]:
    """The task with its models, which this process loads once."""
    nlp = _pipeline(settings.nlp, settings.max_length)
    return _TASKS[settings.task].make(nlp, **dict(settings.options))


@cache
def _pipeline(name: str, max_length: int) -> Language:
    nlp = load_pipeline(name, fast=True)
    nlp.max_length = max_length
    return nlp


_model = cache(load_model)


def _item(row: Mapping[Any, Any]) -> Document | Reject:
    fields = {str(name): plain(value) for name, value in row.items()}
    found = document_of(fields)
    return Reject(str(fields["id"] or ""), "", found) if isinstance(found, str) else found


def _rows_of(outcome: Any, work: _Work) -> list[Record]:
    if isinstance(outcome, Reject):
        return [{"document": outcome.id, REASON: outcome.reason}]
    if work.kind is not None:
        return to_rows(outcome.to_dict(), mentions=True)
    record = work.record(outcome)
    return [{"document": record["id"], "record": to_json(record)}]


def _compressing(
    nlp: Language,
    model: str,
    rate: float | None = None,
    words: int | None = None,
    salience_model: str | None = None,
) -> Compressing:
    about = None if salience_model is None else _model(salience_model)
    return Compressing(nlp, load_compressor(model), rate, words, about)


def _aligning(
    nlp: Language, model: str = ALIGNER, least: float = PROBABLE, wordnet: str | None = None
) -> Aligning:
    words = None if wordnet is None else WordNet.read(Path(wordnet))
    return Aligning(nlp, load_aligner(model, words), least)


_TASKS = {
    "score": _Work(
        lambda nlp, model=MODEL, threshold=None, nominal=False: Scoring(
            nlp, _model(model), threshold, nominal
        ),
        "scores",
    ),
    "label": _Work(Labelling.by_rules, "labels", needed=("abstract",)),
    "names": _Work(Parsing, "names"),
    "summarize": _Work(
        lambda nlp, model=MODEL, **options: Summarizing(nlp, _model(model), settings_of(**options)),
        record=lambda result: result.summary.to_dict(),
    ),
    "compress": _Work(_compressing, record=lambda result: result.to_dict()),
    "wordalign": _Work(_aligning, None, lambda result: result.aligned.to_dict(), ("abstract",)),
}
score, label, names = partial(run, "score"), partial(run, "label"), partial(run, "names")
summarize, compress = partial(run, "summarize"), partial(run, "compress")
wordalign = partial(run, "wordalign")
