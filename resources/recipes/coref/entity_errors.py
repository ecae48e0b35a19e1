"""Entities that a resolver splits or merges, against gold entities with their mentions.

What matters to salience: an entity whose mentions fall apart is counted too low, and of two in one
cluster only one can be found. A predicted mention stands for the gold mention that it overlaps
most, as in the judge of salience: half of the characters of both, or inside of it with its head.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from resources.recipes.judges.entities import Place, stands_for


def entity_errors(
    gold: Sequence[Mapping[str, Any]], clusters: Iterable[Sequence[Place]]
) -> dict[str, int]:
    """Counts of one document, over gold entities with a proper name and over predicted clusters.

    `gold` has entities with `named`, `type` and `mentions`, in characters; single mentions are
    clusters too. Counted are:

    - `named` entities; those that are `split`, with mentions in several clusters, and those whose
      proper names are (`names_split`);
    - clusters that are `merged`, with names of several entities, or of people (`people_merged`);
    - `mentions` of named entities that were found, names left out; those that are `right`, in the
      cluster with most of the entity's names; and mentions other than names that are `wrong`, in a
      cluster with names of another entity.
    """
    names: list[set[int]] = []
    places: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    others: list[tuple[int, int]] = []
    for c, cluster in enumerate(clusters):
        names.append(set())
        for place in cluster:
            found = stands_for(gold, place)
            if found is None:
                continue
            entity, kind = found[0], gold[found[0]]["mentions"][found[1]]["kind"]
            places[entity][c].append(kind)
            if kind == "named":
                names[c].add(entity)
            else:
                others.append((entity, c))
    home = {
        entity: max(where, key=lambda c: (where[c].count("named"), -c))
        for entity, where in places.items()
        if any("named" in kinds for kinds in where.values())
    }
    people = [{e for e in entities if gold[e]["type"] == "person"} for entities in names]
    named = [e for e, entity in enumerate(gold) if entity["named"]]
    return {
        "named": len(named),
        "split": sum(len(places[e]) > 1 for e in named),
        "names_split": sum(sum("named" in k for k in places[e].values()) > 1 for e in named),
        "merged": sum(len(entities) > 1 for entities in names),
        "people_merged": sum(len(entities) > 1 for entities in people),
        "mentions": sum(gold[e]["named"] for e, _ in others),
        "right": sum(home.get(e) == c for e, c in others if gold[e]["named"]),
        "wrong": sum(bool(names[c]) and e not in names[c] for e, c in others),
    }
