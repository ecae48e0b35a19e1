"""Coreference by a learned ranker: each mention chooses an antecedent, or begins a new entity.

Mention ranking after Durrett and Klein (2013, "Easy victories and uphill battles in coreference
resolution"): a log-linear model over hashed surface features (`pair_features`), between the rules.
Names and appositions are joined before it, and what can't corefer is never joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import srsly
from spacy.tokens import Doc

from salience.arrays import Float32Array, Float64Array, Int64Array
from salience.coref.candidates import Pairs, find_pairs, is_loose, may_name_the_same
from salience.coref.clusters import CLUSTER_KEY, Clusters, cluster_keys
from salience.coref.ranking_model import CorefModel, load_coref_model
from salience.coref.sieves import descriptions, join_others, join_surest
from salience.mentions.mention_attributes import FEMALE, MALE, Columns
from salience.mentions.mention_detection import TokenMention, find_mentions
from salience.names.proper_names import Name, title_gender


@dataclass(frozen=True, slots=True)
class Link:
    """A mention with the mention that it was joined to, and the probability.

    Attributes:
        mention, antecedent: Indices into the mentions; the antecedent is mostly the earlier one.
        probability: Of the antecedent's entity against a new one and all others.
    """

    mention: int
    antecedent: int
    probability: float


def resolve_learned(
    doc: Doc, mentions: Sequence[TokenMention], model: CorefModel, threshold: float | None = None
) -> list[list[int]]:
    """Find which mentions corefer, by the learned model between the rules.

    Names, appositions and predicates are joined first, by the rules of `salience.coref.sieves.resolve`.
    What is left chooses among the mentions before it: those of the last sentences (four; eight
    for *he* and *she*; two for names), at most 40, and besides them the last with the same head,
    with a word of the name, or in quoted speech its speaker. So the time grows with the number of
    mentions. Mentions that disagree in number (but for *they*), gender, type or person are not
    joined, whatever the model says, nor are names that can't be of one entity. Two names that may
    be the same may differ in type, since one of the types may be wrong.

    Args:
        doc: A parsed Doc.
        mentions: Its mentions, sorted by (start, -end), as `find_mentions` gives them.
        model: What was learned.
        threshold: A mention is joined if that is at least so probable; the model's own if None.
            Joins of the rules are not asked.

    Returns:
        Clusters of two or more indices into `mentions`, sorted; clusters by first index.

    Example:
        >>> from spacy.vocab import Vocab
        >>> from salience.coref.ranking_model import load_coref_model
        >>> from salience.mentions.mention_detection import find_mentions
        >>> doc = Doc(Vocab(), words=["Ann", "Lee", "said", "she", "slept"], heads=[2, 0, 2, 4, 2],
        ...           pos=["PROPN", "PROPN", "VERB", "PRON", "VERB"],
        ...           deps=["nsubj", "flat", "ROOT", "nsubj", "ccomp"])
        >>> resolve_learned(doc, find_mentions(doc), load_coref_model())
        [[0, 1]]
    """
    return rank(doc, mentions, model, threshold)[0].result()


def rank(
    doc: Doc, mentions: Sequence[TokenMention], model: CorefModel, threshold: float | None = None
) -> tuple[Clusters, list[Link]]:
    """The same, as clusters and the links that the model made, with their probabilities."""
    clusters, pairs = analyse(doc, mentions, model.frequent)
    chances, _ = probabilities(pairs, model.weights)
    least = model.threshold if threshold is None else threshold
    return clusters, link_mentions(clusters, pairs, chances, least)


def analyse(
    doc: Doc, mentions: Sequence[TokenMention], frequent: Int64Array
) -> tuple[Clusters, Pairs]:
    """The sure joins of a document, and the choices that are left."""
    columns = Columns(doc)
    clusters = Clusters(columns, mentions)
    rules = clusters.copy()
    described = descriptions(columns)
    join_surest(rules, described)
    loose = {i for i, t in enumerate(clusters.traits) if is_loose(columns, t)}
    join_surest(clusters, described, without=loose)
    links = join_others(columns, rules)
    return clusters, find_pairs(columns, clusters, rules, links, frequent)


def probabilities(pairs: Pairs, weights: Float32Array) -> tuple[Float64Array, Float64Array]:
    """By pair, the probability of that antecedent; by mention, that of a new entity."""
    link = weights[pairs.links].sum(axis=1, dtype=np.float64)
    return softmax(pairs, link, weights[pairs.new].sum(axis=1, dtype=np.float64))


def softmax(
    pairs: Pairs, link: Float64Array, new: Float64Array
) -> tuple[Float64Array, Float64Array]:
    """The same of scores: of each pair, and of each mention as a new entity."""
    top = new.copy()
    np.maximum.at(top, pairs.mention, link)
    link, new = np.exp(link - top[pairs.mention]), np.exp(new - top)
    total = new + np.bincount(pairs.mention, link, minlength=len(new))
    return link / total[pairs.mention], new / total


def link_mentions(
    clusters: Clusters, pairs: Pairs, chances: Float64Array, threshold: float
) -> list[Link]:
    """Join each mention to the likeliest entity, from left to right; return the joins.

    The probabilities of antecedents that are in one entity by then are added up. A mention is
    joined if that is at least the threshold and the two may corefer.
    """
    links = []
    starts = np.flatnonzero(np.diff(pairs.mention, prepend=-1)).tolist()
    mention, antecedent = pairs.mention.tolist(), pairs.antecedent.tolist()
    values = chances.tolist()
    # No entity is likelier than all antecedents together (but for how sums are rounded).
    total = np.bincount(pairs.mention, chances).tolist()
    for start, end in pairwise([*starts, len(mention)]):
        i = mention[start]
        if total[i] < threshold - 1e-9:
            continue
        masses: dict[int, float] = {}
        best: dict[int, int] = {}
        for k in range(start, end):
            key = id(clusters.of[antecedent[k]])
            masses[key] = masses.get(key, 0.0) + values[k]
            if key not in best or values[k] >= values[best[key]]:
                best[key] = k
        for key in sorted(masses, key=lambda key: (-masses[key], best[key])):
            if masses[key] < threshold:
                break
            j = antecedent[best[key]]
            if clusters.of[i] is clusters.of[j]:
                break
            if may_join(clusters, i, j):
                clusters.join(j, i)
                links.append(Link(i, j, masses[key]))
                break
    return links


def may_join(clusters: Clusters, i: int, j: int) -> bool:
    """Whether nothing speaks against it that is certain."""
    a, b = clusters.of[i], clusters.of[j]
    if {a.gender, b.gender} == {MALE, FEMALE}:
        return False
    # Of two clusters with names, one may have the wrong type.
    if not (a.names and b.names) and not (a.gender & b.gender and a.types & b.types):
        return False
    if not all(may_name_the_same(x, y) and _titles_agree(x, y) for x in a.names for y in b.names):
        return False
    t = clusters.traits[i]
    if t.mention.kind == "pronominal" and not t.head.endswith(("self", "selves")):
        return t.governor not in b.governors
    return True


def _titles_agree(a: Name, b: Name) -> bool:
    """*Ms. Lee* is not *Mr. Lee*, nor where she was taken for a place, so that *Ms.* is a word."""
    told = {x.gender or (title_gender(x.words[0]) if x.words[1:] else "") for x in (a, b)}
    return not {"m", "f"} <= told


class LearnedResolver:
    """The component: writes clusters to `doc.spans["coref_clusters_<n>"]`, n from 1.

    What the model linked stands in `doc._.coref_links`, as lists of the tokens where the mention
    starts and ends, those of its antecedent, and the probability.
    """

    def __init__(self, model: str | Path | CorefModel, threshold: float | None) -> None:
        if isinstance(threshold, bool) or not (threshold is None or 0 <= threshold <= 1):
            raise ValueError(f"threshold must be from 0 to 1, got {threshold!r}")
        self.threshold = threshold
        self._model = model

    def load(self) -> CorefModel:
        """The model, read when it is needed."""
        if not isinstance(self._model, CorefModel):
            self._model = load_coref_model(self._model)
        return self._model

    def __call__(self, doc: Doc) -> Doc:
        """Resolve the mentions of a Doc; if it has clusters already, it stays as it is."""
        if cluster_keys(doc):
            return doc
        mentions = find_mentions(doc)
        clusters, links = rank(doc, mentions, self.load(), self.threshold)
        places = [(m.start, m.end) for m in mentions]
        for n, cluster in enumerate(clusters.result(), start=1):
            doc.spans[f"{CLUSTER_KEY}{n}"] = [doc[slice(*places[i])] for i in cluster]
        doc._.coref_links = [
            [*places[x.mention], *places[x.antecedent], round(x.probability, 6)] for x in links
        ]
        return doc

    def to_bytes(self, *, exclude: Any = ()) -> bytes:
        """The model, as spaCy asks for it."""
        return srsly.msgpack_dumps(self.load().to_files())

    def from_bytes(self, data: bytes, *, exclude: Any = ()) -> LearnedResolver:
        """Take over a model."""
        self._model = CorefModel.from_files(srsly.msgpack_loads(data), "component 'salience_coref'")
        return self

    def to_disk(self, path: str | Path, *, exclude: Any = ()) -> None:
        """Write the model as a folder."""
        self.load().save(path)

    def from_disk(self, path: str | Path, *, exclude: Any = ()) -> LearnedResolver:
        """Read the model."""
        self._model = load_coref_model(Path(path))
        return self


if not Doc.has_extension("coref_links"):
    Doc.set_extension("coref_links", default=None)
