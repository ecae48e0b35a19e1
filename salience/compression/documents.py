"""Documents read, and their sentences compressed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from spacy.language import Language

from salience.components.long_runs import tokenize
from salience.compression.compressed import CompressedSentence, Compression, compressed_sentence
from salience.compression.compressor import most_words
from salience.compression.models import CompressionModel, compressions, load_compressor
from salience.corpus.treebanks import TreeDocument, tree_document
from salience.engine.admission import why_not
from salience.engine.inputs import Readable, as_documents
from salience.engine.sources import Source, head_salience
from salience.errors import CorpusError, OnReject, Reject, accepted, warn_reject
from salience.pipeline.doc_trees import trees_of
from salience.pipeline.loading import DEFAULT, load_pipeline
from salience.pipeline.windows import annotate
from salience.pipeline.word_texts import only_parsing, sentence_of, words_of
from salience.text.cleaning import clean_text
from salience.text.words import Words
from salience.trees.conversion import constituents
from salience.trees.tree import Tree
from salience.types import Document

_BATCH = 64
_WITH_TREES: tuple[type[Tree | TreeDocument], ...] = (Tree, TreeDocument)


@dataclass(frozen=True, slots=True)
class _Names:
    """What is known of the names of a document, by place of a word in it.

    Attributes:
        must: Words that must stay.
        salience: Of heads of names, the salience of what they name; None where it isn't known.
    """

    must: Collection[int] = ()
    salience: Mapping[int, float] | None = None

    def part(self, places: Sequence[int]) -> _Names:
        """Those of a sentence, whose words stand there."""
        must = [i for i, place in enumerate(places) if place in self.must]
        if self.salience is None:
            return _Names(must)
        known = self.salience
        return _Names(must, {i: known[place] for i, place in enumerate(places) if place in known})


_Choose = Callable[[Words, Tree, _Names], Compression]


@dataclass(frozen=True, slots=True)
class CompressedDocument:
    """A document with its sentences, compressed.

    Attributes:
        document: The document.
        sentences: Its sentences in order.
    """

    document: Document
    sentences: tuple[CompressedSentence, ...]

    @property
    def text(self) -> str:
        """What stays, with a space between sentences."""
        return " ".join(sentence.compression for sentence in self.sentences)

    def record(self) -> dict[str, Any]:
        """The document as a JSON object: `id`, `title` and `sentences`."""
        return {
            "id": self.document.id,
            "title": self.document.title,
            "sentences": [sentence.record() for sentence in self.sentences],
        }


def compress(
    documents: Readable | Tree | TreeDocument | Iterable[Readable | Tree | TreeDocument],
    model: CompressionModel | str | Path,
    nlp: Language | str | None = None,
    *,
    rate: float | None = None,
    n_words: int | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[CompressedDocument]:
    """Compress each sentence of documents.

    Titles are left as they are.

    Args:
        documents: One or several, as for `salience.score`, such as texts of a sentence; or
            sentences with their trees: a tree of one, or those that
            `salience.corpus.treebanks.read_treebank` reads. What comes from a generator is read as
            it is needed.
        model: What says which words go, or its folder, see
            `salience.compression.models.load_compressor`.
        nlp: A pipeline with tagger and parser, as for `salience.score`. Of a text it finds
            sentences and words; where it leaves trees (`salience.pipeline.doc_trees.trees_of`),
            these are taken. Sentences with trees keep their words.
        rate: The share of the words of each sentence that shall stay.
        n_words: How many words of each sentence shall stay, of a shorter one all; a transducer
            takes the nearest number that its rules can make. Without both the model decides.
        on_reject: Called with every document that can't be used.

    Returns:
        The documents in order, one by one.

    Raises:
        ValueError: At once, if both are given, or one is out of range.
        CorpusError: If something is no document, as for `salience.score`.
        ResourceError: If there is no such model or pipeline.
        ModelError: If the model is of another kind, or damaged.

    Example:
        >>> from salience.compression.compressor import Compressor
        >>> model = Compressor({"bias": 1.0, "relation=advmod": -2.0}, None)
        >>> [found] = compress("It really rained.", model)
        >>> found.text, found.sentences[0].tree
        ('It rained.', (ROOT (S (NP-SBJ (PRP It)) (VP (VBD rained)) (. .))))
    """
    compressor = load_compressor(model) if isinstance(model, str | Path) else model
    choose = _chooser(compressor, rate, n_words)
    pipeline = nlp if isinstance(nlp, Language) else load_pipeline(nlp or DEFAULT, fast=True)
    things = as_documents(documents, _WITH_TREES)
    return accepted((_outcome(given, pipeline, choose) for given in things), on_reject)


def compress_source(
    source: Source,
    model: CompressionModel,
    *,
    rate: float | None = None,
    n_words: int | None = None,
) -> CompressedDocument:
    """Compress each sentence of a document, and leave the names of its salient entities in.

    A transducer that was trained with salience also sees how salient each name is.

    Args:
        source: The document with its entities, see `salience.engine.sources.read_sources`. Trees
            are made of its dependencies.
        model: As in `compress`.
        rate: As in `compress`. Where names are more than shall stay, they alone do.
        n_words: As in `compress`.

    Raises:
        ValueError: As in `compress`.
    """
    choose = _chooser(model, rate, n_words)
    sentences = _sentences(source.words, constituents(source.words))
    names = _Names(salient_names(source), head_salience(source))
    return _compressed(source.document, sentences, choose, names)


def compress_sources(
    sources: Iterable[Source],
    model: CompressionModel,
    *,
    rate: float | None = None,
    n_words: int | None = None,
    on_reject: OnReject,
) -> Iterator[CompressedDocument]:
    """Compress documents as `compress_source` does.

    Args:
        sources: The documents with their entities.
        model: As in `compress`.
        rate: As in `compress_source`.
        n_words: As in `compress`.
        on_reject: Called with each document that can't be compressed; the others go on.

    Raises:
        ValueError: As in `compress`.
    """
    _chooser(model, rate, n_words)

    def outcome(source: Source) -> CompressedDocument | Reject:
        return _guarded(
            source.document, lambda: compress_source(source, model, rate=rate, n_words=n_words)
        )

    return accepted(map(outcome, sources), on_reject)


def salient_names(source: Source) -> frozenset[int]:
    """The words that name a salient entity, where a sentence first names it.

    Args:
        source: A document with its entities. Those are salient whose probability reaches the
            threshold of the model.

    Returns:
        Indices of words of the document: those of the mention from the first to the last that is a
        proper noun or the head, so that no name is broken ("Museum of Small Hours").
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


def _chooser(model: CompressionModel, rate: float | None, n_words: int | None) -> _Choose:
    most_words(1, rate, n_words)  # wrong lengths are refused before anything is read

    def choose(words: Words, tree: Tree, names: _Names) -> Compression:
        must, salience = names.must, names.salience
        [found] = compressions(
            model, words, tree, rate=rate, n_words=n_words, must=must, salience=salience
        )
        return found

    return choose


def _outcome(
    given: Document | Tree | TreeDocument, nlp: Language, choose: _Choose
) -> CompressedDocument | Reject:
    whole = tree_document([given]) if isinstance(given, Tree) else given
    document = whole.document if isinstance(whole, TreeDocument) else whole
    if reason := why_not(document, nlp, abstracts=False):
        return Reject(document.id, "", reason)

    def make() -> CompressedDocument:
        if isinstance(whole, TreeDocument):
            return _compressed(document, _parsed_trees(whole, nlp), choose)
        return _compressed(document, _parsed(document, nlp), choose)

    return _guarded(document, make)


def _guarded(
    document: Document, make: Callable[[], CompressedDocument]
) -> CompressedDocument | Reject:
    try:
        return make()
    except Exception as error:  # in one document, must not lose the others
        reason = f"the pipeline failed on it ({type(error).__name__}: {error}); leave it out"
        return Reject(document.id, "", str(error) if isinstance(error, CorpusError) else reason)


class _Sentence(NamedTuple):
    words: Words
    tree: Tree
    places: tuple[int, ...]
    """Indices of the words in their document."""


def _compressed(
    document: Document,
    sentences: Iterable[_Sentence],
    choose: _Choose,
    names: _Names | None = None,
) -> CompressedDocument:
    names = names or _Names()
    found = [
        compressed_sentence(document.text, words, choose(words, tree, names.part(places)))
        for words, tree, places in sentences
    ]
    return CompressedDocument(document, tuple(found))


def _sentences(words: Words, trees: Iterable[Tree]) -> Iterator[_Sentence]:
    for number, tree in enumerate(trees):
        part, places = words.part([number])
        yield _Sentence(part, tree, places)


def _parsed(document: Document, nlp: Language) -> list[_Sentence]:
    with only_parsing(nlp), nlp.memory_zone():
        [doc] = annotate(nlp, [tokenize(nlp, clean_text(document.text))], batch_size=1)
        return [*_sentences(words_of(doc), trees_of(doc))]


def _parsed_trees(given: TreeDocument, nlp: Language) -> list[_Sentence]:
    """The words of trees with their dependencies, each tree a sentence."""
    found = []
    start = n = 0
    with only_parsing(nlp), nlp.memory_zone():
        docs = nlp.pipe((sentence_of(nlp, tree.words) for tree in given.trees), batch_size=_BATCH)
        for tree, doc in zip(given.trees, docs, strict=True):
            spans = []
            for word in tree.words:
                spans.append((start, start + len(word)))
                start += len(word) + 1
            words = replace(words_of(doc), texts=tree.words, sentences=(0,), spans=tuple(spans))
            found.append(_Sentence(words, tree, tuple(range(n, n + len(spans)))))
            n += len(spans)
    return found
