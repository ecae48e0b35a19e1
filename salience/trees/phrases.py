"""Phrases that are no clauses: of nouns, adjectives, adverbs, numbers and prepositions."""

from collections.abc import Sequence
from dataclasses import replace

from salience.trees.functions import tagged
from salience.trees.sentence import NOMINAL, WH_TAGS, Sentence
from salience.trees.tree import Tree

WH = {"NP": "WHNP", "PP": "WHPP", "ADVP": "WHADVP", "ADJP": "WHADJP"}

_NOUN_TAGS = frozenset(("NN", "NNS", "NNP"))
_ADJECTIVE_TAGS = frozenset(("JJ", "JJR", "JJS"))
_ADVERB_TAGS = frozenset(("RB", "RBR", "RBS", "WRB"))
# What stands behind a noun inside its smallest phrase.
_TIGHT = frozenset(["flat", "fixed", "goeswith", "compound", "nummod", "case", "det"])
_NEVER_TIGHT_BELOW = ("punct", "det", "nmod", "acl")


def phrase(s: Sentence, i: int, left: Sequence[int], right: Sequence[int]) -> Tree:
    """The phrase of a word that is no predicate, with its function."""
    rel = s.rel(i)
    if not left and not right and _is_bare(s, i):
        return s.leaf(i)
    if rel == "nummod":
        return Tree("QP", (*_bare_adverbs(s, left), s.leaf(i), *s.flat(right)))
    tree = plain_phrase(s, i, category(s, i), left, right)
    fronted = rel == "root" or (i < s.heads[i] and rel not in ("conj", "appos", "nmod"))
    if fronted and tree.label in WH and s.asks(i):
        tree = replace(tree, label=WH[tree.label])
    return tagged(s, i, tree)


def plain_phrase(
    s: Sentence, i: int, label: str, left: Sequence[int], right: Sequence[int]
) -> Tree:
    """A phrase of a category, with its prepositions and what is coordinated with it."""
    n_outer = max((n for n, d in enumerate(left, 1) if s.rel(d) == "case"), default=0)
    prepositions, inner = left[:n_outer], left[n_outer:]
    own, joined = s.split_at(right, "conj")
    if s.asks(i) and own and not joined and s.relations[own[-1]].endswith(":relcl"):
        tree = _free_relative(s, _base(s, i, label, inner, own[:-1]), own[-1])
        return _prepositional(s, prepositions, tree)
    base = _base(s, i, label, inner, own)
    if any(s.rel(d) == "conj" and s.has(d, "case") for d in joined) and prepositions:
        return _coordinated(s, i, _prepositional(s, prepositions, base), joined)
    return _prepositional(s, prepositions, _coordinated(s, i, base, joined))


def category(s: Sentence, i: int) -> str:
    """The category of a word's phrase."""
    tag, rel = s.tags[i], s.rel(i)
    if s.relations[i] == "compound:prt":
        return "PRT"
    if rel == "amod":
        return "ADJP"
    if rel in NOMINAL and tag not in _ADVERB_TAGS and tag != "IN":
        return "NP"
    if tag in _ADJECTIVE_TAGS or (tag in ("VBN", "VBG") and rel == "xcomp"):
        return "ADJP"
    if tag in _ADVERB_TAGS:
        return "ADVP"
    if tag in ("IN", "TO", "RP"):
        return "ADVP" if rel == "advmod" else "PP"
    if rel == "discourse" and s.lemmas[i] in s.words.adverbial_interjections:
        return "ADVP"
    return "INTJ" if tag == "UH" or rel == "discourse" else "NP"


def bare_adverb(tree: Tree) -> Tree:
    """An adverb of one word without its phrase; anything else as it is."""
    single = tree.category == "ADVP" and len(tree.children) == 1
    return tree.children[0] if single else tree


def joined_flat(s: Sentence, first: Tree, joined: Sequence[int]) -> Tree:
    """Coordinated phrases of single words as one: ``(NP (NNS cats) (CC and) (NNS dogs))``."""
    children = list(first.children)
    for d in joined:
        for part in s.parts[d]:
            children += part.children if s.rel(d) == "conj" and part.children else (part,)
    return replace(first, children=tuple(children))


def is_single(s: Sentence, i: int) -> bool:
    """Whether nothing but conjunctions and punctuation hangs on a word."""
    return all(s.rel(d) in ("cc", "punct") for d in s.below(i))


def _is_bare(s: Sentence, i: int) -> bool:
    """Whether a word alone is no phrase where it stands."""
    rel = s.rel(i)
    if rel in ("amod", "nummod"):
        return True
    if rel == "discourse":
        return s.tags[i] == "LS" or s.lemmas[i] in s.words.bare_interjections
    if rel == "advmod":
        return s.lemmas[i] in s.words.negations or (i == 0 and s.lemmas[i] in s.words.openers)
    return False


def _base(s: Sentence, i: int, label: str, left: Sequence[int], right: Sequence[int]) -> Tree:
    """A word with what stands before it, and what stands behind it around that."""
    n_tight = 0
    while n_tight < len(right) and _is_tight(s, i, right[n_tight], label):
        n_tight += 1
    tight, loose = right[:n_tight], right[n_tight:]
    before: list[Tree] = []
    for d in left:
        is_title = s.relations[d] == "nmod:desc"
        before += _opened(s.parts[d]) if is_title else _bare_adverbs(s, [d])
    behind = _opened(s.flat(tight)) if label == "NP" else s.flat(tight)
    children = (*before, s.leaf(i), *behind)
    # "the fact that", "the wish to": a clause behind a noun that is its content.
    clauses = (s.relations[d] == "acl" and s.parts[d][-1].category in ("S", "SBAR") for d in loose)
    if label != "NP" or not loose or all(clauses):
        return Tree(label, (*children, *s.flat(loose)))
    return Tree("NP", (Tree("NP", children), *s.flat(loose)))


def _is_tight(s: Sentence, i: int, d: int, label: str) -> bool:
    rel, relation = s.rel(d), s.relations[d]
    if label != "NP":
        return rel in ("fixed", "goeswith", "flat")
    if relation == "nmod:unmarked":
        return s.tags[d] == "CD" or (s.tags[d] == "NNP" and not s.below(d))
    if rel == "appos":
        # "the word dog", "Room 12": no comma, no article.
        names = s.tags[i] in _NOUN_TAGS and s.tags[d] in ("NN", "NNP", "CD")
        return names and not s.has(d, *_NEVER_TIGHT_BELOW)
    return rel in _TIGHT


def _opened(trees: Sequence[Tree]) -> list[Tree]:
    """Noun phrases as the words in them."""
    return [child for t in trees for child in (t.children if t.category == "NP" else (t,))]


def _bare_adverbs(s: Sentence, words: Sequence[int]) -> list[Tree]:
    return [bare_adverb(tree) for tree in s.flat(words)]


def _free_relative(s: Sentence, base: Tree, clause: int) -> Tree:
    """`what they say`: a clause whose question word is its head in Universal Dependencies."""
    *before, tree = s.parts[clause]
    if tree.category == "SBAR" and len(tree.children) == 1:
        tree = tree.children[0]
    elif tree.category == "VP":
        tree = Tree("S", (tree,))
    return Tree("SBAR", (replace(base, label=WH.get(base.label, base.label)), *before, tree))


def _prepositional(s: Sentence, prepositions: Sequence[int], tree: Tree) -> Tree:
    if not prepositions:
        return tree
    parts = s.flat(prepositions)
    if tree.label in WH and any(leaf.label in WH_TAGS for leaf in tree.leaves[:1]):
        tree = replace(tree, label=WH[tree.label])
    if tuple(part.word.lower() for part in parts) in s.words.nested_prepositions:
        return Tree("PP", (parts[0], Tree("PP", (parts[1], tree))))
    return Tree("PP", (*parts, tree))


def _coordinated(s: Sentence, i: int, first: Tree, joined: Sequence[int]) -> Tree:
    if not joined:
        return first
    others = [d for d in joined if s.rel(d) == "conj"]
    alike = all(is_single(s, d) and s.tags[d][:2] == s.tags[i][:2] for d in others)
    short = all(child.word for child in first.children)
    if alike and short and (first.label != "NP" or s.tags[i] in _NOUN_TAGS):
        return joined_flat(s, first, joined)
    return Tree(first.category, (first, *s.flat(joined)))
