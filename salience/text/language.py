"""Whether a text looks like one of its language."""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from salience.language import ENGLISH, Language

_MIN_WORDS, _MIN_SHARE = 20, 0.04
_SHORT, _MIN_OF_BOTH = 60, 0.1
_MIN_FOREIGN, _FOREIGN_SHARE = 2, 0.25
_MIN_LETTERS = 40


def language_warning(
    words: Sequence[str], counts: Mapping[str, int], language: Language = ENGLISH
) -> tuple[str, ...]:
    """A warning if most letters are not Latin, or too few words are common ones of the language.

    A text of a few words, not counting those that may be names, has one if none is, and several are
    words of other languages that are not of a name: a table of results is of no language.
    `counts` are of the words in lower case.
    """
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
    if own >= max(_MIN_SHARE * total, 1):
        return ()
    both = own + sum(counts.get(word, 0) for word in language.also_common)
    if total - sum(map(str.istitle, words)) < _MIN_WORDS:
        if not _is_foreign(words, language, max(_FOREIGN_SHARE * total, both + 1)):
            return ()
    elif total < _SHORT and both >= _MIN_OF_BOTH * total:
        return ()
    words = f"is a common {language.name} word" if own == 1 else f"are common {language.name} words"
    return (_warning(language, f"{own} of {total} words {words}"),)


def _is_foreign(words: Sequence[str], language: Language, least: float) -> bool:
    """Whether several words of other languages are there, so many times at least.

    One with a capital is of a name, unless it is the first or all words have one: *Lo Celso, El
    Ghazi score*.
    """
    words = [word for word in words if any(map(str.isalpha, word))]
    large = all(word[0].isupper() for word in words)
    counts = Counter(w.lower() for i, w in enumerate(words) if large or not i or w == w.lower())
    times = [counts[word] for word in language.foreign if word in counts]
    return len(times) >= _MIN_FOREIGN and sum(times) >= least


def _is_latin(letter: str) -> bool:
    return letter.isascii() or "LATIN" in unicodedata.name(letter, "")


def _warning(language: Language, count: str) -> str:
    return (
        f"the text does not look like {language.name}: only {count}, so names and scores may be "
        "wrong"
    )
