"""Constituent trees made from dependency trees, by rules.

A word and all that is below it become a constituent (a phrase or a clause), from the lowest words
up; the relation says which words are only parts of their head's constituent, and at which height of
a clause the others join it. Labels are those of the Penn Treebank.
"""

from dataclasses import replace

from salience.language import ENGLISH, Language
from salience.text.words import Words
from salience.trees.clauses import clause
from salience.trees.phrases import phrase
from salience.trees.projective import bottom_up
from salience.trees.sentence import Sentence
from salience.trees.tree import Tree

# Words that have no constituent of their own.
_BARE = frozenset(
    ["punct", "cc", "det", "case", "mark", "aux", "cop", "compound", "flat", "fixed", "goeswith"]
)
_OPENING, _CLOSING = "-LRB-", "-RRB-"


def constituents(words: Words, language: Language = ENGLISH) -> list[Tree]:
    """A constituent tree for each sentence, made from its dependency tree by rules.

    The same dependencies always give the same tree. Where arcs cross, words move to a higher head
    first. Without Penn tags (``fine_tags``), these are guessed from the universal ones, which do
    not tell participles from other verbs.

    Args:
        words: A text with Universal Dependencies.
        language: Its language, for the words that rules read.

    Returns:
        Trees with Penn categories under ``ROOT``, by sentence, with the words of the sentence. Tags
        say functions where relations and word lists tell them: SBJ, PRD, TMP, ADV, PRP, VOC.

    Example:
        >>> words = Words(("It", "rained", "in", "Oslo", "."), ("it", "rain", "in", "Oslo", "."),
        ...               ("PRON", "VERB", "ADP", "PROPN", "PUNCT"), (1, 1, 3, 1, 1),
        ...               ("nsubj", "root", "case", "obl", "punct"), (0,),
        ...               ((0, 2), (3, 9), (10, 12), (13, 17), (17, 18)),
        ...               ("PRP", "VBD", "IN", "NNP", "."))
        >>> constituents(words)[0]
        (ROOT (S (NP-SBJ (PRP It)) (VP (VBD rained) (PP (IN in) (NP (NNP Oslo)))) (. .)))
    """
    return [_tree(Sentence(words, place, language)) for place in words.sentence_ranges()]


def _tree(s: Sentence) -> Tree:
    order = bottom_up(s.heads)
    for i in order:
        s.parts[i] = _parts(s, i)
    return Tree("ROOT", tuple(s.parts[order[-1]]))


def _parts(s: Sentence, i: int) -> list[Tree]:
    """The constituent of a word; conjunctions and punctuation at its edges stand beside it."""
    possessive = s.relations[i] == "nmod:poss" and s.tags[i] in ("PRP$", "WP$")
    if (s.rel(i) in _BARE and s.relations[i] != "compound:prt") or possessive:
        return [*s.flat(s.left[i]), s.leaf(i), *s.flat(s.right[i])]
    left, right = list(s.left[i]), list(s.right[i])
    before: list[Tree] = []
    behind: list[Tree] = []
    edges = ("punct", "cc") if s.rel(i) == "conj" else ("punct",)
    while left and s.rel(left[0]) in edges:
        before += s.parts[left.pop(0)]
    while right and s.rel(right[-1]) == "punct":
        behind = s.parts[right.pop()] + behind
    tree = clause(s, i, left, right) if s.is_clause(i) else phrase(s, i, left, right)
    if s.rel(i) == "root":
        return [_whole(tree, before, behind)]
    if before and behind and (before[-1].label, behind[0].label) == (_OPENING, _CLOSING):
        inside = tree.children if s.tags[i] == "CD" and len(tree.children) == 1 else (tree,)
        return [*before[:-1], Tree("PRN", (before[-1], *inside, behind[0])), *behind[1:]]
    return [*before, tree, *behind]


def _whole(tree: Tree, before: list[Tree], behind: list[Tree]) -> Tree:
    """The constituent of a sentence, which holds the punctuation at its edges."""
    if not before and not behind:
        return tree
    if tree.word:
        return Tree("X", (*before, tree, *behind))
    return replace(tree, children=(*before, *tree.children, *behind))
