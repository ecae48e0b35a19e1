"""Documents and abstracts as the words that `salience.wordalign` aligns."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from salience.components.long_runs import tokenize
from salience.pipeline.windows import annotate
from salience.text.normalise import Clean, normalised
from salience.text.words import Words
from salience.types import Document
from salience.word_links.links import Pair

_UNNEEDED = ("ner", "salience_values", "salience_linker", "salience_coref")


def pairs_of(documents: Sequence[Document], nlp: Language) -> list[Pair]:
    """Documents with their abstracts as words, without titles; several abstracts are one text."""
    texts = (text for d in documents for text in (d.text, "\n\n".join(d.abstracts)))
    words = parsed_words(texts, nlp)
    sides = zip(documents, words[::2], words[1::2], strict=True)
    return [Pair(document.id, here, there) for document, here, there in sides]


def parsed_words(texts: Iterable[str | Clean], nlp: Language) -> list[Words]:
    """Plain texts as parsed words of their clean forms, with the places of words in the originals.

    Names and coreference are not looked for.
    """
    cleaned = [normalised(text) if isinstance(text, str) else text for text in texts]
    inside = nlp.vocab.in_memory_zone  # type: ignore[attr-defined]
    with only_parsing(nlp), nullcontext() if inside else nlp.memory_zone():
        docs = annotate(nlp, (tokenize(nlp, clean.text) for clean in cleaned), batch_size=16)
        pairs = zip(map(words_of, docs), cleaned, strict=True)
        return [replace(w, spans=tuple(clean.span(*s) for s in w.spans)) for w, clean in pairs]


def only_parsing(nlp: Language) -> AbstractContextManager[object]:
    """Lets a pipeline find words and their parse only, not names and coreference."""
    return nlp.select_pipes(disable=[name for name in _UNNEEDED if name in nlp.pipe_names])


def sentence_of(nlp: Language, words: Iterable[str]) -> Doc:
    """One sentence, divided into words already, for a pipeline to parse."""
    texts = [normalised(word).text.strip() or "\ufffd" for word in words]
    return Doc(nlp.vocab, words=texts, sent_starts=[i == 0 for i in range(len(texts))])


def words_of(doc: Doc, start: int = 0) -> Words:
    """The words of a parsed text, without white space.

    Args:
        doc: A Doc of which the pipeline has set the sentences.
        start: The character where they begin; spans of words are counted from there.

    Example:
        >>> from salience import load_pipeline
        >>> words = words_of(load_pipeline()("Ann sings."))
        >>> words.texts, words.tags
        (('Ann', 'sings', '.'), ('PROPN', 'VERB', 'PUNCT'))
    """
    kept = [token for token in doc if token.idx >= start and not token.is_space]
    now = {token.i: i for i, token in enumerate(kept)}
    starts = {next((now[t.i] for t in s if t.i in now), -1) for s in doc.sents} - {-1}
    return Words(
        tuple(t.text for t in kept),
        tuple((t.lemma_ or t.text).lower() for t in kept),
        tuple(t.pos_ for t in kept),
        tuple(now.get(t.head.i, now[t.i]) for t in kept),
        tuple(t.dep_.lower() for t in kept),
        tuple(sorted(starts)),
        tuple((t.idx - start, t.idx - start + len(t.text)) for t in kept),
        tuple(t.tag_ for t in kept) if any(t.tag_ for t in kept) else (),
    )
