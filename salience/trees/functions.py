"""Function tags of the Penn Treebank where dependency relations and word lists tell them."""

from dataclasses import replace

from salience.language import ENGLISH, Clauses
from salience.trees.sentence import Sentence
from salience.trees.tree import Tree

_YEARS = range(1000, 2100)


def tagged(sentence: Sentence, i: int, tree: Tree) -> Tree:
    """The constituent of a word with its function tag, if there is one."""
    tag = _function(sentence, i, tree)
    return with_tag(tree, tag) if tag else tree


def with_tag(tree: Tree, tag: str) -> Tree:
    """A constituent with another function tag; a single word stays as it is."""
    return tree if tree.word else replace(tree, label=f"{tree.category}-{tag}")


def is_time(lemma: str, words: Clauses = ENGLISH.clauses) -> bool:
    """Whether a noun or a number says when: a weekday, a month, a unit of time, a year."""
    lemma = lemma.lower()
    return lemma in words.times or (lemma.isdecimal() and len(lemma) == 4 and int(lemma) in _YEARS)


def _function(s: Sentence, i: int, tree: Tree) -> str:
    relation, rel, category = s.relations[i], s.rel(i), tree.category
    if rel in ("nsubj", "csubj"):
        return "SBJ"
    if rel == "vocative":
        return "VOC" if category == "NP" else ""
    if rel == "advcl":
        if category == "S":
            return "PRP" if any(s.tags[d] == "TO" for d in s.left[i]) else "ADV"
        return "ADV" if category == "SBAR" and relation == "advcl" else ""
    if relation in ("obl:unmarked", "nmod:unmarked") and category == "NP":
        return "TMP" if is_time(s.lemmas[i], s.words) else "ADV"
    if category == "PP" and rel in ("obl", "nmod"):
        return "TMP" if _is_time_phrase(s, i) else ""
    if category == "ADVP" and rel == "advmod":
        return "TMP" if s.lemmas[i].lower() in s.words.time_adverbs else ""
    return ""


def _is_time_phrase(s: Sentence, i: int) -> bool:
    prepositions = {s.texts[d].lower() for d in s.left[i] if s.rel(d) == "case"}
    if prepositions & s.words.time_prepositions:
        return True
    return is_time(s.lemmas[i], s.words) and not prepositions & s.words.no_time_prepositions
