"""A parsed sentence as its conversion to constituents sees it: words and what hangs on them."""

from collections.abc import Iterable, Sequence

from salience.language import ENGLISH, Language
from salience.text.words import Words
from salience.trees.projective import projective_heads, rooted_heads
from salience.trees.tree import Tree

WH_TAGS = frozenset(("WDT", "WP", "WP$", "WRB"))

# Of words without Penn tags.
_FROM_UNIVERSAL = {
    "ADJ": "JJ",
    "ADP": "IN",
    "ADV": "RB",
    "AUX": "VBP",
    "CCONJ": "CC",
    "DET": "DT",
    "INTJ": "UH",
    "NUM": "CD",
    "PART": "RB",
    "PRON": "PRP",
    "PROPN": "NNP",
    "PUNCT": ":",
    "SCONJ": "IN",
    "SYM": "SYM",
    "VERB": "VBP",
}


class Sentence:
    """Words of a sentence, counted from 0, with heads that make unbroken phrases."""

    def __init__(self, words: Words, place: range, language: Language = ENGLISH) -> None:
        self.words = language.clauses  # that rules read
        tags = words.fine_tags or [_FROM_UNIVERSAL.get(tag, "NN") for tag in words.tags]
        first = place.start
        self.texts = [words.texts[i] for i in place]
        self.tags = [tags[i] for i in place]
        self.lemmas = [words.lemmas[i] for i in place]
        heads = [words.heads[i] if words.heads[i] in place else i for i in place]
        self.heads = projective_heads(rooted_heads([head - first for head in heads]))
        # Whole relations, such as ``nsubj:pass``; of the root, ``root``.
        self.relations = [
            "root" if self.heads[i - first] == i - first else words.relations[i] for i in place
        ]
        self._short = [relation.partition(":")[0] for relation in self.relations]
        # By word, what hangs on it from either side, in order.
        self.left: list[list[int]] = [[] for _ in place]
        self.right: list[list[int]] = [[] for _ in place]
        for i, head in enumerate(self.heads):
            if i < head:
                self.left[head].append(i)
            elif i > head:
                self.right[head].append(i)
        # By word, the constituents of all that is below it, as they become known.
        self.parts: list[list[Tree]] = [[] for _ in place]

    def rel(self, i: int) -> str:
        """The relation of a word without what follows its colon."""
        return self._short[i]

    def leaf(self, i: int) -> Tree:
        """The word itself."""
        return Tree(self.tags[i], word=self.texts[i])

    def below(self, i: int) -> list[int]:
        """What hangs on a word."""
        return [*self.left[i], *self.right[i]]

    def has(self, i: int, *relations: str) -> bool:
        """Whether something hangs on a word by one of these relations."""
        return any(self._short[d] in relations for d in self.below(i))

    def flat(self, words: Iterable[int]) -> list[Tree]:
        """The constituents of several words and of all below them, in order."""
        return [tree for d in words for tree in self.parts[d]]

    def asks(self, i: int) -> bool:
        """Whether the phrase of a word begins with a question word or a relative pronoun."""
        while self.tags[i] not in WH_TAGS:
            lower = [d for d in self.left[i] if self._short[d] in ("det", "advmod", "nmod", "amod")]
            # The first of them alone: "how many of the things that".
            if not lower:
                return False
            i = lower[0]
        return True

    def verbal(self, i: int) -> bool:
        """Whether a word is a verb."""
        return self.tags[i].startswith(("VB", "MD"))

    def is_clause(self, i: int) -> bool:
        """Whether a word is the predicate of a clause."""
        if self.has(i, "nsubj", "csubj", "cop", "aux", "expl"):
            return True
        if not self.verbal(i):
            return any(self._short[d] == "mark" and self.tags[d] == "TO" for d in self.left[i])
        if self._short[i] in _NO_CLAUSES:
            return False
        nominal = self._short[i] in NOMINAL and self.has(i, "det", "amod", "case")
        return not nominal and self.relations[i] != "nmod:poss"

    def split_at(self, words: Sequence[int], *relations: str) -> tuple[list[int], list[int]]:
        """The words before the first with one of the relations, and those from it on."""
        n = next((n for n, d in enumerate(words) if self._short[d] in relations), len(words))
        return list(words[:n]), list(words[n:])


NOMINAL = frozenset(
    ["nsubj", "obj", "iobj", "obl", "nmod", "appos", "vocative", "dislocated", "list"]
)
_NO_CLAUSES = frozenset(
    ["amod", "compound", "case", "det", "fixed", "mark", "cc", "flat", "nummod"]
)
