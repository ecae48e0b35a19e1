"""Documents with abstracts as what a summarizer learns from."""

from __future__ import annotations

from salience.engine.sources import Source
from salience.summaries.learned.cuts import allowed_cuts
from salience.summaries.learned.training import Summarized
from salience.summaries.sentences import sentences_of, source_sentences
from salience.summaries.weights import topic_of


def summarized(source: Source, least_words: int, *, compress: bool = False) -> Summarized:
    """A document as an example, without sentences of fewer words where there are longer ones.

    Args:
        source: The document with its abstracts.
        least_words: How many words they have.
        compress: Whether it has what may be cut from its sentences.
    """
    every = source_sentences(source)
    sentences = [s for s in every if len(s.words) >= least_words] or every
    pairs = zip(source.abstracts, source.document.abstracts, strict=True)
    return Summarized(
        topic_of(sentences, [source]),
        [sentences_of(words, text) for words, text in pairs],
        allowed_cuts(source.words, sentences) if compress else (),
    )
