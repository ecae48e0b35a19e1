"""The words by which it is told whether an English sentence ends with an abbreviation."""

from salience.language.en.values import CALENDAR
from salience.language.rule_words import Abbreviations
from salience.resources import word_set

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
