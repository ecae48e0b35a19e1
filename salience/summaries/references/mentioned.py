"""The sentences of a document, with the mentions in each."""

from collections import defaultdict
from collections.abc import Sequence

from salience.summaries.short_names import Placed
from salience.text.words import Words
from salience.types import Entity


class Mentioned:
    """Which sentences of a document mention what; `ranges` are their words as they are printed."""

    def __init__(self, words: Words, ranges: Sequence[range], entities: Sequence[Entity]) -> None:
        self.words, self.ranges = words, ranges
        whole = words.sentence_ranges()
        # By word the index of its sentence, by sentence its mentions in the order of their places,
        # and by the id of an entity the sentences that name it.
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
