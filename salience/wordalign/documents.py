"""Documents aligned with their abstracts by a model."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from spacy.language import Language

from salience.engine.batches import run_task
from salience.engine.inputs import Readable, as_documents
from salience.engine.originals import Original
from salience.engine.reading import make_each
from salience.errors import CorpusError, OnReject, Reject, SalienceError, accepted, warn_reject
from salience.labels.linked_words import LEAST
from salience.pipeline.loading import chosen_pipeline
from salience.pipeline.word_texts import pairs_of
from salience.types import Document
from salience.word_links.choices import DEFAULT as MODEL
from salience.word_links.choices import PROBABLE
from salience.word_links.links import AlignedPair, Pair, PhraseLink, from_pharaoh, given
from salience.word_links.meteor import Meteor
from salience.wordalign.aligner import Aligner
from salience.wordalign.extracts import extract
from salience.wordalign.files import load_aligner

MAX_CELLS = 1_000_000
"""Words of a document, or its extract, times words of its abstract: 0.5 GiB with phrases of three
words. Longer documents are aligned by an extract."""
MAX_WORDS = 5_000
"""Of the document or its extract."""
MAX_ABSTRACT = 2_000
"""Words of the abstract."""


@dataclass(frozen=True, slots=True)
class AlignedDocument:
    """A document with the links of its words to those of its abstracts."""

    document: Document = field(repr=False)
    aligned: AlignedPair

    def to_dict(self) -> dict[str, Any]:
        """The document's `id`, the words of both texts with their offsets, and the links."""
        return self.aligned.to_dict()


@dataclass(frozen=True, slots=True)
class LinkedDocument(Document):
    """A document whose links were made elsewhere: a line of pairs i-j; None without a line."""

    links: str | None = None


def align(
    documents: Readable | Iterable[Readable],
    *,
    model: Aligner | str = MODEL,
    nlp: Language | str | None = None,
    least: float = PROBABLE,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[AlignedDocument]:
    """Align the words of documents with those of their abstracts (Daumé and Marcu 2005).

    Args:
        documents: One or several, as for `salience.score`, with abstracts.
        model: An aligner, or the name or folder of one for `load_aligner`.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        least: Links with a smaller probability are left out.
        n_process: Worker processes. Results are the same for any number.
        timeout: Seconds that a document may take, as for `salience.score`.
        on_reject: Called with every document that can't be used.

    Returns:
        The documents in order, each with its links.

    Raises:
        ResourceError: If there is no such model or pipeline.
        ModelError: If the model is of another kind, or damaged.

    Example:
        >>> text, abstract = "The mill burned down on Monday.", "A mill burned."
        >>> [found] = align({"text": text, "abstract": abstract})
        >>> [(link.document, link.abstract) for link in found.aligned.links]
        [((0, 1), (0, 1)), ((1, 2), (1, 2)), ((2, 3), (2, 3)), ((6, 7), (3, 4))]
    """
    aligner = load_aligner(model) if isinstance(model, str) else model
    task, items = Aligning(chosen_pipeline(nlp), aligner, least), as_documents(documents)
    return accepted(run_task(task, items, n_process=n_process, timeout=timeout), on_reject)


@dataclass(frozen=True)
class Aligning:
    """Aligns documents with their abstracts, by a model or by the links that documents have.

    Without an aligner the documents are `LinkedDocument`s.
    """

    nlp: Language
    aligner: Aligner | Meteor | None
    least: float = PROBABLE
    reads_abstracts = True

    def __call__(self, documents: Sequence[Document]) -> list[AlignedDocument | Reject]:  # noqa: D102
        return make_each(self.nlp, documents, _read_pairs, "alignment", self._aligned)

    def _aligned(self, read: tuple[Document, Pair]) -> AlignedDocument:
        document, pair = read
        if self.aligner is not None:
            return AlignedDocument(document, aligned(pair, self.aligner, least=self.least))
        line = document.links if isinstance(document, LinkedDocument) else None
        if line is None:
            raise CorpusError("the file of links has no line for it; each document needs one")
        return AlignedDocument(document, given(pair, from_pharaoh(line)))


@dataclass(frozen=True)
class Extracting:
    """Finds what an aligner learns from: extracts of documents with their abstracts."""

    nlp: Language
    reads_abstracts = True

    def __call__(self, documents: Sequence[Document]) -> list[AlignedDocument | Reject]:  # noqa: D102
        return make_each(self.nlp, documents, _read_pairs, "alignment", self._extracted)

    def _extracted(self, read: tuple[Document, Pair]) -> AlignedDocument:
        part, _ = extract(read[1])
        check_size(part)
        return AlignedDocument(read[0], AlignedPair(part, ()))


def _read_pairs(nlp: Language, originals: Sequence[Original]) -> Iterator[tuple[Document, Pair]]:
    documents = [original.document for original in originals]
    return ((document, pair) for document in documents for pair in pairs_of([document], nlp))


def aligned(pair: Pair, aligner: Aligner | Meteor, *, least: float, name: str = "") -> AlignedPair:
    """Align a document with its abstract; of a document that is too long, an extract."""
    if is_small(pair):
        return AlignedPair(pair, tuple(aligner.align(pair, least=least)), name)
    part, places = extract(pair)
    check_size(part)
    found = aligner.align(part, least=least)
    return AlignedPair(pair, tuple(one for link in found for one in _placed(link, places)), name)


def is_small(pair: Pair) -> bool:
    """Whether a pair takes no more memory than there is; see `MAX_CELLS`."""
    n, length = len(pair.document), len(pair.abstract)
    return n * length <= MAX_CELLS and n <= MAX_WORDS and length <= MAX_ABSTRACT


def check_size(pair: Pair) -> None:
    """Refuse a pair, or its extract, that is not small."""
    if not is_small(pair):
        raise SalienceError(
            f"{len(pair.document):,} words of the document with {len(pair.abstract):,} of the "
            f"abstract are too many to align: the limits are {MAX_WORDS:,}, {MAX_ABSTRACT:,}, and "
            f"{MAX_CELLS:,} for the product; split it"
        )


def label_aligner(name: str) -> Callable[[Pair], AlignedPair]:
    """What links words for labels, by a model: the entry point of `salience.labels.aligners`."""
    return partial(aligned, aligner=load_aligner(name), least=LEAST, name=name)


def _placed(link: PhraseLink, places: Sequence[int]) -> Iterator[PhraseLink]:
    """A link of an extract as one of the whole document: two, if a phrase is over a gap."""
    first, end = link.document
    begin = first
    for i in range(first + 1, end + 1):
        if i == end or places[i] != places[i - 1] + 1:
            yield PhraseLink((places[begin], places[i - 1] + 1), link.abstract, link.probability)
            begin = i
