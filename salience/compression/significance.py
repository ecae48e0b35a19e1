"""Compression that learns from no pairs: what reads well and what matters (Clarke and Lapata 2008).

A word that stays adds its significance (section 3.3.2), and each three words that come to stand
together what a language model says of them, under the constraints that keep a sentence English
and true:

    I(w) = l/N · f · log(F_all / F)

where f is how often the word occurs in the document, F how often in a large corpus of F_all words,
and l of N clauses within each other stand around it. Only nouns and verbs have it. Two things are
ours. What a name stands for adds its salience in the document. And of the language model it
counts how much likelier the words before make a word, not how likely it is: else rare words, the
significant ones, would go first.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from salience.arrays import Float64Array
from salience.compression.constraints import constraints
from salience.compression.features import relation, words_above
from salience.compression.program import Ngram, Scored, best_words
from salience.language_models.ngrams import BEGIN, END, UNKNOWN, NgramModel
from salience.storage.saved_model import Contents, SavedModel, text_bytes
from salience.text.words import Words

RATE = 2 / 3
"""The share of the words of a document that stay, if the constraints let so many go."""
_SCALE, _LEAST, _ORDERS = 1000, -30.0, 9  # of the files: logarithms are in thousandths
_TOPICS = frozenset(("NOUN", "PROPN", "VERB", "NUM"))
_CLAUSES = ("acl", "advcl", "ccomp", "csubj", "xcomp", "parataxis")


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class SignificanceCompressor(SavedModel):
    """A compressor by significance and a language model.

    Example:
        >>> from salience.language_models.kneser_ney import train_ngrams
        >>> from salience.text.words import plain_words
        >>> model = SignificanceCompressor(train_ngrams([["it", "rained"]]))
        >>> model.compress([plain_words("It rained")])
        [(0, 1)]
    """

    FORMAT: ClassVar = "salience-significance-compressor"
    ALLOWANCE: ClassVar = 2**28

    language: NgramModel  # N-grams of words in lower case
    fluency: float = 1.0  # what a unit of the logarithm (to base 10) of the language model is worth
    salience: float = 5.0  # what the head of a name is worth whose entity is certain to be salient
    card: Mapping[str, Any] = field(default_factory=dict)  # what the language model was made of

    def compress(
        self,
        sentences: Sequence[Words],
        *,
        rate: float | None = None,
        n_words: int | None = None,
        must: Sequence[Collection[int]] = (),
        salience: Sequence[Mapping[int, float]] = (),
    ) -> list[tuple[int, ...]]:
        """The words of each sentence of a document that stay, as rising indices.

        `rate` is the share of all its words that may stay, so that a short sentence may stay whole
        while a long one loses much; `n_words` is how many of each sentence may. Words of `must`
        stay in any case; `salience` is that of what is named, by the word that is its head.
        """
        times = Counter(lemma for words in sentences for lemma in words.lemmas)
        scored = [
            Scored(
                constraints(words),
                self._significance(words, times, salience[i] if salience else {}),
                _fluency(words, self.language, self.fluency),
                self.language.order,
                must[i] if must else (),
            )
            for i, words in enumerate(sentences)
        ]
        if n_words is not None:
            return [best_words([s], n_words)[0] for s in scored]
        n = sum(map(len, sentences))
        return best_words(scored, round((RATE if rate is None else rate) * n))

    def _significance(
        self, words: Words, times: Mapping[str, int], salience: Mapping[int, float]
    ) -> Float64Array:
        depths = _depths(words)
        deepest = max(depths, default=1)
        found = np.zeros(len(words))
        for i, (text, tag) in enumerate(zip(words.keys, words.tags, strict=True)):
            if tag in _TOPICS:
                rare = -self.language.log10(text, ())
                found[i] = depths[i] / deepest * times[words.lemmas[i]] * rare
            found[i] += self.salience * salience.get(i, 0.0)
        return found

    def contents(self) -> Contents:  # noqa: D102
        fields = {"fluency": self.fluency, "salience": self.salience}
        return Contents(ngram_arrays(self.language), fields, self.card)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        numbers = (contents.number("fluency"), contents.number("salience"))
        return cls(read_ngrams(contents), *numbers, contents.card or {})


def _fluency(words: Words, language: NgramModel, weight: float) -> Callable[[Ngram], float]:
    """How much likelier the words before make the last of words that come to stand together."""
    texts = dict(enumerate(words.keys)) | {-1: BEGIN, len(words): END}

    def score(ngram: Ngram) -> float:
        *before, word = (texts[place] for place in ngram)
        return weight * (language.log10(word, before) - language.log10(word, ()))

    return score


def _depths(words: Words) -> list[int]:
    """By word how many clauses stand around it, the main clause among them."""
    return [
        1 + sum(relation(words.relations[k]) in _CLAUSES for k in {i, *words_above(words, i)})
        for i in range(len(words))
    ]


def ngram_arrays(model: NgramModel) -> dict[str, NDArray[Any]]:
    """A model as arrays: its words, and by order n-grams, logarithms and back-off weights."""
    words = sorted(ngram[0] for ngram in model.probabilities if len(ngram) == 1)
    place = {word: i for i, word in enumerate(words)}
    arrays: dict[str, NDArray[Any]] = {"words": text_bytes(words)}
    for order in range(1, model.order + 1):
        ngrams = sorted(ngram for ngram in model.probabilities if len(ngram) == order)
        logs = [model.probabilities[ngram] for ngram in ngrams]
        backoffs = [model.backoffs.get(ngram, 0.0) for ngram in ngrams]
        places = [[place[word] for word in ngram] for ngram in ngrams]
        arrays[f"ngrams{order}"] = np.array(places, np.int32).reshape(len(ngrams), order)
        arrays[f"logs{order}"] = _rounded(logs)
        arrays[f"backoffs{order}"] = _rounded(backoffs)
    return arrays


def read_ngrams(contents: Contents) -> NgramModel:
    """The model that `ngram_arrays` made arrays of."""
    words = contents.texts("words")
    named = np.array(words, dtype=object)
    probabilities: dict[tuple[str, ...], float] = {}
    backoffs: dict[tuple[str, ...], float] = {}
    order = 0
    while order < _ORDERS and f"ngrams{order + 1}" in contents.arrays:
        order += 1
        places = contents.numbers(
            f"ngrams{order}", least=0, most=len(words) - 1, whole=True, ndim=2
        )
        if places.shape[1] != order:
            raise ValueError(f"n-grams of {order} words have {places.shape[1]}")
        ngrams = list(zip(*(named[column].tolist() for column in places.T), strict=True))
        for name, table in (("logs", probabilities), ("backoffs", backoffs)):
            values = contents.numbers(f"{name}{order}", whole=True) / _SCALE
            table.update(zip(ngrams, values.tolist(), strict=True))
    if (UNKNOWN,) not in probabilities:
        raise ValueError(f"it has no {UNKNOWN}")
    return NgramModel(order, probabilities, {k: v for k, v in backoffs.items() if v})


def _rounded(values: list[float]) -> NDArray[np.int16]:
    return np.round(np.maximum(values, _LEAST) * _SCALE).astype(np.int16)
