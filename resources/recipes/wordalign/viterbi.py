"""The most probable alignment of Daumé and Marcu (2005); the aligner goes by sums over all.

Sums over all alignments, both ways, are ahead of it: see the notebook.
"""

import numpy as np

from salience.arrays import BoolArray
from salience.word_links.links import Pair, PhraseLink
from salience.wordalign.aligner import Aligner, word_probabilities
from salience.wordalign.semi_markov import Chart, arriving, expectations


def most_probable(aligner: Aligner, pair: Pair, least: float = 0.0) -> list[PhraseLink]:
    """The links of the most probable alignment: phrases with the same stems word by word, others as
    wholes, with the smallest probability of their pairs of words.
    """
    if not len(pair.document) or not len(pair.abstract):
        return []
    chart, stem = aligner.chart(pair)
    best, _ = viterbi(chart)
    words = word_probabilities(expectations(chart, with_jumps=False).phrases, stem)
    links = (
        PhraseLink(
            part.document,
            part.abstract,
            float(words[slice(*part.abstract), slice(*part.document)].min()),
        )
        for link in best
        for part in _word_by_word(link, stem)
    )
    return [link for link in links if link.probability >= least]


def viterbi(chart: Chart) -> tuple[list[PhraseLink], float]:
    """The most probable alignment (the table ζ of Figure 5), and its logarithm."""
    length, _, longest, n = chart.rewrite.shape
    jump = np.ascontiguousarray(chart.jump.T)
    ends = np.full((length + 1, n + 1), -np.inf)
    starts = np.empty_like(ends)
    come_from = np.empty((length + 1, n + 1), dtype=np.int64)
    states_of = np.zeros((length + 1, n + 1), dtype=np.int64)
    ends[0, 0] = 0.0

    def leap(t: int) -> None:
        ways = jump + ends[t]
        come_from[t] = ways.argmax(axis=1)
        starts[t] = np.take_along_axis(ways, come_from[t][:, None], axis=1)[:, 0]

    leap(0)
    for t in range(1, length + 1):
        states = arriving(chart, starts, ends, t).reshape(-1, n + 1)
        states_of[t] = states.argmax(axis=0)
        ends[t] = np.take_along_axis(states, states_of[t][None], axis=0)[0]
        leap(t)
    links: list[PhraseLink] = []
    t, end = length, int(come_from[length, n])
    while t > 0:
        made, size = divmod(int(states_of[t, end]), longest + 1)
        if size == longest:  # a null state
            t -= 1
            continue
        begin, first = end - (size + 1), t - (made + 1)
        links.append(PhraseLink((begin, end), (first, t)))
        t, end = first, int(come_from[first, begin])
    return links[::-1], float(starts[length, n])


def _word_by_word(link: PhraseLink, stem: BoolArray) -> list[PhraseLink]:
    """The links of words of the same stems, else the link itself."""
    (a, b), (c, d) = link.document, link.abstract
    if b - a == d - c and all(stem[c + i, a + i] for i in range(b - a)):
        return [PhraseLink((a + i, a + i + 1), (c + i, c + i + 1)) for i in range(b - a)]
    return [link]
