"""What the model sees of an entity: the feature classes of Dunietz and Gillick (2014, Table 2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Self

import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin

from salience.errors import CorpusError, SalienceError
from salience.types import Entity, ParsedDocument

DUNIETZ_GILLICK = ("1st-loc", "head-count", "mentions", "headline", "head-lex")
"""The feature groups of the paper's Table 2."""

GROUPS = (*DUNIETZ_GILLICK, "centrality", "share")
"""All feature groups; `centrality` is that of section 4, and `share` is not in the paper."""

ATTRIBUTES = (
    "first_sentence",
    "head_count",
    "named",
    "nominal",
    "pronominal",
    "headline",
    "head",
    "share",
)
"""What `attributes` says of an entity, beside which entity of which document it is."""

Attributes = Mapping[str, Any]
Table = pd.DataFrame | Sequence[Attributes]
"""One row per entity: a DataFrame, or a list of mappings as `attributes` makes them."""


@cache
def bucket(x: int, k: int = 10) -> int:
    """The bucket of a count: `round(log(k * (x + 1)))` (Dunietz and Gillick 2014, section 3.2).

    The logarithm is natural (the paper does not say). How a half is rounded does not matter: no
    logarithm of a whole number is a whole number and a half.

    Raises:
        CorpusError: If the count is negative.

    Example:
        >>> [bucket(x) for x in (0, 1, 2, 3, 4, 10, 100)]
        [2, 3, 3, 4, 4, 5, 7]
    """
    if x < 0:
        raise CorpusError(f"a count can't be negative, got {x}. Pass 0 or more.")
    return round(math.log(k * (x + 1)))


def attributes(parsed: ParsedDocument) -> list[dict[str, Any]]:
    """What the feature classes are computed from, before bucketing: one row per entity.

    Returns:
        Per entity of `parsed.entities`, in order, a mapping with
        `document` (its id), `entity` (its index), `id` (the entity's),
        `first_sentence` (of the first mention, from 0; None if it is mentioned only in a title
        repeated at the start of the text), `head_count` (how often the head word of the first
        mention occurs in the text), `named`, `nominal`, `pronominal` (numbers of mentions),
        `headline` (the universal POS tags, sorted and separated by spaces, of its mentions' words
        that also stand in the headline; case is ignored, and so are tokens without a letter or
        digit), `head` (lower-cased head word of the first mention), `share` (of the mentions of
        all entities of the document, between 0 and 1).

    Example:
        >>> from salience.types import Document, Entity, Mention, ParsedDocument
        >>> nasa = Mention(0, 4, "NASA", "named", "NASA", 0, 0, (("NASA", "PROPN"),))
        >>> entity = Entity((nasa,), "NASA", "ORG", "name:nasa|ORG")
        >>> document = Document("d", "NASA flew.", "Nasa in space")
        >>> title_words = frozenset({"nasa", "in", "space"})
        >>> [row] = attributes(ParsedDocument(document, (entity,), (1,), title_words, 1))
        >>> {name: row[name] for name in ATTRIBUTES}
        {'first_sentence': 0, 'head_count': 1, 'named': 1, 'nominal': 0, 'pronominal': 0,
         'headline': 'PROPN', 'head': 'nasa', 'share': 1.0}
    """
    total = sum(len(entity.mentions) for entity in parsed.entities)
    return [
        {"document": parsed.document.id, "entity": index, "id": entity.id}
        | _attributes(entity, head_count, parsed.title_words)
        | {"share": round(len(entity.mentions) / total, 6)}
        for index, (entity, head_count) in enumerate(
            zip(parsed.entities, parsed.head_counts, strict=True)
        )
    ]


def _attributes(entity: Entity, head_count: int, title_words: frozenset[str]) -> dict[str, Any]:
    kinds = [mention.kind for mention in entity.mentions]
    return {
        "first_sentence": min(
            (m.sentence for m in entity.mentions if m.sentence >= 0), default=None
        ),
        "head_count": head_count,
        "named": kinds.count("named"),
        "nominal": kinds.count("nominal"),
        "pronominal": kinds.count("pronominal"),
        "headline": " ".join(sorted(_tags_in_title(entity, title_words))),
        "head": entity.mentions[0].head.lower(),
    }


def _tags_in_title(entity: Entity, title_words: frozenset[str]) -> set[str]:
    if not title_words:
        return set()
    return {
        tag
        for mention in entity.mentions
        for word, tag in mention.words
        if word.lower() in title_words and any(map(str.isalnum, word))
    }


# Per group: the attributes that it reads, and its feature strings for their values.
_Maker = Callable[..., tuple[str, ...]]
_MAKERS: Mapping[str, tuple[tuple[str, ...], _Maker]] = {
    "1st-loc": (
        ("first_sentence",),
        lambda x: () if _missing(x) else (f"1st-loc={bucket(int(x))}",),
    ),
    "head-count": (("head_count",), lambda x: (f"head-count={bucket(int(x))}",)),
    "mentions": (
        ("named", "nominal", "pronominal"),
        lambda *x: (f"mentions={','.join(str(bucket(int(n))) for n in (*x, sum(x)))}",),
    ),
    "headline": (("headline",), lambda x: tuple(f"headline={tag}" for tag in x.split())),
    "head-lex": (("head",), lambda x: (f"head-lex={x}",)),
    "centrality": (("centrality",), lambda x: (f"centrality={int(x)}",)),
    "share": (("share",), lambda x: (f"share={round(10 * math.sqrt(x))}",)),
}


class EntityFeaturizer(TransformerMixin, BaseEstimator):
    """Turns attributes of entities into binary feature strings. A scikit-learn transformer.

    It learns nothing, so that `fit` only checks its parameters. The strings of a row are those of
    the groups that are on, in the order of `GROUPS`, whatever the order of `groups`:

    - `1st-loc=`: bucket of the index of the first sentence that mentions the entity (the paper
      buckets "count features"; the index is taken as one); absent without such a sentence
    - `head-count=`: bucket of how often the first mention's head word occurs
    - `mentions=`: the buckets of named, nominal, pronominal and all mentions, in one string
    - `headline=`: one for each POS tag among the mentions' words that stand in the headline
    - `head-lex=`: the lower-cased head word of the first mention
    - `centrality=`: the rank among the document's entities, from 1, not bucketed
    - `share=`: the share of the document's mentions, as ten times its square root, rounded

    Args:
        groups: Names out of `GROUPS`.

    Example:
        >>> row = {"first_sentence": 0, "head_count": 2, "named": 1, "nominal": 0,
        ...        "pronominal": 1, "headline": "ADJ PROPN", "head": "nasa"}
        >>> EntityFeaturizer().transform([row])
        [['1st-loc=2', 'head-count=3', 'mentions=3,2,3,3', 'headline=ADJ', 'headline=PROPN',
          'head-lex=nasa']]
    """

    def __init__(self, groups: Sequence[str] = DUNIETZ_GILLICK) -> None:
        self.groups = groups

    def fit(self, X: Table, y: object = None) -> Self:
        """Check the parameters.

        Raises:
            SalienceError: If a group has no such name.
        """
        self._chosen()
        return self

    def transform(self, X: Table) -> list[list[str]]:
        """The feature strings of every row.

        Args:
            X: A DataFrame with the attributes of the chosen groups as columns, or a list of
                mappings with them as keys. Others are ignored.

        Raises:
            SalienceError: If a group has no such name.
            CorpusError: If an attribute is missing, or a count is negative.
        """
        rows: list[list[str]] = [[] for _ in range(len(X))]
        for group in self._chosen():
            names, make = _MAKERS[group]
            made: dict[tuple[Any, ...], tuple[str, ...]] = {}
            for row, values in zip(rows, zip(*columns(X, names, group), strict=True), strict=True):
                if values not in made:
                    made[values] = make(*values)
                row += made[values]
        return rows

    def _chosen(self) -> list[str]:
        groups = self.groups
        unknown = [groups] if isinstance(groups, str) else [g for g in groups if g not in GROUPS]
        if unknown or not len(groups):
            raise SalienceError(
                f"groups={groups!r} must be a list of feature groups. "
                f"Choose out of: {', '.join(GROUPS)}."
            )
        return [group for group in GROUPS if group in groups]

    def __sklearn_is_fitted__(self) -> bool:
        return True


def columns(X: Table, names: Iterable[str], wanted_by: str) -> list[list[Any]]:
    """The columns of a table as lists of Python values, whichever kind of table it is.

    Raises:
        CorpusError: If a column is missing, or a row has no such key.

    Example:
        >>> columns([{"named": 1, "head": "nasa"}], ["head", "named"], "a test")
        [['nasa'], [1]]
    """
    found = []
    for name in names:
        try:
            found.append(X[name].tolist() if isinstance(X, pd.DataFrame) else [r[name] for r in X])
        except KeyError:
            what = "Make its rows with `attributes`, or read them with `read_table`."
            if name in ATTRIBUTES:
                what = (
                    "It has no features, like files of `salience published` and of scores: make "
                    "labels with `salience label`, or rows with `attributes`."
                )
            message = f"the table has no {name!r}, which {wanted_by!r} needs. {what}"
            raise CorpusError(message) from None
    return found


def _missing(x: Any) -> bool:
    return x is None or bool(pd.isna(x))
