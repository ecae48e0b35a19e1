"""Labels, scores and names for many documents: in order, on one process or several."""

import tempfile
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from spacy.language import Language

from salience.engine.batches import run_task
from salience.engine.inputs import Readable, as_documents
from salience.engine.lines import from_line, to_line
from salience.engine.tasks import Labelling, Parsing, Scoring, Task
from salience.entities.corpus_names import CorpusNames
from salience.entities.name_table import NameTable
from salience.errors import CorpusError, OnReject, Reject, SalienceWarning, accepted, warn_reject
from salience.labels.entity_alignment import DEFAULT as RULES
from salience.labels.entity_alignment import check_rules
from salience.model.salience_model import SalienceModel, load_model
from salience.pipeline.loading import chosen_pipeline
from salience.pipeline.provenance import other_pipeline
from salience.types import Document, LabelledDocument, ParsedDocument, Result, ScoredDocument

R = TypeVar("R", bound=Result)
_shipped = cache(load_model)


def label(
    documents: Readable | Iterable[Readable],
    *,
    nlp: Language | str | None = None,
    rules: str = RULES,
    aligner: str | None = None,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[LabelledDocument]:
    """Label the entities of documents that have abstracts: salient is what an abstract mentions.

    Args:
        documents: One or several, as for `score`; a mapping or row has `abstract` too.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        rules: How entities of abstracts are found: `names`, `words`, `names+words`, or the paper's,
            `dunietz-gillick`.
        aligner: For rules with words, what links these: `meteor`, or the name or folder of a model
            of `salience wordalign`; without it, the one that was best with these rules.
        n_process: Worker processes. The results and their order are the same for any number.
        timeout: Seconds that a document may take, as for `score`.
        on_reject: Called with every document that is left out, such as one without abstract.

    Raises:
        CorpusError: At once, if what is given is no document, nor a list of documents.
        SalienceError: At once, if there are no such rules or no such aligner; while reading, if
            worker processes can't be started.

    Example:
        >>> text, abstract = "Ada Byrne met reporters in Oslo.", "A talk with Byrne."
        >>> [labelled] = label({"text": text, "abstract": abstract})
        >>> [(e.name, own.salient) for e, own in zip(labelled.parsed.entities, labelled.labels)]
        [('Ada Byrne', True), ('Oslo', False)]
    """
    check_rules(rules)
    task = Labelling.by_rules(chosen_pipeline(nlp), rules, aligner)
    return _done(task, as_documents(documents), n_process, timeout, on_reject)


def score(
    documents: Readable | Iterable[Readable],
    *,
    model: SalienceModel | str | None = None,
    nlp: Language | str | None = None,
    threshold: float | None = None,
    nominal: bool = False,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[ScoredDocument]:
    """Give every named entity of the documents its probability of being salient.

    Args:
        documents: One or several: each a `Document`, a text, a spaCy Doc (whose text is read
            again), or a mapping or row of a pandas table with the field `text`. A generator is read
            as it is needed.
        model: A model, or the name or path of one for `load_model`; without it the one that ships.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships,
            which is loaded once and kept.
        threshold: Entities with at least this probability are salient; the model's own without it.
        nominal: Whether entities without a name (*the mayor*) get a probability too. It changes
            nothing for the others. The model learnt from names, so that theirs are mostly too high.
        n_process: Worker processes. The results and their order are the same for any number.
        timeout: Seconds that a document may take. With it worker processes read the documents, and
            one that takes longer, crashes its worker or takes all memory is left out.
        on_reject: Called with every document that is left out: one that can't be read, such as one
            without text or with the id of an earlier one, or that breaks the pipeline.

    A model that was trained with another pipeline is a `SalienceWarning`.

    Raises:
        ValueError: At once, if `threshold` is not between 0 and 1.
        CorpusError: At once, if what is given is no document, nor a list of documents.
        SalienceError: While reading, if worker processes can't be started.

    Example:
        >>> for scored in score(["Ada Byrne met reporters."]):
        ...     print([entity.name for entity, probability in scored.ranked()])
        ['Ada Byrne']
    """
    if isinstance(model, Language):
        raise TypeError("model=… of score is a salience model; give the pipeline as nlp=…")
    items = as_documents(documents)
    if not isinstance(model, SalienceModel):
        model = load_model() if model is None else load_model(model)
    nlp = chosen_pipeline(nlp)
    if message := other_pipeline(nlp, model.card):
        warnings.warn(message, SalienceWarning, stacklevel=2)
    return _done(Scoring(nlp, model, threshold, nominal), items, n_process, timeout, on_reject)


def analyze(
    text: Readable,
    title: str | None = None,
    *,
    model: SalienceModel | str | None = None,
    nlp: Language | str | None = None,
    threshold: float | None = None,
    nominal: bool = False,
) -> ScoredDocument:
    """Score the entities of one text; a notebook shows what comes back as a page.

    The pipeline and the model that ship are loaded once and kept. For many texts `score` is
    faster.

    Args:
        text: The text, or what else `score` takes for a document.
        title: Its headline, where there is one.
        model: A model, or the name or path of one; without it the one that ships.
        nlp: A pipeline, or the name of one; without it the one that ships.
        threshold: Entities with at least this probability are salient; the model's own without it.
        nominal: Whether entities without a name (*the mayor*) get a probability too.

    Raises:
        CorpusError: If it is no document, or can't be read.

    Example:
        >>> scored = analyze("Ada Byrne met reporters in Oslo. She left.", title="Byrne leaves")
        >>> scored.ranked()[0][0].name
        'Ada Byrne'
    """
    documents = list(as_documents(text))
    if len(documents) != 1:
        raise CorpusError(f"analyze is for one text, got {len(documents)}; give them to score.")
    [document] = documents
    if isinstance(document, Reject):
        raise CorpusError(document.reason)
    if title is not None:
        document = replace(document, title=title)
    rejects: list[Reject] = []
    for scored in score(
        document,
        model=_shipped() if model is None else model,
        nlp=nlp,
        threshold=threshold,
        nominal=nominal,
        on_reject=rejects.append,
    ):
        return scored
    raise CorpusError(rejects[0].reason)


def parse_documents(
    documents: Readable | Iterable[Readable],
    *,
    nlp: Language | str | None = None,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[ParsedDocument]:
    """Find the named entities of documents. The arguments are those of `score`."""
    task = Parsing(chosen_pipeline(nlp))
    return _done(task, as_documents(documents), n_process, timeout, on_reject)


def find_entities(
    documents: Iterable[Document],
    *,
    nlp: Language | str | None = None,
    table: NameTable | str | Path | None = None,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[ParsedDocument]:
    """Find the named entities of a corpus, with types and ids that hold across its documents.

    docs/score.md says how names are joined. All documents are read before the first result, and
    wait in a temporary file meanwhile, as JSON, so that other values of `Document.meta` come back
    as text.

    Args:
        documents: Read as they are needed.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        table: Names and ids of your own (CSV with `alias,name`, `name,id` or `alias,name,id`), or
            its path.
        n_process: Worker processes. The results and their order are the same for any number.
        timeout: Seconds that a document may take, after which it is left out.
        on_reject: Called with every document that is left out.

    Raises:
        CorpusError: At once, if the table can't be read.
        SalienceError: While reading, if worker processes can't be started.

    Example:
        >>> for parsed in find_entities([Document("d1", "Ada Byrne met reporters.")]):
        ...     print([(entity.name, entity.id) for entity in parsed.entities])
        [('Ada Byrne', 'name:ada byrne|PER')]
    """
    if isinstance(table, (str, Path)):
        table = NameTable.read(table)
    task = Parsing(chosen_pipeline(nlp))
    given = as_documents(documents)
    return _joined(_done(task, given, n_process, timeout, on_reject), CorpusNames(table))


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


def _done(
    task: Task[R],
    documents: Iterable[Document | Reject],
    n_process: int,
    timeout: float | None,
    on_reject: OnReject,
) -> Iterator[R]:
    """The results of a task; at once, an error if a number is out of its range."""
    outcomes = run_task(task, documents, n_process=n_process, timeout=timeout)
    return _with_warnings(accepted(outcomes, on_reject))


def _with_warnings(results: Iterable[R]) -> Iterator[R]:
    """Results, of which what is odd about their documents is issued as a warning."""
    for result in results:
        parsed = result if isinstance(result, ParsedDocument) else result.parsed
        for warning in parsed.warnings:
            message = f"document {parsed.document.id!r}: {warning}"
            warnings.warn(message, SalienceWarning, stacklevel=2)
        yield result
