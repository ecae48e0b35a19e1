"""Texts as the words that measures compare, and counts of their n-grams.

The four tokenizations are those of Leusch, Ueffing, Vilar and Ney (2005), section 3.1, Table 1.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from typing import Literal, TypeVar

from salience.errors import MissingExtraError
from salience.language import ENGLISH
from salience.text.words import Words
from salience.trees.tree import Tree

Text = str | Words | tuple[Tree, ...]
"""A text: as it was written, a sentence on each line if they matter; or parsed, as its words or as
the constituent trees of its sentences."""

Tokenization = Literal["spaces", "words", "marks", "expanded"]
"""Where words end: only at `spaces`; `words` are letters and digits, and all else is left out;
punctuation `marks` are words of their own, as mteval has it; `expanded` writes out English
contractions besides."""

START, END = "<s>", "</s>"
"""Sentence boundaries, as words."""

_STEMMED = 3
"""Words up to this length are their own stems, as in ROUGE-1.5.5."""

_OTHER = re.compile(r"[\W_]+")
# mteval-v11b, by Papineni (2002), as `13a` of sacrebleu.
_MARKS = (
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


def composed(text: Text) -> Text:
    """A text with its letters and their accents as one character each (NFC), to be compared."""
    return unicodedata.normalize("NFC", text) if isinstance(text, str) else text


def sentences(
    text: Text,
    tokenization: Tokenization = "words",
    *,
    lower: bool = True,
    stem: bool = False,
    without_stop_words: bool = False,
) -> list[list[str]]:
    """The words of each sentence that has any: of each line of a text, or as it was parsed.

    Words of up to three characters are their own stems, as in ROUGE-1.5.5.
    """
    if isinstance(text, Words):
        lines = [" ".join(text.texts[i] for i in words) for words in text.sentence_ranges()]
    elif isinstance(text, str):
        lines = text.splitlines()
    else:
        lines = [" ".join(tree.words) for tree in text]
    end = _stem if stem else str
    split = SPLITS[tokenization]
    left_out = stop_words() if without_stop_words else frozenset()
    split_lines = (
        [end(w.lower() if lower else w) for w in split(line) if w.lower() not in left_out]
        for line in lines
    )
    return [words for words in split_lines if words]


def plain_words(line: str) -> list[str]:
    """Runs of letters and digits; all else is left out."""
    return _OTHER.sub(" ", line).split()


def marks(line: str) -> list[str]:
    """Words, and punctuation as words of its own; hyphens, apostrophes and decimal points stay."""
    line = f" {line} "
    for pattern, replacement in _MARKS:
        line = pattern.sub(replacement, line)
    return line.split()


def expanded(line: str) -> list[str]:
    """As `marks`, with English contractions in full, in small letters."""
    return [word for token in marks(line) for word in _written_out(token)]


SPLITS: dict[Tokenization, Callable[[str], list[str]]] = {
    "spaces": str.split,
    "words": plain_words,
    "marks": marks,
    "expanded": expanded,
}
"""The functions of the tokenizations."""


def _written_out(token: str) -> list[str]:
    word, known = token.lower().replace("’", "'"), ENGLISH.contractions
    if word in known.irregular:
        return known.irregular[word].split()
    for ending, full in known.endings.items():
        if word.endswith(ending) and len(word) > len(ending):
            return [word.removesuffix(ending), full]
    ending, verb = known.verb
    if word.endswith(ending) and word.removesuffix(ending) in known.before_verb:
        return [word.removesuffix(ending), verb]
    return [token]


@lru_cache(maxsize=1 << 16)
def porter(word: str) -> str:
    """The stem of a word (Porter 1980)."""
    stem: str = _stemmer()(word)
    return stem


def _stem(word: str) -> str:
    return porter(word) if len(word) > _STEMMED else word


@cache
def stop_words() -> frozenset[str]:
    """The stop words of spaCy's English."""
    from spacy.lang.en.stop_words import STOP_WORDS

    return frozenset(STOP_WORDS)


@cache
def _stemmer() -> Callable[[str], str]:
    try:
        from snowballstemmer import stemmer
    except ImportError:
        raise MissingExtraError(
            "stems need snowballstemmer. Install it: pip install 'salience[measures]'; or "
            "compare words as they are."
        ) from None
    stem: Callable[[str], str] = stemmer("porter").stemWord
    return stem


T = TypeVar("T", bound=Hashable)


def ngrams(words: Sequence[T], n: int) -> Counter[tuple[T, ...]]:
    """How often each run of `n` words occurs."""
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def skip_bigrams(words: Sequence[T], gap: int) -> Counter[tuple[T, T]]:
    """How often each two words occur in this order with at most `gap` words between them."""
    return Counter((a, b) for i, a in enumerate(words) for b in words[i + 1 : i + gap + 2])


def matches(a: Mapping[T, int], b: Mapping[T, int]) -> int:
    """How many things two counts have in common: of each, the smaller number."""
    return sum(min(n, b.get(thing, 0)) for thing, n in a.items())


def most(counts: Iterable[Mapping[T, int]]) -> Counter[T]:
    """The greatest number of each thing in any of the counts."""
    return reduce(lambda found, some: found | Counter(some), counts, Counter[T]())
