"""English words of rules of one kind: of clauses, cuts, contractions, abbreviations and nouns."""

import re

from salience.language.en.values import CALENDAR
from salience.language.rule_words import (
    Abbreviations,
    Clauses,
    Contractions,
    Cuts,
    Unnamed,
    phrases,
)
from salience.resources import word_list, word_set

CLAUSES = Clauses(
    adverbs=word_set("not n't also still already always now never"),
    object_control=word_set("ask tell urge invite put take bring move drive"),
    gerund_prepositions=word_list("gerund_prepositions"),
    expletives=word_set("there"),
    negations=word_set("not n't"),
    times=CALENDAR | word_list("times"),
    time_prepositions=word_set("during since until till"),
    no_time_prepositions=word_set("of about like as with than to because"),
    time_adverbs=word_list("time_adverbs"),
    adverbial_interjections=word_set("now anyways anyway please"),
    bare_interjections=word_set("so like"),
    openers=word_set("so"),
    nested_prepositions=frozenset((("according", "to"),)),
)

_VOWEL = re.compile(
    r"(?!uni(?!n|m)|us[aeu]|u[bt][ei]|u-|eu|ewe|(?:one|once)\b)[aeiou]|hour|hones|honou?r|heir|8|1[18](?!\d)",
    re.IGNORECASE,
)
"""Beginnings that sound like a vowel; *university* and *one* do not."""
_SPELT = re.compile(r"(?![A-Z]{4})[A-Z](?![a-z])")
"""The beginning of a word that is read letter by letter: *MP*, *X-ray*; not *NATO*."""
_VOWEL_NAMES = frozenset("AEFHILMNORSX")


def _article_before(article: str, following: str) -> str:
    """*a* or *an*, with the capital of the article."""
    if _SPELT.match(following):
        vowel = following[0] in _VOWEL_NAMES
    else:
        vowel = _VOWEL.match(following) is not None
    return article[0] + ("n" if vowel else "")


_DENIALS = word_set("not n't no never")

CUTS = Cuts(
    reporting=word_list("reporting_words"),
    paired=word_set("both either neither between nor not"),
    negations=_DENIALS | word_set("neither nor none nothing nobody without"),
    denials=_DENIALS,
    clitics=word_set("'s 're 've 'll 'd 'm n't n’t"),
    changing_articles=word_set("a an"),
    article_before=_article_before,
)

CONTRACTIONS = Contractions(
    irregular={
        "won't": "will not",
        "can't": "can not",
        "cannot": "can not",
        "shan't": "shall not",
        "let's": "let us",
    },
    endings={"n't": "not", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"},
    verb=("'s", "is"),
    before_verb=word_set("it he she that this there here what who where when how"),
)

ABBREVIATIONS = Abbreviations(
    hours=word_set("a.m. p.m."),
    others=word_set("jr. sr. ii. iii. iv. etc."),
    days=CALENDAR,
    doubtful_days=word_set("april may june march august"),
    zones=word_set("eastern central mountain pacific"),
    zone_words=word_set("time standard daylight"),
    verbs=word_set(
        "is isn't are was were has have had does did will would can could may might must should "
        "shall cannot also then now later who said says told went came left took gave made got "
        "paid held began became knew found met ran led won lost sold bought kept stood faces "
        "remains owns works lives plans wants"
    ),
    verb_endings=("ed",),
    conjunctions=word_set(
        "and or but nor that when while as because if although though until once whereas"
    ),
    subordinating=word_set("that when while as because if although though until once whereas"),
    prepositions=word_set(
        "about according after among around at before besides beyond by despite during for from "
        "in inside like of on outside over since through throughout under unlike upon with within "
        "without"
    ),
)

UNNAMED = Unnamed(
    stand_ins=word_set("one other"),
    empty=word_set(
        "way thing stuff part place kind sort type lot bit half rest piece couple bunch"
    ),
    amounts=word_set(
        "part rest half piece bit lot kind sort type couple bunch number variety majority plenty"
    ),
    counting=word_set(
        "all both few several many most more much less enough same such entire various numerous "
        "certain"
    ),
    weak=word_set("other another own whole"),
    times=word_list("spans_of_time"),
    phrases=phrases(word_list("fixed_phrases")),
)
