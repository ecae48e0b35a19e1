"""What may be cut from a sentence: the deletions of Berg-Kirkpatrick, Gillick and Klein (2011).

Table 2 of the paper names thirteen features of a subtree that is deleted, and only subtrees with
one may be (section 6.2). The paper has no exact rules; these are ours, over constituent trees with
function tags. Where a cut would break the sentence or turn what it says, none of them fires.
"""

from __future__ import annotations

from dataclasses import dataclass

from salience.language import ENGLISH
from salience.trees.tree import Node, Tree

FEATURES = (
    "COORD-NP",
    "COORD-VP",
    "COORD-S",
    "COORD-SBAR",
    "S-ADJUNCT-CC",
    "S-ADJUNCT-PP",
    "S-ADJUNCT-ADVP",
    "S-ADJUNCT-SBAR",
    "REL-C",
    "ATTR-C",
    "ATTR-PP",
    "TEMP-PP",
    "TEMP-NP",
)

_PRESENT = frozenset(("VBZ", "VBP"))
# "those who", "anyone that": nothing without its clause.
_NEEDY_TAGS = frozenset(("DT", "PRP", "WP", "CD", "JJ", "JJS", "EX"))


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of a sentence that may be cut.

    Attributes:
        node: Index in `Tree.nodes` of the constituent; of an attribution, of its verb phrase.
        words: Indices of the words that go: those of the constituent, and the conjunction and
            commas that stand only for it.
        features: Which of `FEATURES` fire.
    """

    node: int
    words: tuple[int, ...]
    features: tuple[str, ...]


def cuts(tree: Tree) -> list[Cut]:
    """What may be cut from a sentence, in the order of `Tree.nodes`."""
    place = _Places(tree)
    found = []
    for i in range(1, len(place.nodes)):
        features = tuple(
            f for f in (_coord(place, i), _adjunct(place, i), *_others(place, i)) if f is not None
        )
        if features:
            words = _conjunct(place, i) if features[0].startswith("COORD") else _set_off(place, i)
            found.append(Cut(i, words, features))
        elif words := _attribution(place, i):
            found.append(Cut(i, words, ("ATTR-C",)))
    return found


class _Places:
    """A tree's nodes with parents, siblings and words."""

    def __init__(self, tree: Tree) -> None:
        self.nodes: list[Node] = tree.nodes()
        self.leaves = tree.leaves
        self.texts = [leaf.word.lower() for leaf in self.leaves]
        self.children: list[list[int]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes[1:], 1):
            self.children[node.parent].append(i)

    def category(self, i: int) -> str:
        return self.nodes[i].tree.category

    def functions(self, i: int) -> tuple[str, ...]:
        return self.nodes[i].tree.functions

    def siblings(self, i: int) -> list[int]:
        return self.children[self.nodes[i].parent]

    def categories(self, i: int) -> list[str]:
        """Those of the children of a node."""
        return [self.category(child) for child in self.children[i]]

    def text(self, i: int) -> list[str]:
        node = self.nodes[i]
        return self.texts[node.start : node.end]

    def is_comma(self, word: int) -> bool:
        return 0 <= word < len(self.texts) and self.texts[word] == ","


def _coord(p: _Places, i: int) -> str | None:
    """A phrase coordinated with one before it; the first always stays."""
    category = p.category(i)
    siblings = p.siblings(i)
    if category not in ("NP", "VP", "S", "SBAR") or p.category(p.nodes[i].parent) != category:
        return None
    alike = [s for s in siblings if p.category(s) == category]
    conjunctions = [s for s in siblings if p.category(s) == "CC"]
    if len(conjunctions) != 1 or i == alike[0] or _is_paired(p, i):
        return None
    at = siblings.index(i)
    last = i == alike[-1]
    if last and (len(alike) > 2 or siblings[at - 1] != conjunctions[0]):
        return None
    if not last and not p.is_comma(p.nodes[i].start - 1):
        return None
    if _is_list_without_conjunction(p, alike[0]) or _is_last_of_list(p, i):
        return None
    if category == "NP" and _agrees(p, p.nodes[i].parent) and last:
        return None
    return f"COORD-{category}"


def _is_list_without_conjunction(p: _Places, first: int) -> bool:
    """Whether what would be left is a list that lost its conjunction: `it fell, it rose`."""
    return p.categories(first).count(p.category(first)) > 1 and "CC" not in p.categories(first)


def _is_last_of_list(p: _Places, i: int) -> bool:
    """Whether the coordination is itself the last member of a list: `A, [B and C]`."""
    parent = p.nodes[i].parent
    around = p.categories(p.nodes[parent].parent)
    return p.is_comma(p.nodes[parent].start - 1) and around.count(p.category(i)) > 1


def _is_paired(p: _Places, i: int) -> bool:
    """Whether another word asks for both: `between A and B`, `both A and B`."""
    parent = p.nodes[p.nodes[i].parent]
    before = p.texts[max(parent.start - 1, 0) : parent.start + 1]
    return not ENGLISH.cuts.paired.isdisjoint(before) or not ENGLISH.cuts.paired.isdisjoint(
        p.texts[max(p.nodes[i].start - 1, 0) : p.nodes[i].start]
    )


def _agrees(p: _Places, subject: int) -> bool:
    """Whether the verb of a subject shows its number."""
    if "SBJ" not in p.functions(subject):
        return False
    node = p.nodes[subject]
    behind = [s for s in p.siblings(subject) if p.nodes[s].start >= node.end]
    for s in behind:
        for leaf, text in zip(
            p.leaves[p.nodes[s].start :], p.texts[p.nodes[s].start :], strict=True
        ):
            if leaf.label.startswith(("VB", "MD")):
                return leaf.label in _PRESENT or text in ENGLISH.cuts.agreeing
    return True


def _adjunct(p: _Places, i: int) -> str | None:
    """A child of a clause on the left of its verb that is no subject."""
    category = p.category(i)
    if category not in ("CC", "PP", "ADVP", "SBAR") or p.functions(i)[-1:] == ("SBJ",):
        return None
    parent = p.nodes[i].parent
    siblings = p.siblings(i)
    verbs = [s for s in siblings if p.category(s) == "VP"]
    subjects = [s for s in siblings if "SBJ" in p.functions(s)]
    if p.category(parent) != "S" or not verbs or not subjects or i > verbs[0]:
        return None
    if category == "CC" and p.nodes[i].start != 0:
        return None
    if not ENGLISH.cuts.conditions.isdisjoint(p.text(i)[:2]):
        return None
    return f"S-ADJUNCT-{category}"


def _others(p: _Places, i: int) -> list[str]:
    category, parent = p.category(i), p.category(p.nodes[i].parent)
    if category == "SBAR" and parent == "NP":
        return ["REL-C"] if _is_relative(p, i) else []
    if category == "PP" and parent in ("S", "VP", "SINV") and _attributes(p, i):
        return ["ATTR-PP"]
    temporal = "TMP" in p.functions(i) and parent in ("S", "VP")
    if category in ("PP", "NP") and temporal and not _is_needed(p, i):
        return [f"TEMP-{category}"]
    return []


def _attributes(p: _Places, i: int) -> bool:
    """Whether a phrase begins with *according to*."""
    return tuple(p.text(i)[:2]) in ENGLISH.clauses.nested_prepositions


def _is_relative(p: _Places, i: int) -> bool:
    """Whether a clause modifies a noun that can do without it."""
    siblings = p.siblings(i)
    at = siblings.index(i)
    first = p.categories(i)[0]
    head = p.nodes[siblings[0]]
    last = p.leaves[head.end - 1]
    if at == 0 or not (first.startswith("WH") or first == "S"):
        return False
    return last.label not in _NEEDY_TAGS and last.word.lower() not in ENGLISH.cuts.needy


def _is_needed(p: _Places, i: int) -> bool:
    """Whether a verb has nothing else: `the meeting was on Friday`."""
    siblings = p.siblings(i)
    if p.category(p.nodes[i].parent) != "VP":
        return False
    verb = p.nodes[siblings[0]].tree
    others = [s for s in siblings[1:] if s != i and p.category(s) not in ("ADVP", "RB", ",")]
    return verb.word.lower() in ENGLISH.cuts.be and not others


def _attribution(p: _Places, i: int) -> tuple[int, ...]:
    """The words of `…, the senator announced Friday` at the end of a sentence."""
    parent = p.nodes[i].parent
    siblings = p.siblings(i)
    if p.category(i) != "VP" or p.category(parent) != "S" or p.nodes[parent].parent != 0:
        return ()
    at = siblings.index(i)
    before = [s for s in siblings[:at] if p.nodes[s].tree.children]
    after = [s for s in siblings[at + 1 :] if p.nodes[s].tree.children]
    said = not ENGLISH.cuts.reporting.isdisjoint(p.text(i)) and "S" not in p.categories(i)
    if after or not said or [p.category(s) for s in before] != ["S", "NP"]:
        return ()
    start = p.nodes[before[1]].start
    start -= p.is_comma(start - 1)
    return tuple(range(start, p.nodes[i].end))


def _conjunct(p: _Places, i: int) -> tuple[int, ...]:
    """The words of a conjunct, with the conjunction and the comma before it."""
    node = p.nodes[i]
    start = node.start
    siblings = p.siblings(i)
    if p.category(siblings[siblings.index(i) - 1]) == "CC":
        start -= 1
    start -= p.is_comma(start - 1)
    return tuple(range(start, node.end))


def _set_off(p: _Places, i: int) -> tuple[int, ...]:
    """The words of a constituent, with the commas that set it off."""
    node = p.nodes[i]
    before, behind = p.is_comma(node.start - 1), p.is_comma(node.end)
    first = node.start == 0 or _opens(p, node.start)
    start = node.start - (before and (behind or not first))
    end = node.end + (behind and (before or first))
    return tuple(range(start, end))


def _opens(p: _Places, word: int) -> bool:
    """Whether nothing but quotation marks and conjunctions stands before a word."""
    return all(leaf.label in ("``", "''", "CC", "-LRB-") for leaf in p.leaves[:word])
