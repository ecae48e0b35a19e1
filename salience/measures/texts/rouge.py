"""ROUGE (Lin 2004): n-grams, common subsequences and skip-bigrams that references have too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import partial

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import precision_recall_f1
from salience.measures.texts.measure import Measure, Settings, Several, alone
from salience.measures.texts.tokens import Text, matches, ngrams, skip_bigrams

COUNTS = ("documents", "precision", "recall", "f1")
"""What is counted in a document: 1, and its scores, whose means are those of the corpus."""

Sentences = Sequence[Sequence[str]]
Units = Callable[[Sentences], Counter]
"""From a text to how often it has each of the units that are compared."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many units a text, a reference, and both have; of ROUGE-W what they weigh, as one run."""

    both: float
    candidate: int
    reference: int

    def __add__(self, other: Overlap) -> Overlap:
        return Overlap(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def scores(self) -> tuple[float, float, float]:
        """F1, recall and precision; 0 for what would be 0/0."""
        precision, recall, f1 = precision_recall_f1(self.both, self.candidate, self.reference)
        return f1, recall, precision


def runs(text: Sentences, n: int) -> Counter:
    """The n-grams of ROUGE-N (section 2); they go on over the ends of sentences."""
    return ngrams(_joined(text), n)


def skips(text: Sentences, gap: int = 4) -> Counter:
    """The skip-bigrams of ROUGE-S (section 5)."""
    return Counter(skip_bigrams(_joined(text), gap))


def words_and_skips(text: Sentences, gap: int = 4) -> Counter:
    """The words and the skip-bigrams of ROUGE-SU (section 5)."""
    return runs(text, 1) + skips(text, gap)


def bigrams(text: Sentences) -> Counter:
    """The bigrams, each once, within sentences (Berg-Kirkpatrick et al. 2011, section 3.3)."""
    return Counter({pair for sentence in text for pair in ngrams(sentence, 2)})


def overlap(units: Units, candidate: Sentences, reference: Sentences) -> Overlap:
    """The units that two texts have in common."""
    a, b = units(candidate), units(reference)
    return Overlap(matches(a, b), a.total(), b.total())


def overlap_w(candidate: Sentences, reference: Sentences, weight: float = 1.2) -> Overlap:
    """The weighted common subsequence (ROUGE-W, section 4): k words in a row weigh k^`weight`."""
    a, b = _joined(candidate), _joined(reference)
    codes = {word: i for i, word in enumerate(dict.fromkeys(b))}
    there = np.array([codes[word] for word in b])
    worth = np.arange(min(len(a), len(b)) + 2) ** weight
    best, run = np.zeros(len(b) + 1), np.zeros(len(b) + 1, np.int64)
    for word in a:
        same = np.concatenate([[False], there == codes.get(word, -1)])
        longer = np.concatenate([[0], run[:-1] + 1])
        grown = np.concatenate([[0.0], best[:-1]]) + worth[longer] - worth[longer - 1]
        best = np.where(same, grown, best)
        # Without a word in common, a cell has the better of those above and to the left.
        starts = np.flatnonzero(~same[1:] & np.concatenate([[True], same[1:-1]]))
        ends = np.flatnonzero(~same[1:] & np.concatenate([same[2:], [True]])) + 2
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            best[start:end] = np.maximum.accumulate(best[start:end])
        run = np.where(same, longer, 0)
    return Overlap(float(best[-1] ** (1 / weight)), len(a), len(b))


def overlap_l(candidate: Sentences, reference: Sentences) -> Overlap:
    """The longest common subsequence of two texts, each one sequence of words (ROUGE-L, 3.1)."""
    a, b = _joined(candidate), _joined(reference)
    return Overlap(_length(_rows(b, a)[-1], len(a)), len(a), len(b))


def overlap_lsum(candidate: Sentences, reference: Sentences) -> Overlap:
    """Sentences of the reference with the union of what the text's have of it (section 3.2)."""
    left = Counter(_joined(candidate))
    both = 0
    for sentence in reference:
        union = sorted({i for other in candidate for i in _common(sentence, other)})
        for i in union:
            both += left[sentence[i]] > 0
            left[sentence[i]] -= 1
    return Overlap(both, sum(map(len, candidate)), sum(map(len, reference)))


def document_scores(
    overlaps: Sequence[Overlap], *, several: Several = "best", jackknife: bool = False
) -> tuple[float, float, float]:
    """F1, recall and precision of a document: of the reference with the `best` F1, as rouge-score
    does, or of the counts of all (`average`), as equation 1 of Lin (2004) and ROUGE-1.5.5 do.
    """
    if jackknife and len(overlaps) > 1:
        fewer = [[*overlaps[:i], *overlaps[i + 1 :]] for i in range(len(overlaps))]
        means = np.mean([document_scores(some, several=several) for some in fewer], axis=0)
        return means[0], means[1], means[2]
    if several == "best":
        return max(overlap.scores() for overlap in overlaps)
    return sum(overlaps, Overlap(0, 0, 0)).scores()


def _measure(
    name: str,
    title: str,
    section: str,
    overlap: Callable[[Sentences, Sentences], Overlap],
    main: str = "f1",
) -> Measure:
    def count(settings: Settings, candidate: Text, references: Sequence[Text]) -> Float64Array:
        text = settings.sentences(candidate)
        overlaps = [overlap(text, settings.sentences(reference)) for reference in references]
        values = document_scores(overlaps, several=settings.several, jackknife=settings.jackknife)
        return np.array([1.0, *values[::-1]])

    def scores(total: Float64Array) -> dict[str, float]:
        means = dict(zip(COUNTS[1:], (total[1:] / total[0]).tolist(), strict=True))
        return {main: means[main]} | means

    return Measure(
        name=name,
        title=title,
        source=section,
        uses=("tokenization", "lower", "stem", "without_stop_words", "several", "jackknife"),
        defaults=Settings(tokenization="words"),
        counts=COUNTS,
        counter=alone(count),
        scores=scores,
    )


def _of_units(name: str, title: str, section: str, units: Units, main: str = "f1") -> Measure:
    return _measure(name, title, section, partial(overlap, units), main)


MEASURES = (
    *(
        _of_units(f"rouge{n}", f"{what} in common", "Lin 2004, 2", partial(runs, n=n))
        for n, what in enumerate(("words", "bigrams", "trigrams", "runs of four words"), 1)
    ),
    _measure("rougel", "longest common subsequence", "Lin 2004, 3.1", overlap_l),
    _measure(
        "rougelsum", "common subsequences of sentences (lines)", "Lin 2004, 3.2", overlap_lsum
    ),
    _measure("rougew", "common subsequence, runs of words more", "Lin 2004, 4", overlap_w),
    _of_units("rouges4", "skip-bigrams in common", "Lin 2004, 5", skips),
    _of_units("rougesu4", "words and skip-bigrams in common", "Lin 2004, 5", words_and_skips),
    _of_units(
        "bigram-recall",
        "bigrams of the references, each once",
        "Berg-Kirkpatrick et al. 2011, 3.3",
        bigrams,
        main="recall",
    ),
)
"""ROUGE-1 to ROUGE-4, -L, -Lsum, -W, -S4, -SU4 and bigram recall."""


def _joined(text: Sentences) -> list[str]:
    return [word for sentence in text for word in sentence]


def _rows(words: Sequence[str], others: Sequence[str]) -> list[int]:
    """The longest common subsequences of the first words of one text, none to all, with the other.

    A bit for each word of the other is 0 where the subsequence grows (Allison and Dix 1986).
    """
    places: dict[str, int] = {}
    for j, word in enumerate(others):
        places[word] = places.get(word, 0) | 1 << j
    every = (1 << len(others)) - 1
    rows = [every]
    for word in words:
        same = rows[-1] & places.get(word, 0)
        rows.append((rows[-1] + same | rows[-1] - same) & every)
    return rows


def _length(row: int, n: int) -> int:
    """The length of a longest common subsequence with the first n words of the other text."""
    return n - (row & (1 << n) - 1).bit_count()


def _common(words: Sequence[str], others: Sequence[str]) -> list[int]:
    """The indices of a longest common subsequence in the first text, as rouge-score has it."""
    rows = _rows(words, others)
    common = []
    i, j = len(words), len(others)
    while i and j:
        if words[i - 1] == others[j - 1]:
            common.append(i - 1)
            i, j = i - 1, j - 1
        elif _length(rows[i], j - 1) > _length(rows[i - 1], j):
            j -= 1
        else:
            i -= 1
    return common[::-1]
