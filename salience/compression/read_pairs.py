"""Sentences with compressions of them, parsed, as what a compressor learns from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from salience.components.long_runs import tokenize
from salience.compression.pairs import CompressionPair, compression_pair
from salience.corpus.formats.compression import opened, suffixes
from salience.corpus.formats.unpacking import DAMAGED
from salience.engine.originals import Original
from salience.engine.reading import make_each
from salience.errors import CorpusError, ModelError, Reject, SalienceError
from salience.language_models.arpa import from_arpa
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import NgramModel
from salience.pipeline.doc_trees import trees_of
from salience.pipeline.word_texts import only_parsing, words_of
from salience.text.normalise import normalised
from salience.trees.tree import Tree
from salience.types import Document


@dataclass(frozen=True, slots=True)
class SentenceWithCompressions(Document):
    """A sentence, as a document whose id is its place, with compressions that people wrote."""

    compressions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """A sentence with its compressions, its tree, and why some compressions can't be used."""

    pairs: tuple[CompressionPair, ...]
    tree: Tree | None
    rejects: tuple[Reject, ...] = ()


@dataclass(frozen=True)
class ReadingPairs:
    """Parses sentences, and finds the words that their compressions keep."""

    nlp: Language
    reads_abstracts = False

    def __call__(self, documents: Sequence[Document]) -> list[SentencePairs | Reject]:  # noqa: D102
        return make_each(self.nlp, documents, _sentence_pairs, "reading", lambda pairs: pairs)


def _sentence_pairs(nlp: Language, originals: Sequence[Original]) -> Iterator[SentencePairs]:
    with only_parsing(nlp):
        docs = nlp.pipe(_one_sentence(nlp, original.read.text) for original in originals)
        for original, doc in zip(originals, docs, strict=True):
            document = original.document
            assert isinstance(document, SentenceWithCompressions)  # noqa: S101
            source = replace(words_of(doc), sentences=(0,))
            pairs: list[CompressionPair] = []
            rejects: list[Reject] = []
            tree: Tree | None = None
            for target in document.compressions:
                tokens = tokenize(nlp, normalised(target).text)
                words = [token.text for token in tokens if not token.is_space]
                try:
                    pair = compression_pair(document.id, source, words)
                    trees = trees_of(doc)  # several, if the parser divides a long sentence
                    parts = tuple(child for part in trees for child in part.children)
                    tree = tree or Tree(trees[0].label, parts)
                    pairs.append(pair)
                except CorpusError as error:
                    reason = str(error).removeprefix(f"pair {document.id!r}: ")
                    rejects.append(Reject("", document.id, reason))
            yield SentencePairs(tuple(pairs), tree, tuple(rejects))


def sentences_of(records: Iterable[tuple[str, Any]]) -> Iterator[SentenceWithCompressions | Reject]:
    """Sentences with their compressions, or why there are none, for `ReadingPairs`."""
    for place, record in records:
        if isinstance(record, str):
            yield Reject("", place, record)
            continue
        try:
            text, compressions = _texts(record)
            yield SentenceWithCompressions(place, text, compressions=tuple(compressions))
        except CorpusError as error:
            yield Reject("", place, str(error))


def read_language(path: str | Path, nlp: Language) -> NgramModel:
    """A model of lower-case words, of at most three."""
    path = Path(path)
    try:
        with opened(path) as file:
            lines = (line.decode("utf-8") for line in file)
            if suffixes(path.name)[0] == ".arpa":
                model = from_arpa(lines)
                if model.order > 3:
                    raise ModelError(
                        f"its longest n-grams have {model.order} words, and a transducer takes 1 "
                        "to 3. Make a model of trigrams."
                    )
                return model
            return train_ngrams(
                [t.lower_ for t in nlp.make_doc(normalised(line).text) if not t.is_space]
                for line in lines
                if line.strip()
            )
    except SalienceError as error:
        kind = ModelError if isinstance(error, ModelError) else CorpusError
        raise kind(f"{path}: {error}") from error
    except (*DAMAGED, ValueError) as error:
        raise CorpusError(f"{path} can't be read: {error}. Give ARPA, or sentences.") from error


def _one_sentence(nlp: Language, text: str) -> Doc:
    doc = tokenize(nlp, text)
    for token in doc:
        token.is_sent_start = token.i == 0
    return doc


def _texts(record: Any) -> tuple[str, list[str]]:
    """The sentence of a record, and its compressions."""
    if not isinstance(record, dict):
        raise CorpusError("a pair must be a JSON object, in UTF-8, but is none; correct it")
    source = record.get("source")
    targets = record.get("compressions", record.get("compression"))
    found = [targets] if isinstance(targets, str) else targets
    if not isinstance(source, str):
        raise CorpusError("source must be a text: the sentence; correct it")
    if not source.strip():
        raise CorpusError("the sentence is empty. Leave it out")
    if not isinstance(found, list) or not found or not all(isinstance(t, str) for t in found):
        raise CorpusError(
            "compressions must be a list of texts, at least one, or compression a text; correct it"
        )
    return source, found
