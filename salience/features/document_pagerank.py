"""Centrality within one document: PageRank in the graph of entities that share sentences."""

import numpy as np

from salience.types import ParsedDocument

DAMPING = 0.85
_CHANGE, _STEPS = 1e-9, 200  # 0.85 to the power of 200 is far below the change


def document_pagerank(parsed: ParsedDocument) -> list[float]:
    """The PageRank of every entity in the graph whose edges weigh shared sentences."""
    n = len(parsed.entities)
    if not n:
        return []
    held = sorted(
        {
            (i, m.sentence + 1)
            for i, e in enumerate(parsed.entities)
            for m in (*e.title_mentions, *e.mentions)
        }
    )
    entity, sentence = np.array(held).T
    sentence = np.unique(sentence, return_inverse=True)[1]
    # Edges are not stored: two hundred entities in one sentence would have twenty thousand.
    alone = np.bincount(entity).astype(float)
    votes = np.bincount(entity, np.bincount(sentence)[sentence]) - alone
    share = np.divide(1, votes, out=np.zeros(n), where=votes > 0)
    rank = np.full(n, 1 / n)
    for _ in range(_STEPS):
        given = rank * share
        received = np.bincount(entity, np.bincount(sentence, given[entity])[sentence])
        received -= alone * given
        new = DAMPING * (received + rank[votes == 0].sum() / n) + (1 - DAMPING) / n
        change, rank = np.abs(new - rank).sum(), new
        if change < _CHANGE:
            break
    return [round(float(value), 6) for value in rank]
