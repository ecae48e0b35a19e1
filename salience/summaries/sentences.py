"""The sentences that a summary may be made of."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from salience.engine.sources import Source
from salience.language import ENGLISH
from salience.summaries.exchanges import with_questions
from salience.summaries.prose import ENDED, is_prose, not_ended, says_what, tells_to_act
from salience.summaries.references.introductions import MOST
from salience.summaries.references.quotations import whole_quotations
from salience.summaries.references.reader import Reader, Reading
from salience.summaries.sentence import Sentence as Sentence
from salience.summaries.short_names import in_full
from salience.summaries.transcripts import Turns
from salience.text.titles import repeated_title
from salience.text.words import Words

FUNCTION_TAGS = frozenset(("ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"))
"""Universal tags of the words that say nothing alone, the stop words."""

_NOUNS, _VERBS, _SHORT = frozenset(("NOUN", "PROPN")), frozenset(("VERB", "AUX")), 12
_INSTRUCTIONS = 0.2
"""Such a share of sentences that tell a reader to do something makes instructions; elsewhere they
say nothing of the topic: *Contact the office*."""
_TIMES = ENGLISH.time_nouns | ENGLISH.time_names


def sentences_of(words: Words, text: str, document: int = 0) -> list[Sentence]:
    """The sentences of a text that have a word, as they stand there."""
    words = whole_quotations(words)
    found = (_sentence(words, places, text, document) for places in words.sentence_ranges())
    return [replace(s, order=i) for i, s in enumerate(s for s in found if s is not None)]


def _sentence(words: Words, places: range, text: str, document: int) -> Sentence | None:
    kept = tuple(i for i in places if any(map(str.isalnum, words.texts[i])))
    if not kept:
        return None
    start, end = words.spans[places[0]][0], words.spans[places[-1]][1]
    return Sentence(
        " ".join(text[start:end].split()),
        start,
        end,
        document,
        words=tuple(words.texts[i].lower() for i in kept),
        stems=tuple(words.lemmas[i] for i in kept),
        stops=tuple(words.tags[i] in FUNCTION_TAGS for i in kept),
        places=kept,
        tags=tuple(words.tags[i] for i in kept),
    )


class _Pool:
    """The sentences of a document that were found, and those of them that a summary may have: as
    they are, without who says them, or if they are talk without labels.
    """

    def __init__(self) -> None:
        self.found: list[Sentence] = []
        self.fit: list[Sentence] = []
        self.unsaid: list[Sentence] = []
        self.talk: list[Sentence] = []
        self._orders: dict[int, int] = {}

    def as_read(self, number: int, sentence: Sentence, reading: Reading, about: bool) -> Sentence:
        """A sentence with its order, and as it reads; nothing is before the first that it needs,
        but where sentences about somebody are taken.
        """
        self._orders[number] = len(self.found)
        needs = reading.needs if self.found or about else ()
        return replace(
            sentence,
            order=len(self.found),
            text=reading.text,
            alone=reading.alone,
            needs=tuple(frozenset(self._orders.get(n, -1) for n in some) for some in needs),
            names=reading.names,
            speaker=reading.speaker,
        )

    def add(self, sentence: Sentence, reading: Reading, good: bool) -> None:
        """Take the next sentence, for summaries too if it is good."""
        if good:
            kind = self.unsaid if reading.speakerless else self.fit
            (self.talk if reading.talk else kind).append(sentence)
        self.found.append(sentence)

    def keep_about(self, entity: str) -> None:
        """Leave only sentences that mention an entity, by its id."""
        for some in (self.found, self.fit, self.unsaid, self.talk):
            some[:] = [s for s in some if entity in s.entities]

    def answer(self, turns: Turns) -> None:
        """Put questions before their answers, and leave out what stands without either."""
        usable = {s.order for s in (*self.fit, *self.unsaid, *self.talk)}
        answers = with_questions(self.found, usable, turns)
        self.talk += [s for s in self.unsaid if s.order in answers]
        for some in (self.fit, self.unsaid, self.talk):
            some[:] = [kept for s in some if (kept := answers.get(s.order, s)) is not None]

    def usable(self, room: float, unit: str, least_words: int) -> list[Sentence]:
        """What a summary may have, with talk without labels where the rest fills no half of it."""
        fit = self.fit
        if sum(length_in(s, unit) for s in fit) <= room / 2:
            fit = [*fit, *self.talk]  # which stands behind it
        told = [s for s in self.found if s.speaker] or [s for s in self.found if not _is_stub(s)]
        return fit or self.unsaid or [s for s in told if len(s.words) >= least_words] or told


def source_sentences(
    source: Source,
    index: int = 0,
    least_words: int = 1,
    about: str | None = None,
    room: float = 0,
    unit: str = "words",
    cut: bool = False,
) -> list[Sentence]:
    """The sentences of a document that a summary may have.

    What is no sentence is left out, and so are a headline that the text repeats at its start, and
    quotations that do not say whose they are; where nothing is left, these stay, or what has a
    speaker, or else a verb or an end, but for the headline. Talk without labels stays where the
    rest fills no more than half of the `room`; if sentences may be `cut`, the first is, at its end,
    to fit there. An entity is in a sentence that names it: where there is only *he* or *the mayor*,
    a reader of the sentence alone can't tell who it is.
    """
    words = whole_quotations(source.words)
    reader = Reader(words, source.read.text, source.parsed.entities, about)
    since = repeated_title(source.read.text, source.read.title or "")
    orders_given = [tells_to_act(words, places) for places in reader.ranges]
    instructs = sum(orders_given) > _INSTRUCTIONS * len(orders_given)
    heads = sorted(
        (m.head_start, entity.id)
        for entity in source.parsed.entities
        for m in entity.mentions
        if m.kind == "named" or (m.kind == "pronominal" and entity.id == about)
    )
    pool = _Pool()
    for number in range(len(reader.ranges)):
        if cut and not pool.fit:
            reader.shorten(number, int(room), unit)
        places = reader.ranges[number]
        sentence = _sentence(words, places, source.read.text, index)
        if sentence is None or sentence.start < since:
            continue
        before = pool.found[-1].text if pool.found else ""
        reading = reader.read(number)
        begin, end = (bisect_left(heads, (at, "")) for at in (sentence.start, sentence.end))
        sentence = replace(sentence, entities=frozenset(id for _, id in heads[begin:end]))
        sentence = pool.as_read(number, sentence, reading, about is not None)
        in_talk = cut and reader.turns.part_at(sentence.start) is not None
        prose = is_prose(sentence.text, words, places)
        if in_talk and not prose and is_prose(sentence.alone, words, places):
            sentence, prose = replace(sentence, text=sentence.alone), True  # without *Well, …*
        good = prose and not not_ended(before)
        good = good and (about is not None or says_what(words, places))
        good = good and (instructs or not orders_given[number])
        pool.add(sentence, reading, good and len(sentence.words) >= least_words)
    if about is not None:
        pool.keep_about(about)
    elif cut:
        pool.answer(reader.turns)
    return pool.usable(room, unit, least_words)


def _is_stub(s: Sentence) -> bool:
    """Whether it has no verb and no end, as the lines of a list have none."""
    return any(s.tags) and _VERBS.isdisjoint(s.tags) and not ENDED.search(s.text)


def without_copies(sources: Sequence[Source]) -> list[tuple[int, Source]]:
    """The documents with their indices, of equal texts the first."""
    first: dict[str, tuple[int, Source]] = {}
    for i, source in enumerate(sources):
        first.setdefault(" ".join(source.read.text.split()), (i, source))
    return [*first.values()]


def candidates(sources: Sequence[Source], least_words: int = 5) -> list[Sentence]:
    """The sentences that a summary can have; documents with the same text count once."""
    unique = without_copies(sources)
    return [s for i, source in unique for s in source_sentences(source, i, least_words)]


def length_in(sentence: Sentence, unit: str) -> int:
    """How long it is at most, but for names in full: words, `characters`, or 1 in `sentences`."""
    who = f"{sentence.asked} {sentence.speaker}: " if sentence.speaker else ""
    texts = [f"{who}{text}" for text in (sentence.text, sentence.alone)]
    measure = {"words": lambda text: len(text.split()), "characters": len}.get(unit)
    return max(map(measure, texts)) if measure else 1


def in_order(sentences: Sequence[Sentence], chosen: Collection[int]) -> list[int]:
    """Indices of sentences as a summary has them: by document, then by place."""
    return sorted(chosen, key=lambda i: (sentences[i].document, sentences[i].order, i))


def sentence_before(sentences: Sequence[Sentence]) -> dict[int, int]:
    """By sentence the one before it in its document, where that is among them."""
    places = {(s.document, s.order): i for i, s in enumerate(sentences)}
    pairs = ((i, places.get((s.document, s.order - 1))) for i, s in enumerate(sentences))
    return {i: before for i, before in pairs if before is not None}


def printed(sentences: Sequence[Sentence], order: Sequence[int]) -> tuple[Sentence, ...]:
    """Chosen sentences as they read beside each other."""
    shown = [sentences[i] for i in order]
    before = sentence_before(shown)
    made: list[Sentence] = []
    named: set[str] = set()
    for n, s in enumerate(shown):
        text = s.text if n in before or not s.alone else s.alone
        told, later = (" ".join(x.text for x in some) for some in (made, shown[n + 1 :]))
        text = in_full(text, s.names, named, told, later)
        named |= s.entities
        same = n > 0 and (shown[n - 1].document, shown[n - 1].speaker) == (s.document, s.speaker)
        text = f"{s.speaker}: {text}" if s.speaker and (s.asked or not same) else text
        text = f"{s.asked} {text}" if s.asked else text
        made.append(replace(s, text=text, alone="", speaker="", asked="", names=()))
    return tuple(made)


def linked(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of a document, each once, with what short ones need: an earlier one with which
    they share a noun or a name, if there is any, or the one before them.

    Else summaries end with a few words on something else.
    """
    having: dict[str, set[int]] = defaultdict(set)
    found: dict[tuple[str, ...], Sentence] = {}
    for s in sentences:
        if s.words in found:
            continue
        nouns = {x for x, tag in zip(s.stems, s.tags, strict=True) if tag in _NOUNS} - _TIMES
        own = [having[x] for x in (*nouns, *s.entities)]
        told = frozenset(sorted(frozenset().union(*own))[:MOST])
        short = len(s.words) < _SHORT and told
        found[s.words] = replace(s, needs=(*s.needs, told | {s.order - 1})) if short else s
        for some in own:
            some.add(s.order)
    return [*found.values()]


def needs_of(sentences: Sequence[Sentence]) -> list[tuple[int, list[int]]]:
    """By their indices, sentences with others of which they need one; what is not there is not."""
    places = {(s.document, s.order): i for i, s in enumerate(sentences)}
    needs = (
        (i, [places[s.document, n] for n in sorted(some) if (s.document, n) in places])
        for i, s in enumerate(sentences)
        for some in s.needs
    )
    return [(i, others) for i, others in needs if others]
