"""The sentences of a document, with the mentions in each."""

from collections import defaultdict
from collections.abc import Sequence

from salience.summaries.short_names import Placed
from salience.text.words import Words
from salience.types import Entity


class Mentioned:
    """Which sentences mention what.

    Attributes:
        words: Those of the document.
        ranges: The words of each sentence, as it is printed.
        number: By word the index of its sentence.
        mentions: The mentions in each sentence, by their places.
        naming: By the id of an entity the sentences that name it.
    """

    def __init__(self, words: Words, ranges: Sequence[range], entities: Sequence[Entity]) -> None:
        self.words, self.ranges = words, ranges
        whole = words.sentence_ranges()
        self.number = {i: n for n, places in enumerate(whole) for i in places}
        self.mentions: list[list[Placed]] = [[] for _ in whole]
        self.naming: dict[str, set[int]] = defaultdict(set)
        starts = {start: i for i, (start, _) in enumerate(words.spans)}
        for entity in entities:
            for mention in entity.mentions:
                place = starts.get(mention.head_start)
                if place is not None:
                    self.mentions[self.number[place]].append((place, entity, mention))
                    if mention.kind == "named":
                        self.naming[entity.id].add(self.number[place])
        for found in self.mentions:
            found.sort(key=lambda mention: mention[0])
