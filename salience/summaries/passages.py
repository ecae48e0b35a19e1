"""Summaries about an entity from texts that were not parsed, for which its mentions are enough."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from salience.sentences.boundary_model import default_model
from salience.sentences.splitter import split
from salience.summaries.about import without_repeats
from salience.summaries.concepts import bigrams
from salience.summaries.greedy import greedy
from salience.summaries.problem import Problem
from salience.summaries.prose import is_prose
from salience.summaries.sentences import Sentence, in_order
from salience.text.words import plain_words

_MOST_WORDS, _LEAST_WORDS, _LINE, _SHORT = 60, 5, 2_000, 3  # the last in letters
_MARKS = ".,;:!?()[]\"'“”‘’"


def summary_about(texts: Iterable[tuple[str, Sequence[int]]]) -> list[tuple[int, str]]:
    """Sentences that name an entity and cover the pairs of words that its documents share.

    Of texts, each with the offsets at which it names the entity, it gives the index of the text of
    each sentence, and the sentence on one line, in order.

    Example:
        >>> summary_about([("It rained. Ada Byrne opened a new tram line on Monday.", [11])])
        [(0, 'Ada Byrne opened a new tram line on Monday.')]
    """
    named = (s for i, (text, places) in enumerate(texts) for s in _sentences(i, text, places))
    sentences = without_repeats([replace(s, order=n) for n, s in enumerate(named)])
    lengths = [len(sentence.text.split()) for sentence in sentences]
    chosen = greedy(Problem(lengths, _MOST_WORDS, bigrams(sentences, least=1))).chosen
    shown = (sentences[i] for i in in_order(sentences, chosen))
    return [(sentence.document, sentence.text) for sentence in shown]


def _sentences(document: int, text: str, places: Sequence[int]) -> Iterator[Sentence]:
    """The sentences of a text around these places; each line is read by itself."""
    seen = 0
    for place in sorted(places):
        if place < seen:
            continue
        start = max(text.rfind("\n", 0, place) + 1, place - _LINE, seen)
        stop = text.find("\n", place)
        stop = min(len(text) if stop < 0 else stop, place + _LINE)
        for first, end in split(text[start:stop], default_model()):
            if start + first <= place < start + end:
                seen = start + end
                shown = " ".join(text[start + first : seen].split())
                words = plain_words(shown)
                stems = tuple(filter(None, (word.strip(_MARKS) for word in words.lemmas)))
                if len(stems) >= _LEAST_WORDS and is_prose(shown, words, range(len(words))):
                    stops = tuple(stem.isalpha() and len(stem) <= _SHORT for stem in stems)
                    yield Sentence(shown, document=document, words=stems, stems=stems, stops=stops)
