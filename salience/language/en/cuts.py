"""The words by which English sentences are shortened, and contractions written out."""

import re

from salience.language.rule_words import Contractions, Cuts
from salience.resources import word_list, word_set

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
