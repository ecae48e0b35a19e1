"""Which stretches of an abstract were cut from its document and pasted: Jing (2002).

A hidden Markov model that is not trained: a word of the abstract may come from any place in the
document where a word has its stem, and places that continue the last one are the likeliest.
"""

from collections import defaultdict
from itertools import pairwise

import numpy as np

from salience.arrays import Float64Array, Int64Array
from salience.word_links.links import Pair, PhraseLink

NEXT, LATER, EARLIER, NEAR_AFTER, NEAR_BEFORE, FAR = np.log([1.0, 0.9, 0.8, 0.7, 0.6, 0.5])
"""Of the next word's place: right behind; later or earlier in the sentence; in one of the next or
of the last sentences; elsewhere. They are Jing's six rules, with her falling probabilities."""

NEAR = 3  # how many sentences away is near


def cut_and_paste(pair: Pair, *, shortest: int = 2) -> list[PhraseLink]:
    """The stretches of the abstract that stand in the document, up to stems, word by word.

    Of equally likely places the first is taken; a stretch shorter than `shortest` is left out (2 is
    best for Daumé and Marcu 2005). Each word has a link, in the order of the abstract.
    """
    where: dict[str, list[int]] = defaultdict(list)
    for i, stem in enumerate(pair.document.lemmas):
        where[stem].append(i)
    known = [t for t, stem in enumerate(pair.abstract.lemmas) if stem in where]
    places = [np.array(where[pair.abstract.lemmas[t]], np.int64) for t in known]
    chosen = dict(zip(known, _likeliest(places, pair), strict=True))
    links: list[PhraseLink] = []
    run: list[PhraseLink] = []
    for t, place in chosen.items():
        if run and (run[-1].abstract[1] != t or run[-1].document[1] != place):
            links += run if len(run) >= shortest else []
            run = []
        run.append(PhraseLink((place, place + 1), (t, t + 1)))
    return links + (run if len(run) >= shortest else [])


def _likeliest(places: list[Int64Array], pair: Pair) -> list[int]:
    """One place for each word, by Viterbi's algorithm."""
    if not places:
        return []
    starts = list(pair.document.sentences)[1:]
    sentence = np.searchsorted(starts, np.arange(len(pair.document)), side="right")
    score = np.zeros(len(places[0]))
    steps = []
    for old, new in pairwise(places):
        ways = score[:, None] + _moves(old, new, sentence)
        best = ways.argmax(axis=0)
        steps.append(best)
        score = ways[best, np.arange(len(new))]
    last = int(score.argmax())
    path = [last]
    for best in reversed(steps):
        path.append(int(best[path[-1]]))
    return [int(at[i]) for at, i in zip(places, reversed(path), strict=True)]


def _moves(old: Int64Array, new: Int64Array, sentence: Int64Array) -> Float64Array:
    step = new[None, :] - old[:, None]
    away = sentence[new][None, :] - sentence[old][:, None]
    return np.select(
        [
            *((away == 0) & (step == 1), (away == 0) & (step > 1), away == 0),
            *((away > 0) & (away < NEAR), (away < 0) & (away > -NEAR)),
        ],
        [NEXT, LATER, EARLIER, NEAR_AFTER, NEAR_BEFORE],
        FAR,
    )
