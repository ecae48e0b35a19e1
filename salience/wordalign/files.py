"""An aligner as a folder of arrays and a card; see `salience.storage.saved_model`."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from salience.errors import ModelError
from salience.storage.saved_model import GREATEST, Contents, SavedModel, number, text_bytes
from salience.word_links.choices import DEFAULT
from salience.word_links.wordnet import WordNet
from salience.wordalign.aligner import Aligner
from salience.wordalign.choosing import Chooser, Look, known_features
from salience.wordalign.jumps import (
    GaussianJumps,
    JumpModel,
    RelativeJumps,
    SyntaxJumps,
    UniformJumps,
)
from salience.wordalign.rewrite_index import SINGLETON, Phrase, Vocabulary
from salience.wordalign.rewrites import COMPONENTS, Rewrites

_BETWEEN_WORDS = "\x1f"
_LEAST = 0.25
"""Counts that are smaller, in fake counts of a word, are dropped: they are most of the table, and
change little."""

_LONGEST = 20  # words of a phrase
_LOOKS = ("look 1", "look 2")  # of the chooser
_PARTS_OF_SPEECH = ("adj", "adv", "noun", "verb")


def save_aligner(aligner: Aligner, path: str | Path, card: Mapping[str, Any]) -> None:
    """Save an aligner as a folder; one that is there already is replaced.

    Args:
        aligner: The model, which is saved without WordNet.
        path: The folder.
        card: What a reader should know of the model, such as its `name`.

    Raises:
        ModelError: If something else is there, or it can't be written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save_aligner(load_aligner(), f"{folder}/mine", {"name": "mine"})
        ...     load_aligner(f"{folder}/mine")
        Aligner(longest=(3, 3))
    """
    SavedAligner(aligner, card).save(path)


def load_aligner(name_or_path: str | Path = DEFAULT, wordnet: WordNet | None = None) -> Aligner:
    """Load an aligner of words.

    Args:
        name_or_path: `en-wordalign`, which ships, or the folder of a model.
        wordnet: For a model that was trained with it; without it, its other components have the
            weight of that of WordNet.

    Raises:
        ResourceError: If no such model ships and there is no such folder.
        ModelError: If it is damaged, or of a newer version.

    Example:
        >>> load_aligner()
        Aligner(longest=(3, 3))
    """
    return replace(SavedAligner.load(name_or_path).aligner, wordnet=wordnet)


@dataclass(frozen=True, repr=False)
class SavedAligner(SavedModel):
    """An aligner, without WordNet, and what a reader should know of it."""

    FORMAT: ClassVar = "salience-word-aligner"
    ALLOWANCE: ClassVar = 2**31

    aligner: Aligner
    card: Mapping[str, Any]

    def contents(self) -> Contents:  # noqa: D102
        arrays, fields = _packed(self.aligner)
        return Contents(arrays, fields, self.card)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        fields = contents.fields
        if fields.get("null_stays", True) is not True:
            raise ModelError(
                "it was trained with jumps to null states (null_stays is false), which this "
                "version does not have. Train it again with salience wordalign --train."
            )
        longest = [number(n, "longest", least=1, most=_LONGEST) for n in fields["longest"]]
        of_document, of_abstract = map(int, longest)
        rewrites, jumps = _rewrites(contents), _jumps(fields["jumps"], contents)
        chooser = _chooser(fields["chooser"]) if "chooser" in fields else None
        aligner = Aligner(jumps, rewrites, (of_document, of_abstract), None, chooser)
        return cls(aligner, contents.card or {})


def _packed(aligner: Aligner) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """An aligner as arrays and fields."""
    rewrites, vocabulary = aligner.rewrites, aligner.rewrites.vocabulary
    least = _LEAST * vocabulary.single
    kept = [
        (row, column, n)
        for row, counts in sorted(rewrites.counts.items())
        for column, n in sorted(counts.items())
        if n >= least
    ]
    totals = sorted((row, n) for row, n in rewrites.totals.items() if n >= least)
    phrases = sorted({p for row, column, _ in kept for p in (row, column)} | {r for r, _ in totals})
    number = {phrase: i for i, phrase in enumerate(phrases)}
    # Stems that nothing is said of have one form.
    stems = sorted((stem, n) for stem, n in vocabulary.stems.items() if n > 1)
    senses = sorted(vocabulary.senses.items())
    names, values, fields = _packed_jumps(aligner.jumps)
    arrays: dict[str, NDArray[Any]] = {
        "phrases": text_bytes(_BETWEEN_WORDS.join(phrase) for phrase in phrases),
        "cells": np.array([(number[r], number[c]) for r, c, _ in kept], np.int32).reshape(-1, 2),
        "counts": np.array([n for _, _, n in kept], np.float32),
        "rows": np.array([number[row] for row, _ in totals], np.int32),
        "totals": np.array([n for _, n in totals], np.float32),
        "stems": text_bytes(stem for stem, _ in stems),
        "stem_counts": np.array([n for _, n in stems], np.int32),
        "senses": np.array(
            [(_PARTS_OF_SPEECH.index(pos), offset, n) for (pos, offset), n in senses], np.int64
        ).reshape(-1, 3),
        "jumps": values,
        "jump_names": text_bytes(names),
    }
    described = {
        "jumps": fields,
        "longest": list(aligner.longest),
        "weights": dict(zip(COMPONENTS, map(float, rewrites.weights), strict=True)),
        "eta": rewrites.eta,
        "words": vocabulary.n_words,
    }
    if vocabulary.single != SINGLETON:
        described["single"] = vocabulary.single
    if aligner.chooser is not None:
        looks = {_LOOKS[0]: aligner.chooser.first, _LOOKS[1]: aligner.chooser.second}
        described["chooser"] = {
            name: {"weights": _rounded(look.weights), "none": _rounded(look.none)}
            for name, look in looks.items()
        }
    return arrays, described


def _rounded(weights: Mapping[str, float]) -> dict[str, float]:
    return {name: round(weight, 5) for name, weight in weights.items()}


def _chooser(fields: Mapping[str, Any]) -> Chooser:
    """Both looks, if they have a weight for each feature that there is."""
    read = []
    for look, kinds in zip(_LOOKS, known_features(), strict=True):
        weights = [fields[look][kind] for kind in ("weights", "none")]
        if [frozenset(found) for found in weights] != kinds:
            raise ValueError(f"{look} has other features than this version knows")
        read.append(Look(*({name: number(w, name) for name, w in x.items()} for x in weights)))
    return Chooser(*read)


def _rewrites(contents: Contents) -> Rewrites:
    texts = contents.texts("phrases")
    phrases: list[Phrase] = [tuple(t.split(_BETWEEN_WORDS)) if t else () for t in texts]
    last = len(phrases) - 1
    counts: dict[Phrase, dict[Phrase, float]] = defaultdict(dict)
    cells = contents.numbers("cells", least=0, most=last, whole=True, ndim=2).reshape(-1, 2)
    for (row, column), n in zip(cells.tolist(), _counts(contents, "counts"), strict=True):
        counts[phrases[row]][phrases[column]] = n
    rows = contents.numbers("rows", least=0, most=last, whole=True).tolist()
    row_totals = zip((phrases[row] for row in rows), _counts(contents, "totals"), strict=True)
    stem_counts = map(int, _counts(contents, "stem_counts"))
    stems = dict(zip(contents.texts("stems"), stem_counts, strict=True))
    senses = contents.numbers("senses", least=0, whole=True, ndim=2).reshape(-1, 3).tolist()
    by_sense = {(_PARTS_OF_SPEECH[pos], offset): n for pos, offset, n in senses}
    single = number(contents.fields.get("single", SINGLETON), "single", least=1e-6, most=1e6)
    vocabulary = Vocabulary(contents.count("words"), stems, by_sense, single)
    by_name = contents.fields["weights"]
    weights = np.array([number(by_name[name], name, least=0) for name in COMPONENTS])
    if not weights.sum() > 0:
        raise ValueError("one of the weights must be above 0")
    eta = contents.number("eta", least=0, most=1e6)
    return Rewrites(weights, eta, vocabulary, dict(counts), dict(row_totals))


def _packed_jumps(jumps: JumpModel) -> tuple[list[str], NDArray[np.float64], dict[str, Any]]:
    """A model of jumps as names, numbers and fields."""
    if isinstance(jumps, RelativeJumps):
        return [], jumps.probabilities, {"model": "relative", "null": jumps.null}
    if isinstance(jumps, GaussianJumps):
        values = np.array([jumps.mean, jumps.variance])
        return [], values, {"model": "gaussian", "null": jumps.null, "edge": jumps.edge}
    if isinstance(jumps, UniformJumps):
        return [], np.zeros(0), {"model": "uniform"}
    assert isinstance(jumps, SyntaxJumps)  # noqa: S101
    names = sorted(jumps.probabilities)
    values = np.array([jumps.probabilities[name] for name in names])
    return names, values, {"model": "syntax"}


def _jumps(fields: Mapping[str, Any], contents: Contents) -> JumpModel:
    kind, values = fields["model"], contents.numbers("jumps").astype(np.float64)
    if kind == "uniform":
        return UniformJumps()
    if kind == "syntax":
        named = dict(zip(contents.texts("jump_names"), values.tolist(), strict=True))
        if not {"null", "stop", "other-f", "other-b"} <= set(named):
            raise ValueError("jumps must have null, stop and other")
        contents.numbers("jumps", most=0)
        return SyntaxJumps(named)
    null = number(fields["null"], "null", most=0)
    if kind == "relative":
        if len(values) % 2 == 0:
            raise ValueError("jumps must have a distance in the middle")
        return RelativeJumps(contents.numbers("jumps", most=0).astype(np.float64), null)
    if kind == "gaussian":
        mean, variance = values.tolist()
        number(variance, "the variance of jumps", least=1e-6)
        edge = int(number(fields["edge"], "edge", least=1, most=1e6))
        return GaussianJumps(number(mean, "mean", least=-1e6, most=1e6), variance, null, edge)
    raise ValueError(f"there are no jumps {kind!r}")


def _counts(contents: Contents, name: str) -> list[float]:
    return [float(n) for n in contents.numbers(name, least=0, most=GREATEST)]
