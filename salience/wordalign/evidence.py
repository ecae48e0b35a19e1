"""What speaks for a link between two words of a document and its abstract: features of a pair.

Every feature is a matrix of shape (T, n), of the T words of the abstract and the n of the document.
"""

from collections.abc import Mapping
from os.path import commonprefix

import numpy as np
from scipy.ndimage import maximum_filter1d, shift

from salience.arrays import BoolArray, Float64Array, Int64Array
from salience.text.words import Words
from salience.word_links.links import CONTENT, Pair

Evidence = Mapping[str, Float64Array]
"""Features by name, in a fixed order."""

WINDOWS = ((3, 4), (6, 10))
"""How far neighbours are looked for: words of the abstract, and of the document."""
NEAR = 8
"""Words of the abstract on either side that are near for a sentence of the document."""


def content(words: Words) -> BoolArray:
    """Which words are no function words."""
    return np.array([tag in CONTENT for tag in words.tags], bool)


def first_evidence(pair: Pair, forth: Float64Array, back: Float64Array) -> dict[str, Float64Array]:
    """The features of words alone, and of words that resemble each other around them; `forth` and
    `back` say how likely links are if the abstract is made from the document, and the other way
    round.
    """
    document, abstract = pair.document, pair.abstract
    equal, lemma, trigrams, prefix = _likeness(document, abstract)
    same = np.maximum(equal, lemma)
    times = same.sum(axis=1, keepdims=True)
    in_document = content(document)[None, :]
    tags = _equal(abstract.tags, document.tags)
    found = {
        "equal": equal,
        "lemma": lemma * (1 - equal),
        "trigrams": trigrams * (1 - same),
        "prefix": prefix * (1 - same),
        "written alike": _equal(abstract.texts, document.texts),
        "tag of same": tags * same,
        "tag of other": tags * (1 - same),
        "only one": same * (times == 1),
        "of several": same * np.log1p(times),
        "content": np.broadcast_to(in_document, same.shape).astype(float),
        "forth": forth,
        "back": back,
        "both": np.sqrt(forth * back),
        "best forth": forth / (forth.max(axis=1, keepdims=True) + 1e-3),
        "best back": back / (back.max(axis=1, keepdims=True) + 1e-3),
        "relation": _equal(abstract.relations, document.relations) * same,
        "earliest": same * in_document * (np.cumsum(same * in_document, axis=1) == 1),
        "place": np.broadcast_to(np.log1p(_sentence(document)) / 5, same.shape),
    }
    alike = np.maximum.reduce([equal, 0.95 * lemma, 0.8 * prefix * (prefix >= 0.6)])
    alike = alike * in_document * content(abstract)[:, None]
    return found | around(pair, alike, content(abstract) / np.log2(2 + alike.sum(axis=1)))


def second_evidence(pair: Pair, likely: Float64Array) -> dict[str, Float64Array]:
    """The features of what a first look found around words: how likely these are linked."""
    others = np.sort(likely, axis=0)[-2] if len(likely) > 1 else np.zeros(likely.shape[1])
    taken = np.where(likely == likely.max(axis=0), others, likely.max(axis=0))
    found = around(pair, likely, content(pair.abstract).astype(float))
    again = {"likely": np.log(likely + 1e-4), "taken": taken}
    return {f"linked {name}": value for name, value in (found | again).items()}


def around(pair: Pair, linked: Float64Array, weights: Float64Array) -> dict[str, Float64Array]:
    """How well what stands around two words goes together, by words and weights of the abstract."""
    document, abstract = pair.document, pair.abstract
    length, n = linked.shape
    away = np.abs(np.subtract.outer(np.arange(length), np.arange(length)))
    steps = (-2, -1, 1, 2)  # so many words behind both
    found = {f"neighbour {step:+}": shift(linked, -step, order=0) for step in steps}
    for here, there in WINDOWS:
        nearby = maximum_filter1d(linked, 2 * there + 1, axis=1, mode="constant")
        counted = ((away > 0) & (away <= here)) * weights
        sums = counted @ nearby
        found[f"within {here}"] = sums
        found[f"share within {here}"] = sums / (counted.sum(axis=1, keepdims=True) + 1e-6)
    sentence = _sentence(document)
    best = np.zeros((length, len(document.sentences)))
    np.maximum.at(best.T, sentence, linked.T)
    clauses, sentences = _clauses(abstract), _sentence(abstract)
    for name, together in (
        ("subtree", np.equal.outer(clauses, clauses)),
        ("window", away <= NEAR),
        ("sentence", np.equal.outer(sentences, sentences)),
    ):
        counted = (together & (away > 0)) * weights
        sums = counted @ best
        shares = sums / (counted.sum(axis=1, keepdims=True) + 1e-6)
        found[f"{name} held"] = shares[:, sentence]
        found[f"{name} held best"] = (sums / (sums.max(axis=1, keepdims=True) + 1e-6))[:, sentence]
    heads = np.array(abstract.heads), np.array(document.heads)
    roots = heads[0] == np.arange(length), heads[1] == np.arange(n)
    found["heads"] = linked[np.ix_(*heads)] * ~roots[0][:, None] * ~roots[1][None, :]
    under = np.zeros((length, n))
    np.maximum.at(under.T, heads[1][~roots[1]], linked.T[~roots[1]])
    children = np.zeros((length, length))
    children[heads[0][~roots[0]], np.flatnonzero(~roots[0])] = 1.0
    found["children"] = children @ under
    return found


def _equal(first: tuple[str, ...], second: tuple[str, ...]) -> Float64Array:
    numbers = {value: i for i, value in enumerate(dict.fromkeys((*first, *second)))}
    a, b = ([numbers[value] for value in values] for values in (first, second))
    return np.equal.outer(a, b).astype(float)


def _likeness(document: Words, abstract: Words) -> tuple[Float64Array, ...]:
    """How alike words are written: the same, of one lemma, by letters, and by how they begin."""
    keys = abstract.keys, document.keys
    texts = [list(dict.fromkeys(side)) for side in keys]
    letters = np.zeros((len(texts[0]), len(texts[1])))
    begins = letters.copy()
    pieces = [_trigrams(word) for word in texts[1]]
    for row, word in enumerate(texts[0]):
        own = _trigrams(word)
        for column, (other, its) in enumerate(zip(texts[1], pieces, strict=True)):
            if shared := len(own & its):
                letters[row, column] = 2 * shared / (len(own) + len(its))
                same = len(commonprefix((word, other)))  # noqa: RUF071
                if same > 3 or same == 3 == min(len(word), len(other)) or word == other:
                    begins[row, column] = same / max(len(word), len(other))
    numbers = [{word: i for i, word in enumerate(side)} for side in texts]
    every = np.ix_(*([numbers[s][word] for word in keys[s]] for s in (0, 1)))
    return _equal(*keys), _equal(abstract.lemmas, document.lemmas), letters[every], begins[every]


def _trigrams(word: str) -> frozenset[str]:
    word = f"^{word}$"
    return frozenset(word[i : i + 3] for i in range(len(word) - 2))


def _sentence(words: Words) -> Int64Array:
    """By word, the number of its sentence."""
    begins = np.zeros(len(words), np.int64)
    begins[list(words.sentences)[1:]] = 1
    return np.cumsum(begins)


def _clauses(words: Words) -> Int64Array:
    """By word, the next verb above it, or the root: words of one clause have the same."""
    found = np.arange(len(words))
    for i in range(len(words)):
        at, seen = i, {i}
        while words.tags[at] != "VERB" and words.heads[at] not in seen:
            at = words.heads[at]
            seen.add(at)
        found[i] = at
    return found
