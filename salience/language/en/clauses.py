"""The words by which English sentences become constituent trees."""

from salience.language.en.values import CALENDAR
from salience.language.rule_words import Clauses
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
