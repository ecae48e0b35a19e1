"""The entities of a corpus, without salience, with ids that hold across its documents."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from spacy.language import Language

from salience.engine.documents import parse_documents
from salience.engine.lines import from_line, to_line
from salience.engine.reading import BATCH_SIZE
from salience.entities.corpus_names import CorpusNames
from salience.entities.name_table import NameTable
from salience.errors import OnReject, warn_reject
from salience.types import Document, ParsedDocument


def find_entities(
    documents: Iterable[Document],
    *,
    nlp: Language | str | None = None,
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
        nlp=nlp,
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
            print(to_line(parsed), file=waiting)
        waiting.seek(0)
        joined = names.joined()
        for line in waiting:
            yield joined.apply(from_line(ParsedDocument, line))
