"""What Universal Dependencies (UD) and CLEAR call differently: the one place that knows.

spaCy's English pipelines have CLEAR labels (Choi and Palmer 2012, "Guidelines for the CLEAR style
constituent to dependency conversion"), `en_salience_sm` and most other pipelines those of UD. The
two differ in

- names of relations: CLEAR's *nsubjpass*, *dobj*, *dative*, *nn* are UD's *nsubj:pass*, *obj*,
  *iobj*, *compound*;
- prepositions: in CLEAR the preposition hangs on the verb or noun (*prep*), and its noun on it
  (*pobj*); in UD the noun hangs on the verb (*obl*) or noun (*nmod*), and the preposition is its
  *case*;
- predicate nominals: in CLEAR the noun is the *attr* of the verb *be*; in UD it is the head of the
  clause, and *be* its *cop*;
- names: CLEAR hangs the words of a name on the last one (*compound*), UD on the first (*flat*);
- possessors: CLEAR's *poss* is UD's *nmod:poss*.
"""

from __future__ import annotations

from collections.abc import Collection

_CLEAR_TO_UD = {
    "csubjpass": "csubj",
    "dative": "iobj",
    "dobj": "obj",
    "nn": "compound",
    "nsubjpass": "nsubj",
}
# Coreference tells possessors from other nouns below a noun, which UD does by a subtype only.
_RELATIONS = _CLEAR_TO_UD | {"pobj": "obl", "nmod:poss": "poss"}
_UD_RELATIONS = _CLEAR_TO_UD | {
    "attr": "root",
    "npadvmod": "obl",
    "oprd": "xcomp",
    "poss": "nmod",
    "relcl": "acl",
}
_NOUN_TAGS = frozenset(("NOUN", "PROPN", "PRON", "NUM"))

COPULA = "cop"
"""UD: the verb *be* below a predicate nominal, which is the head of the clause."""
ATTRIBUTE = "attr"
"""CLEAR: a predicate nominal below the verb *be*."""
PREPOSITIONAL_OBJECT = "pobj"
"""CLEAR: a noun below its preposition."""
COMPOUND = frozenset(("compound", "nn"))
ARGUMENTS = frozenset(("nsubj", "obj", "iobj", "obl"))
"""Relations, as `relation` gives them, of the arguments of a verb."""
NOMINAL = frozenset(("nsubj", "nsubjpass", "obj", "dobj", "iobj", "dative", "obl", "pobj", "nmod"))
"""Labels, without subtypes, that only a noun phrase has."""

RELATIVE_CLAUSES = frozenset(("acl:relcl", "relcl"))
"""Labels of a relative clause, in UD and in CLEAR."""
CHUNK_NAMES = frozenset(("compound", "flat", "fixed", "goeswith"))
"""UD: the words of a base noun phrase beside its head, on either side of it."""
CHUNK_PARTS = CHUNK_NAMES | {"det", "det:predet", "amod", "nummod", "nmod:poss"}
"""UD: what a base noun phrase holds besides its head."""

# What a dependent is to the noun above it. A phrase goes on over those up to AFTER.
NAME, BEFORE, AFTER, CONJUNCT, APPOSITIVE, SKIPPED, CLAUSE, OTHER = range(8)
_PHRASE_PARTS = {
    "flat": NAME,
    "compound": NAME,
    "nn": NAME,
    "fixed": NAME,
    "goeswith": NAME,
    "nmod:desc": NAME,
    "det": BEFORE,
    "amod": BEFORE,
    "nummod": BEFORE,
    "num": BEFORE,
    "quantmod": BEFORE,
    "poss": BEFORE,
    "predet": BEFORE,
    "nmod:poss": BEFORE,
    "nmod": AFTER,
    "prep": AFTER,
    "pobj": AFTER,
    "pcomp": AFTER,
    "conj": CONJUNCT,
    "cc": CONJUNCT,
    "appos": APPOSITIVE,
    "punct": SKIPPED,
    "hyph": SKIPPED,
    "acl": CLAUSE,
    "relcl": CLAUSE,
    "advcl": CLAUSE,
    "ccomp": CLAUSE,
    "parataxis": CLAUSE,
    "list": CLAUSE,
    "nmod:unmarked": OTHER,
    "nmod:npmod": OTHER,
    "nmod:tmod": OTHER,
    "compound:prt": OTHER,
    "cc:preconj": OTHER,
}


def is_ud(labels: Collection[str]) -> bool:
    """Whether the labels of a parser are those of UD.

    Example:
        >>> is_ud(["nsubj", "obj"]), is_ud(["nsubj", "dobj"]), is_ud([])
        (True, False, False)
    """
    return "obj" in labels and "dobj" not in labels


def base(label: str) -> str:
    """A label without its subtype.

    Example:
        >>> base("nsubj:pass")
        'nsubj'
    """
    return label.partition(":")[0]


def relation(label: str) -> str:
    """The relation as the rules of coreference read it, the same for both schemes.

    Example:
        >>> [relation(label) for label in ("nsubj:pass", "nsubjpass", "dobj", "nmod:poss", "pobj")]
        ['nsubj', 'nsubj', 'obj', 'poss', 'obl']
    """
    label_base = base(label)
    return _RELATIONS.get(label) or _RELATIONS.get(label_base, label_base)


def phrase_part(label: str) -> int:
    """What a dependent with this label is to the noun above it: `NAME`, `BEFORE`, ….

    Example:
        >>> phrase_part("compound") == phrase_part("flat:name") == NAME
        True
    """
    label = label.lower()
    return _PHRASE_PARTS.get(label, _PHRASE_PARTS.get(base(label), OTHER))


def ud_relation(label: str, tag_above: str = "") -> str:
    """The relation of Universal Dependencies, without its subtype, for a label of either scheme.

    Args:
        label: The label.
        tag_above: For CLEAR's *pobj*, the universal tag of the word that its preposition hangs
            on, which tells *nmod* from *obl*.

    Example:
        >>> ud_relation("nsubjpass"), ud_relation("pobj", "NOUN"), ud_relation("pobj", "VERB")
        ('nsubj', 'nmod', 'obl')
    """
    if label == PREPOSITIONAL_OBJECT:
        return "nmod" if tag_above in _NOUN_TAGS else "obl"
    label = label.lower()
    return _UD_RELATIONS.get(label, base(label))
