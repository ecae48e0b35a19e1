"""What may be cut from the sentences of a document, for the joint program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

from salience.engine.sources import Source
from salience.summaries.compressions.cuts import cuts
from salience.summaries.learned.joint import Cut
from salience.summaries.sentences import Sentence
from salience.text.words import Words
from salience.trees.conversion import constituents


def allowed_cuts(words: Words, sentences: Sequence[Sentence]) -> list[list[Cut]]:
    """The cuts of each sentence in which a feature of table 2 fires.

    Args:
        words: The words of their document, with Universal Dependencies.
        sentences: Sentences of that document.

    Returns:
        By sentence. What takes the same words is one cut of several kinds. Of two cuts that have
        some words in common the one with more words is taken, if neither has all of the other's.
    """
    trees = {
        place: (place_range.start, tree)
        for place_range, tree in zip(words.sentence_ranges(), constituents(words), strict=True)
        for place in place_range
    }
    found = []
    for sentence in sentences:
        start, tree = trees[sentence.places[0]]
        index = {place - start: i for i, place in enumerate(sentence.places)}
        kinds: dict[frozenset[int], list[str]] = defaultdict(list)
        for cut in cuts(tree):
            gone = frozenset(index[word] for word in cut.words if word in index)
            kinds[gone] += [kind for kind in cut.features if kind not in kinds[gone]]
        found.append(_nested(sentence, kinds))
    return found


def allowed_cuts_of(
    sentences: Sequence[Sentence], sources: Mapping[int, Source]
) -> list[list[Cut]]:
    """The same for sentences of several documents.

    Args:
        sentences: The sentences of a document follow each other.
        sources: Their documents by `Sentence.document`.
    """
    return [
        found
        for i, together in groupby(sentences, key=lambda sentence: sentence.document)
        for found in allowed_cuts(sources[i].words, [*together])
    ]


def _nested(sentence: Sentence, kinds: dict[frozenset[int], list[str]]) -> list[Cut]:
    """The cuts of which each two are apart or one within the other; none takes the whole."""
    kept: list[Cut] = []
    for words in sorted(kinds, key=lambda words: (-len(words), sorted(words))):
        apart = all(words < cut.words or not words & cut.words for cut in kept)
        if words and apart and len(words) < len(sentence.words):
            kept.append(Cut(words, tuple(sorted(kinds[words]))))
    return kept
