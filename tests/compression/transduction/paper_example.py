"""The example of Cohn and Lapata (2009): Figures 1, 3, 6 and 7."""

from salience.trees.brackets import read_tree

SOURCE = read_tree(
    "(S (S (WHNP (RB exactly) (WP what))"
    " (S (NP (NNS records)) (VP (VBD made) (NP (PRP it)))))"
    " (CC and)"
    " (S (WHNP (WP which)) (S (NP (NNS ones)) (VP (VBP are) (VP (VBN involved))))))"
)
TARGET = read_tree("(S (WHNP (WP what)) (S (NP (NNS records)) (VP (VBP are) (VP (VBN involved)))))")
LINKS = ((1, 0), (2, 1), (8, 2), (9, 3))

# Figure 7; the same rules as Figure 3's, but for rule 5, where "and" stands as a word there.
RULES = """
[S [S WHNP:1 S:2] CC:e S:3] -> [S WHNP:1 [S NP:2 VP:3]]
[WHNP RB:e WP:1] -> [WHNP WP:1]
[WP what] -> [WP what]
[S NP:1 VP:e] -> NP:1
[NP NNS:1] -> [NP NNS:1]
[NNS records] -> [NNS records]
[S WHNP:e S:1] -> VP:1
[S NP:e VP:1] -> VP:1
[VP VBP:1 VP:2] -> [VP VBP:1 VP:2]
[VBP are] -> [VBP are]
[VP VBN:1] -> [VP VBN:1]
[VBN involved] -> [VBN involved]
"""
