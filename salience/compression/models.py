"""The kinds of models that compress sentences, loaded and used in one way."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from salience.compression.compressed import Compression
from salience.compression.compressor import Compressor
from salience.compression.transduction.transducer import Transducer
from salience.errors import ModelError, ResourceError
from salience.storage.model_folder import load_files
from salience.storage.saved_model import format_of
from salience.text.words import Words
from salience.trees.tree import Tree

CompressionModel = Compressor | Transducer
"""What says which words of a sentence go."""


def load_compressor(name_or_path: str | Path) -> CompressionModel:
    """The model in that folder; none ships.

    Raises:
        ResourceError: If there is no such folder.
        ModelError: If it has a model of another kind, or it is damaged or of a newer version.
    """
    try:
        files, source = load_files(name_or_path)
    except ResourceError as error:
        where = f"there is no folder {str(name_or_path)!r}, and no compressor ships"
        raise ResourceError(f"{where} with salience. {_TRAIN}") from error
    format_ = format_of(files)
    if format_.startswith("salience-") and format_ not in _KINDS:
        raise ModelError(f"{source} has a {format_} and no compressor. {_TRAIN}")
    return _KINDS.get(format_, Compressor).from_files(files, source)


_KINDS: dict[str, type[CompressionModel]] = {kind.FORMAT: kind for kind in (Compressor, Transducer)}
_TRAIN = "Train one: salience train-compressor pairs.jsonl -o my-compressor."


def compressions(
    model: CompressionModel,
    words: Words,
    tree: Tree,
    *,
    rate: float | None = None,
    n_words: int | None = None,
    must: Collection[int] = (),
    salience: Mapping[int, float] | None = None,
    k: int = 1,
) -> list[Compression]:
    """The best compressions of a sentence, the best first.

    Args:
        model: What says which words go.
        words: The sentence; at least one word.
        tree: Its constituents.
        rate: The share of the words that shall stay.
        n_words: Or how many.
        must: Words that stay in any case.
        salience: By word that is the head of a name, the salience of what it names; only a
            `Transducer` that was trained with it looks at it.
        k: How many compressions at most; of a `Compressor` only the best is known.

    Raises:
        ValueError: If a length is out of range.
    """
    if isinstance(model, Transducer):
        found = model.best(
            words, tree, rate=rate, n_words=n_words, must=must, k=k, salience=salience
        )
        return [one.compression for one in found]
    kept = model.compress(words, rate=rate, n_words=n_words, must=must)
    return [Compression(kept, tree.kept({*kept}))][:k]
