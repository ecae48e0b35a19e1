"""What is known of a word, and of two that become neighbours, from the parse of their sentence."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from salience.arrays import Float64Array, IndexArray
from salience.language import ENGLISH
from salience.text.words import Words

_TAGS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN"),
    *("PUNCT", "SCONJ", "SYM", "VERB", "X", "<s>", "</s>"),
)
_RELATIONS = (
    *("acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound"),
    *("conj", "cop", "csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat"),
    *("goeswith", "iobj", "list", "mark", "nmod", "nsubj", "nummod", "obj", "obl", "orphan"),
    *("parataxis", "punct", "reparandum", "root", "vocative", "xcomp", "<other>"),
)
_TAG = {name: i for i, name in enumerate(_TAGS)}
_RELATION = {name: i for i, name in enumerate(_RELATIONS)}

_GAPS = (0, 1, 2, 4, 8)
"""Least numbers of words between two neighbours, each the beginning of a class."""
_TIES = ("none", "left is head", "right is head", "siblings", "head between")

_T, _R, _G, _B = len(_TAGS), len(_RELATIONS), len(_GAPS), len(_TIES)
_BLOCKS = (
    _T * _T * 2,  # tags, and whether they were neighbours before
    _T * _T * _G,  # tags and distance
    _T * _T * _B,  # tags and tie
    _B * _R * _R * 2,  # tie and relations, and whether they were neighbours before
    _T * _T * _G,  # tags of the first and last word between
    _T * _T * _T,  # tags and that of the word before the right one
    _T * _T * _T,  # tags and that of the word after the left one
)
PAIR_COLUMNS = sum(_BLOCKS)
"""How many columns features of neighbours have."""
_OFFSETS = np.cumsum([0, *_BLOCKS[:-1]])


def relation(name: str) -> str:
    """A universal relation without its subtype."""
    return name.partition(":")[0]


def word_features(words: Words) -> list[list[str]]:
    """The features of each word: what it is, what it hangs on, and below which relations."""
    n = len(words)
    above = [words_above(words, i) for i in range(n)]
    sizes = [1] * n
    for i in range(n):
        for head in above[i]:
            sizes[head] += 1
    relations = [relation(name) for name in words.relations]
    inside = _in_brackets(words)
    found = []
    for i in range(n):
        tag, head = words.tags[i], words.heads[i]
        own, parent = relations[i], words.tags[head]
        before = words.tags[i - 1] if i else "<s>"
        after = words.tags[i + 1] if i + 1 < n else "</s>"
        chain = [relations[k] for k in (i, *above[i])]
        side = "root" if head == i else "left" if i < head else "right"
        features = [
            "bias",
            f"word={words.texts[i].lower()}",
            f"lemma={words.lemmas[i]}",
            f"tag={tag}",
            f"relation={own}",
            f"relation={words.relations[i]}|{side}|{parent}",
            f"tag={tag}|parent={parent}|{side}",
            f"tag={tag}|before={before}",
            f"tag={tag}|after={after}",
            f"before={before}|after={after}",
            f"head={words.lemmas[head]}|{own}",
            f"chain={'>'.join(chain[:3])}",
            f"depth={min(len(above[i]), 6)}|{tag}",
            f"size={_class(sizes[i])}|{own}",
            f"place={4 * i // n}|{own}",
            f"from start={min(i, 4)}",
            f"from end={min(n - 1 - i, 4)}",
            f"long={_class(n)}",
            f"inside={inside[i]}",
        ]
        features += [f"under={name}" for name in sorted(set(chain))]
        if len(above[i]) > 1:
            top = (i, *above[i])[-2]  # what hangs on the root
            features.append(f"top={relations[top]}|size={_class(sizes[top])}")
            features.append(f"top={relations[top]}|{words.lemmas[top]}")
        if i == 0:
            features.append("first")
        if words.texts[i].lower() in ENGLISH.cuts.negations:
            features.append("negation")
        found.append(features)
    return found


def words_above(words: Words, i: int) -> list[int]:
    """The words above one in the tree, from its head to the root; a circle ends where it closes."""
    found: list[int] = []
    while words.heads[i] != i and words.heads[i] not in found:
        i = words.heads[i]
        found.append(i)
    return found


def _class(n: int) -> int:
    """The class of a number: 1, 2, 3 to 4, 5 to 8, and so on."""
    return (n - 1).bit_length()


def _in_brackets(words: Words) -> list[str]:
    """What each word stands in: brackets, quotation marks, or nothing."""
    found, open_, quoted = [], 0, False
    for text in words.texts:
        open_ += text in ("(", "[", "-LRB-")
        quoted ^= text in ('"', "``", "''", "“", "”")
        found.append("brackets" if open_ else "quotes" if quoted else "")
        open_ = max(0, open_ - (text in (")", "]", "-RRB-")))
    return found


def pair_features(words: Words) -> IndexArray:
    """The features of each two words as neighbours in a compression (McDonald 2006, section 3.2).

    Entry [i, j] has the columns of word i - 1 before word j; row 0 is the beginning of the
    sentence, column `len(words)` its end.
    """
    n = len(words)
    tags = np.array([_TAG.get(tag, _TAG["X"]) for tag in words.tags], np.intp)
    rels = [_RELATION.get(relation(name), _R - 1) for name in words.relations]
    left_tags = np.concatenate([[_TAG["<s>"]], tags])
    right_tags = np.concatenate([tags, [_TAG["</s>"]]])
    left_rels = np.array([_R - 1, *rels], np.intp)
    right_rels = np.array([*rels, _R - 1], np.intp)
    i, j = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    between = np.maximum(j - i, 0)
    gap = np.searchsorted(_GAPS, between, side="right") - 1
    joined = (between == 0).astype(np.intp)
    tie = _ties(words)
    both = left_tags[i] * _T + right_tags[j]
    # The first word between follows the left one; without any, it is the right one itself.
    first, last = right_tags[np.minimum(i, n)], left_tags[j]
    columns = (
        both * 2 + joined,
        both * _G + gap,
        both * _B + tie,
        ((tie * _R + left_rels[i]) * _R + right_rels[j]) * 2 + joined,
        (first * _T + last) * _G + gap,
        both * _T + last,
        both * _T + first,
    )
    result: IndexArray = np.stack(
        [column + offset for column, offset in zip(columns, _OFFSETS, strict=True)], axis=2
    ).astype(np.int64)
    return result


def _ties(words: Words) -> IndexArray:
    """How each two words are tied in the tree, as a place in `_TIES`."""
    n = len(words)
    heads = np.array(words.heads, np.intp)
    ties = np.zeros((n + 1, n + 1), np.int64)
    for i in range(n):
        for j in range(i + 1, n):
            if heads[j] == i:
                kind = 1
            elif heads[i] == j:
                kind = 2
            elif heads[i] == heads[j]:
                kind = 3
            elif i < heads[j] < j or i < heads[i] < j:
                kind = 4
            else:
                continue
            ties[i + 1, j] = kind
    return ties


def neighbour_counts(features: IndexArray, kept: Sequence[int], first: int) -> Counter[int]:
    """How often neighbours in a compression have each feature, by its column from `first` on."""
    found: Counter[int] = Counter()
    for i, j in zip([0, *(k + 1 for k in kept)], [*kept, len(features) - 1], strict=True):
        found.update((features[i, j] + first).tolist())
    return found


def pair_scores(features: IndexArray, weights: Float64Array) -> Float64Array:
    """What each two neighbours score, of shape (words + 1, words + 1)."""
    result: Float64Array = weights[features].sum(axis=2)
    return result
