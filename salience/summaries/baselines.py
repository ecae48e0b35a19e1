"""Simpler ways to choose sentences, to compare with: by place, by likeness, by a graph."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import networkx as nx
import numpy as np
from scipy.sparse import csr_array

from salience.arrays import Float64Array
from salience.summaries.sentences import Sentence, in_order
from salience.summaries.similarity import (
    likeness,
    likeness_to_document,
    of_length_one,
    term_weights,
)

Baseline = Callable[[Sequence[Sentence], Sequence[float], float], list[int]]
"""From sentences, the length of each and a budget to the indices of those chosen."""

MMR_SHARE = 0.7
"""How much relevance counts in MMR; novelty counts the rest."""
_TOPICS = 100  # of LSA, in long documents
LEXRANK_THRESHOLD = 0.1
"""Sentences with a smaller cosine are not neighbours (Erkan and Radev 2004, section 4)."""
LEXRANK_ALIKE = 0.5
"""A sentence with a greater cosine to one that was chosen is passed over, as it says the same."""


def lead(sentences: Sequence[Sentence], lengths: Sequence[float], budget: float) -> list[int]:
    """The beginning of the first document, then of the next; what does not fit is passed over."""
    return _filled(in_order(sentences, range(len(sentences))), lengths, budget)


def first(sentences: Sequence[Sentence], lengths: Sequence[float], budget: float) -> list[int]:
    """The first sentence of each document, then the second of each, and so on."""
    order = sorted(range(len(sentences)), key=lambda i: (sentences[i].order, sentences[i].document))
    return _filled(order, lengths, budget)


def mmr(sentences: Sequence[Sentence], lengths: Sequence[float], budget: float) -> list[int]:
    """Maximal marginal relevance (Carbonell and Goldstein 1998): like the document, unlike those
    chosen.
    """
    relevance = MMR_SHARE * likeness_to_document(sentences)
    alike = likeness(sentences)

    def worth(chosen: list[int], room: float) -> Float64Array:
        nearest = alike[chosen].toarray().max(axis=0, initial=0.0)
        return np.asarray(relevance - (1 - MMR_SHARE) * nearest)

    return one_by_one(lengths, budget, worth)


def annealed_mmr(
    sentences: Sequence[Sentence], lengths: Sequence[float], budget: float
) -> list[int]:
    """MMR whose weight goes from relevance to novelty as the summary grows (Murray et al. 2005,
    2.1); they print no rule: here relevance counts as much as room is left.
    """
    rows = of_length_one(term_weights(sentences))
    relevance = _cosines(rows, rows.sum(axis=0))

    def worth(chosen: list[int], room: float) -> Float64Array:
        share = room / budget
        novelty = _cosines(rows, rows[chosen].sum(axis=0))
        return np.round(share * relevance - (1 - share) * novelty, 9)

    return one_by_one(lengths, budget, worth)


def one_by_one(
    lengths: Sequence[float], room: float, worth: Callable[[list[int], float], Float64Array]
) -> list[int]:
    """One after the other what is worth most beside those chosen, in the room that is left; nothing
    that is worth minus infinity.
    """
    sizes, left = np.array(lengths, dtype=float), np.ones(len(lengths), dtype=bool)
    chosen: list[int] = []
    while (left := left & (sizes <= room)).any():
        now = np.where(left, worth(chosen, room), -np.inf)
        if now.max() == -np.inf:
            break
        chosen.append(int(now.argmax()))
        left[chosen[-1]] = False
        room -= sizes[chosen[-1]]
    return sorted(chosen)


def _cosines(rows: csr_array, vector: Float64Array) -> Float64Array:
    """The cosine of each row, of length one or zero, with a vector."""
    cosines: Float64Array = rows @ vector / (np.linalg.norm(vector) or 1.0)
    return cosines


def lsa(sentences: Sequence[Sentence], lengths: Sequence[float], budget: float) -> list[int]:
    """Latent semantic analysis (Murray et al. 2005, 2.2): from each topic of the sentences as much
    of the length as its singular value has of the sum of all; of long documents 100 topics.
    """
    if not sentences:
        return []
    rows = term_weights(sentences)
    if len(sentences) > _TOPICS:
        from sklearn.utils.extmath import randomized_svd

        vectors, shares, _ = randomized_svd(rows, _TOPICS, random_state=0)
    else:
        squares, vectors = np.linalg.eigh((rows @ rows.T).toarray())  # of the sentences' side
        vectors, shares = vectors[:, ::-1], np.sqrt(np.maximum(squares[::-1], 0))
    if not shares.any():  # no word is rarer than another, as in a single sentence
        shares = np.ones_like(shares)
    shares = shares[shares > 1e-6 * shares[0]]  # what is left are errors of rounding
    chosen: list[int] = []
    used = room = 0.0
    for share, vector in zip(shares, vectors.T, strict=False):
        room += budget * share / shares.sum()
        for i in np.argsort(-np.abs(vector).round(9), kind="stable").tolist():
            if i not in chosen and used + lengths[i] <= room + 1e-9:
                chosen.append(i)
                used += lengths[i]
    return sorted(chosen)


def lexrank(sentences: Sequence[Sentence], lengths: Sequence[float], budget: float) -> list[int]:
    """LexRank (Erkan and Radev 2004): PageRank over sentences, without near copies."""
    alike = likeness(sentences, rare=True).tocoo()
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(range(len(sentences)))
    near = (alike.data >= LEXRANK_THRESHOLD) & (alike.row < alike.col)
    graph.add_edges_from(zip(alike.row[near].tolist(), alike.col[near].tolist(), strict=True))
    ranks = nx.pagerank(graph) if sentences else {}
    too_near = alike.data > LEXRANK_ALIKE
    same = set(zip(alike.row[too_near].tolist(), alike.col[too_near].tolist(), strict=True))
    # Rounded, since the last bits of equal ranks depend on the order of additions.
    return _filled(sorted(ranks, key=lambda i: (-round(ranks[i], 9), i)), lengths, budget, same)


def _filled(
    order: Iterable[int],
    lengths: Sequence[float],
    budget: float,
    same: frozenset[tuple[int, int]] | set[tuple[int, int]] = frozenset(),
) -> list[int]:
    """Of sentences in falling order of worth, those that fit; not two that are the same."""
    chosen: list[int] = []
    for i in order:
        if lengths[i] <= budget and not any((i, j) in same for j in chosen):
            chosen.append(i)
            budget -= lengths[i]
    return sorted(chosen)


BASELINES: Mapping[str, Baseline] = {
    "lead": lead,
    "first": first,
    "mmr": mmr,
    "annealed-mmr": annealed_mmr,
    "lsa": lsa,
    "lexrank": lexrank,
}
"""By name."""
