"""The feature groups: one record of each, and sets of them; docs/contributing.md says how to add
one.

A number can be bucketed (`1st-loc`) or have a value for every bound that it reaches (`order`). A
text can be one value (`head-lex`) or several (`headline`).
"""

import math
import re
import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from salience.errors import SalienceError
from salience.features.bounds import at_least, at_most, bucket
from salience.features.rows import EntityRow, missing
from salience.text.formatting import sentence_words
from salience.types import NOMINAL_ID, coarse_type

DUNIETZ_GILLICK = ("1st-loc", "head-count", "mentions", "headline-words", "head-lex")
"""The feature groups of the paper's Table 2."""

DEFAULT = ("headline", "head-lex", "counts", "order", "title", "after", "topic")
"""The feature groups that are best together; see resources/recipes/salience."""

CONTEXT = ("before", "after", "governor", "sentences", "topic")
"""The feature groups that read what stands around the mentions, by its words alone."""

BIASES = ("no-name", "without-headline")
"""The feature groups that are a bias of the model that ships: they do not change
the order of the names of a document."""

SETS = {"default": DEFAULT, "dunietz-gillick": DUNIETZ_GILLICK, "context": CONTEXT}
"""Sets of feature groups by name."""

_COUNTS = (2, 3, 4, 6, 9, 14, 22, 36)
_PLACES = (1, 2, 3, 5, 8, 13, 21)
_TENTHS = tuple(n / 10 for n in range(1, 10))
_PARTS = (0.01, 0.5, 1)
_KINDS = ("named", "nominal", "pronominal")
_COSINES = (0.001, 0.1, 0.15, 0.2, 0.3, 0.4)
_SMALL_SHARES = (0.01, 0.02, 0.035, 0.05, 0.07, 0.1, 0.14, 0.2, 0.3)


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """A feature group. Its feature strings are `name=value`, such as `head-lex=nasa`.

    Attributes:
        name: Its name.
        reads: The attributes that it reads; a table must have columns of these names.
        values: Takes the values of these attributes, in this order, and returns the values of the
            features that the entity has.
        words: What a feature says of an entity: takes its value and the entity's attributes.
            Features that say the same are one reason in an explanation.
        description: What the group says of an entity, for the documentation.
        open_vocabulary: Whether its values are words of texts, so that new texts have new values.

    Example:
        >>> renamed = FeatureGroup("renamed", ("named",), lambda n: ["often"] if n > 2 else [],
        ...     lambda value, entity: f"named {entity['named']} times", "whether it is named often")
        >>> renamed.features(3)
        ('renamed=often',)
    """

    name: str
    reads: tuple[str, ...]
    values: Callable[..., Iterable[str]]
    words: Callable[[str, EntityRow], str]
    description: str
    open_vocabulary: bool = False

    def features(self, *attributes: Any) -> tuple[str, ...]:
        """The feature strings of an entity whose attributes `reads` have these values."""
        return tuple(f"{self.name}={value}" for value in self.values(*attributes))


def chosen(groups: str | Iterable[str]) -> tuple[str, ...]:
    """The feature groups of a set, or of a list of groups and sets, in the order of `GROUPS`."""
    names: set[str] = set()
    for name in [groups] if isinstance(groups, str) else groups:
        if name not in SETS and (name not in GROUPS or isinstance(groups, str)):
            names.clear()
            break
        names.update(SETS.get(name, (name,)))
    if not names:
        raise SalienceError(
            f"groups={groups!r} must be {' or '.join(map(repr, SETS))}, or a list of feature "
            f"groups. Choose out of: {', '.join(GROUPS)}."
        )
    return tuple(group for group in GROUPS if group in names)


def group_of(feature: str) -> str:
    """The name of the group of a feature string."""
    return feature.partition("=")[0]


def feature_words(feature: str, entity: EntityRow) -> str:
    """What a feature says of an entity, in words; the feature itself if its group is unknown."""
    name, _, value = feature.partition("=")
    return GROUPS[name].words(value, entity) if name in GROUPS else feature


def _mention_buckets(*kinds: Any) -> Sequence[str]:
    return [",".join(str(bucket(int(n))) for n in (*kinds, sum(kinds)))]


def _reached(*numbers: tuple[str, Literal["<=", ">="], Iterable[float]]) -> Callable[..., Any]:
    """What gives the bounds that some numbers reach: of each its name, the sign and the bounds."""

    def values(*given: Any) -> Sequence[str]:
        return [
            value
            for (name, sign, limits), x in zip(numbers, given, strict=True)
            for value in (at_most if sign == "<=" else at_least)(name, limits, x)
        ]

    return values


def _counted(named: int, nominal: int, pronominal: int, head: int) -> Sequence[str]:
    reached = _reached(("mentions", ">=", _COUNTS), ("head", ">=", _COUNTS))
    return reached(named + nominal + pronominal, head)


def _role_values(first: str, subjects: float) -> Sequence[str]:
    return (first, *at_least("subjects", (0.1, 0.3, 0.5, 0.7, 0.9), subjects))


def _governor_values(governor: str) -> Sequence[str]:
    return (governor.partition(":")[0], governor) if governor else ("root",)


def _said(**words: str) -> Callable[[str, EntityRow], str]:
    """What says in words which number a value bounds, by the number's name, `_` if it has none."""

    def said(value: str, entity: EntityRow) -> str:
        name = re.split("[<>=]", value)[0]
        return _Places().vformat(words[name or "_"], (), entity)

    return said


class _Places(string.Formatter):
    """Formats places as people count them: *first*, *2nd*, *11th*, *23rd*."""

    def format_field(self, value: Any, form: str) -> str:
        if form not in ("place", "ordinal"):
            return str(super().format_field(value, form))
        place = int(value)
        if place == 1:
            return "first " if form == "place" else ""
        ends = {} if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}
        return f"{place:,}{ends.get(place % 10, 'th')} "


def _head_words(_: str, entity: EntityRow) -> str:
    n, head = int(entity["head_count"]), entity.get("head")
    word = f"“{head}”" if isinstance(head, str) else "its head word"
    return f"{word} {'once' if n == 1 else f'{n:,} times'} in the text"


def _mention_words(_: str, entity: EntityRow) -> str:
    kinds = ", ".join(f"{entity[k]:,} {k}" for k in _KINDS if entity[k])
    return f"mentions: {kinds or 'none'}"


def _count_words(value: str, entity: EntityRow) -> str:
    if value.startswith("head"):
        return _head_words(value, entity)
    return f"{sum(int(entity[kind]) for kind in _KINDS):,} mentions"


def _paragraph_words(value: str, entity: EntityRow) -> str:
    if not value.startswith("first"):
        return f"{entity['paragraphs']:.0%} of the paragraphs mention it"
    index = int(entity["first_paragraph"])
    return f"first mentioned in {f'paragraph {index + 1}' if index else 'the first paragraph'}"


def _role_words(value: str, entity: EntityRow) -> str:
    if value.startswith("subjects>"):
        return f"{entity['subjects']:.0%} of the mentions are subjects"
    return f"its first mention is {value or 'without a role'}"


def _beside_words(value: str, _: EntityRow, place: str, edge: str) -> str:
    beside = f"“{value}” {place} its first mention"
    return beside if value else f"its first mention {edge} a sentence"


_ROLES = {
    "root": "the root of a sentence",
    "nsubj": "subject",
    "csubj": "subject",
    "obj": "object",
    "iobj": "indirect object",
    "obl": "oblique",
    "nmod": "modifier",
    "poss": "possessor",
    "appos": "apposition",
}


def _governor_words(value: str, _: EntityRow) -> str:
    relation, lemma = [*value.split(":", 1), ""][:2]
    role = f"its first mention is {_ROLES.get(relation, relation)}"
    return f"{role} of “{lemma}”" if lemma else role


_RECORDS = (
    FeatureGroup(
        "1st-loc",
        reads=("first_sentence",),
        values=lambda n: [] if missing(n) else [str(bucket(int(n)))],
        words=lambda _, e: f"first mentioned in {sentence_words(e['first_sentence'])}",
        description="the sentence of its first mention, bucketed; nothing if only the headline "
        "mentions it",
    ),
    FeatureGroup(
        "head-count",
        reads=("head_count",),
        values=lambda n: [str(bucket(int(n)))],
        words=_head_words,
        description="how often the head word of its first mention occurs, bucketed",
    ),
    FeatureGroup(
        "mentions",
        reads=("named", "nominal", "pronominal"),
        values=_mention_buckets,
        words=_mention_words,
        description="buckets of the numbers of named, nominal, pronominal and all mentions",
    ),
    FeatureGroup(
        "headline",
        reads=("headline",),
        values=str.split,
        words=lambda _value, _: "in the headline",
        description="POS tags of the words of its mentions in the headline, a feature each",
    ),
    FeatureGroup(
        "headline-words",
        reads=("headline_words",),
        values=str.split,
        words=lambda _value, _: "shares a word with the headline",
        description="POS tags of the words of its mentions that are also words of the headline, a "
        "feature each",
    ),
    FeatureGroup(
        "head-lex",
        reads=("head",),
        values=lambda head: [head],
        words=lambda value, _: f"the word “{value}”",
        description="head word of its first mention, lower-cased",
        open_vocabulary=True,
    ),
    FeatureGroup(
        "centrality",
        reads=("centrality",),
        values=lambda rank: [str(int(rank))],
        words=lambda value, _: f"rank {value} by centrality in the document",
        description="rank by PageRank over what occurs together elsewhere (section 4)",
    ),
    FeatureGroup(
        "share",
        reads=("share",),
        values=lambda share: [str(round(10 * math.sqrt(share)))],
        words=lambda _, e: f"{e['share']:.0%} of all mentions",
        description="ten times the square root of its share of the mentions, rounded",
    ),
    FeatureGroup(
        "rank",
        reads=("rank",),
        values=_reached(("", "<=", _PLACES)),
        words=_said(_="the {rank:ordinal}most mentioned"),
        description="its rank by number of mentions, cumulative",
    ),
    FeatureGroup(
        "order",
        reads=("order",),
        values=_reached(("", "<=", _PLACES)),
        words=_said(_="the {order:place}entity of the text"),
        description="whether it is the first, second, … entity that is mentioned, cumulative",
    ),
    FeatureGroup(
        "counts",
        reads=("named", "nominal", "pronominal", "head_count"),
        values=_counted,
        words=_count_words,
        description="numbers of mentions and of its head word, cumulative",
    ),
    FeatureGroup(
        "spread",
        reads=("span", "tenths"),
        values=_reached(("span", ">=", _TENTHS), ("tenths", ">=", range(2, 11))),
        words=_said(
            span="from first to last mention {span:.0%} of the text",
            tenths="in {tenths:g} tenths of the text",
        ),
        description="share of the text from first to last mention, and tenths of it with a "
        "mention, cumulative",
    ),
    FeatureGroup(
        "lead",
        reads=("lead",),
        values=_reached(("", ">=", (1, 2, 3, 4))),
        words=_said(_="{lead:g} mentions in the first three sentences"),
        description="number of mentions in the first three sentences, cumulative",
    ),
    FeatureGroup(
        "paragraph",
        reads=("first_paragraph", "paragraphs"),
        values=_reached(("first", "<=", (0, *_PLACES)), ("share", ">=", _TENTHS)),
        words=_paragraph_words,
        description="the first paragraph that mentions it; share of those that do; cumulative",
    ),
    FeatureGroup(
        "role",
        reads=("role", "subjects"),
        values=_role_values,
        words=_role_words,
        description="dependency relation of its first mention; share of mentions that are "
        "subjects, cumulative",
    ),
    FeatureGroup(
        "quotation",
        reads=("quoted",),
        values=_reached(("", ">=", _PARTS)),
        words=_said(_="{quoted:.0%} of the mentions in quotes"),
        description="share of its mentions inside of quotation marks, cumulative",
    ),
    FeatureGroup(
        "type",
        reads=("type",),
        values=lambda type_: [coarse_type(type_)],
        words=lambda value, _: f"is of type {value}" if value else "is of no type",
        description="the type of entity; events, works and products count as MISC",
    ),
    FeatureGroup(
        "no-name",
        reads=("id",),
        values=lambda id_: ["yes"] if id_.startswith(NOMINAL_ID) else [],
        words=lambda _value, _: "it has no name",
        description="whether it has no proper name (`--nominal`); the model that ships has it",
    ),
    FeatureGroup(
        "without-headline",
        reads=("has_headline",),
        values=lambda has_headline: [] if has_headline else ["yes"],
        words=lambda _value, _: "the document has no headline",
        description="whether its document has no headline; the model that ships has it",
    ),
    FeatureGroup(
        "title",
        reads=("in_title",),
        values=_reached(("", ">=", _PARTS)),
        words=lambda _, e: (
            f"{'its whole' if e['in_title'] >= 1 else 'a part of its'} name in the headline"
        ),
        description="how much of its name the headline mentions it by, cumulative",
    ),
    FeatureGroup(
        "pagerank",
        reads=("pagerank",),
        values=_reached(("", ">=", _SMALL_SHARES)),
        words=_said(_="PageRank in the document {pagerank:.2f}"),
        description="PageRank within the document, cumulative",
    ),
    FeatureGroup(
        "before",
        reads=("before",),
        values=lambda word: [word],
        words=partial(_beside_words, place="before", edge="begins"),
        description="the word before its first mention, lower-cased",
        open_vocabulary=True,
    ),
    FeatureGroup(
        "after",
        reads=("after",),
        values=lambda word: [word],
        words=partial(_beside_words, place="after", edge="ends"),
        description="the word after its first mention, lower-cased",
        open_vocabulary=True,
    ),
    FeatureGroup(
        "governor",
        reads=("governor",),
        values=_governor_values,
        words=_governor_words,
        description="the role of its first mention, alone and with the word that governs it, such "
        "as subject of *meet*",
        open_vocabulary=True,
    ),
    FeatureGroup(
        "sentences",
        reads=("sentence_rank", "sentence_weight", "weight_share"),
        values=_reached(
            ("rank", "<=", (1, 2, 3, 4, 6, 9)),
            ("weight", ">=", (0.8, 1, 1.2, 1.4, 1.6, 1.8, 2.1)),
            ("share", ">=", (0.01, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3)),
        ),
        words=_said(
            rank="mentioned in the {sentence_rank:ordinal}most central sentence",
            weight="in a sentence {sentence_weight:.1f} times as central as the mean",
            share="its sentences have {weight_share:.0%} of the weight of all",
        ),
        description="how central its sentences are in the document: best rank, highest weight and "
        "share of the weight, cumulative",
    ),
    FeatureGroup(
        "topic",
        reads=("headline_first", "headline_most", "headline_share"),
        values=_reached(
            ("first", ">=", _COSINES),
            ("most", ">=", _COSINES),
            ("share", ">=", (0.01, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)),
        ),
        words=_said(
            first="its first sentence is {headline_first:.0%} like the headline",
            most="one of its sentences is {headline_most:.0%} like the headline",
            share="its sentences have {headline_share:.0%} of what text and headline share",
        ),
        description="how much its sentences are about what the headline says, by their words, "
        "cumulative",
    ),
)

GROUPS = {group.name: group for group in _RECORDS}
"""All feature groups by name: the paper's Table 2, `centrality` of its section 4, and our own."""
