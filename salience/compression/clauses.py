"""The tree of a sentence, its clauses, and what each clause says.

A clause is a predicate with what hangs on it but for the clauses within it. It tells of what
happened or of what will be; it says who says the rest, or picks something by its rank; and a word
in it may bind it to all that it has: a negation, a modal verb, a condition, a limit.
"""

from salience.language import Language
from salience.text.words import Words
from salience.trees.functions import is_time
from salience.trees.projective import projective_heads, rooted_heads

SUBJECTS = ("nsubj", "csubj", "expl")
FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_CLAUSES = frozenset(("advcl", "acl", "ccomp", "csubj", "parataxis", "conj"))


class Clauses:
    """The words of a sentence with their heads, relations and tags, and its clauses."""

    def __init__(self, words: Words, language: Language) -> None:
        self.words, self.language = words, language
        self.omit = language.omissions
        self.n = len(words)
        self.heads = projective_heads(rooted_heads(words.heads))
        self.relations = words.relations
        self.rels = [*(rel.partition(":")[0] for rel in words.relations), ""]  # and of no word
        self.tags = words.fine_tags or ("",) * self.n
        self.texts, self.lemmas = words.keys, words.lemmas
        self.below: list[list[int]] = [[] for _ in range(self.n)]
        self.root = 0
        for i, head in enumerate(self.heads):
            if head == i:
                self.root = i
            else:
                self.below[head].append(i)
        self.order = [self.root]
        for i in self.order:  # heads before what hangs on them
            self.order.extend(self.below[i])
        self.first, self.last = list(range(self.n)), list(range(self.n))
        for i in reversed(self.order):
            for child in self.below[i]:
                self.first[i] = min(self.first[i], self.first[child])
                self.last[i] = max(self.last[i], self.last[child])

    def _above(self, i: int) -> list[int]:
        """A word, and the words above it but the root."""
        found = []
        while i != self.root:
            found.append(i)
            i = self.heads[i]
        return found

    def _top(self, first: int, last: int) -> int:
        """The word of a part on which the others hang."""
        return next(k for k in self._above(first)[::-1] if first <= k <= last)

    def _main(self, i: int) -> int:
        """The predicate of the clause around a word."""
        while i != self.root and self.rels[i] not in _CLAUSES:
            i = self.heads[i]
        return i

    def _clause(self, i: int) -> int | None:
        """The predicate of the clause with a word in its subject, its objects or its phrases."""
        while i != self.root:
            rel = self.rels[i]
            if rel in _CLAUSES or self._verb(i):
                return i
            if rel not in ("obj", "obl", "nsubj", "advmod", "amod", "nmod"):
                return None
            i = self.heads[i]
        return i

    def _own(self, i: int) -> list[int]:
        """The words of a clause without those of others within it."""
        found = [i]
        for k in found:
            found.extend(
                d
                for d in self.below[k]
                if self.rels[d] not in _CLAUSES or (self.rels[d] == "conj" and not self._verb(d))
            )
        return found

    def _verb(self, i: int) -> bool:
        return self.tags[i].startswith("VB")

    def _happened(self, i: int) -> bool:
        """Whether a predicate tells of what happened, happens just now, or will happen."""
        helps = [k for k in self.below[i] if self.rels[k] in ("aux", "cop")]
        lemmas = {self.lemmas[k] for k in helps}
        if any(self.tags[k] == "MD" for k in helps):
            return any(self.texts[k] in self.omit.future for k in helps)
        if any(self.tags[k] == "VBD" for k in (i, *helps)):
            return True
        shared = self.rels[i] == "conj" and self.tags[i] == "VBN" and not helps
        return self._is_perfect(i) or shared or ("be" in lemmas and self.tags[i] == "VBG")

    def _is_perfect(self, i: int) -> bool:
        helps = [k for k in self.below[i] if self.rels[k] == "aux"]
        return "have" in {self.lemmas[k] for k in helps} and self.tags[i] in ("VBN", "VBD")

    def _is_past_perfect(self, i: int) -> bool:
        """Whether a predicate says what had happened, which asks until when."""
        past = any(self.tags[k] == "VBD" for k in self.below[i] if self.rels[k] == "aux")
        return past and self._is_perfect(i)

    def _is_past(self, i: int) -> bool:
        """Whether a predicate is not of what will be."""
        return not any(self.texts[k] in self.omit.future for k in self.below[i])

    def _says(self, i: int) -> bool:
        """Whether a word says who says the rest: a verb of saying without what it says."""
        says = self.lemmas[i] in self.omit.reporting or self.texts[i] in self.omit.reporting
        return says and not any(self.rels[k] in ("ccomp", "obj") for k in self.below[i])

    def _binds(self, i: int) -> bool:
        """Whether a clause has a word by which it says no more than with all that it has."""
        if self.lemmas[i] in self.omit.opposing:
            return True
        for k in self._own(i):
            text = self.texts[k]
            if text in self.omit.comparing and self.tags[k + 1 : k + 2] == ("CD",):
                continue  # more than 200
            if self._is_binding(k) or (text in self.omit.near and self.heads[k] == i):
                return True
            if text in self.omit.equating and self.rels[k] == "advmod":
                return True
        return False

    def _is_binding(self, k: int) -> bool:
        return self.texts[k] in self.omit.binding and self.words.tags[k] != "PROPN"  # in May

    def _ranks(self, i: int) -> bool:
        """Whether a clause picks something by its rank: *the tallest*, *the second*."""
        return any(
            (self.tags[k] in ("JJS", "RBS") or self.texts[k] in self.omit.ordinals)
            and not is_time(self.lemmas[self.heads[k]], self.language.clauses)
            for k in self._own(i)
        )
