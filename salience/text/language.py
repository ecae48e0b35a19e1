"""Whether a text looks like English."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from salience.resources import word_set

# Common in English and rare in other languages with Latin letters.
_ENGLISH = word_set(
    "the of and to that is it with by from this are not but have has had be which they their "
    "his you we will its who been would she my your can there when what if how"
)
# Common in English, and words of other languages too; they tell something of a short text.
_ALSO_ENGLISH = word_set("in for on at an was were or he she said after over into during")
_MIN_WORDS, _MIN_ENGLISH = 20, 0.04
_SHORT, _MIN_OF_BOTH = 60, 0.1
_MIN_LETTERS = 40


def language_warning(counts: Mapping[str, int]) -> tuple[str, ...]:
    """A warning if most letters are not Latin, or too few words are common English ones.

    Very short texts get no warning, and short ones of few function words, such as names in a row of
    English sentences, less easily. Letters are counted beside words, since some scripts write no
    spaces.

    Args:
        counts: How often each word occurs, in lower case.

    Example:
        >>> language_warning({"дом": 9, "море": 9, "harbour": 1})
        ('the text does not look like English: only 7 of 70 letters are Latin, so ...',)
    """
    letters = latin = total = 0
    for word, n in counts.items():
        whole = word.isalpha()
        total += n * whole
        found = word if whole else "".join(filter(str.isalpha, word))
        letters += n * len(found)
        latin += n * (len(found) if found.isascii() else sum(map(_is_latin, found)))
    if letters >= _MIN_LETTERS and 2 * latin < letters:
        return (_warning(f"{latin} of {letters} letters are Latin"),)
    english = sum(counts.get(word, 0) for word in _ENGLISH)
    if total < _MIN_WORDS or english >= _MIN_ENGLISH * total:
        return ()
    both = english + sum(counts.get(word, 0) for word in _ALSO_ENGLISH)
    if total < _SHORT and both >= _MIN_OF_BOTH * total:
        return ()
    return (_warning(f"{english} of {total} words are common English ones"),)


def _is_latin(letter: str) -> bool:
    return letter.isascii() or "LATIN" in unicodedata.name(letter, "")


def _warning(found: str) -> str:
    return f"the text does not look like English: only {found}, so names and scores may be wrong"
