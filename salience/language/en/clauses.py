"""The words by which English sentences become constituent trees."""

from salience.language.en.values import CALENDAR
from salience.language.rule_words import Clauses
from salience.resources import word_set

CLAUSES = Clauses(
    adverbs=word_set("not n't also still already always now never"),
    object_control=word_set("ask tell urge invite put take bring move drive"),
    gerund_prepositions=word_set(
        "by for of in from with without after before on about at upon through into besides "
        "against despite instead since toward towards between beyond over"
    ),
    expletives=word_set("there"),
    negations=word_set("not n't"),
    times=CALENDAR
    | word_set(
        "today yesterday tomorrow tonight second minute hour day night week weekend month year "
        "decade century morning noon afternoon evening midnight season spring summer autumn fall "
        "winter time moment period era past age 1920s 1930s 1940s 1950s 1960s 1970s 1980s 1990s "
        "2000s 2010s"
    ),
    time_prepositions=word_set("during since until till"),
    no_time_prepositions=word_set("of about like as with than to because"),
    time_adverbs=word_set(
        "now then today yesterday tomorrow tonight always never ever often usually sometimes "
        "soon later recently already still again once currently previously formerly finally "
        "eventually immediately early ago before afterwards yet since first last rarely "
        "frequently lately meanwhile nowadays anymore initially originally"
    ),
    adverbial_interjections=word_set("now anyways anyway please"),
    bare_interjections=word_set("so like"),
    openers=word_set("so"),
    nested_prepositions=frozenset((("according", "to"),)),
)
