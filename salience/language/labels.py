"""Labels of dependency parsers: those of Universal Dependencies (UD), and what CLEAR calls them.

CLEAR (Choi and Palmer 2012), which spaCy's English pipelines have, differs in names of relations
(*nsubjpass*, *dobj*); in prepositions, which hang on the verb or noun, with the noun below them
(*prep*, *pobj*); in predicate nominals, which are the *attr* of *be*; and in names, which hang on
their last word (*compound*), in UD on the first (*flat*).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

COPULA = "cop"
"""UD: the verb *be* below a predicate nominal, which is the head of the clause."""
ATTRIBUTE = "attr"
"""CLEAR: a predicate nominal below the verb *be*."""
PREPOSITIONAL_OBJECT = "pobj"
"""CLEAR: a noun below its preposition."""
ARGUMENTS = frozenset(("nsubj", "obj", "iobj", "obl"))
"""Relations, as `Labels.relation` gives them, of the arguments of a verb."""

# What a dependent is to the noun above it. A phrase goes on over those up to AFTER.
NAME, BEFORE, AFTER, CONJUNCT, APPOSITIVE, SKIPPED, CLAUSE, OTHER = range(8)
_PHRASE_PARTS = {
    **dict.fromkeys(("flat", "compound", "fixed", "goeswith", "nmod:desc"), NAME),
    **dict.fromkeys(("det", "amod", "nummod", "nmod:poss"), BEFORE),
    "nmod": AFTER,
    **dict.fromkeys(("conj", "cc"), CONJUNCT),
    "appos": APPOSITIVE,
    "punct": SKIPPED,
    **dict.fromkeys(("acl", "advcl", "ccomp", "parataxis", "list"), CLAUSE),
    **dict.fromkeys(("nmod:unmarked", "nmod:npmod", "nmod:tmod"), OTHER),
    **dict.fromkeys(("compound:prt", "cc:preconj"), OTHER),
}
_NOMINAL = frozenset(("nsubj", "obj", "iobj", "obl", "nmod"))
_NOUN_TAGS = frozenset(("NOUN", "PROPN", "PRON", "NUM"))


@dataclass(frozen=True, eq=False)
class Labels:
    """How labels of the parsers of a language are read: the relation of UD for those that UD lacks.

    `roles` are those that only `ud_relation` reads; `phrase_parts` say what is below a noun.
    """

    relations: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    phrase_parts: Mapping[str, int] = field(default_factory=dict)

    def relation(self, label: str) -> str:
        """The relation as coreference reads it, which tells possessors from other nouns."""
        if label == "nmod:poss":
            return "poss"
        label_base = base(label)
        return self.relations.get(label) or self.relations.get(label_base, label_base)

    def ud_relation(self, label: str, tag_above: str = "") -> str:
        """The relation of UD; `tag_above` tells *nmod* from *obl* for CLEAR's *pobj*."""
        if label == PREPOSITIONAL_OBJECT:
            return "nmod" if tag_above in _NOUN_TAGS else "obl"
        label = label.lower()
        return self.roles.get(label) or self.relations.get(label, base(label))

    def phrase_part(self, label: str) -> int:
        """What a dependent with this label is to the noun above it: `NAME`, `BEFORE`, …."""
        known, label = {**_PHRASE_PARTS, **self.phrase_parts}, label.lower()
        return known.get(label, known.get(base(label), OTHER))

    def is_nominal(self, label: str) -> bool:
        """Whether only a noun phrase has this label."""
        label = base(label).lower()
        return self.relations.get(label, label) in _NOMINAL


def base(label: str) -> str:
    """A label without its subtype: *nsubj* of *nsubj:pass*."""
    return label.partition(":")[0]
