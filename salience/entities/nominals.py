"""The entities of a text that have no name: one for all noun phrases that are shown alike.

Times are none, nor what says nothing (*the thing*) and nouns of fixed phrases (*in addition*).
Shown is the fullest phrase with the noun that an entity is called by, without what points at it or
counts it and what follows its noun: *heavy rains* for *such heavy rains in May*. Phrases with a
pronoun that possesses are alike if it is of the same entity: *her father*. A plural that stands
without an article is of the kind, as the singular is: *coasts*, *the coast*.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from salience.entities.source import Source
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention

Phrase = tuple[int | str, ...]
"""The words of a phrase; for a possessive pronoun the number of its entity."""

_NOUNS = ("NOUN", "PROPN")
_DESCRIBING = ("NOUN", "PROPN", "VERB")
_TELLING_NUMBER = re.compile(r"(?:1\d|20)\d\d|2100|\d+[a-z]+")
"""A number that says which, not how many: a year (*the 1918 flu*), or one with letters (*5G*)."""


def nominal_clusters(
    source: Source, clusters: Iterable[Sequence[TokenMention]]
) -> Iterator[tuple[str, list[TokenMention]]]:
    """What each entity without a name is shown as, and its mentions; dates and amounts are none."""
    columns, clusters = source.columns, list(clusters)
    owners = {m.head: n for n, c in enumerate(clusters) for m in c if m.kind == "pronominal"}
    found: list[tuple[Phrase, str, list[TokenMention]]] = []
    kinds: dict[Phrase, Phrase] = {}
    joined: dict[Phrase, tuple[str, list[TokenMention]]] = {}
    for cluster in clusters:
        if any(m.kind == "named" for m in cluster):
            continue
        cluster = [m for m in cluster if m.kind != "nominal" or not _in_phrase(columns, m.head)]
        extents = {
            m: extent
            for m in cluster
            if m.kind == "nominal" and m.head >= source.body and m.head not in columns.in_value
            if not _is_empty(columns, extent := _extent(columns, m), m.head)
        }
        if not extents:
            continue
        start, end = _fullest(columns, extents)
        key = tuple(
            owners.get(i, ~i) if columns.pos[i] == "PRON" else columns.lower[i]
            for i in range(start, end)
        )
        if any(first == m.start for m, (first, _) in extents.items()):  # *coasts*, not *the coasts*
            kinds[key] = (*key[:-1], columns.lemma[end - 1].lower())
        found.append((key, _shown(source, start, end), cluster))
    for key, shown, cluster in found:
        joined.setdefault(kinds.get(key, key), (shown, []))[1].extend(cluster)
    for name, mentions in joined.values():
        yield name, sorted(mentions, key=lambda m: (m.start, -m.end))


def _in_phrase(columns: DocColumns, head: int) -> bool:
    """Whether a noun is the last word of a fixed phrase, or the one before (*in the case of*)."""
    unnamed, lemma = columns.language.unnamed, columns.lemma
    return any(
        tuple(lemma[start:end]) in unnamed.phrases
        for start in range(max(0, head + 1 - unnamed.longest), head)
        for end in (head + 1, head + 2)
    )


def _is_empty(columns: DocColumns, extent: tuple[int, int], head: int) -> bool:
    """Whether a phrase stands for another, says nothing, or says when."""
    unnamed, lemma, (start, end) = columns.language.unnamed, columns.lemma[head], extent
    if lemma in unnamed.stand_ins or columns.language.no_name.fullmatch(columns.text[head].title()):
        return True
    if end > head + 1:
        return False
    if lemma in unnamed.times:
        return not any(columns.pos[i] in _DESCRIBING for i in range(start, head))
    return lemma in unnamed.empty and all(
        columns.lower[i] in unnamed.weak for i in range(start, head)
    )


def _fullest(columns: DocColumns, extents: dict[TokenMention, tuple[int, int]]) -> tuple[int, int]:
    """The longest phrase with the noun that an entity is called by, the first of equals.

    A noun that stands bare (*Quinoa is a crop*) goes before others, then the commonest one. What
    follows it counts if most phrases have it: not in *a crop of the Andes*, *the crop*.
    """
    counts = Counter(columns.lemma[m.head] for m in extents)
    bare = {columns.lemma[m.head] for m in extents if m.start == m.head}
    noun = max(counts, key=lambda lemma: (lemma in bare, counts[lemma]))
    called = {m: extent for m, extent in extents.items() if columns.lemma[m.head] == noun}
    alone = [extent for m, extent in called.items() if extent[1] <= m.head + 1]
    longest = alone if 2 * len(alone) >= len(called) else called.values()
    return max(longest, key=lambda extent: extent[1] - extent[0])


def _extent(columns: DocColumns, m: TokenMention) -> tuple[int, int]:
    """The words that a phrase is shown by: from the first that describes it to its noun."""
    language, lower, end = columns.language, columns.lower, m.head + 1
    if end < m.end and lower[end] in language.of:  # *period of limited exposure*
        for i in range(end + 1, m.end):
            if not lower[i][0].isalnum() and lower[i] not in language.possessive_marks:
                break
            if columns.pos[i] in _NOUNS:
                end = i + 1
            elif end == i and lower[i] not in language.possessive_marks:
                break
    start = m.start
    if end > m.head + 1 and columns.lemma[m.head] in language.unnamed.amounts:
        start = m.head + 2  # *a lot of rain*
    last = end - 1 if start > m.head else m.head
    while start < last and _is_left_out(columns, start):
        start += 1
    return start, end


def _is_left_out(columns: DocColumns, i: int) -> bool:
    """Whether a word before a noun only points at it or counts it; none in *four-day* does."""
    language, word, pos = columns.language, columns.lower[i], columns.pos[i]
    if not word[0].isalnum():
        return True
    if columns.offsets[i] + len(columns.text[i]) == columns.offsets[i + 1]:
        return False
    if pos == "NUM":
        return not _TELLING_NUMBER.fullmatch(word)
    if pos == "DET":
        return word not in language.negations and word not in language.unnamed.weak
    return word in language.other_demonstratives or word in language.unnamed.counting


def _shown(source: Source, start: int, end: int) -> str:
    """Words as in the text, but the first small where it has a capital as the first of all."""
    columns = source.columns
    first, last = source.offsets(start, end)
    text = " ".join(source.text[first:last].split())
    begins = not start or columns.sentence[start - 1] != columns.sentence[start]
    begins = begins or not columns.text[start - 1][0].isalnum()
    named = columns.proper[start] or any(a <= start < b for a, b in source.names)
    if begins and not named and columns.text[start].istitle():
        text = columns.lower[start] + text[len(columns.text[start]) :]
    return text
