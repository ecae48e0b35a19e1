"""Which parts of a sentence can be extracted, removed or substituted: its compression tree.

The operations of Gillick and Favre (2009, section 6), over constituent trees:

* *Extracted* are declarative clauses with a subject and a finite verb: the clauses of a compound
  sentence, and what somebody says (`the mayor said that …`, `…, the mayor said`). Not where the
  sentence denies or doubts it, and not with a pronoun for its subject.
* *Removed* are adverbial clauses, the cuts of `salience.summaries.compressions.cuts` (phrases
  and clauses before the verb, relative clauses, attributions, times, second conjuncts), what
  stands in brackets, and prepositional phrases that commas set off.
* *Substituted* are noun phrases for which the caller knows another: acronyms and other names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from salience.language import ENGLISH
from salience.summaries.compressions.cuts import cuts
from salience.summaries.compressions.tree import CompressionTree, Operation, Part
from salience.trees.tree import Tree

_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_MARKS = frozenset(("`", '"', "“", ","))
_PRONOUNS = frozenset(("PRP", "DT", "EX", "WP", "WDT"))

Place = tuple[int, int]
"""The first word and the one after the last."""


class _Region(NamedTuple):
    operation: Operation
    start: int
    end: int
    words: tuple[int, ...]
    texts: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


def cut_tree(tree: Tree) -> CompressionTree:
    """The compression tree of a sentence from which cuts alone are made, with their kinds.

    What takes the same words is one cut of several kinds. Of two cuts that have some words in
    common, if neither has all of the other's, the one of the larger constituent is taken.
    """
    nodes = tree.nodes()
    regions: dict[tuple[int, ...], _Region] = {}
    for cut in cuts(tree):
        same = regions.get(cut.words)
        kinds = tuple(sorted({*cut.features, *(same.kinds if same else ())}))
        start = cut.words[0] if cut.features == ("ATTR-C",) else nodes[cut.node].start
        region = _Region("remove", start, nodes[cut.node].end, cut.words, kinds=kinds)
        regions[cut.words] = same._replace(kinds=kinds) if same else region
    order = sorted(regions.values(), key=lambda r: (r.start - r.end, r.start))
    return _assembled(len(tree.words), order)


def compression_tree(
    tree: Tree, substitutes: Mapping[Place, Sequence[str]] | None = None
) -> CompressionTree:
    """The compression tree of a sentence."""
    nodes = tree.nodes()
    n = len(tree.words)
    regions = [*_extracted(tree), *_removed(tree)]
    phrases = {(x.start, x.end) for x in nodes if x.tree.category == "NP"}
    swapped = [
        _Region("substitute", *place, tuple(range(*place)), (*texts,))
        for place, texts in (substitutes or {}).items()
        if place in phrases
    ]
    swapped = [r for r in swapped if not any(_within(r, other) for other in swapped)]
    regions = [r for r in regions if not any(_within(r, other) for other in swapped)] + swapped
    order = {"remove": 0, "extract": 1, "substitute": 2}
    regions.sort(key=lambda r: (r.start - r.end, r.start, order[r.operation]))
    return _assembled(n, regions)


def _within(inner: _Region, outer: _Region) -> bool:
    """Whether a region lies in another, or is another of the same place."""
    if inner is outer:
        return False
    same = (inner.start, inner.end) == (outer.start, outer.end)
    return outer.start <= inner.start and inner.end <= outer.end and not same


def _assembled(n: int, regions: Sequence[_Region]) -> CompressionTree:
    """Parts of regions, the larger before those within them."""
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


def _removed(tree: Tree) -> list[_Region]:
    nodes, words = tree.nodes(), [word.lower() for word in tree.words]
    found = []
    for cut in cuts(tree):
        node = nodes[cut.node]
        start = cut.words[0] if cut.features == ("ATTR-C",) else node.start
        found.append(_Region("remove", start, node.end, cut.words))
    known = {(region.start, region.end) for region in found}
    for node in nodes[1:]:
        if (node.start, node.end) in known or not node.tree.children:
            continue
        parent = nodes[node.parent].tree
        category = node.tree.category
        comma = node.start > 0 and words[node.start - 1] == ","
        adverbial = category == "SBAR" and "ADV" in node.tree.functions and comma
        aside = category == "PP" and comma and parent.category in ("VP", "S")
        brackets = category == "PRN" and words[node.start] in ("(", "[")
        if not (adverbial or aside or brackets) or words[node.start] in ENGLISH.cuts.subordinate:
            continue
        closed = comma and words[node.end : node.end + 1] in ([","], ["."])
        end = node.end + (closed and words[node.end] == ",")
        extra = range(node.start - (comma and not brackets), end if not brackets else node.end)
        if not brackets and not closed:
            continue
        known.add((node.start, node.end))
        found.append(_Region("remove", node.start, node.end, tuple(extra)))
    return found


def _extracted(tree: Tree) -> list[_Region]:
    nodes, words = tree.nodes(), [word.lower() for word in tree.words]
    found = []
    for node in nodes[2:]:
        if node.tree.label != "S" or not _is_declarative(node.tree):
            continue
        if not ENGLISH.cuts.doubts.isdisjoint(words[: node.start]) or "?" in words[node.start :]:
            continue
        parent = nodes[node.parent]
        top = parent.parent == 0 and parent.tree.category == "S"
        conjunct = top and [c.category for c in parent.tree.children].count("S") > 1
        fronted = (
            top
            and node.start == parent.start
            and not ENGLISH.cuts.reporting.isdisjoint(words[node.end :])
        )
        if conjunct or fronted or _is_said(tree, node.parent, words[: node.start]):
            place = range(node.start, node.end)
            found.append(_Region("extract", node.start, node.end, tuple(place)))
    return found


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


def _is_said(tree: Tree, i: int, before: Sequence[str]) -> bool:
    """Whether a node is a content clause of a verb of saying, in the main clause."""
    nodes = tree.nodes()
    clause, verb = nodes[i].tree, nodes[nodes[i].parent]
    marks = [child.word.lower() for child in clause.children if child.word]
    main = [child.category for child in nodes[1].tree.children] if len(nodes) > 1 else []
    return (
        clause.category == "SBAR"
        and all(mark in _MARKS or mark in ENGLISH.cuts.complementizers for mark in marks)
        and all(child.word or child.category == "S" for child in clause.children)
        and verb.tree.category == "VP"
        and "VP" in main
        and not ENGLISH.cuts.reporting.isdisjoint(before[max(verb.start, 0) :])
    )
