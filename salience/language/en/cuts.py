"""The words by which English sentences are shortened, and contractions written out."""

from __future__ import annotations

from salience.language.language import Contractions, Cuts
from salience.resources import word_set

_DENIALS = word_set("not n't no never")

CUTS = Cuts(
    reporting=word_set(
        "said says say announced reported added stated noted explained confirmed told wrote "
        "insisted warned argued claimed according"
    ),
    be=word_set("be is are was were been being am 's 're ’s ’re"),
    agreeing=word_set("was were has have"),
    conditions=word_set("if unless whether only never rarely seldom not"),
    needy=word_set("one anyone everyone someone people way ones nothing"),
    paired=word_set("both either neither between nor not"),
    doubts=word_set("not n't n’t never if whether unless deny denied"),
    subordinate=word_set("if unless whether than as so"),
    negations=_DENIALS | word_set("neither nor none nothing nobody without"),
    denials=_DENIALS,
    clitics=word_set("'s 're 've 'll 'd 'm n't n’t"),
)

CONTRACTIONS = Contractions(
    irregular={
        "won't": "will not",
        "can't": "can not",
        "cannot": "can not",
        "shan't": "shall not",
        "let's": "let us",
    },
    endings={
        "n't": "not",
        "'m": "am",
        "'re": "are",
        "'ve": "have",
        "'ll": "will",
        "'d": "would",
    },
    before_is=word_set("it he she that this there here what who where when how"),
)
