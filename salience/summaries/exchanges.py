"""Questions with their answers: what somebody answers is printed behind what they were asked.

Of an answer its beginning is taken, and more of it only behind that: what stands further down says
little to who has not read what is before it. An answer whose question is long, or means nothing
without what stands before it, is not taken at all.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from salience.language import ENGLISH
from salience.summaries.sentence import COLUMNS, Sentence
from salience.summaries.transcripts import Turns

_MOST = 30
"""Words of a question at most."""
_SHORT = 8
"""Words of what may stand before the first statement of an answer: *No, I don't.*"""
_NOUNS = frozenset(("NOUN", "PROPN", "NUM"))
_ENDS = frozenset('.!?…”"')


def with_questions(
    found: Sequence[Sentence], usable: Collection[int], turns: Turns
) -> dict[int, Sentence | None]:
    """By their orders the sentences of answers as a summary may have them; None for those that it
    may not have.

    Of all sentences of a document, each at the index that is its order, those `usable` may be
    printed.
    """
    by_part: dict[int, list[Sentence]] = defaultdict(list)
    for s in found:
        place, turn = turns.part_at(s.start), turns.at(s.start)
        if place is not None and turn is not None and s.end > turn.body:  # no label alone
            by_part[place].append(s)
    made: dict[int, Sentence | None] = {}
    asked = False
    for number, said in by_part.items():
        part, before = turns.parts[number], turns.parts[number - 1]
        if number and asked and not part.asks:
            made |= dict.fromkeys(s.order for s in said)
            question = by_part.get(number - 1, ())
            label = before.label if before.asks else None
            made |= {
                s.order: _said_by(part.label, s) for s in _answer(question, said, usable, label)
            }
        else:
            made |= dict.fromkeys(s.order for s in said if part.asks or _is_broken(s.text))
        asked |= part.asks
    return made


def _said_by(who: str, s: Sentence) -> Sentence:
    """A sentence with who says it. A forename is how they call who listens: *Thanks, Ann*."""
    names = (name for name in s.names if name.written != name.full.split()[0])
    return replace(s, speaker=who, names=(*names,))


def _answer(
    before: Sequence[Sentence], said: Sequence[Sentence], usable: Collection[int], asker: str | None
) -> list[Sentence]:
    """The beginning of an answer, and what follows it; behind its question if somebody asks."""
    opening, rest = _opening(said, usable)
    if asker is None:
        return [*opening, *_behind(rest, usable, opening[0].order)] if len(opening) == 1 else []
    question = _question(before)
    if not (question and opening):
        return []
    first = _exchange(question, opening, f"{asker}: {_joined(question)}")
    return [first, *_behind(rest, usable, question[0].order)]


def _joined(said: Sequence[Sentence]) -> str:
    """Sentences behind each other, the first as it reads alone."""
    return " ".join([said[0].alone or said[0].text, *(s.text for s in said[1:])])


def _question(said: Sequence[Sentence]) -> Sequence[Sentence]:
    """The end of what somebody asks that is clear without the rest; nothing if none is."""
    for start in range(len(said) - 1, -1, -1):
        asked = said[start:]
        text = _joined(asked)
        if len(text.split()) > _MOST or _is_broken(text) or text[-1] not in _ENDS:
            break
        named = any(tag in _NOUNS for s in asked for tag in s.tags)
        if named and not asked[0].needs and not text[0].islower():
            return asked
    return ()


def _opening(
    said: Sequence[Sentence], usable: Collection[int]
) -> tuple[Sequence[Sentence], Sequence[Sentence]]:
    """The sentences of an answer up to its first statement, if only short ones are before it, and
    the others. What has no end, such as a caption, is passed over.
    """
    short: list[Sentence] = []
    for n, s in enumerate(said):
        broken = _is_broken(s.alone or s.text)
        if s.order in usable and not broken:
            return [*short, s], said[n + 1 :]
        if s.text[-1] in _ENDS:
            if len(s.words) > _SHORT or s.text[-1] != "." or broken:
                break
            short.append(s)
    return (), ()


def _is_broken(text: str) -> bool:
    """Whether a text has hesitations, or greets or thanks somebody."""
    omit = ENGLISH.omissions
    return any(pattern.search(text) for pattern in (omit.hesitations, omit.pleasantries))


def _exchange(question: Sequence[Sentence], opening: Sequence[Sentence], asked: str) -> Sentence:
    """The first statement of an answer with what stands before it."""
    *_, told = opening
    every = [*question, *opening]
    there = range(question[0].order, told.order)
    columns: dict[str, Any] = {
        name: (*chain.from_iterable(getattr(s, name) for s in every),) for name in COLUMNS
    }
    return replace(
        told,
        **columns,
        text=_joined(opening),
        start=question[0].start,
        entities=frozenset().union(*(s.entities for s in every)),
        alone="",
        needs=(*(some for some in told.needs if some.isdisjoint(there)),),
        asked=asked,
    )


def _behind(said: Sequence[Sentence], usable: Collection[int], since: int) -> list[Sentence]:
    """The statements of an answer that follow its first one, each of which needs the one before."""
    kept: list[Sentence] = []
    for s in said:
        if s.order not in usable or _is_broken(s.text):
            break
        told = (*(n for n in s.needs if all(order < since for order in n)),)
        kept.append(replace(s, needs=(*told, frozenset((s.order - 1,)))))
    return kept
