"""The entities of a text that have no name: one for all noun phrases that are shown alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from salience.entities.source import Source
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention

_NOUNS = ("NOUN", "PROPN")


def nominal_clusters(
    source: Source, clusters: Iterable[Sequence[TokenMention]]
) -> Iterator[tuple[str, list[TokenMention]]]:
    """What each entity without a name is shown as, and its mentions; dates and amounts are none."""
    columns = source.columns
    joined: dict[object, tuple[str, list[TokenMention]]] = {}
    for cluster in clusters:
        nouns = [
            m
            for m in cluster
            if m.kind == "nominal" and m.head >= source.body and m.head not in columns.in_value
        ]
        if not nouns or any(m.kind == "named" for m in cluster):
            continue
        extents = [_extent(columns, m) for m in nouns]
        start, end = max(extents, key=lambda extent: extent[1] - extent[0])
        owned = any(columns.pos[i] == "PRON" for i in range(start, end))
        key = id(cluster) if owned else tuple(columns.lower[start:end])
        joined.setdefault(key, (_shown(source, start, end), []))[1].extend(cluster)
    for name, mentions in joined.values():
        yield name, sorted(mentions, key=lambda m: (m.start, -m.end))


def _extent(columns: DocColumns, m: TokenMention) -> tuple[int, int]:
    """The words that a phrase is shown by: from the first that describes it to its noun."""
    language, lower, start, end = columns.language, columns.lower, m.start, m.head + 1
    while start < m.head and (
        lower[start] in language.other_demonstratives
        or (columns.pos[start] == "DET" and lower[start] not in language.negations)
        or not lower[start][0].isalnum()
    ):
        start += 1
    if end < m.end and lower[end] in language.of:  # *period of limited exposure*
        for i in range(end + 1, m.end):
            if not lower[i][0].isalnum() and lower[i] not in language.possessive_marks:
                break
            if columns.pos[i] in _NOUNS:
                end = i + 1
            elif end == i and lower[i] not in language.possessive_marks:
                break
    return start, end


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
