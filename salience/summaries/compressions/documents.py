"""The sentences of documents with what each can be shortened to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from salience.compression.models import CompressionModel, compressions
from salience.engine.sources import Source, head_salience
from salience.summaries.compressions.program import CANDIDATES, Compressible, compressible
from salience.summaries.sentences import Sentence
from salience.trees.conversion import constituents

_LONGEST_ACRONYM = 6


def compressibles(
    sentences: Sequence[Sentence],
    sources: Mapping[int, Source],
    compressor: CompressionModel | None = None,
) -> list[Compressible]:
    """Sentences with their compression trees.

    Args:
        sentences: The sentences.
        sources: Their documents by `Sentence.document`.
        compressor: What finds candidates besides; none without it.
    """
    trees = {i: constituents(source.words) for i, source in sources.items()}
    places = {
        i: {place: n for n, words in enumerate(source.words.sentence_ranges()) for place in words}
        for i, source in sources.items()
    }
    mentions = {i: _mentions(source) for i, source in sources.items()}
    names = {i: other_names(source) for i, source in sources.items()}
    known = {i: head_salience(source) for i, source in sources.items()}
    found = []
    for sentence in sentences:
        i = sentence.document
        n = places[i][sentence.places[0]]
        words = sources[i].words
        made = compressible(
            sentence,
            words,
            words.sentence_ranges()[n],
            trees[i][n],
            sources[i].document.text,
            mentions[i],
            names[i],
        )
        if compressor is not None:
            part, inside = words.part([n])
            salience = {at: known[i][p] for at, p in enumerate(inside) if p in known[i]}
            best = compressions(compressor, part, trees[i][n], salience=salience, k=CANDIDATES)
            made = replace(made, candidates=tuple(one.kept for one in best))
        found.append(made)
    return found


def other_names(source: Source) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Other names of the entities of a document, by where a name begins: its end, and the others.

    A short form may become the full name, and the full name the acronym that the document uses.
    """
    found = {}
    for entity in source.parsed.entities:
        named = [mention for mention in entity.mentions if mention.kind == "named"]
        acronyms = sorted({m.text for m in named if is_acronym(m.text)})
        for mention in named:
            others = acronyms[:1] if mention.text == entity.name else [entity.name]
            short = {*mention.text.split()} < {*entity.name.split()}
            if others and (short or (mention.text == entity.name and others != [mention.text])):
                found[mention.start] = (mention.end, tuple(others))
    return found


def is_acronym(name: str) -> bool:
    """Whether a name is one, such as *ECB*.

    Example:
        >>> is_acronym("ECB"), is_acronym("Oslo"), is_acronym("X")
        (True, False, False)
    """
    return name.isalpha() and name.isupper() and 1 < len(name) <= _LONGEST_ACRONYM


def _mentions(source: Source) -> dict[str, list[int]]:
    return {
        entity.id: [m.head_start for m in entity.mentions if m.kind == "named"]
        for entity in source.parsed.entities
    }
