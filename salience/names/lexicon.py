"""The small word sets that rules read: pronouns, determiners, and what stands around a name.

Sets that are alike stand here beside each other, in lower case, built from each other, so that no
two of them drift apart. A set of nouns or verbs that only one rule reads stands with that rule. The
long lists that tell what a name or a noun is of (titles, given names, places) are data, in
`resources/words`.
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
"""The forms of each pronoun. Their order is a part of the coreference model:
`feature_templates` numbers the pronouns by it, and its fingerprint is kept with the weights."""

DEMONSTRATIVES = word_set("this that these those")
"""Pronouns where they stand alone, determiners before a noun."""
DEMONSTRATIVE_DETERMINERS = DEMONSTRATIVES | {"such"}
"""Before a noun *such* points back as they do, but it is no pronoun here."""
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
PARTITIVES = SOME | DEMONSTRATIVES
"""What may take a part of what a name stands for: *these Texans* too."""
BEFORE_NAMES = ARTICLES | {"this", "that"}
"""Determiners that are never a part of the name after them."""
DETERMINERS = ARTICLES | DEMONSTRATIVES | POSSESSIVES
"""Determiners that a name is looked for without."""
NEGATIONS = word_set("not n't n’t never")

PREPOSITIONS = word_set("of for in on at to")
"""What may follow the head of a name: *Bank of England*."""
NAME_LINKS = PREPOSITIONS | word_set("and & the de la du des von van")
"""Words between the parts of a name that say nothing by themselves."""
LEFT_OUT_OF_ACRONYMS = NAME_LINKS | {"und"}
"""Words without a letter in an acronym. Elsewhere *und* is a word of a name like any other."""
LINK_TAGS = frozenset(("ADP", "DET", "CCONJ", "NUM", "PART", "PUNCT", "SYM"))
"""Universal tags of what may stand between the proper nouns of a name: *Smith & Sons*."""

DIRECTIONS = word_set(
    "north south east west central upper lower northern southern eastern western northeast "
    "northwest southeast southwest northeastern northwestern southeastern southwestern"
)
"""What makes another name of a name: *Southern Indiana*, *North Americans*."""

TIME_NOUNS = word_set("second minute hour day week month season year decade century night morning")
"""Nouns of times, which are no short form of a name that ends with them: *New Year*."""

KIN = word_set(
    "mother father parent parents son daughter brother sister sibling twin wife husband spouse "
    "widow widower uncle aunt nephew niece cousin grandfather grandmother grandson granddaughter "
    "stepfather stepmother stepson stepdaughter stepbrother stepsister"
)
"""What tells that somebody is a relative of whom the text is about."""

OFFICE_RANKS = word_set("vice deputy assistant")
"""What makes another role of a role: a *Vice President* is no *President*."""
OTHER_ROLE = OFFICE_RANKS | {"former"}
"""The *former president* is told from the *president* by the rules of coreference; the learned
model has only `OFFICE_RANKS`, with which its weights were learned."""
RANKS_OF_TITLES = OFFICE_RANKS | {"prime"}
"""What is a part of the title after it: *Deputy Prime Minister*."""
BEFORE_ROLES = RANKS_OF_TITLES | word_set("acting special")
"""What a name that is only a role may hold besides titles: *Special Envoy*."""
BEFORE_TITLES = RANKS_OF_TITLES | word_set("acting former then late lord her his")
"""What may stand before the title of a name, and is taken off with it: *then Senator Lee*. A
title must follow, so that more words may be among them than before roles."""

SURNAME_TITLES = word_set("mr mrs ms miss mister")
"""Titles that go before a family name, not before a given name alone."""
KEY_TITLES = (SURNAME_TITLES - {"mister"}) | word_set("dr prof professor sir lady lord president")
"""Titles that are left out of a name where it is a key. They are fewer than in `titles.txt`, and
stay as they are: ids of entities are such keys, and saved tables and counts hold them."""

GENERATIONS = word_set("jr sr ii iii iv")
"""What tells people of one name apart, wherever it stands at the end of a name."""
PERSON_SUFFIXES = GENERATIONS | word_set("i v vi vii viii ix x xi xii xiii xiv xv xvi")
"""Suffixes of a person's name that is taken apart. Its full stops are gone by then."""
SUFFIXES = GENERATIONS | word_set(
    "jr. sr. esq esq. phd ph.d ph.d. md m.d. mp mba inc inc. ltd ltd. co co. corp corp. llc plc "
    "gmbh ag"
)
"""What may follow any name in a text, with the full stops of its tokens, and is never its head. A
single *I*, *V* or *X* may be one."""
