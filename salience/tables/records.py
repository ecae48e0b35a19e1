"""Results as JSON records and as tables."""

from __future__ import annotations

import itertools
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from salience.corpus.formats.compression import opened, suffixes
from salience.errors import CorpusError, MissingExtraError
from salience.features.attributes import ATTRIBUTES, MAY_BE_MISSING, TEXTS, attributes
from salience.table_rules import GIVEN, Rule, numbers, require_rows
from salience.types import (
    Alignment,
    Entity,
    Label,
    LabelledDocument,
    Record,
    ScoredDocument,
    Unaligned,
)

_TEXT = ("document", "pipeline", "name", "id", "kb_id", *TEXTS)
_DTYPES: dict[str, str] = {
    "kb_id": "string",  # may be missing
    "entity": "int64",
    "start": "int64",
    "end": "int64",
    "n_mentions": "int64",
    "rating": "int64",
    "score": "float64",
    "salient": "bool",
    "grade": "int64",
    "abstracts": "int64",
    "ambiguous": "bool",
    **{name: a.dtype for name, a in ATTRIBUTES.items() if a.dtype != "text"},
}
_MAY_BE_MISSING = ("kb_id", *MAY_BE_MISSING)
_KEYS = ("document", "entity", "name", "type", "id", "kb_id", "start", "end", "n_mentions")
_CHUNK = 50_000
DIGITS = 6
"""Decimals of scores in records, and so of thresholds."""
_NOT_IN_TABLES = re.compile("[\x00\ud800-\udfff]")


def to_record(result: LabelledDocument | ScoredDocument) -> Record:
    """The JSON record of a document: a line of `salience label` or `salience score`.

    Both have `id` and `entities`, and `warnings` where there are any. An entity has `entity` (its
    index in the document), `name`, `type`, `id`, `kb_id` and `mentions` with their character
    offsets. A scored one has `score` and `salient`; entities come in falling order of score, equal
    ones in the order of the document. A labelled one has `salient`, `grade`, `ambiguous`,
    `evidence` and `features`, the attributes that a model is trained on; entities come in the
    order of the document. A piece of evidence has `abstract` (its index), `start`, `end` and `text`
    there, `rule`, `confidence`, `candidates` (the entities that the rule found) and `mention`, the
    place in the document. Beside the entities, `abstracts` is the number of abstracts, `pipeline`
    what read the document, where that is known, and `unaligned`, if there are any, are the
    abstracts' entities that made no label: place and `reason`.

    Scores and threshold are those of the result: whoever applies the threshold to a file gets the
    same entities.

    Example:
        >>> from salience.types import Document, Entity, Mention, ParsedDocument
        >>> nasa = Entity((Mention(0, 4, "NASA", "named", "NASA", 0, 0),), "NASA", "ORG", "Q23548")
        >>> parsed = ParsedDocument(Document("d", "NASA flew."), (nasa,), (1,), frozenset(), 1)
        >>> to_record(ScoredDocument(parsed, (0.93,), 0.3))
        {'id': 'd', 'entities': [{'entity': 0, 'name': 'NASA', 'type': 'ORG', 'id': 'Q23548',
         'kb_id': None, 'score': 0.93, 'salient': True,
         'mentions': [{'start': 0, 'end': 4, 'text': 'NASA', 'kind': 'named'}]}]}
    """
    parsed = result.parsed
    if isinstance(result, ScoredDocument):
        entities = [
            _entity(i, entity, {"score": score, "salient": score >= result.threshold})
            for i, (entity, score) in enumerate(
                zip(parsed.entities, map(float, result.scores), strict=True)
            )
        ]
        entities.sort(key=lambda entity: -entity["score"])
    else:
        entities = [
            _entity(i, entity, _label(label))
            | {"features": {name: row[name] for name in ATTRIBUTES}}
            for i, (entity, label, row) in enumerate(
                zip(parsed.entities, result.labels, attributes(parsed), strict=True)
            )
        ]
    record: Record = {"id": parsed.document.id, "entities": entities}
    if isinstance(result, LabelledDocument):
        record["abstracts"] = len(parsed.document.abstracts)
        if result.pipeline:
            record["pipeline"] = result.pipeline
        if result.unaligned:
            record["unaligned"] = [_unaligned(entity) for entity in result.unaligned]
    if parsed.warnings:
        record["warnings"] = list(parsed.warnings)
    return record


def _entity(index: int, entity: Entity, said: Record) -> Record:
    return {
        "entity": index,
        "name": entity.name,
        "type": entity.type,
        "id": entity.id,
        "kb_id": entity.kb_id,
        **said,
        "mentions": [
            {"start": m.start, "end": m.end, "text": m.text, "kind": m.kind}
            for m in entity.mentions
        ],
    }


def _label(label: Label) -> Record:
    return {
        "salient": label.salient,
        "grade": label.grade,
        "ambiguous": label.ambiguous,
        "evidence": [_evidence(alignment) for alignment in label.evidence],
    }


def _evidence(alignment: Alignment) -> Record:
    mention, there = alignment.mention, alignment.document_mention
    return {
        "abstract": alignment.abstract,
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "rule": alignment.rule,
        "confidence": alignment.confidence,
        "candidates": list(alignment.candidates),
        "mention": {"start": there.start, "end": there.end, "text": there.text},
    }


def _unaligned(entity: Unaligned) -> Record:
    mention = entity.mention
    return {
        "abstract": entity.abstract,
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "reason": entity.reason,
    }


def to_json(record: Record) -> str:
    """A record as one line of ASCII JSON, so that any text survives, unpaired surrogates too.

    Example:
        >>> print(to_json({"id": "é", "entities": []}))
        {"id": "\\u00e9", "entities": []}
    """
    return json.dumps(record, ensure_ascii=True, allow_nan=False)


def to_rows(record: Mapping[str, Any]) -> list[Record]:
    """One row per entity of a record, for a table.

    Each has `document`, `entity`, `name`, `type`, `id`, `kb_id`, `start` and `end` (of its first
    mention), `n_mentions`, then `abstracts` (how many the document has), `pipeline` (what read
    it), `score`, `salient`, `rating` (a person's, 1 to 4), `grade`, `ambiguous` and the attributes,
    as far as the record has them. Unpaired surrogates and NUL, which tables can't hold, become
    U+FFFD.

    Raises:
        CorpusError: If the record is not one that `to_record` made.

    Example:
        >>> to_rows({"id": "d", "entities": [{"entity": 0, "name": "NASA", "type": "ORG",
        ...     "id": "Q23548", "kb_id": None, "score": 0.9, "salient": True,
        ...     "mentions": [{"start": 0, "end": 4}]}]})
        [{'document': 'd', 'entity': 0, 'name': 'NASA', 'type': 'ORG', 'id': 'Q23548',
          'kb_id': None, 'start': 0, 'end': 4, 'n_mentions': 1, 'score': 0.9, 'salient': True}]
    """
    try:
        return [
            {
                "document": _text(record["id"]),
                "entity": entity["entity"],
                **{name: _text(entity[name]) for name in ("name", "type", "id", "kb_id")},
                **{name: entity["mentions"][0][name] for name in ("start", "end")},
                "n_mentions": len(entity["mentions"]),
                **{name: record[name] for name in ("abstracts", "pipeline") if name in record},
                **{name: _text(v) for name, v in _said(entity).items()},
            }
            for entity in record["entities"]
        ]
    except (LookupError, TypeError, AttributeError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise CorpusError(
            f"not a record of labels or scores: {what}. Make it with `to_record`, or on the "
            "command line with `salience label` or `salience score`."
        ) from error


def _said(entity: Mapping[str, Any]) -> Record:
    said = {
        name: entity[name]
        for name in ("score", "salient", "rating", "grade", "ambiguous")
        if name in entity
    }
    return said | dict(entity.get("features", {}))


def _text(value: Any) -> Any:
    return _NOT_IN_TABLES.sub("\ufffd", value) if isinstance(value, str) else value


def to_frame(results: Iterable[LabelledDocument] | Iterable[ScoredDocument]) -> pd.DataFrame:
    """A table of labelled or scored documents, one row per entity; see `to_rows`.

    A document without entities has no row. `first_sentence` and `kb_id` may be missing.

    Raises:
        CorpusError: If labelled and scored documents are mixed.

    Example:
        >>> len(to_frame([]))
        0
    """
    return _frame((row for result in results for row in to_rows(to_record(result))), "the table")


def read_table(path: str | Path) -> pd.DataFrame:
    """The table of a file of labels or scores, as `to_frame` would have made it.

    Args:
        path: JSON lines of records (`.jsonl`), or a table written to `.csv` or `.parquet` without
            its index. The first two may be compressed (`.gz`, `.bz2`, `.zst`).

    Raises:
        CorpusError: If the file is not there, is of another kind, or is broken; the message names
            the file, and the line, row or value.
        MissingExtraError: If Parquet is read without pyarrow, or `.zst` without zstandard.
    """
    path = Path(path)
    if not path.is_file():
        raise CorpusError(f"{path} is not a file. Give the path of a file of labels or scores.")
    kind, compression = suffixes(path.name)
    if kind == ".jsonl":
        return _frame(read_rows(path), str(path))
    if kind == ".csv":
        try:
            with opened(path) as file:
                table = pd.read_csv(file, dtype=str, keep_default_na=False)
        except (ValueError, OSError, EOFError, zlib.error) as error:
            raise CorpusError(f"{path} is not a table: {error}. Write it again.") from error
        return _typed(table.mask(table == ""), str(path))
    if kind == ".parquet" and not compression:
        return _typed(_read_parquet(path), str(path))
    raise CorpusError(
        f"{path} must end in .jsonl, .csv or .parquet; the first two may be compressed (.gz, .bz2, "
        ".zst). Rename it."
    )


def _read_parquet(path: Path) -> pd.DataFrame:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError(
            f"{path} needs pyarrow. Install it with: pip install 'salience[parquet]'"
        ) from error
    try:
        table = parquet.read_table(path)
        table.validate(full=True)  # texts must be UTF-8
        frame: pd.DataFrame = table.to_pandas()
        return frame
    except (ValueError, OSError, pa.ArrowException) as error:
        raise CorpusError(f"{path} is not a table: {error}. Write it again.") from error


def read_rows(path: Path) -> Iterator[Record]:
    """The rows of a file of records (`.jsonl`, may be compressed), one by one; see `to_rows`.

    Raises:
        CorpusError: If a line is broken; the message names file and line.
    """
    number = 1
    try:
        with opened(path) as lines:
            for line in lines:
                if line.strip():
                    yield from to_rows(json.loads(line))
                number += 1
    except (CorpusError, ValueError, OSError, EOFError, zlib.error, RecursionError) as error:
        rule = "" if isinstance(error, CorpusError) else "not a JSON record: "
        raise CorpusError(f"{path}:{number}: {rule}{error}") from error


def _frame(rows: Iterator[Record], source: str) -> pd.DataFrame:
    """A typed table of rows, in pieces so that a large one takes no more than it must."""
    pieces: list[pd.DataFrame] = []
    while piece := list(itertools.islice(rows, _CHUNK)):
        before = sum(map(len, pieces))
        pieces.append(_typed(pd.DataFrame(piece), source, before))
        if set(pieces[-1].columns) != set(pieces[0].columns):
            raise CorpusError(
                f"{source}: row {before} or a later one has other columns than the rows before it, "
                "and labels and scores can't be mixed. Keep them apart."
            )
    if not pieces:
        return _typed(pd.DataFrame(columns=list(_KEYS)), source)
    return pd.concat(pieces, ignore_index=True)


def _typed(table: pd.DataFrame, source: str, first_row: int = 0) -> pd.DataFrame:
    """The table with the type of each column that we know; others as they are.

    `first_row` is the number of its first row, if it is a part of the source.
    """
    for name in table.columns:
        if name in _TEXT and name not in _MAY_BE_MISSING:
            table[name] = table[name].fillna("")  # CSV can't tell an empty text from none
        if name == "document":  # a number is an id too, as in a corpus
            table[name] = table[name].astype(str)
        if name in _DTYPES:
            table[name] = _typed_column(table, name, source, first_row)
    return table


def _typed_column(table: pd.DataFrame, name: str, source: str, first_row: int) -> pd.Series[Any]:
    column, dtype = table[name], _DTYPES[name]
    if name not in _MAY_BE_MISSING:
        require_rows(
            table,
            name,
            column.notna(),
            GIVEN.words,
            source=source,
            advice="Every row needs it, and labels and scores can't be mixed.",
            first_row=first_row,
        )
    try:
        return _converted(column, dtype)
    except (ValueError, TypeError, OverflowError) as error:
        rule = _RULES[dtype]
        right = column.isna() | rule.holds(column)
        require_rows(table, name, right, rule.words, source=source, first_row=first_row)
        raise CorpusError(
            f"{source}: {name!r} must be {rule.words}: {error}. Correct it."
        ) from error


def _converted(column: pd.Series[Any], dtype: str) -> pd.Series[Any]:
    """A column in a type; any error of pandas if it does not fit."""
    if dtype == "bool":
        values = _truth(column)
        if values.isna().any():
            raise ValueError("neither true nor false")
        return values.astype(bool)
    if dtype == "string":
        return column.astype("string")
    values = pd.to_numeric(column)
    if (values.isna() & column.notna()).any():
        raise ValueError("not a number")
    if dtype == "float64":
        return values.astype("float64")
    whole = values.astype("Int64")  # refuses 1.5, which int64 would cut
    return whole if dtype == "Int64" else whole.astype("int64")


def _truth(column: pd.Series[Any]) -> pd.Series[Any]:
    """True or False for each value; spreadsheets write TRUE and FALSE, others 1 and 0."""
    spelt = column.map(lambda value: value.lower() if isinstance(value, str) else value)
    said = {True: True, "true": True, "1": True, False: False, "false": False, "0": False}
    return spelt.map(said)


_WHOLE = Rule(
    "a whole number",
    lambda column: (numbers(column) % 1 == 0) & (numbers(column).abs() < 2**63),
)
_RULES = {
    "bool": Rule("true or false", lambda column: _truth(column).notna()),
    "float64": Rule("a number", lambda column: numbers(column).notna()),
    "int64": _WHOLE,
    "Int64": _WHOLE,
}
"""By type, what a value must be that is there."""
