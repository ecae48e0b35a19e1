"""What a reader sees: predicted entities against the names that careful readers marked.

    python -m resources.recipes.judges.names GOLD PREDICTED [--errors N]

GOLD has a line per document: `id`, `text`, `entities`, each with `name`, `type` and `forms`, and
`ignore`, a list of strings. A form is a string, or the string with the numbers of its
`occurrences`, from 1. PREDICTED are the lines of `salience score`.

A mention of the reader is every place where a form stands as whole words; longer forms go first,
and none lies inside another. Of a predicted entity the mentions of kind `named` count. A predicted
mention stands for the place that has the same borders, with or without articles and titles at its
start. Else it loses these, and stands for the place that it overlaps most if that is half of the
characters of the longer one or more; else for one inside of it, if all inside are of one entity, or
for that inside which shares most words with the entity's name. An entity whose mentions all stand
for ignored strings counts neither way.

Entities of the reader and predicted ones are paired one to one so that the most mentions agree; of
pairings with as many, the one that the solver finds for predicted entities in falling order of
their scores, equal ones in that of their first mentions. So the order of entities in a file changes
nothing.

An entity is *clean* if it is paired, has all mentions of the reader's entity that are found by any
prediction and no others, its type, and a name that is one of its forms with as many words as the
fullest of its own mentions. Readers marked `PER`, `ORG`, `LOC` and `MISC`: an event, a work and a
product count as `MISC`. *Split* are entities of the reader that lie in several predicted ones,
*merged* predicted ones with mentions of several of the reader's, *spurious* ones have none.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from resources.recipes.judges.entities import divided, pairing, read_records
from salience.types import coarse_type

COUNTS = (
    *("gold", "predicted", "paired", "clean", "split", "merged", "spurious", "type", "name"),
    *("top", "documents"),
)
"""What is counted in a document; `top` is 1 if its most probable entity is clean."""
NO_ENTITY = -1
_TITLES = frozenset((Path(__file__).parent / "titles.txt").read_text(encoding="utf8").split())


class Place(NamedTuple):
    """A mention of the reader: characters of the text, and the entity or `NO_ENTITY`."""

    start: int
    end: int
    entity: int


class Problem(NamedTuple):
    """An entity that is not clean, or was not found, and what is wrong with it."""

    document: str
    what: str
    predicted: str
    gold: str


@dataclass(frozen=True)
class Predicted:
    """An entity as it is written, the places its mentions stand for, and how many are names."""

    record: Mapping[str, Any]
    places: Sequence[Place]
    named: int

    @property
    def entities(self) -> set[int]:
        return {place.entity for place in self.places}


def occurrences(text: str, form: str) -> list[tuple[int, int]]:
    before = r"(?<!\w)" if form[:1].isalnum() else ""
    after = r"(?!\w)" if form[-1:].isalnum() else ""
    return [match.span() for match in re.finditer(before + re.escape(form) + after, text)]


def gold_places(document: Mapping[str, Any]) -> list[Place]:
    """The reader's mentions in the order of the text; none overlaps another."""
    owners: dict[str, list[tuple[int, set[int]]]] = {}
    for n, entity in enumerate(document["entities"]):
        for form in entity["forms"]:
            said = {"form": form, "occurrences": ()} if isinstance(form, str) else form
            owners.setdefault(said["form"], []).append((n, set(said["occurrences"])))
    for word in document.get("ignore", []):
        owners.setdefault(word, []).append((NO_ENTITY, set()))
    taken = np.zeros(len(document["text"]), bool)
    placed: list[Place] = []
    for form in sorted(owners, key=lambda form: (-len(form), form)):
        free = [(a, b) for a, b in occurrences(document["text"], form) if not taken[a:b].any()]
        for number, (start, end) in enumerate(free, start=1):
            of_number = [n for n, numbers in owners[form] if number in numbers]
            of_all = [n for n, numbers in owners[form] if not numbers]
            for entity in (of_number or of_all)[:1]:
                placed.append(Place(start, end, entity))
                taken[start:end] = True
    return sorted(placed)


def words(text: str) -> list[str]:
    """The words of a name in lower case, without articles and titles."""
    return [word for word in re.findall(r"\w+", text.lower()) if word not in _TITLES]


def without_titles(text: str, start: int, end: int) -> list[int]:
    """Where a mention starts: as it is, and without one more article or title each time.

    >>> without_titles("the Mayor Ada Byrne", 0, 19)
    [0, 4, 10]
    """
    starts = [start]
    while match := re.match(r"([\w.'’-]+)\s+", text[starts[-1] : end]):
        if match[1].lower().strip(".") not in _TITLES:
            break
        starts.append(starts[-1] + match.end())
    return starts


def stands_for(
    text: str, places: Iterable[Place], mention: tuple[int, int], name: str
) -> Place | None:
    """The reader's mention that a predicted one, of an entity of this name, stands for."""
    starts, end = without_titles(text, *mention), mention[1]
    same = [place for place in places if place.end == end and place.start in starts]
    if same:
        return same[0]
    start = starts[-1]
    near = [place for place in places if place.start < end and start < place.end]

    def share(place: Place) -> float:
        both = min(end, place.end) - max(start, place.start)
        return both / max(end - start, place.end - place.start)

    def common(place: Place) -> int:
        return len({*words(text[place.start : place.end])} & {*words(name)})

    if not near:
        return None
    most = max(near, key=share)
    if share(most) >= 0.5:
        return most
    inside = [place for place in near if start <= place.start and place.end <= end]
    if len({place.entity for place in inside}) == 1:
        return inside[0]
    best = max(inside, key=common, default=None)
    return best if best is not None and common(best) else None


def predicted_entities(
    document: Mapping[str, Any], places: Sequence[Place], record: Mapping[str, Any]
) -> list[Predicted]:
    """The predicted entities that count, those with higher scores first, then in text order."""
    counted = []
    for entity in record["entities"]:
        named = [(m["start"], m["end"]) for m in entity["mentions"] if m["kind"] == "named"]
        owners = [stands_for(document["text"], places, m, entity["name"]) for m in named]
        if named and not all(o is not None and o.entity == NO_ENTITY for o in owners):
            own = [place for place in owners if place is not None and place.entity != NO_ENTITY]
            first = sorted((start, -end) for start, end in named)
            counted.append((-entity.get("score", 0), first, Predicted(entity, own, len(named))))
    return [predicted for *_, predicted in sorted(counted, key=lambda item: item[:2])]


def judge(
    document: Mapping[str, Any], record: Mapping[str, Any]
) -> tuple[Counter[str], list[Problem]]:
    """What is counted in a document, see `COUNTS`, and what is wrong."""
    places, text = gold_places(document), document["text"]
    first = {place.entity: place.start for place in reversed(places)}
    gold = sorted(first.keys() - {NO_ENTITY}, key=lambda entity: first[entity])
    predicted = predicted_entities(document, places, record)
    agreeing = np.array(
        [[sum(p.entity == g for p in entry.places) for entry in predicted] for g in gold], int
    ).reshape(len(gold), len(predicted))
    pairs = {p: gold[g] for g, p in pairing(agreeing).items()}
    homes = {g: {n for n, entry in enumerate(predicted) if g in entry.entities} for g in gold}
    counts = Counter(
        documents=1,
        gold=len(gold),
        predicted=len(predicted),
        paired=len(pairs),
        split=sum(len(home) > 1 for home in homes.values()),
    )
    problems = []

    def note(what: str, predicted: str, entity: Mapping[str, Any] | None) -> None:
        shown = f"{entity['name']} [{entity['type']}]" if entity else ""
        problems.append(Problem(str(document["id"]), what, predicted, shown))

    for n, entry in enumerate(predicted):
        counts["merged"] += len(entry.entities) > 1
        counts["spurious"] += not entry.entities
        if n not in pairs:
            note("split off" if entry.entities else "spurious", entry.record["name"], None)
            continue
        entity = document["entities"][pairs[n]]
        own = [words(text[p.start : p.end]) for p in entry.places if p.entity == pairs[n]]
        wrong = {
            "name": not _is_full_name(words(entry.record["name"]), entity["forms"], own),
            "type": coarse_type(entry.record["type"] or "") != coarse_type(entity["type"]),
            "split": len(homes[pairs[n]]) > 1,
            "merged": len(entry.entities) > 1,
            "other mention": len(entry.places) < entry.named and len(entry.entities) == 1,
        }
        counts["name"] += not wrong["name"]
        counts["type"] += not wrong["type"]
        clean = not any(wrong.values())
        counts["clean"] += clean
        counts["top"] += clean and n == 0
        if not clean:
            shown = f"{entry.record['name']} [{entry.record['type'] or ''}]"
            note("+".join(kind for kind, is_so in wrong.items() if is_so), shown, entity)
    for g in gold:
        if g not in pairs.values():
            note("missed", "", document["entities"][g])
    return counts, problems


def _is_full_name(name: list[str], forms: Iterable[Any], own: Iterable[list[str]]) -> bool:
    """Whether a name is one of the forms, with as many words as the fullest of its mentions."""
    written = (form if isinstance(form, str) else form["form"] for form in forms)
    return len(name) >= max(map(len, own), default=0) and name in map(words, written)


def shares(n: Mapping[str, float]) -> dict[str, float]:
    """The judge's shares of counts that were added up over documents."""
    return {
        "clean_P": divided(n["clean"], n["predicted"]),
        "clean_R": divided(n["clean"], n["gold"]),
        "clean_F1": divided(2 * n["clean"], n["gold"] + n["predicted"]),
        "found": divided(n["paired"], n["gold"]),
        "precision": divided(n["paired"], n["predicted"]),
        "split": divided(n["split"], n["gold"]),
        "merged": divided(n["merged"], n["predicted"]),
        "spurious": divided(n["spurious"], n["predicted"]),
        "type": divided(n["type"], n["paired"]),
        "name": divided(n["name"], n["paired"]),
        "top": divided(n["top"], n["documents"]),
    }


def main(
    gold: Path, predicted: Path, errors: Annotated[int, typer.Option(help="show so many")] = 0
) -> None:
    documents, records = read_records(gold), read_records(predicted)
    judged = [judge(document, records[id]) for id, document in documents.items()]
    total = sum((counts for counts, _ in judged), Counter[str]())
    counted = {name: total[name] for name in ("documents", "gold", "predicted")}
    print(json.dumps(counted | {name: round(x, 4) for name, x in shares(total).items()}))
    for problem in [problem for _, several in judged for problem in several][:errors]:
        print(*problem, sep="\t")


if __name__ == "__main__":
    typer.run(main)
