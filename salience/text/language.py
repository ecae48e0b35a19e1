"""Whether a text looks like one of its language."""

import unicodedata
from collections.abc import Mapping

from salience.language import ENGLISH, Language

_MIN_WORDS, _MIN_SHARE = 20, 0.04
_SHORT, _MIN_OF_BOTH = 60, 0.1
_MIN_LETTERS = 40


def language_warning(counts: Mapping[str, int], language: Language = ENGLISH) -> tuple[str, ...]:
    """A warning if most letters are not Latin, or too few words are common ones of the language."""
    if not language.common:
        return ()
    letters = latin = total = 0
    for word, n in counts.items():
        of_letters = word.isalpha()
        total += n * of_letters
        alphas = word if of_letters else "".join(filter(str.isalpha, word))
        letters += n * len(alphas)
        latin += n * (len(alphas) if alphas.isascii() else sum(map(_is_latin, alphas)))
    if letters >= _MIN_LETTERS and 2 * latin < letters:
        return (_warning(language, f"{latin} of {letters} letters are Latin"),)
    own = sum(counts.get(word, 0) for word in language.common)
    if total < _MIN_WORDS or own >= _MIN_SHARE * total:
        return ()
    both = own + sum(counts.get(word, 0) for word in language.also_common)
    if total < _SHORT and both >= _MIN_OF_BOTH * total:
        return ()
    words = f"is a common {language.name} word" if own == 1 else f"are common {language.name} words"
    return (_warning(language, f"{own} of {total} words {words}"),)


def _is_latin(letter: str) -> bool:
    return letter.isascii() or "LATIN" in unicodedata.name(letter, "")


def _warning(language: Language, count: str) -> str:
    return (
        f"the text does not look like {language.name}: only {count}, so names and scores may be "
        "wrong"
    )
