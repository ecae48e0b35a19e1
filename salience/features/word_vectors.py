"""The word vectors that ship with the pipeline, for what is no spaCy pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

import numpy as np
import srsly
from numpy.typing import NDArray

from salience.arrays import Float64Array
from salience.resources import model_path

PIPELINE = "en_salience_sm"
_KNOWN = 100_000  # words whose keys are kept
_BITS, _FACTOR = 2**64 - 1, 0xC6A4A7935BD1E995  # of the hash


@dataclass(frozen=True, slots=True)
class WordVectors:
    """A vector for each of many words.

    `keys` are those of the words, sorted; `rows` the row of each key's vector in `vectors`, which
    has the shape `(rows, width)`.
    """

    keys: NDArray[np.uint64]
    rows: NDArray[np.int32]
    vectors: NDArray[np.float32]

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Those in the folder `vocab` of a spaCy pipeline; the file of vectors is only mapped."""
        row_by_key = srsly.read_msgpack(folder / "key2row")
        keys = np.fromiter(row_by_key.keys(), np.uint64, len(row_by_key))
        rows = np.fromiter(row_by_key.values(), np.int32, len(row_by_key))
        order = np.argsort(keys)
        vectors = np.load(folder / "vectors", mmap_mode="r", allow_pickle=False)
        return cls(keys[order], rows[order], vectors)

    def of_words(self, words: Sequence[str]) -> Float64Array:
        """The vector of each word, of length 1; of a word without one all zeros."""
        keys = np.fromiter(map(key_of, words), np.uint64, len(words))
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = self.keys[at] == keys
        vectors = np.where(known[:, None], self.vectors[self.rows[at]], 0.0).astype(np.float64)
        lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
        return np.divide(vectors, lengths, out=vectors, where=lengths > 0)


@cache
def shipped_vectors() -> WordVectors:
    """The vectors of the pipeline that ships, read when they are first asked for."""
    return WordVectors.read(model_path(PIPELINE) / "vocab")


@lru_cache(_KNOWN)
def key_of(word: str) -> int:
    """The key that spaCy gives to a string: MurmurHash64A (A. Appleby, 2008) with the seed 1."""
    data = word.encode("utf-8", "surrogatepass")
    rest = len(data) & ~7  # what follows the last part of 8 bytes
    key = 1 ^ (len(data) * _FACTOR & _BITS)
    for start in range(0, rest, 8):
        part = int.from_bytes(data[start : start + 8], "little") * _FACTOR & _BITS
        key = (key ^ (part ^ part >> 47) * _FACTOR) * _FACTOR & _BITS
    if rest < len(data):
        key = (key ^ int.from_bytes(data[rest:], "little")) * _FACTOR & _BITS
    key = (key ^ key >> 47) * _FACTOR & _BITS
    return key ^ key >> 47
