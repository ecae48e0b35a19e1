"""The mentions of a headline that has not been parsed: names of the text that stand in it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from salience.names.keys import searched_name
from salience.types import IN_TITLE, Entity, Mention


def with_title_mentions(entities: Sequence[Entity], title: str) -> list[Entity]:
    """Entities with the places of a headline where one of their names stands, the longest first."""
    flags = re.IGNORECASE if title.isupper() else re.NOFLAG
    taken = [False] * len(title)
    placed: list[list[Mention]] = [[] for _ in entities]
    for name, (i, mention) in _names(entities):
        pattern = r"\s+".join(map(re.escape, name.split()))
        for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", title, flags):
            start, end = match.span()
            if not any(taken[start:end]):
                taken[start:end] = [True] * (end - start)
                placed[i].append(_placed(mention, start, match[0]))
    return [
        replace(entity, title_mentions=tuple(sorted(own, key=lambda m: m.start)))
        for entity, own in zip(entities, placed, strict=True)
    ]


def _names(entities: Iterable[Entity]) -> list[tuple[str, tuple[int, Mention]]]:
    """Names with entity and mention, the longest first; each is of the first entity that has it."""
    names: dict[str, tuple[int, Mention]] = {}
    for i, entity in enumerate(entities):
        for mention in entity.mentions:
            if mention.kind == "named":
                for name in (mention.text, searched_name(mention)):
                    names.setdefault(" ".join(name.split()), (i, mention))
    return sorted(names.items(), key=lambda item: -len(item[0]))


def _placed(mention: Mention, start: int, text: str) -> Mention:
    """A mention of the text with its place and wording in the headline."""
    head = _last_place(mention.head, text) or 0
    return replace(
        mention,
        start=start,
        end=start + len(text),
        text=text,
        head=text[head : head + len(mention.head)],
        head_start=start + head,
        sentence=IN_TITLE,
        words=tuple(
            (word, tag) for word, tag in mention.words if _last_place(word, text) is not None
        ),
        paragraph=IN_TITLE,
        role="",
        quoted=False,
        before="",
        after="",
        governor="",
    )


def _last_place(word: str, text: str) -> int | None:
    """Where a word stands last in a text as a whole, whatever the case of its letters."""
    left, right = (r"\b" if edge.isalnum() else "" for edge in (word[:1], word[-1:]))
    places = re.finditer(rf"{left}{re.escape(word)}{right}", text, re.IGNORECASE)
    return max((match.start() for match in places), default=None)
