"""English nouns that stand for no thing, or for none that a text is about."""

from salience.language.rule_words import Unnamed, phrases
from salience.resources import word_list, word_set

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
