"""The sentences of a document that its abstract was made from, by Marcu's method (1999).

Alignment takes time and memory that grow with the document; an extract keeps what matters.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from scipy.sparse import csr_array

from salience.arrays import Float64Array
from salience.text.words import Words
from salience.word_links.links import CONTENT, Pair

Counted = tuple[tuple[str, int], ...]

EACH = 3
"""Sentences of the document for each of the abstract, as Daumé and Marcu (2005, section 5.1)."""


def extract(pair: Pair, *, each: int = EACH) -> tuple[Pair, tuple[int, ...]]:
    """A pair with what matters of its document, and the place there of each word that is left.

    For each sentence of the abstract, the sentence goes whose loss makes the rest most similar to
    it, by the cosine of counts of stems, until `each` are left. Of equals the last goes.
    """
    document = pair.document
    if len(document.sentences) <= each:
        return pair, tuple(range(len(document)))
    kinds: dict[Counted, list[int]] = {}  # sentences with the same stems are alike
    for number, words in enumerate(document.sentence_ranges()):
        kinds.setdefault(_counted(document, words), []).append(number)
    stems = {stem: i for i, stem in enumerate(dict.fromkeys(s for kind in kinds for s, _ in kind))}
    vectors = _vectors(kinds, stems)
    sentences = {_counted(pair.abstract, words) for words in pair.abstract.sentence_ranges()}
    wanted = ([(stem, n) for stem, n in counted if stem in stems] for counted in sentences)
    kept = {
        sentence
        for counted in wanted
        for sentence in _most_similar(
            vectors, _vectors([counted], stems).toarray()[0], [*kinds.values()], each
        )
    }
    part, places = document.part(kept)
    return Pair(pair.id, part, pair.abstract), places


def _counted(words: Words, which: range) -> Counted:
    """The stems of a sentence, with how often each is there."""
    stems = (words.lemmas[i] for i in which if words.tags[i] in CONTENT)
    return tuple(sorted(Counter(stems).items()))


def _vectors(
    sentences: Collection[Iterable[tuple[str, int]]], stems: Mapping[str, int]
) -> csr_array:
    """Counts of stems, a row for each sentence and a column for each stem."""
    cells = [(row, stems[stem], n) for row, s in enumerate(sentences) for stem, n in s]
    rows, columns, counts = zip(*cells, strict=True) if cells else ((), (), ())
    shape = len(sentences), max(len(stems), 1)
    return csr_array((np.array(counts, dtype=float), (rows, columns)), shape=shape)


def _most_similar(
    vectors: csr_array, wanted: Float64Array, numbers: Sequence[Sequence[int]], each: int
) -> list[int]:
    """Which sentences are left of those with these vectors; `numbers` has those of each row,
    rising.
    """
    left = [list(some) for some in numbers]
    last = np.array([some[-1] for some in left])  # of each kind; -1 if none is left
    sizes = np.array([float(len(some)) for some in left])
    shared, own = vectors @ wanted, vectors.multiply(vectors).sum(axis=1)
    with_rest = vectors @ (vectors.T @ sizes)
    product, length = float(shared @ sizes), float(with_rest @ sizes)
    for _ in range(sum(map(len, left)) - each):
        lengths = np.maximum(length - 2 * with_rest + own, 0.0)
        rest = product - shared
        cosine = np.divide(rest, np.sqrt(lengths), out=np.zeros_like(rest), where=lengths > 1e-9)
        cosine[last < 0] = -np.inf
        out = int(np.where(cosine == cosine.max(), last, -1).argmax())
        left[out].pop()
        last[out] = left[out][-1] if left[out] else -1
        product, length = rest[out], lengths[out]
        if own[out]:
            row = slice(vectors.indptr[out], vectors.indptr[out + 1])
            vector = np.zeros_like(wanted)
            vector[vectors.indices[row]] = vectors.data[row]
            with_rest = with_rest - vectors @ vector
    return [number for some in left for number in some]
