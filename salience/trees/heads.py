"""Heads of constituents: a ranked table of which children matter most.

A head finder looks for the first child on its list (Collins 1999, appendix A). Looking for all of
them instead ranks the children by their importance, as the deletion rules of Cohn and Lapata (2009,
section 3.2) need it. The table is Collins's in the main, with one difference: in a noun phrase a
determiner comes before an adjective, as in the paper's example (`NN`, `DT`, `JJ` of
``(NP DT JJ NN)``), which his table does not give.
"""

from salience.trees.tree import Tree

# By category, the side from which children are looked through, and groups of labels: those of one
# group count as one label.
_GROUPS = {
    "ADJP": ("left", "JJ, NN NNS QP, VBN VBG, ADJP, JJR JJS, RB RBR RBS, CD, NP"),
    "ADVP": ("right", "RB RBR RBS, ADVP, IN TO, JJ, NP, PP"),
    "CONJP": ("right", "CC, RB, IN"),
    "FRAG": ("left", "S, NP, VP, ADJP, PP, ADVP, INTJ"),
    "INTJ": ("left", "UH, INTJ"),
    "NP": (
        "right",
        "NN NNP NNPS NNS NX, NP, PRP EX WP, CD QP, DT PRP$, $, JJ JJS JJR ADJP, POS, SBAR PP VP S",
    ),
    "PP": ("left", "IN TO VBG VBN RP, PP, NP, S SBAR, ADVP"),
    "PRN": ("left", "S SBAR, NP, PP, VP, ADJP ADVP"),
    "PRT": ("right", "RP, RB, IN"),
    "QP": ("left", "CD, $, NN NNS, JJ, RB, DT, IN"),
    "ROOT": ("left", "S SINV SQ SBARQ, SBAR, VP, NP, FRAG"),
    "S": ("left", "VP, S, NP, SBAR, ADJP, PP, ADVP"),
    "SBAR": ("left", "S SQ SINV, SBAR, IN, WHNP WHPP WHADVP WHADJP, FRAG"),
    "SBARQ": ("left", "SQ S SINV SBARQ, WHNP WHADVP WHPP WHADJP, FRAG"),
    "SINV": ("left", "VBZ VBD VBP VB MD, VP, S SINV, NP, ADJP"),
    "SQ": ("left", "VBZ VBD VBP VB MD, VP, SQ, NP, ADJP"),
    "VP": ("left", "VBD VBN MD VBZ VB VBG VBP TO, VP, NP, S SBAR, ADJP, PP, PRT, ADVP RB"),
    "WHADJP": ("left", "WRB, JJ, ADJP"),
    "WHADVP": ("right", "WRB, RB, CC"),
    "WHNP": ("left", "WDT WP WP$ WHNP, WHADJP, WHPP, NN NNS NNP NP, WRB, JJ"),
    "WHPP": ("right", "WHNP, IN TO, FRAG"),
}
_TABLE = {
    category: (side, [group.split(" ") for group in groups.split(", ")])
    for category, (side, groups) in _GROUPS.items()
}


def ranked_children(tree: Tree) -> tuple[int, ...]:
    """Indices of the children of a constituent, the head first; those the table lacks come last."""
    side, groups = _TABLE.get(tree.category, ("right", []))
    order = list(range(len(tree.children)))
    if side == "right":
        order.reverse()
    known = [i for group in groups for i in order if tree.children[i].category in group]
    return (*known, *(i for i in range(len(order)) if i not in known))


def head(tree: Tree) -> int | None:
    """Index of the head among the children of a constituent; None for a preterminal."""
    return next(iter(ranked_children(tree)), None)


def head_word(tree: Tree) -> str:
    """The word to which the heads lead."""
    while (i := head(tree)) is not None:
        tree = tree.children[i]
    return tree.word
