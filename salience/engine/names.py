"""The entities of a corpus, without salience, with ids that hold across its documents."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from spacy.language import Language

from salience.engine.documents import parse_documents
from salience.engine.reading import BATCH_SIZE
from salience.entities.corpus_names import CorpusNames
from salience.entities.name_table import NameTable
from salience.errors import OnReject, warn_reject
from salience.types import Document, Entity, Mention, ParsedDocument, Value


def find_entities(
    documents: Iterable[Document],
    nlp: Language | str | None = None,
    *,
    table: NameTable | str | Path | None = None,
    n_process: int = 1,
    batch_size: int = BATCH_SIZE,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[ParsedDocument]:
    """Find the named entities of a corpus, with types and ids that hold across its documents.

    How names are joined, and what becomes of ambiguous ones, `CorpusNames` says. All documents are
    read before the first result, and wait in a temporary file meanwhile, as JSON, so that what
    `Document.meta` has beside texts, numbers, lists and the like comes back as text. Memory holds
    only a few of them and what is known of each name.

    Args:
        documents: Read as they are needed.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        table: Names and ids of your own (CSV with `alias,name`, `name,id` or `alias,name,id`), or
            its path.
        n_process: Worker processes. The results and their order are the same for any number.
        batch_size: Documents that are parsed together; no effect on the results.
        timeout: Seconds that a document may take, as in `salience.score`.
        on_reject: Called with every document that is left out, as in `salience.score`.

    Raises:
        CorpusError: At once, if the table can't be read.
        SalienceError: While reading, if worker processes can't be started.

    Example:
        >>> for parsed in find_entities([Document("d1", "Ada met Bo.")]):  # doctest: +SKIP
        ...     print([(entity.name, entity.id) for entity in parsed.entities])
        [('Ada', 'name:ada|PER'), ('Bo', 'name:bo|PER')]
    """
    if isinstance(table, (str, Path)):
        table = NameTable.read(table)
    parsed = parse_documents(
        documents,
        nlp,
        n_process=n_process,
        batch_size=batch_size,
        timeout=timeout,
        on_reject=on_reject,
    )
    return _joined(parsed, CorpusNames(table))


def _joined(documents: Iterable[ParsedDocument], names: CorpusNames) -> Iterator[ParsedDocument]:
    # Without a name: nobody else can write to it.
    with tempfile.TemporaryFile("w+", encoding="ascii") as waiting:
        for parsed in documents:
            names.add(parsed)
            print(parsed_line(parsed), file=waiting)
        waiting.seek(0)
        joined = names.joined()
        for line in waiting:
            yield joined.apply(parsed_of_line(line))


def parsed_line(parsed: ParsedDocument) -> str:
    """A parsed document as a line of ASCII JSON.

    Example:
        >>> parsed = ParsedDocument(Document("d1", "Rain."), (), (), 1)
        >>> parsed_of_line(parsed_line(parsed)) == parsed
        True
    """
    return json.dumps(asdict(parsed), default=str)


def parsed_of_line(line: str) -> ParsedDocument:
    """The parsed document of which `parsed_line` made the line; JSON knows no tuples."""
    record: Mapping[str, Any] = json.loads(line)
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in record.items()}
    document = dict(record["document"])
    fields["document"] = Document(**document | {"abstracts": tuple(document["abstracts"])})
    for key in ("entities", "generic"):
        fields[key] = tuple(map(_entity, record[key]))
    fields["values"] = tuple(Value(**value) for value in record["values"])
    fields["sentence_words"] = tuple(map(tuple, record["sentence_words"]))
    return ParsedDocument(**fields)


def _entity(record: Mapping[str, Any]) -> Entity:
    mentions = {
        key: tuple(Mention(**m | {"words": tuple(map(tuple, m["words"]))}) for m in record[key])
        for key in ("mentions", "title_mentions")
    }
    return Entity(**{**record, **mentions})
