"""Gold sets and raw text as numbers, which `large.py` and `taught.py` read on a GPU.

A word is the number of a type: of all words with its form and norm. What both networks read of it
stands once a type: its wordpieces and case for the large one, and for the pipeline's encoder the
rows of its hash tables and of the static vectors.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from spacy.attrs import NORM, ORTH, PREFIX, SHAPE, SUFFIX
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.vocab import Vocab

from resources.recipes.pipeline.augment import replace_names, variant
from resources.recipes.pipeline.layers import nodes
from resources.recipes.pipeline.raw_texts import raw_pieces
from resources.recipes.pipeline.segments import UNKNOWN, Numbers, Segments, Writer
from salience.components.ner import biluo_labels

Pieces = Callable[[list[str]], list[list[int]]]  # from words to numbers of wordpieces

ATTRS = (NORM, PREFIX, SUFFIX, SHAPE)  # one for each hash table of the encoder, as in model.cfg
PIECES = 6  # Of a word the first so many are read.
CAPITAL = 5  # the first of the case classes of words with a capital
RECASED = {"lower": 0.05, "upper": 0.03, "title": 0.06}
"""Shares of the raw text that the pipeline reads in another case than the large recogniser did."""
MEASURED = ("ewt-dev", "tuning")
CHARACTERS = 6000  # Longer pieces, which are tables and lists, are cut.


def case_class(word: str) -> int:
    """How a word is written, as a number below 10.

    >>> [case_class(w) for w in (" ", "pear", "47", "%", "A4", "A", "OSLO", "Ann", "McVey", "iOS")]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    letters = [c for c in word if c.isalpha()]
    digit = any(c.isdigit() for c in word)
    classes = (
        word.isspace(),
        word.islower(),
        digit and not letters,
        not letters,
        digit,
        word.isupper() and len(letters) == 1,
        word.isupper(),
        word[:1].isupper() and word[1:].islower(),
        word[:1].isupper(),
    )
    return (*classes, True).index(True)


class Types:
    """The types of words that were met."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab
        self._numbers: dict[tuple[int, ...], int] = {}

    def numbers(self, doc: Doc) -> Numbers:
        keys = map(tuple, doc.to_array([ORTH, *ATTRS]).tolist())
        numbers = [self._numbers.setdefault(key, len(self._numbers)) for key in keys]
        return np.array(numbers, np.int32)

    def table(self, nlp: Language, pieces: Pieces) -> dict[str, Numbers]:
        """What is read of each type, a row a type."""
        keys = np.array(list(self._numbers), np.uint64)
        words = [self._vocab.strings[key] for key in keys[:, 0].tolist()]
        numbers = np.zeros((len(words), PIECES), np.int32)
        counts = np.zeros(len(words), np.uint8)
        for i, found in enumerate(pieces(words)):
            counts[i] = min(len(found), PIECES)
            numbers[i, : counts[i]] = found[:PIECES]
        return {
            "pieces": numbers,
            "counts": counts,
            "case": np.array([case_class(word) for word in words], np.uint8),
            "rows": table_rows(nlp, keys[:, 1:]),
            "vector": np.asarray(self._vocab.vectors.find(keys=keys[:, 0]), np.int32),
        }


def table_rows(nlp: Language, attrs: Numbers) -> Numbers:
    """The rows of the encoder's hash tables as (types, tables, 4); `attrs` is (types, tables)."""
    columns = []
    tables = nodes(nlp.get_pipe("tok2vec").model, "hashembed")  # type: ignore[attr-defined]
    for table, values in zip(tables, attrs.T, strict=True):
        hashes: Any = table.ops.hash(np.ascontiguousarray(values), table.attrs["seed"])
        columns.append((hashes % table.get_dim("nV")).astype(np.int32))
    return np.stack(columns, axis=1)


def gold_segments(
    nlp: Language, types: Types, docs: list[Doc], copies: int, random: Random, titles: dict
) -> Segments:
    """Docs with their labels; from the second copy on in other cases, with other names."""
    labels = biluo_labels(nlp.get_pipe("ner").labels)  # type: ignore[attr-defined]
    numbers = {label: i for i, label in enumerate(labels)}
    writer = Writer()
    for doc in docs:
        for copy in range(copies):
            shown = doc
            if copy:
                if random.random() < 0.4:
                    shown = replace_names(doc, titles, random)
                shown = variant(shown, random)
            ours = nlp.make_doc(shown.text)
            aligned = Example(ours, shown).get_aligned_ner()
            writer.add(
                words=types.numbers(ours),
                labels=np.array([numbers.get(x or "", UNKNOWN) for x in aligned], np.uint8),
                copies=np.full(len(ours), copy, np.uint8),
            )
    return writer.segments()


def raw_segments(
    nlp: Language, types: Types, corpus: Path, measured: list[str], random: Random
) -> Segments:
    """Raw text; `recased` are its words as the pipeline reads them."""
    writer = Writer()
    for piece in raw_pieces(corpus, measured):
        doc = nlp.make_doc(piece[:CHARACTERS])
        recased = types.numbers(variant(doc, random, RECASED))
        writer.add(words=types.numbers(doc), recased=recased)
    return writer.segments()


def write(
    nlp: Language,
    corpus: Path,
    data: Path,
    folder: Path,
    settings: dict[str, Any],
    pieces: Pieces,
) -> None:
    """Write all arrays to FOLDER, `types.npz` last; `settings` has how often each set is copied."""
    folder.mkdir(parents=True, exist_ok=True)
    titles = json.loads((data / "titles.json").read_text(encoding="utf8"))
    types, random = Types(nlp.vocab), Random(settings["seed"])  # noqa: S311

    def read(name: str) -> list[Doc]:
        return list(DocBin().from_disk(data / f"{name}.spacy").get_docs(nlp.vocab))

    def save(name: str, segments: Segments) -> None:
        segments.save(folder / f"{name}.npz")
        words = int(segments.lengths.sum())
        print(f"{name}: {len(segments.lengths)} segments, {words} words", flush=True)

    for name, copies in (settings["copies"] | dict.fromkeys(MEASURED, 1)).items():
        save(name, gold_segments(nlp, types, read(name), copies, random, titles))
    measured = [doc.text for doc in read("ewt-dev")]
    save("raw", raw_segments(nlp, types, corpus, measured, random))
    np.savez(folder / "types.npz", **types.table(nlp, pieces))  # type: ignore[arg-type]
