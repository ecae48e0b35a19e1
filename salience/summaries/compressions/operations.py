"""Which parts of a sentence can be extracted, removed or substituted: its compression tree.

The operations of Gillick and Favre (2009, section 6):

* *Removed* is what `salience.compression.constraints` lets go: what is said besides, and when,
  where, why and how something happened.
* *Extracted* are declarative clauses with a subject that is no pronoun and a finite verb, such as
  the second of a compound sentence, where the constraints let the rest of the sentence go.
* *Substituted* are noun phrases for which the caller knows another: acronyms and other names.

Berg-Kirkpatrick, Gillick and Klein (2011, table 2) name thirteen kinds of subtrees whose deletion
has a learned worth. Eleven of them are found here by relations; the two of attributions are not, as
the constraints keep a speaker with what is said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from salience.compression.constraints import Constraints, constraints
from salience.language import ENGLISH
from salience.summaries.compressions.tree import CompressionTree, Operation, Part
from salience.text.words import Words
from salience.trees.functions import is_time
from salience.trees.tree import Tree

KINDS = (
    *("COORD-NP", "COORD-VP", "COORD-S", "COORD-SBAR"),
    *("S-ADJUNCT-CC", "S-ADJUNCT-PP", "S-ADJUNCT-ADVP", "S-ADJUNCT-SBAR"),
    *("REL-C", "TEMP-PP", "TEMP-NP"),
)
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_PRONOUNS = frozenset(("PRP", "DT", "EX", "WP", "WDT"))
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


def cut_tree(words: Words) -> CompressionTree:
    """The compression tree of a sentence from which only what is of `KINDS` is removed."""
    removed = _removed(words, constraints(words, seconds=True))
    return _assembled(len(words), [region for region in removed if region.kinds])


def compression_tree(
    words: Words, tree: Tree, substitutes: Mapping[Place, Sequence[str]] | None = None
) -> CompressionTree:
    """The compression tree of a sentence, by its words and its constituents.

    Of the places of `substitutes` those are passed over that are no noun phrase.
    """
    allowed = constraints(words, seconds=True)
    regions = [*_extracted(words, tree, allowed), *_removed(words, allowed)]
    phrases = {(x.start, x.end) for x in tree.nodes() if x.tree.category == "NP"}
    swapped = [
        _Region("substitute", *place, tuple(range(*place)), (*texts,))
        for place, texts in (substitutes or {}).items()
        if place in phrases and not _has_bracket(words, *place)
    ]
    swapped = [r for r in swapped if not any(_within(r, other) for other in swapped)]
    regions = [r for r in regions if not any(_within(r, other) for other in swapped)] + swapped
    return _assembled(len(words), regions)


def _has_bracket(words: Words, start: int, end: int) -> bool:
    """Whether a name stands in brackets, or before brackets: *United Nations (UN)*."""
    return "(" in (*words.texts[max(start - 1, 0) : start], *words.texts[end : end + 1])


def _within(inner: _Region, outer: _Region) -> bool:
    """Whether a region lies in another, or is another of the same place."""
    if inner is outer:
        return False
    same = (inner.start, inner.end) == (outer.start, outer.end)
    return outer.start <= inner.start and inner.end <= outer.end and not same


def _assembled(n: int, regions: Sequence[_Region]) -> CompressionTree:
    """Parts of regions, the larger before those within them."""
    order = {"remove": 0, "extract": 1, "substitute": 2}
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


def _removed(words: Words, allowed: Constraints) -> list[_Region]:
    """What the constraints let go, each part with all that goes with it."""
    below = [[*unit] for unit in allowed.units]
    for unit in range(len(below) - 1, 0, -1):
        below[allowed.parents[unit]] += below[unit]
    found = []
    for region in map(sorted, below[1:]):
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
    if relation in ("conj", "parataxis"):
        verbal = words.tags[top] in ("VERB", "AUX") or "cop" in below
        clause = "SBAR" if "mark" in below else "S" if "nsubj" in below else "VP"
        found.append(f"COORD-{clause if verbal else 'NP'}")
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


def _extracted(words: Words, tree: Tree, allowed: Constraints) -> list[_Region]:
    """Clauses of a compound sentence of which no part has words both in and outside of one."""
    texts, nodes = words.keys, tree.nodes()
    found = []
    for node in nodes[2:]:
        top = nodes[node.parent].parent == 0 and nodes[node.parent].tree.category == "S"
        if not top or node.tree.label != "S" or not _is_declarative(node.tree):
            continue
        place = range(node.start, node.end)
        outside = {*texts[: node.start], *texts[node.end :]}
        if outside & ENGLISH.cuts.doubts or outside & ENGLISH.cuts.reporting or "?" in texts:
            continue
        if all(len({i in place for i in unit if _is_said(words, i)}) < 2 for unit in allowed.units):
            found.append(_Region("extract", node.start, node.end, tuple(place)))
    return found


def _is_said(words: Words, i: int) -> bool:
    """Whether a word is neither a mark nor a conjunction."""
    return words.tags[i] not in ("PUNCT", "CCONJ")


def _is_declarative(tree: Tree) -> bool:
    """Whether a clause has a subject that is no pronoun, and behind it a finite verb."""
    categories = [child.category for child in tree.children]
    subject = next((c for c in tree.children if c.label == "NP-SBJ"), None)
    if subject is None or "VP" not in categories or "CC" in categories[:1]:
        return False
    if len(subject.leaves) == 1 and subject.leaves[0].label in _PRONOUNS:
        return False
    verb = tree.children[categories.index("VP")].leaves[0]
    return verb.label in _FINITE
