"""Summaries about one entity: which one is meant, and which of its sentences only repeat others."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from salience.engine.sources import ReadingSources, Source
from salience.errors import CorpusError, Reject
from salience.names.entity_names import normalise
from salience.summaries.concepts import NEGATIONS
from salience.summaries.sentences import Sentence
from salience.types import Document, Entity, ParsedDocument

SAME_SHARE = 0.8
"""A sentence repeats another one that has this part of its content words, and all of its names
and numbers."""
_SAYING_WHICH = frozenset(("NUM", "PROPN"))


def entity_about(parsed: ParsedDocument, about: str) -> Entity | None:
    """The entity of a document that is meant, if its text mentions it: by id or `kb_id`, else by
    its name, else by another name that the text has; of several the one with the most mentions.
    """
    key = normalise(about)

    def likeness(entity: Entity) -> int:
        if about in (entity.id, entity.kb_id):
            return 3
        if normalise(entity.name) == key:
            return 2
        mentions = (*entity.mentions, *entity.title_mentions)
        return int(any(m.kind == "named" and normalise(m.text) == key for m in mentions))

    there = [e for e in parsed.entities if any(m.kind != "nominal" for m in e.mentions)]
    meant = max(there, key=lambda e: (likeness(e), len(e.mentions)), default=None)
    return meant if meant is not None and likeness(meant) else None


def check_about(source: Source, about: str | None) -> None:
    """Find out whether a document speaks of the entity that its summary is to be about."""
    if about is not None and entity_about(source.parsed, about) is None:
        raise CorpusError(
            f"its text does not mention {about!r}, which the summary is to be about: give a name "
            "that stands there, or an id that `salience score` gives"
        )


@dataclass(frozen=True)
class ReadingAbout(ReadingSources):
    """Reads documents as `ReadingSources`, and rejects those that do not mention an entity."""

    about: str | None = None

    def __call__(self, documents: Sequence[Document]) -> list[Source | Reject]:  # noqa: D102
        return [self._checked(item) for item in super().__call__(documents)]

    def _checked(self, item: Source | Reject) -> Source | Reject:
        if isinstance(item, Source):
            try:
                check_about(item, self.about)
            except CorpusError as error:
                return Reject(item.document.id, "", str(error))
        return item


def without_repeats(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without those that say nothing that another one does not say."""
    content = [_content(sentence) for sentence in sentences]
    kept: list[int] = []
    with_stem: dict[str, list[int]] = defaultdict(list)
    for i in sorted(range(len(sentences)), key=lambda i: (-len(content[i]), i)):
        shared = Counter(other for stem in content[i] for other in with_stem[stem])
        near = [k for k, n in shared.items() if n >= SAME_SHARE * len(content[i])]
        if any(_repeats(content[i], content[other]) for other in (near if content[i] else kept)):
            continue
        kept.append(i)
        for stem in content[i]:
            with_stem[stem].append(i)
    return [sentences[i] for i in sorted(kept)]


def _content(sentence: Sentence) -> dict[str, bool]:
    """The stems that say something, each with whether it is of a name, a number or a negation."""
    stems = zip(sentence.stems, sentence.stops, sentence.tags, strict=False)
    return {
        stem: tag in _SAYING_WHICH or stem.lower() in NEGATIONS
        for stem, stop, tag in stems
        if not stop or stem.lower() in NEGATIONS
    }


def _repeats(content: dict[str, bool], other: dict[str, bool]) -> bool:
    new = [stem for stem in content if stem not in other]
    return (
        NEGATIONS.isdisjoint(content) == NEGATIONS.isdisjoint(other)
        and not any(content[stem] for stem in new)
        and len(new) <= (1 - SAME_SHARE) * len(content)
    )
