"""Whose *I* and *you* a text holds: of the labels of a transcript, else of who writes or speaks."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from salience.coref.clusters import MentionClusters
from salience.language.agreement import PERSON, PLURAL
from salience.mentions.doc_columns import DocColumns
from salience.mentions.quotations import quoted_spans
from salience.mentions.speakers import Turn, turns

_FIRST_LINES, _LAST_LINES = 12, 10
"""Lines at the start of a text that may say who wrote it, and at its end that may be signed."""
_GREETING = 24
"""Lines at the start that may greet the reader."""
_SIGNATURE = 5
"""Words of a signature at most, where no comma stands before it."""
_OPENING, _INTRODUCED, _HERE = 3, 6, 3
"""Sentences at the start that may say who is interviewed, in which a speaker says the name, and in
which *it's Ann* is somebody who speaks."""
_INTERVIEW = 3
"""So often somebody says *I* or *you* in an interview."""

Predicated = Iterable[tuple[int, int]]


def merge_speakers(columns: DocColumns, clusters: MentionClusters, predicated: Predicated) -> None:
    """Merge *I* and *you* with whom they mean, by turns or by who is said to write or speak."""
    quoted = {i for span in quoted_spans(columns) for i in range(*span)}
    spoken = [
        i
        for i, m in enumerate(clusters.attributes)
        if m.mention.kind == "pronominal"
        and m.person in (1, 2)
        and m.number != PLURAL
        and m.mention.start not in quoted
    ]
    found = turns(columns)
    if found:
        meant = _by_turns(clusters, spoken, found)
    elif spoken:
        voices = _Voices(columns, clusters)
        said = [(i, j) for i, j in predicated if i not in quoted]
        who = {1: voices.writer(said, len(spoken)), 2: voices.reader()}
        meant = ((i, who[clusters.attributes[i].person]) for i in spoken)
    else:
        return
    for i, speaker in meant:
        if speaker is not None and clusters.compatible(speaker, i, names=False):
            clusters.merge(speaker, i)


def _by_turns(
    clusters: MentionClusters, spoken: Iterable[int], found: list[Turn]
) -> Iterator[tuple[int, int | None]]:
    """Pairs of a mention that is spoken in a transcript, and a name of whom it means."""
    named = ((turn, [*_people(clusters, turn.label_start, turn.label_end)]) for turn in found)
    speakers = {turn.label: people[0] for turn, people in named if people}
    labels = {turn.label for turn in found}
    others = {a: b for a in labels for b in labels if a != b} if len(labels) == 2 else {}
    at = 0
    for i in spoken:
        m = clusters.attributes[i]
        start = m.mention.start
        while at + 1 < len(found) and found[at + 1].start <= start:
            at += 1
        turn = found[at]
        if turn.start <= start < turn.end:
            yield i, speakers.get({1: turn.label, 2: others.get(turn.label, "")}[m.person])


def _people(clusters: MentionClusters, start: int, end: int) -> Iterator[int]:
    """The names with a root from `start` to `end - 1` that may be people's."""
    for token in range(start, end):
        i = clusters.by_root.get(token)
        if i is not None and clusters.attributes[i].name and clusters.cluster_of[i].types & PERSON:
            yield i


class _Voices:
    """Finds names of who writes or speaks in a text without turns, and of whom it speaks to."""

    def __init__(self, columns: DocColumns, clusters: MentionClusters) -> None:
        self.c, self.clusters, self.language = columns, clusters, columns.language
        breaks = [i for i, word in enumerate(columns.text) if "\n" in word]
        ends = zip([-1, *breaks], [*breaks, len(columns)], strict=True)
        self.lines = [(start + 1, end) for start, end in ends if end > start + 1]

    def writer(self, predicated: Predicated, n_spoken: int) -> int | None:
        """Who is interviewed, else who says the name, else who wrote or signed the text."""
        guest = self.interviewed() if n_spoken >= _INTERVIEW else None
        for who in (guest, self.introduced(predicated), self.titled(self.language.written_by)):
            if who is not None:
                return who
        return self.signed()

    def reader(self) -> int | None:
        """To whom the text goes: by its headline, else by how it begins."""
        who = self.titled(self.language.to)
        return self.greeted() if who is None else who

    def interviewed(self) -> int | None:
        """The only person in a sentence at the start that says that it is an interview."""
        c = self.c
        for sentence, start in enumerate(c.sentence_starts[:_OPENING]):
            end = c.sentence_end(sentence)
            if not self.language.interviews.isdisjoint(c.lower[start:end]):
                people = {self.clusters.cluster_of[i].index: i for i in self.people(start, end)}
                if len(people) == 1:
                    return people.popitem()[1]
        return None

    def introduced(self, predicated: Predicated) -> int | None:
        """*I'm Ann Lee*, *my name is Ann Lee*; in the very beginning *it's Ann*."""
        for subject, predicate in predicated:
            i, sentence = self.clusters.by_root.get(subject), self.c.sentence[predicate]
            who = [*self.people(predicate, predicate + 1)]
            if i is None or sentence >= _INTRODUCED or not who:
                continue
            m = self.clusters.attributes[i]
            here = m.head in self.language.expletive and sentence < _HERE
            name = m.head in self.language.name_nouns and m.determiner == "poss"
            if m.person == 1 or here or name:
                return who[0]
        return None

    def titled(self, prepositions: frozenset[str]) -> int | None:
        """Who stands after a preposition in the first line, if that tells of a speech."""
        c, (start, end) = self.c, self.lines[0]
        if self.language.talks.isdisjoint(c.lower[start:end]):
            return None
        people = {}
        for i in self.people(start, end):
            before = self.clusters.attributes[i].mention.start - 1
            if before > start and c.lower[before] in prepositions:
                people[self.clusters.cluster_of[i].index] = i
        return people.popitem()[1] if len(people) == 1 else None

    def signed(self) -> int | None:
        """Whose name stands after *by* at the start, or in a line of its own at the end."""
        c, greets = self.c, self.greeted() is not None
        by = [(a + 1, b) for a, b in self.lines[:_FIRST_LINES] if c.lower[a] == self.language.by]
        last = [
            (start, end)
            for (_, before), (start, end) in pairwise(self.lines[-_LAST_LINES - 1 :])
            if c.lower[start] not in self.language.greetings
            and (c.text[before - 1] == "," or (greets and end - start <= _SIGNATURE))
        ]
        names = (self.name(start, end) for start, end in (*by, *last))
        return next((name for name in names if name is not None), None)

    def greeted(self) -> int | None:
        """The name in a line such as *Dear Ann,*."""
        for start, end in self.lines[:_GREETING]:
            if self.c.lower[start] in self.language.greetings and self.c.text[end - 1] in (
                ",",
                ":",
            ):
                return next(self.people(start, end), None)
        return None

    def people(self, start: int, end: int) -> Iterator[int]:
        return _people(self.clusters, start, end)

    def name(self, start: int, end: int) -> int | None:
        """The person's name that the words are, but for punctuation."""
        words = [i for i in range(start, end) if self.c.pos[i] not in ("PUNCT", "SPACE", "SYM")]
        for i in self.people(start, end):
            m = self.clusters.attributes[i].mention
            return i if m.start <= words[0] and words[-1] < m.end else None
        return None
