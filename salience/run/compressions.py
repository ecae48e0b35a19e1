"""Documents read, and their sentences compressed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from salience.components.long_runs import tokenize
from salience.compression.compressed import CompressedSentence, compressed_sentence
from salience.compression.compressor import Compressor
from salience.compression.pairs import CompressionPair, compression_pair
from salience.errors import CorpusError, OnReject, Reject
from salience.pipeline.windows import annotate
from salience.run.word_texts import words_of
from salience.summarization.sources import Source
from salience.text.cleaning import clean_text
from salience.text.words import Words
from salience.types import Document

_UNNEEDED = ("ner", "salience_values", "salience_linker", "salience_coref")
_BATCH = 64

Choose = Callable[[Words, Collection[int]], Sequence[int]]
"""From the words of a sentence, and those that must stay, to those that stay."""


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
    documents: Iterable[Document | str],
    model: Compressor,
    nlp: Language,
    *,
    rate: float | None = None,
    n_words: int | None = None,
) -> Iterator[CompressedDocument]:
    """Compress each sentence of documents.

    Titles are left as they are.

    Args:
        documents: Documents or texts, such as single sentences.
        model: What says which words go, see `salience.compression.compressor.load_compressor`.
        nlp: A pipeline with tagger and parser.
        rate: The share of the words of each sentence that shall stay.
        n_words: How many words of each sentence shall stay at most. Without both the model
            decides.

    Yields:
        The documents in order, one by one.

    Raises:
        ValueError: If both are given, or one is out of range.

    Example:
        >>> from salience.pipeline.loading import load_pipeline
        >>> model = Compressor({"bias": 1.0, "relation=advmod": -2.0}, None)
        >>> [found] = compress(["It really rained."], model, load_pipeline())
        >>> found.text
        'It rained.'
    """

    choose = _chooser(model, rate, n_words)
    for given in documents:
        document = Document("", given) if isinstance(given, str) else given
        [words] = _parsed([document.text], nlp)
        yield _compressed(document, words, choose)


def compress_source(
    source: Source,
    model: Compressor,
    *,
    rate: float | None = None,
    n_words: int | None = None,
) -> CompressedDocument:
    """Compress each sentence of a document, and leave the names of its salient entities in.

    Args:
        source: The document with its entities, see `salience.run.summaries.read_sources`.
        model: As in `compress`.
        rate: As in `compress`. Where names are more than shall stay, they alone do.
        n_words: As in `compress`.

    Raises:
        ValueError: As in `compress`.
    """
    choose = _chooser(model, rate, n_words)
    return _compressed(source.document, source.words, choose, salient_names(source))


def salient_names(source: Source) -> frozenset[int]:
    """The words that name a salient entity, where a sentence first names it.

    Args:
        source: A document with its entities. Those are salient whose probability reaches the
            threshold of the model.

    Returns:
        Indices of words of the document: proper nouns of the mention, and its head.
    """
    starts = {span[0]: i for i, span in enumerate(source.words.spans)}
    sentence_of = {i: n for n, r in enumerate(source.words.sentence_ranges()) for i in r}
    found: set[int] = set()
    for entity, score in zip(source.parsed.entities, source.scored.scores, strict=True):
        named: set[int] = set()  # sentences
        for mention in entity.mentions if score >= source.scored.threshold else ():
            head = starts.get(mention.head_start)
            if mention.kind != "named" or head is None or sentence_of[head] in named:
                continue
            named.add(sentence_of[head])
            inside = (starts[at] for at in range(mention.start, mention.end) if at in starts)
            found |= {head, *(i for i in inside if source.words.tags[i] == "PROPN")}
    return frozenset(found)


_NOTHING = Words((), (), (), (), (), (), ())


def _chooser(model: Compressor, rate: float | None, n_words: int | None) -> Choose:
    def choose(words: Words, must: Collection[int]) -> Sequence[int]:
        return model.compress(words, rate=rate, n_words=n_words, must=must)

    choose(_NOTHING, ())  # wrong lengths are refused before anything is read
    return choose


def _compressed(
    document: Document, words: Words, choose: Choose, must: Collection[int] = ()
) -> CompressedDocument:
    found = []
    for number in range(len(words.sentences)):
        sentence, places = words.part([number])
        needed = [i for i, place in enumerate(places) if place in must]
        kept = choose(sentence, needed)
        found.append(compressed_sentence(document.text, sentence, kept))
    return CompressedDocument(document, tuple(found))


def _parsed(texts: Sequence[str], nlp: Language) -> list[Words]:
    there = [name for name in _UNNEEDED if name in nlp.pipe_names]
    with nlp.select_pipes(disable=there), nlp.memory_zone():
        docs = (tokenize(nlp, clean_text(text)) for text in texts)
        return [words_of(doc) for doc in annotate(nlp, docs, batch_size=_BATCH)]


def read_pairs(
    records: Iterable[tuple[str, Any]], nlp: Language, on_reject: OnReject
) -> list[CompressionPair]:
    """Sentences with their compressions, parsed.

    Args:
        records: Places, such as `pairs.jsonl:3`, and what stands there: an object with `source`, a
            sentence, and `compressions`, a list of texts, or `compression`, a text. Words of a
            corpus may be divided already.
        nlp: A pipeline with tagger and parser.
        on_reject: Called with each pair that can't be used; the others go on.

    Returns:
        A pair for each compression.
    """
    texts: list[tuple[str, str, list[str]]] = []
    for place, record in records:
        try:
            texts.append((place, *_texts(record)))
        except CorpusError as error:
            on_reject(Reject("", place, str(error)))
    pairs = []
    with nlp.select_pipes(disable=[name for name in _UNNEEDED if name in nlp.pipe_names]):
        for at in range(0, len(texts), _BATCH):
            batch = texts[at : at + _BATCH]
            docs = nlp.pipe(_one_sentence(nlp, source) for _, source, _ in batch)
            for (place, _, targets), doc in zip(batch, docs, strict=True):
                source = words_of(doc)
                for target in targets:
                    words = [token.text for token in nlp.make_doc(target) if not token.is_space]
                    try:
                        pairs.append(compression_pair(place, source, words))
                    except CorpusError as error:
                        reason = str(error).removeprefix(f"pair {place!r}: ")
                        on_reject(Reject("", place, reason))
    return pairs


def _one_sentence(nlp: Language, text: str) -> Doc:
    doc = nlp.make_doc(text)
    for token in doc:
        token.is_sent_start = token.i == 0
    return doc


def _texts(record: Any) -> tuple[str, list[str]]:
    """The sentence of a record, and its compressions."""
    if not isinstance(record, dict):
        raise CorpusError("a pair must be a JSON object, but is none; correct it")
    source = record.get("source")
    targets = record.get("compressions", record.get("compression"))
    found = [targets] if isinstance(targets, str) else targets
    if not isinstance(source, str):
        raise CorpusError("source must be a text: the sentence; correct it")
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise CorpusError("compressions must be a list of texts, or compression a text; correct it")
    return source, found
