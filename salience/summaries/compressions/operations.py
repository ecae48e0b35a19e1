"""Which parts of a sentence can be removed or substituted: its compression tree.

Two of the three operations of Gillick and Favre (2009, section 6):

* *Removed* is what `salience.compression.constraints` lets go: what is said besides, and when
  something happened.
* *Substituted* are noun phrases for which the caller knows another: acronyms and other names.

The third, to extract one clause of a compound sentence, mostly loses the point of the other, so
that readers found every eighth sentence bad with it.

Berg-Kirkpatrick, Gillick and Klein (2011, table 2) name thirteen kinds of subtrees whose deletion
has a learned worth. Seven of them are found here by relations. The constraints keep a speaker with
what is said, and both halves of a coordination, which are the other six.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from salience.compression.constraints import Constraints, constraints
from salience.summaries.compressions.tree import CompressionTree, Operation, Part
from salience.text.words import Words
from salience.trees.functions import is_time
from salience.trees.tree import Tree

KINDS = (
    *("S-ADJUNCT-CC", "S-ADJUNCT-PP", "S-ADJUNCT-ADVP", "S-ADJUNCT-SBAR"),
    *("REL-C", "TEMP-PP", "TEMP-NP"),
)
_ADJUNCTS = {"cc": "CC", "advmod": "ADVP", "advcl": "SBAR"}

Place = tuple[int, int]
"""The first word and the one after the last."""


class _Region(NamedTuple):
    operation: Operation
    start: int
    end: int
    words: tuple[int, ...]
    texts: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


def cut_tree(words: Words, stay: Collection[int] = ()) -> CompressionTree:
    """The compression tree of a sentence from which only what is of `KINDS` is removed."""
    removed = _removed(words, constraints(words), stay)
    return _assembled(len(words), [region for region in removed if region.kinds])


def compression_tree(
    words: Words,
    tree: Tree,
    substitutes: Mapping[Place, Sequence[str]] | None = None,
    stay: Collection[int] = (),
) -> CompressionTree:
    """The compression tree of a sentence, by its words and its constituents.

    What has a word of `stay` is not removed. Of the places of `substitutes` those are passed over
    that are no noun phrase, or have a bracket at their side, as in *United Nations (UN)*.
    """
    allowed = constraints(words)
    regions = _removed(words, allowed, stay)
    phrases = {(x.start, x.end) for x in tree.nodes() if x.tree.category == "NP"}
    swapped = [
        _Region("substitute", *place, tuple(range(*place)), (*texts,))
        for place, texts in (substitutes or {}).items()
        if place in phrases and "(" not in words.texts[max(place[0] - 1, 0) : place[1] + 1]
    ]
    swapped = [r for r in swapped if not any(_within(r, other) for other in swapped)]
    regions = [r for r in regions if not any(_within(r, other) for other in swapped)] + swapped
    return _assembled(len(words), regions)


def _within(inner: _Region, outer: _Region) -> bool:
    """Whether a region lies in another, or is another of the same place."""
    if inner is outer:
        return False
    same = (inner.start, inner.end) == (outer.start, outer.end)
    return outer.start <= inner.start and inner.end <= outer.end and not same


def _assembled(n: int, regions: Sequence[_Region]) -> CompressionTree:
    """Parts of regions, the larger before those within them."""
    order = {"remove": 0, "substitute": 1}
    regions = sorted(regions, key=lambda r: (r.start - r.end, r.start, order[r.operation]))
    owner = [0] * n
    places: list[Place] = [(0, n)]
    parts = [Part("extract", -1)]
    texts: list[tuple[str, ...]] = [()]
    for region in regions:
        holders = [i for i, (a, b) in enumerate(places) if a <= region.start and region.end <= b]
        parent = min(holders, key=lambda i: (places[i][1] - places[i][0], -i))
        mine = [word for word in region.words if owner[word] == parent]
        if not set(range(region.start, region.end)) <= set(mine):
            continue  # it overlaps another
        for word in mine:
            owner[word] = len(places)
        places.append((region.start, region.end))
        parts.append(Part(region.operation, parent, kinds=region.kinds))
        texts.append(region.texts)
    parts = [
        replace(part, words=tuple(w for w in range(n) if owner[w] == i))
        for i, part in enumerate(parts)
    ]
    for i, alternatives in enumerate(texts):
        if alternatives:
            words = parts[i].words
            parts[i] = Part("substitute", parts[i].parent)
            parts.append(Part("alternative", i, words))
            parts += [Part("alternative", i, words[:1], text) for text in alternatives]
    return CompressionTree(tuple(parts))


def _removed(words: Words, allowed: Constraints, stay: Collection[int]) -> list[_Region]:
    """What the constraints let go, each part with all that goes with it; nothing of `stay`."""
    below = [[*unit] for unit in allowed.units]
    for unit in range(len(below) - 1, 0, -1):
        below[allowed.parents[unit]] += below[unit]
    found = []
    for region in (sorted(some) for some in below[1:] if {*stay}.isdisjoint(some)):
        said = [i for i in region if words.tags[i] != "PUNCT"] or region
        top = next((i for i in said if words.heads[i] not in region), said[0])
        place = (said[0], said[-1] + 1)
        found.append(_Region("remove", *place, tuple(region), kinds=_kinds(words, top)))
    return found


def _kinds(words: Words, top: int) -> tuple[str, ...]:
    """The kinds of what hangs on a word, which itself hangs on something else."""
    relation, head = words.relations[top].partition(":")[0], words.heads[top]
    below = {words.relations[i].partition(":")[0]: i for i in _children(words, top)}
    found = []
    if relation == "acl":
        found.append("REL-C")
    phrase = "PP" if "case" in below else "NP"
    subjects = [i for i in _children(words, head) if words.relations[i].startswith("nsubj")]
    if subjects and top < subjects[0]:
        adjunct = "PP" if relation == "obl" and phrase == "PP" else _ADJUNCTS.get(relation)
        found += [f"S-ADJUNCT-{adjunct}"] if adjunct else []
    if relation == "obl" and is_time(words.lemmas[top].lower()):
        found.append(f"TEMP-{phrase}")
    return tuple(found)


def _children(words: Words, head: int) -> list[int]:
    return [i for i, other in enumerate(words.heads) if other == head != i]
