"""The function words that rules read: pronouns, determiners, and what links the parts of a name.

All lists of such words stand here, in lower case, so that no two of them can drift apart. The words
that tell what a name or a noun is of (titles, given names, places) are data, in `resources/words`.
"""

from __future__ import annotations

from collections.abc import Mapping

from salience.resources import word_set

PRONOUN_FORMS: Mapping[str, tuple[str, ...]] = {
    lemma: tuple(forms.split())
    for lemma, forms in {
        "i": "i me my mine myself",
        "you": "you your yours yourself yourselves",
        "he": "he him his himself",
        "she": "she her hers herself",
        "it": "it its itself",
        "we": "we us our ours ourselves",
        "they": "they them their theirs themselves themself",
        "this": "this",
        "that": "that",
        "these": "these those",
    }.items()
}
"""The forms of each pronoun. Their order is a part of the coreference model: `pair_features`
numbers the pronouns by it, and its fingerprint is kept with the weights."""

DEMONSTRATIVES = word_set("this that these those")
"""Pronouns where they stand alone, determiners before a noun."""
PERSONAL_PRONOUNS = frozenset(
    form for lemma, forms in PRONOUN_FORMS.items() if lemma not in DEMONSTRATIVES for form in forms
)
"""Personal, possessive and reflexive pronouns."""
REFLEXIVE_ENDINGS = ("self", "selves")

ARTICLES = word_set("the a an")
POSSESSIVES = word_set("my your his her its our their")
INDEFINITES = word_set("a an some any every each no another many several one")
"""Determiners of what a text has not spoken of before."""
SOME = word_set("a an some any no another")
"""Those of them that take a part of what a name stands for: *some Texans*."""
BEFORE_NAMES = ARTICLES | {"this", "that"}
"""Determiners that are never a part of the name after them."""

PREPOSITIONS = word_set("of for in on at to")
"""What may follow the head of a name: *Bank of England*."""
NAME_LINKS = PREPOSITIONS | word_set("and & the de la du des von van")
"""Words between the parts of a name that say nothing by themselves."""
LINK_TAGS = frozenset(("ADP", "DET", "CCONJ", "NUM", "PART", "PUNCT", "SYM"))
"""Universal tags of what may stand between the proper nouns of a name: *Smith & Sons*."""
