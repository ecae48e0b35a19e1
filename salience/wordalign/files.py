"""An aligner as a folder of arrays and a card; see `salience.storage.model_folder`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salience.storage.model_folder import (
    DAMAGE,
    damaged,
    load_files,
    model_files,
    read_whole,
    unpack,
    write_folder,
)
from salience.storage.texts import byte_texts, text_bytes
from salience.word_links.choices import DEFAULT
from salience.word_links.wordnet import WordNet
from salience.wordalign.aligner import Aligner
from salience.wordalign.jumps import GaussianJumps, JumpModel, RelativeJumps, SyntaxJumps
from salience.wordalign.rewrites import COMPONENTS, Phrase, Rewrites, Vocabulary

FORMAT = "salience-word-aligner"

_BETWEEN_WORDS = "\x1f"
_LEAST = 0.5
"""Smaller counts are dropped: they are most of the table, and change little."""

_PARTS = ("adj", "adv", "noun", "verb")


def save_aligner(aligner: Aligner, path: str | Path, card: Mapping[str, Any]) -> None:
    """Write an aligner as a folder; one that is there already is replaced.

    Raises:
        ModelError: If something else is there, or it can't be written.
    """
    write_folder(Path(path), aligner_files(aligner, card))


def load_aligner(name_or_path: str | Path = DEFAULT, wordnet: WordNet | None = None) -> Aligner:
    """The aligner that ships by that name, else the one in that folder; see `find_model`.

    Args:
        name_or_path: The model.
        wordnet: For a model that was trained with it; without it, its other components have the
            weight of that of WordNet.

    Raises:
        ResourceError: If no such model ships and there is no such folder.
        ModelError: If it is damaged, or of a newer version.
    """
    return aligner_of(*load_files(name_or_path), wordnet)


def aligner_files(aligner: Aligner, card: Mapping[str, Any]) -> dict[str, bytes]:
    """The files of an aligner by name; the same bytes for the same aligner."""
    rewrites, vocabulary = aligner.rewrites, aligner.rewrites.vocabulary
    kept = [
        (row, column, n)
        for row, counts in sorted(rewrites.counts.items())
        for column, n in sorted(counts.items())
        if n >= _LEAST
    ]
    totals = sorted((row, n) for row, n in rewrites.totals.items() if n >= _LEAST)
    phrases = sorted({p for row, column, _ in kept for p in (row, column)} | {r for r, _ in totals})
    number = {phrase: i for i, phrase in enumerate(phrases)}
    # Stems that nothing is said of have one form.
    stems = sorted((stem, n) for stem, n in vocabulary.stems.items() if n > 1)
    senses = sorted(vocabulary.senses.items())
    names, values, fields = _of_jumps(aligner.jumps)
    arrays: dict[str, NDArray[Any]] = {
        "phrases": text_bytes(_BETWEEN_WORDS.join(phrase) for phrase in phrases),
        "cells": np.array([(number[r], number[c]) for r, c, _ in kept], np.int32).reshape(-1, 2),
        "counts": np.array([n for _, _, n in kept], np.float32),
        "rows": np.array([number[row] for row, _ in totals], np.int32),
        "totals": np.array([n for _, n in totals], np.float32),
        "stems": text_bytes(stem for stem, _ in stems),
        "stem_counts": np.array([n for _, n in stems], np.int32),
        "senses": np.array(
            [(_PARTS.index(part), offset, n) for (part, offset), n in senses], np.int64
        ).reshape(-1, 3),
        "jumps": values,
        "jump_names": text_bytes(names),
    }
    described = {
        "jumps": fields,
        "longest": list(aligner.longest),
        "null_stays": aligner.null_stays,
        "weights": dict(zip(COMPONENTS, map(float, rewrites.weights), strict=True)),
        "eta": rewrites.eta,
        "words": vocabulary.n_words,
    }
    return model_files(FORMAT, arrays, described, card=card)


def aligner_of(files: Mapping[str, bytes], source: str, wordnet: WordNet | None) -> Aligner:
    """The aligner of such files.

    Raises:
        ModelError: If they are damaged, or of a newer version.
    """
    meta = read_whole(files, source, FORMAT)
    try:
        arrays = unpack(files)
        texts = byte_texts(arrays["phrases"])
        phrases: list[Phrase] = [tuple(t.split(_BETWEEN_WORDS)) if t else () for t in texts]
        counts: dict[Phrase, dict[Phrase, float]] = defaultdict(dict)
        cells = arrays["cells"].reshape(-1, 2).tolist()
        for (row, column), n in zip(cells, _numbers(arrays["counts"]), strict=True):
            counts[phrases[row]][phrases[column]] = n
        rows = [phrases[row] for row in arrays["rows"].tolist()]
        totals = dict(zip(rows, _numbers(arrays["totals"]), strict=True))
        stem_counts = map(int, _numbers(arrays["stem_counts"]))
        stems = dict(zip(byte_texts(arrays["stems"]), stem_counts, strict=True))
        senses = {
            (_PARTS[part], offset): n
            for part, offset, n in arrays["senses"].reshape(-1, 3).tolist()
        }
        vocabulary = Vocabulary(int(meta["words"]), stems, senses)
        weights = np.array([float(meta["weights"][name]) for name in COMPONENTS])
        if not np.isfinite(weights).all() or not weights.sum() > 0 or weights.min() < 0:
            raise ValueError("weights must be positive numbers")
        rewrites = Rewrites(weights, float(meta["eta"]), vocabulary, dict(counts), totals)
        longest = int(meta["longest"][0]), int(meta["longest"][1])
        if min(longest) < 1 or max(longest) > _LONGEST:
            raise ValueError(f"phrases must have 1 to {_LONGEST} words, not {longest}")
        names = byte_texts(arrays["jump_names"])
        jumps = _jumps(meta["jumps"], names, np.asarray(arrays["jumps"], np.float64))
        return Aligner(jumps, rewrites, longest, bool(meta["null_stays"]), wordnet)
    except DAMAGE as error:
        raise damaged(source, error) from error


_LONGEST = 20


def _of_jumps(jumps: JumpModel) -> tuple[list[str], NDArray[np.float64], dict[str, Any]]:
    """A model of jumps as names, numbers and fields."""
    if isinstance(jumps, RelativeJumps):
        return [], jumps.probabilities, {"model": "relative", "null": jumps.null}
    if isinstance(jumps, GaussianJumps):
        values = np.array([jumps.mean, jumps.variance])
        return [], values, {"model": "gaussian", "null": jumps.null, "edge": jumps.edge}
    assert isinstance(jumps, SyntaxJumps)  # noqa: S101
    names = sorted(jumps.probabilities)
    values = np.array([jumps.probabilities[name] for name in names])
    return names, values, {"model": "syntax"}


def _jumps(
    fields: Mapping[str, Any], names: Sequence[str], values: NDArray[np.float64]
) -> JumpModel:
    if not np.isfinite(values).all() or values.ndim != 1:
        raise ValueError("jumps must be finite numbers")
    if fields["model"] == "relative":
        if len(values) % 2 == 0:
            raise ValueError("jumps must have a distance in the middle")
        return RelativeJumps(values, float(fields["null"]))
    if fields["model"] == "gaussian":
        mean, variance = map(float, values)
        if variance <= 0:
            raise ValueError("the variance of jumps must be positive")
        return GaussianJumps(mean, variance, float(fields["null"]), int(fields["edge"]))
    if fields["model"] != "syntax":
        raise ValueError(f"there are no jumps {fields['model']!r}")
    found = SyntaxJumps(dict(zip(names, values.tolist(), strict=True)))
    if not {"null", "stop", "other-f", "other-b"} <= set(names):
        raise ValueError("jumps must have null, stop and other")
    return found


def _numbers(values: NDArray[Any]) -> list[float]:
    if not np.isfinite(values).all() or (values < 0).any():
        raise ValueError("counts must be finite and not negative")
    return [float(value) for value in values]
