"""Summaries about one entity: which one is meant, and which of its sentences only repeat others."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from salience.engine.reading import Parsed
from salience.engine.sources import ReadingSources, Source
from salience.entities.register import Register, register_of
from salience.errors import CorpusError
from salience.names.entity_names import normalise
from salience.summaries.concepts import NEGATIONS
from salience.summaries.sentences import Sentence
from salience.types import Entity, ParsedDocument

SAME_SHARE = 0.8
"""A sentence repeats another one that has this part of its content words, and all of its names
and numbers."""
_SAYING_WHICH = frozenset(("NUM", "PROPN"))


def entity_about(
    parsed: ParsedDocument, about: str, register: Register | None = None
) -> Entity | None:
    """The entity of a document that is meant, if its text mentions it: by id or `kb_id`, else by
    its name, else by an id or a name of the register, else by another name that the text has; of
    several the one with the most mentions.
    """
    key, known = normalise(about), register.meant(about) if register else ()

    def likeness(entity: Entity) -> int:
        if about in (entity.id, entity.kb_id):
            return 4
        if normalise(entity.name) == key:
            return 3
        if entity.id in known:
            return 2
        mentions = (*entity.mentions, *entity.title_mentions)
        return int(any(m.kind == "named" and normalise(m.text) == key for m in mentions))

    there = [e for e in parsed.entities if any(m.kind != "nominal" for m in e.mentions)]
    meant = max(there, key=lambda e: (likeness(e), len(e.mentions)), default=None)
    return meant if meant is not None and likeness(meant) else None


def check_about(source: Source, about: str | None, register: Register | None) -> None:
    """Find out whether a document speaks of the entity that its summary is to be about."""
    if about is not None and entity_about(source.parsed, about, register) is None:
        raise CorpusError(
            f"its text does not mention {about!r}, which the summary is to be about: give a name "
            "that stands in the text, an id that `salience score` gives, or, with --names, a name "
            "or an id that the register has"
        )


@dataclass(frozen=True)
class ReadingAbout(ReadingSources):
    """Reads documents as `ReadingSources`, and rejects those that do not mention an entity."""

    about: str | None = None

    def made(self, parsed: Parsed) -> Source:  # noqa: D102
        source = super().made(parsed)
        check_about(source, self.about, register_of(self.nlp))
        return source


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
        and len(content) - len(new) >= SAME_SHARE * len(content)
    )
