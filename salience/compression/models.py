"""The kinds of models that compress sentences, loaded and used in one way."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from salience.compression.compressed import Compression
from salience.compression.compressor import Compressor, most_words
from salience.compression.constraints import Constraints, constraints, is_parsed
from salience.compression.program import Scored, best_words
from salience.compression.significance import SignificanceCompressor
from salience.compression.transduction.transducer import Transducer
from salience.errors import ModelError, ResourceError
from salience.storage.model_folder import load_files
from salience.storage.saved_model import format_of
from salience.text.words import Words
from salience.trees.tree import Tree

CompressionModel = Compressor | Transducer | SignificanceCompressor
"""What says which words of a sentence go."""
DEFAULT = "en-compression"
"""The compressor that ships."""


def load_compressor(name_or_path: str | Path = DEFAULT) -> CompressionModel:
    """Load a model that makes sentences shorter.

    Args:
        name_or_path: `en-compression`, which ships, or the folder of a model of any kind.

    Raises:
        ResourceError: If there is no such folder, and none of that name ships.
        ModelError: If it has a model of another kind, or it is damaged or of a newer version.

    Example:
        >>> load_compressor()
        <SignificanceCompressor en-compression ...>
    """
    try:
        files, source = load_files(name_or_path)
    except ResourceError as error:
        where = f"there is no folder {str(name_or_path)!r}, and no such compressor ships"
        raise ResourceError(f"{where}: {DEFAULT} does. {_TRAIN}") from error
    format_ = format_of(files)
    if format_.startswith("salience-") and format_ not in _KINDS:
        raise ModelError(f"{source} has a {format_} and no compressor. {_TRAIN}")
    return _KINDS.get(format_, Compressor).from_files(files, source)


_KINDS: dict[str, type[CompressionModel]] = {
    kind.FORMAT: kind for kind in (Compressor, Transducer, SignificanceCompressor)
}
_TRAIN = "Train one: salience train-compressor pairs.jsonl -o my-compressor."


def compression(
    model: CompressionModel,
    words: Words,
    tree: Tree,
    *,
    n_words: int | None = None,
    must: Collection[int] = (),
    salience: Mapping[int, float] | None = None,
) -> Compression:
    """The best compression of a sentence that keeps it true: what a `Transducer` makes is mended, a
    `Compressor` searches among what may be left, and without a parse the model decides.
    """
    if isinstance(model, SignificanceCompressor):
        [kept] = model.compress([words], n_words=n_words, must=[must], salience=[salience or {}])
        return Compression(kept, tree.kept(kept))
    if not is_parsed(words):
        if isinstance(model, Transducer):
            return model.best(words, tree, n_words=n_words, must=must)
        kept = model.compress(words, n_words, must)
        return Compression(kept, tree.kept(kept))
    parts = constraints(words)
    if isinstance(model, Transducer):
        made = model.best(words, tree, n_words=n_words, must=parts.closed(must))
        return made if parts.allows(made.kept) else _mended(made, parts, tree, must, n_words)
    keep, pairs = model.scores(words)
    scored = Scored(parts, keep, lambda pair: float(pairs[pair[0] + 1, pair[1]]), 2, must)
    [kept] = best_words([scored], n_words, exact=True)
    return Compression(kept, tree.kept(kept))


def _mended(
    made: Compression, parts: Constraints, tree: Tree, must: Collection[int], most: int | None
) -> Compression:
    """The compression that is allowed and differs least from one that is not."""
    keep = np.full(len(tree.words), -1.0)
    keep[list(made.kept)] = 1.0
    [kept] = best_words([Scored(parts, keep, must=must)], most, exact=True)
    deletions = ((tuple(w for w in some if w not in kept), rule) for some, rule in made.deletions)
    return Compression(kept, tree.kept(kept), tuple(pair for pair in deletions if pair[0]))


def document_compressions(
    model: CompressionModel,
    sentences: Sequence[tuple[Words, Tree]],
    *,
    rate: float | None,
    n_words: int | None,
    must: Sequence[Collection[int]],
    salience: Sequence[Mapping[int, float]],
) -> list[Compression]:
    """The compression of each sentence, by words that must stay and the salience of heads of names;
    without `n_words`, the model that ships cuts them together.
    """
    if isinstance(model, SignificanceCompressor) and n_words is None:
        words = [words for words, _ in sentences]
        chosen = model.compress(words, rate=rate, must=must, salience=salience)
        pairs = zip(chosen, sentences, strict=True)
        return [Compression(kept, tree.kept(kept)) for kept, (_, tree) in pairs]
    return [
        compression(
            model,
            words,
            tree,
            n_words=most_words(len(words), rate, n_words),
            must=needed,
            salience=known,
        )
        for (words, tree), needed, known in zip(sentences, must, salience, strict=True)
    ]
