"""The sentences of documents with what each can be shortened to."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from salience.compression.constraints import explaining
from salience.compression.models import CompressionModel, compression
from salience.engine.sources import Source, head_salience
from salience.summaries.compressions.operations import Place, compression_tree, cut_tree
from salience.summaries.compressions.program import Compressible
from salience.summaries.compressions.tree import CompressionTree, Part
from salience.summaries.sentences import Sentence
from salience.trees.conversion import constituents

_LONGEST_ACRONYM = 6


def compressibles(
    sentences: Sequence[Sentence],
    sources: Mapping[int, Source],
    compressor: CompressionModel | None = None,
    *,
    learned: bool = False,
) -> list[Compressible]:
    """Sentences, those of a document beside each other, with their compression trees.

    For a model that says what is cut (`learned`) only cuts are made, which have kinds.
    """
    together = (
        _of_source([s for s in sentences if s.document == i], source, compressor, learned)
        for i, source in sources.items()
    )
    return [*chain.from_iterable(together)]


def _of_source(
    sentences: Sequence[Sentence],
    source: Source,
    compressor: CompressionModel | None,
    learned: bool,
) -> Iterator[Compressible]:
    trees = constituents(source.words)
    ranges = source.words.sentence_ranges()
    numbers = {place: n for n, words in enumerate(ranges) for place in words}
    names = {} if learned else other_names(source)
    salience = head_salience(source)
    used = Counter(chain.from_iterable({*source.words.texts[r.start : r.stop]} for r in ranges))
    for sentence in sentences:
        n = numbers[sentence.places[0]]
        words, places = source.words.part([n])
        stay = explaining(words, used)
        starts = {start: i for i, (start, _) in enumerate(words.spans)}
        ends = {end: i + 1 for i, (_, end) in enumerate(words.spans)}
        swaps: dict[Place, Sequence[str]] = {
            (starts[start], ends[end]): others
            for start, (end, others) in names.items()
            if start in starts and end in ends
        }
        named = {
            entity.id: frozenset(
                i
                for mention in entity.mentions
                for i, (start, end) in enumerate(words.spans)
                if mention.kind == "named" and start <= mention.head_start < end
            )
            for entity in source.parsed.entities
            if entity.id in sentence.entities
        }
        if compressor is not None:
            known = {i: salience[place] for i, place in enumerate(places) if place in salience}
            kept = compression(compressor, words, trees[n], must=stay, salience=known).kept
            gone = tuple(sorted({*range(len(words))} - {*kept}))
            tree = CompressionTree((Part("extract", -1, kept), Part("remove", 0, gone)))
        elif learned:
            tree = cut_tree(words, stay)
        else:
            tree = compression_tree(words, trees[n], swaps, stay)
        yield Compressible(sentence, tree, places[0], source.read.text, words, named)


def other_names(source: Source) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Other names of the entities of a document, by where a name begins: its end, and the others.

    A short form may become the full name, and the full name the acronym that the document uses.
    """
    found = {}
    for entity in source.parsed.entities:
        named = [mention for mention in entity.mentions if mention.kind == "named"]
        capitals = {m.text for m in named if m.text.isalpha() and m.text.isupper()}
        acronyms = sorted(x for x in capitals if 1 < len(x) <= _LONGEST_ACRONYM)
        for mention in named:
            others = acronyms[:1] if mention.text == entity.name else [entity.name]
            short = {*mention.text.split()} < {*entity.name.split()}
            if others and (short or (mention.text == entity.name and others != [mention.text])):
                found[mention.start] = (mention.end, tuple(others))
    return found
