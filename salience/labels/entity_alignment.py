"""Which entities of a document do its abstracts mention?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Literal, get_args

from salience.errors import SalienceError
from salience.labels.linked_words import RULE, by_words
from salience.labels.name_rules import Match, search
from salience.language import language_of
from salience.names.keys import searched_name, words
from salience.resources import rule_confidences
from salience.types import (
    NOT_FOUND,
    Alignment,
    Alignments,
    Entity,
    Mention,
    ParsedDocument,
    Unaligned,
)
from salience.word_links.choices import DEFAULT as MODEL
from salience.word_links.choices import METEOR

if TYPE_CHECKING:
    from salience.word_links.links import AlignedPair

Rules = Literal["names", "dunietz-gillick", "words", "names+words"]
"""Names of sets of rules."""

_WORDS: Rules = "words"
_BOTH: Rules = "names+words"
_ALIGNERS: dict[str, str] = {_WORDS: METEOR, _BOTH: MODEL}

DEFAULT: Rules = "names"
"""The rules that are best on GUM's tuning documents; see resources/recipes/labels."""


def align_all(
    document: ParsedDocument,
    abstracts: Sequence[ParsedDocument],
    *,
    rules: str = DEFAULT,
    linked: Sequence[AlignedPair] = (),
) -> Alignments:
    """Align the entities of abstracts with those of the document, and say which found nothing.

    Rules are `names` (`salience.labels.name_rules`), `words` (`salience.labels.linked_words`),
    `names+words`, and `dunietz-gillick`: section 2 of Dunietz and Gillick (2014), by equal head
    tokens, with the earliest of several entities. The paper leaves open which pair of mentions is
    the evidence: here the first of the abstract, then the first of the document. With `words` there
    is one alignment for each pair of words in `linked`, which has the links of each abstract.
    """
    check_rules(rules)
    if needs_words(rules) and len(linked) != len(abstracts):
        raise ValueError(
            f"rules {rules!r} need links for each of {len(abstracts)} abstracts, got {len(linked)}"
        )
    aligned: list[Alignment] = []
    unaligned: list[Unaligned] = []
    known = _words_of(document) if abstracts else frozenset()
    for number, abstract in enumerate(abstracts):
        confidence = _confidences(rules, linked[number].aligner if linked else "")
        alignments = [
            replace(a, confidence=confidence.get(a.rule))
            for a in _alignments(rules, document, abstract, number, linked)
        ]
        aligned += alignments
        unaligned += _unaligned(known, abstract, number, alignments)
    return Alignments(tuple(aligned), tuple(unaligned))


def check_rules(rules: str) -> None:
    """Check, before the work starts, that a set of rules has this name."""
    if rules not in get_args(Rules):
        choices = ", ".join(get_args(Rules))
        raise SalienceError(f"rules={rules!r} names no rules. Choose one of: {choices}.")


def needs_words(rules: str) -> bool:
    """Whether rules need links of words."""
    return rules in _ALIGNERS


def best_aligner(rules: str) -> str:
    """The aligner of words that is best with rules that need one; see resources/recipes/labels."""
    return _ALIGNERS[rules]


def _confidences(rules: str, aligner: str) -> Mapping[str, float]:
    """The confidence of each rule: those of names are the same, whatever comes after them."""
    known = rule_confidences()
    if not needs_words(rules):
        return known.get(rules, {})
    names = known.get("names", {}) if rules == _BOTH else {}
    measured = known.get(rules, {})
    return {**names, RULE: measured[aligner]} if aligner in measured else names


def _alignments(
    rules: str,
    document: ParsedDocument,
    abstract: ParsedDocument,
    number: int,
    linked: Sequence[AlignedPair],
) -> list[Alignment]:
    """The alignments of one abstract."""
    if rules == "dunietz-gillick":
        return list(_by_head(document, abstract, number))
    if rules == "names":
        return list(_by_names(document, abstract, number))
    words = by_words(document, number, linked[number])
    if rules == _WORDS:
        return list(words)
    names = list(_by_names(document, abstract, number))
    entities = {a.entity for a in names}
    taken = {i for a in names for i in range(a.mention.start, a.mention.end)}
    more = (a for a in words if a.entity not in entities and a.mention.start not in taken)
    return sorted([*names, *more], key=lambda a: (a.mention.start, a.entity))


def _words_of(parsed: ParsedDocument) -> frozenset[str]:
    """The words of a text and its headline, as they are compared."""
    text = f"{parsed.document.title or ''}\n{parsed.document.text}"
    return frozenset(word.key for word in words(text, language_of(parsed.language)))


def _unaligned(
    known: frozenset[str], abstract: ParsedDocument, number: int, alignments: Sequence[Alignment]
) -> Iterator[Unaligned]:
    """The entities of an abstract that no alignment stands for, in the order of the abstract."""
    spans = sorted((a.mention.start, a.mention.end) for a in alignments)
    starts = [start for start, _ in spans]
    ends = [0, *accumulate((end for _, end in spans), max)]  # of the spans so far
    left = [
        entity
        for entity in (*abstract.entities, *abstract.generic)
        if not any(m.head_start < ends[bisect_right(starts, m.head_start)] for m in entity.mentions)
    ]
    language = language_of(abstract.language)
    for entity in sorted(left, key=lambda entity: entity.mentions[0].start):
        named = next((m for m in entity.mentions if m.kind == "named"), None)
        mention = named or next(m for m in entity.mentions if m.kind == "nominal")
        keys = {word.key for word in words(searched_name(mention), language) if word.capital}
        reason = NOT_FOUND if keys & known else "not in the document"
        yield Unaligned(number, mention, reason if named else "only generic mentions")


def _by_names(
    document: ParsedDocument, abstract: ParsedDocument, number: int
) -> Iterator[Alignment]:
    """The names of the document that stand in the abstract."""
    text = words(abstract.document.text, language_of(abstract.language))
    places = _Places(abstract)
    surest: dict[tuple[int, int | None], Alignment] = {}
    seen: set[int] = set()
    for match in search(document, abstract):
        start, end = text[match.start].start, text[match.end - 1].end
        owner = places.owner(start, end)
        if owner is not None or match.entity not in seen:
            seen.add(match.entity)
            mention = places.mention(start, end, match)
            alignment = Alignment(
                number, mention, match.entity, match.mention, match.rule, match.candidates
            )
            surest.setdefault((match.entity, owner), alignment)
    yield from sorted(surest.values(), key=lambda a: (a.mention.start, a.entity))


class _Places:
    """The mentions of an abstract by where they stand."""

    def __init__(self, abstract: ParsedDocument) -> None:
        self._text, self._language = abstract.document.text, language_of(abstract.language)
        named = ((m.head_start, i) for i, e in enumerate(abstract.entities) for m in e.mentions)
        self._heads = sorted(named)
        mentions = [m for e in (*abstract.entities, *abstract.generic) for m in e.mentions]
        self._exact = {(m.start, m.end): m for m in reversed(mentions)}
        mentions.sort(key=lambda m: m.start)
        self._starts = [m.start for m in mentions]
        self._sentences = list(accumulate((m.sentence for m in mentions), max))

    def owner(self, start: int, end: int) -> int | None:
        """The first entity with a mention whose head stands between two offsets."""
        first = bisect_left(self._heads, (start, 0))
        heads = islice(self._heads, first, bisect_left(self._heads, (end, 0)))
        return min((i for _, i in heads), default=None)

    def mention(self, start: int, end: int, match: Match) -> Mention:
        """The words as a mention: the abstract's own if they are one, else one made of them."""
        if own := self._exact.get((start, end)):
            return own
        before = bisect_right(self._starts, start)
        text = self._text[start:end]
        head = words(text, self._language)[-1]
        return Mention(
            start,
            end,
            text,
            match.kind,
            head.text,
            start + head.start,
            self._sentences[before - 1] if before else 0,
        )


def _by_head(
    document: ParsedDocument, abstract: ParsedDocument, number: int
) -> Iterator[Alignment]:
    """Dunietz and Gillick's rule, for one abstract."""
    heads = [_named_by_head(entity) for entity in document.entities]
    having: dict[str, list[int]] = defaultdict(list)
    for i, other in enumerate(heads):
        for head in other:
            having[head].append(i)
    for entity in abstract.entities:
        named = _named_by_head(entity)
        candidates = tuple(sorted({i for head in named for i in having.get(head, ())}))
        if not candidates:
            continue
        chosen = heads[candidates[0]]
        head = next(head for head in named if head in chosen)
        yield Alignment(number, named[head], candidates[0], chosen[head], "head", candidates)


def _named_by_head(entity: Entity) -> dict[str, Mention]:
    """The first proper-name mention with each head token: of the text, then of the headline."""
    named: dict[str, Mention] = {}
    for mention in (*entity.mentions, *entity.title_mentions):
        if mention.kind == "named":
            named.setdefault(mention.head, mention)
    return named
