"""Documents read, and their sentences compressed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from spacy.language import Language

from salience.components.long_runs import tokenize
from salience.compression.compressed import (
    CompressedSentence,
    compressed_sentence,
    in_original,
)
from salience.compression.compressor import most_words
from salience.compression.constraints import explaining
from salience.compression.models import DEFAULT as DEFAULT_COMPRESSOR
from salience.compression.models import CompressionModel, document_compressions, load_compressor
from salience.corpus.formats.brackets import TREES, tree_document
from salience.engine.batches import run_task
from salience.engine.inputs import Readable, as_documents
from salience.engine.originals import Original
from salience.engine.reading import Parsed, make_each, read_entities
from salience.engine.sources import Source, head_salience, source_of
from salience.errors import OnReject, Reject, accepted, warn_reject
from salience.model.salience_model import SalienceModel, load_model
from salience.pipeline.doc_trees import trees_of
from salience.pipeline.loading import chosen_pipeline
from salience.pipeline.windows import annotate
from salience.pipeline.word_texts import only_parsing, sentence_of, words_of
from salience.text.words import Words
from salience.trees.conversion import constituents
from salience.trees.tree import Tree
from salience.types import Document, short_repr

_BATCH = 64


@dataclass(frozen=True, slots=True)
class CompressedDocument:
    """A document with its sentences, compressed.

    Attributes:
        document: The document.
        sentences: Its sentences in order.
    """

    document: Document
    sentences: tuple[CompressedSentence, ...]

    def __repr__(self) -> str:
        n = len(self.sentences)
        return f"<CompressedDocument {short_repr(self.document.id)}, {n} sentences>"

    @property
    def text(self) -> str:
        """What stays, with a space between sentences."""
        return " ".join(sentence.compression for sentence in self.sentences)

    def to_dict(self) -> dict[str, Any]:
        """The document as a JSON object: `id`, `title` and `sentences`."""
        return {
            "id": self.document.id,
            "title": self.document.title,
            "sentences": [sentence.to_dict() for sentence in self.sentences],
        }


def compress(
    documents: Readable | Tree | Iterable[Readable | Tree],
    *,
    model: CompressionModel | str | Path = DEFAULT_COMPRESSOR,
    nlp: Language | str | None = None,
    rate: float | None = None,
    words: int | None = None,
    salience_model: SalienceModel | str | Path | None = None,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[CompressedDocument]:
    """Compress each sentence of documents.

    Titles are left as they are.

    Args:
        documents: One or several, as for `salience.score`, such as texts of a sentence; or
            sentences with their trees: a tree of one, or what `read_corpus` reads of `.ptb` files.
            What comes from a generator is read as it is needed.
        model: What says which words go, or its folder, see
            `salience.compression.models.load_compressor`; the one that ships without it.
        nlp: A pipeline with tagger and parser, as for `salience.score`. Of a text it finds
            sentences and words; where it leaves trees (`salience.pipeline.doc_trees.trees_of`),
            these are taken. Sentences with trees keep their words.
        rate: The share of the words of each sentence that shall stay; for the compressor that
            ships, of the words of a document, two thirds without it. What a sentence can't do
            without and still be true stays in any case
            (`salience.compression.constraints`), so that more may stay.
        words: How many words of each sentence shall stay, of a shorter one all; a transducer
            takes the nearest number that its rules can make. Without both the model decides.
        salience_model: With a salience model, or its folder, the first name of each salient entity
            stays in each sentence that names it. Trees are read as texts then.
        n_process: Worker processes, as for `salience.score`.
        timeout: Seconds that a document may take, as for `salience.score`.
        on_reject: Called with every document that can't be used.

    Returns:
        The documents in order, one by one.

    Raises:
        ValueError: At once, if both are given, or one is out of range.
        CorpusError: If something is no document, as for `salience.score`.
        ResourceError: If there is no such model or pipeline.
        ModelError: If a model is of another kind, or damaged.

    Example:
        >>> [found] = compress("The mayor, who was elected in May, resigned on Friday.")
        >>> found.text, found.sentences[0].n_kept
        ('The mayor resigned on Friday.', 6)
    """
    compressor = load_compressor(model) if isinstance(model, str | Path) else model
    if isinstance(salience_model, str | Path):
        salience_model = load_model(salience_model)
    task = Compressing(chosen_pipeline(nlp), compressor, rate, words, salience_model)
    given = as_documents(documents, (Tree,))
    items = (tree_document([one]) if isinstance(one, Tree) else one for one in given)
    return accepted(run_task(task, items, n_process=n_process, timeout=timeout), on_reject)


@dataclass(frozen=True)
class Compressing:
    """Compresses each sentence of documents; with a salience model salient names stay."""

    nlp: Language
    model: CompressionModel
    rate: float | None = None
    n_words: int | None = None
    salience_model: SalienceModel | None = None
    reads_abstracts = False

    def __post_init__(self) -> None:
        most_words(1, self.rate, self.n_words)

    def __call__(self, documents: Sequence[Document]) -> list[CompressedDocument | Reject]:  # noqa: D102
        step, model = "compression", self.salience_model
        if model is None:
            return make_each(self.nlp, documents, _read_sentences, step, self._compressed)
        read = partial(read_entities, words=True)
        make = partial(self._with_names, salience_model=model)
        return make_each(self.nlp, documents, read, step, make)

    def _with_names(self, parsed: Parsed, salience_model: SalienceModel) -> CompressedDocument:
        source = source_of(parsed, salience_model)
        sentences = _sentences(source.words, constituents(source.words))
        read = parsed.original, sentences
        return self._compressed(read, salient_names(source), head_salience(source))

    def _compressed(
        self,
        read: _Read,
        must: Collection[int] = (),
        salience: Mapping[int, float] = MappingProxyType({}),
    ) -> CompressedDocument:
        """A document with its sentences, by the places of words that stay and of salient heads."""
        original, sentences = read[0], [*read[1]]
        used = Counter(text for s in sentences for text in {*s.words.texts})
        chosen = document_compressions(
            self.model,
            [(sentence.words, sentence.tree) for sentence in sentences],
            rate=self.rate,
            n_words=self.n_words,
            must=[
                {i for i, place in enumerate(s.places) if place in must} | explaining(s.words, used)
                for s in sentences
            ],
            salience=[
                {i: salience[place] for i, place in enumerate(s.places) if place in salience}
                for s in sentences
            ],
        )
        found = (
            compressed_sentence(original.read.text, sentence.words, compression)
            for sentence, compression in zip(sentences, chosen, strict=True)
        )
        placed = tuple(in_original(sentence, original.text) for sentence in found)
        return CompressedDocument(original.document, placed)


def salient_names(source: Source) -> frozenset[int]:
    """The words that name a salient entity, from first to last proper noun, where a sentence first
    does.
    """
    words = source.words
    starts = {span[0]: i for i, span in enumerate(words.spans)}
    sentence_of = {i: n for n, r in enumerate(words.sentence_ranges()) for i in r}
    found: set[int] = set()
    for entity, score in zip(source.parsed.entities, source.scored.scores, strict=True):
        named: set[int] = set()  # sentences
        for mention in entity.mentions if score >= source.scored.threshold else ():
            head = starts.get(mention.head_start)
            if mention.kind != "named" or head is None or sentence_of[head] in named:
                continue
            named.add(sentence_of[head])
            inside = [starts[at] for at in range(mention.start, mention.end) if at in starts]
            proper = [head, *(i for i in inside if words.tags[i] == "PROPN")]
            found.update(range(min(proper), max(proper) + 1))
    return frozenset(found)


class _Sentence(NamedTuple):
    words: Words
    tree: Tree
    places: tuple[int, ...]
    """Indices of the words in their document."""


_Read = tuple[Original, Iterable[_Sentence]]
"""A document with its sentences."""


def _sentences(words: Words, trees: Iterable[Tree]) -> Iterator[_Sentence]:
    for number, tree in enumerate(trees):
        part, places = words.part([number])
        yield _Sentence(part, tree, places)


def _read_sentences(nlp: Language, originals: Sequence[Original]) -> Iterator[_Read]:
    for original in originals:
        trees = original.document.meta.get(TREES)
        if isinstance(trees, tuple):  # as the reader of brackets has them, and JSON has not
            yield Original.as_it_is(original.document), [*_parsed_trees(trees, nlp)]
            continue
        with only_parsing(nlp):
            [doc] = annotate(nlp, [tokenize(nlp, original.read.text)], batch_size=1)
        yield original, [*_sentences(words_of(doc), trees_of(doc))]


def _parsed_trees(trees: Sequence[Tree], nlp: Language) -> Iterator[_Sentence]:
    """The words of trees with their dependencies, each tree a sentence."""
    start = n = 0
    with only_parsing(nlp):
        docs = nlp.pipe((sentence_of(nlp, tree.words) for tree in trees), batch_size=_BATCH)
        for tree, doc in zip(trees, docs, strict=True):
            spans = []
            for word in tree.words:
                spans.append((start, start + len(word)))
                start += len(word) + 1
            words = replace(words_of(doc), texts=tree.words, sentences=(0,), spans=tuple(spans))
            yield _Sentence(words, tree, tuple(range(n, n + len(spans))))
            n += len(spans)
