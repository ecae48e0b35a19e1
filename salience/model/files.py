"""A model as files: plain arrays and a card, read without running code from them."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salience.centrality.cooccurrence import Cooccurrence
from salience.errors import ModelError, SalienceError
from salience.features.featurizer import EntityFeaturizer, chosen
from salience.model.classifier import SalienceClassifier, hash_columns
from salience.version import __version__

FORMAT = "salience-model"
FORMAT_VERSION = 1
META = "meta.json"
ARRAYS = "arrays.npz"
_GRAPH = "cooccurrence_"
_TRAINED = "trained_on"
_DECIDING = ("groups", "n_features", "C", "threshold")
_SETTINGS = "settings"
AGAIN = "Copy or install the model again, or train it again."

DAMAGE = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RecursionError,
    SalienceError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading broken bytes, or fields of another kind, can raise."""

Hashes = NDArray[np.uint64]
Parts = tuple[EntityFeaturizer, SalienceClassifier, Cooccurrence | None, dict[str, Any], Hashes]


def to_files(
    featurizer: EntityFeaturizer,
    classifier: SalienceClassifier,
    cooccurrence: Cooccurrence | None,
    card: Mapping[str, Any],
    trained_on: Hashes,
) -> dict[str, bytes]:
    """The files of a model by name; the same bytes for the same model.

    Weights are kept for the columns that a training feature fell into; all others are 0.
    """
    used = np.unique(classifier.columns_)
    arrays = {
        "bias": np.array(classifier.intercept_),
        "weights": classifier.coef_[used],
        # Sorted by column: the steps between them are small, and compress well.
        "column_steps": np.diff(classifier.columns_, prepend=np.int32(0)),
        "features": np.frombuffer(json.dumps(classifier.features_).encode(), np.uint8),
    }
    if cooccurrence is not None:
        arrays |= {_GRAPH + name: array for name, array in cooccurrence.to_arrays().items()}
    if len(trained_on):
        arrays[_TRAINED] = trained_on
    packed = pack(arrays)
    check_card(card)
    settings = {
        "groups": list(chosen(featurizer.groups)),
        "n_features": classifier.n_features,
        "C": classifier.C,
        "threshold": classifier.threshold,
    }
    meta = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "salience": __version__,
        **settings,
        "sha256": {
            ARRAYS: hashlib.sha256(packed).hexdigest(),
            _SETTINGS: _settings_digest(settings),
        },
        "card": dict(card),
    }
    return {META: (json.dumps(meta, indent=2, allow_nan=False) + "\n").encode(), ARRAYS: packed}


def check_card(card: Mapping[str, Any]) -> None:
    """See that a card can be written.

    Raises:
        ModelError: If a part of it can't be JSON, which has no NaN.

    Example:
        >>> check_card({"score": float("nan")})
        Traceback (most recent call last):
            ...
        salience.errors.ModelError: card['score'] can't be JSON: Out of range float values...
    """
    for key, value in card.items():
        try:
            if not isinstance(key, str):
                raise TypeError("keys must be texts")
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise ModelError(
                f"card[{key!r}] can't be JSON: {error}. Make it of texts, finite numbers, lists "
                "and dictionaries with texts as keys."
            ) from None


def _settings_digest(meta: Mapping[str, Any]) -> str:
    """The SHA-256 of what decides scores and calls beside the arrays."""
    settings = json.dumps([meta[name] for name in _DECIDING], separators=(",", ":"))
    return hashlib.sha256(settings.encode()).hexdigest()


def _check_settings(meta: Mapping[str, Any]) -> None:
    """Models that were saved before settings had a checksum have none, and are read as they are."""
    expected = meta["sha256"].get(_SETTINGS)
    if expected is not None and _settings_digest(meta) != expected:
        raise ValueError(
            f"{', '.join(_DECIDING)} are not those that were saved; to set another threshold, take "
            "`salience threshold`, or `with_threshold` in Python"
        )


def from_files(files: Mapping[str, bytes], source: str) -> Parts:
    """The parts of the model whose files these are.

    Raises:
        ModelError: If they are damaged or of a newer version.
    """
    meta = read_whole(files, source)
    where = f"{source}/{META}"
    try:
        _check_settings(meta)
        featurizer = EntityFeaturizer(tuple(meta["groups"])).fit([])
        classifier = SalienceClassifier(meta["n_features"], meta["C"], meta["threshold"])
        card = dict(meta["card"])
        where = f"{source}/{ARRAYS}"
        arrays = unpack(files[ARRAYS])
        _restore(classifier, arrays)
        graph = {k.removeprefix(_GRAPH): v for k, v in arrays.items() if k.startswith(_GRAPH)}
        if ("centrality" in chosen(featurizer.groups)) != bool(graph):
            raise ValueError(
                "co-occurrence must be there if the group 'centrality' is, and only then"
            )
        cooccurrence = Cooccurrence.from_arrays(graph) if graph else None
        trained_on = arrays.get(_TRAINED, np.array([], np.uint64))
        if trained_on.dtype != np.uint64 or trained_on.ndim != 1:
            raise ValueError("documents of the training must be numbers of 64 bits")
    except DAMAGE as error:
        raise ModelError(f"{where} is damaged: {type(error).__name__}: {error}. {AGAIN}") from error
    return featurizer, classifier, cooccurrence, card, trained_on


def read_folder(path: Path) -> dict[str, bytes]:
    """The files of a model folder by name, as far as they are there.

    Raises:
        ModelError: If there is no such folder, or a file can't be read.
    """
    if not path.is_dir():
        raise ModelError(f"{path} is not a folder. Give the folder that a model was saved in.")
    try:
        return {n: (path / n).read_bytes() for n in (META, ARRAYS) if (path / n).exists()}
    except OSError as error:
        raise ModelError(f"{path} can't be read: {error}.") from error


def check_folder_for_model(path: Path) -> None:
    """Find out before the work starts whether a model may be written to a path.

    Raises:
        ModelError: If something else than a model is there.
    """
    if path.exists() and not (
        path.is_dir() and {file.name for file in path.iterdir()} <= {META, ARRAYS}
    ):
        raise ModelError(
            f"{path} is there and holds something else than a model. Name another folder."
        )


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write files as a folder that is there completely or not at all.

    A model that is there already is replaced; nothing else is.

    Raises:
        ModelError: If the folder can't be written, or would replace something else.
    """
    path = path.resolve()
    check_folder_for_model(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The folder for the work is the owner's alone; the one in it has the usual permissions.
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as work:
            made, old = Path(work, "new"), Path(work, "old")
            made.mkdir()
            for name, content in files.items():
                (made / name).write_bytes(content)
            if path.exists():
                path.rename(old)
            try:
                made.rename(path)
            except OSError:
                if old.exists():
                    old.rename(path)
                raise
    except OSError as error:
        raise ModelError(f"{path} can't be written: {error}. Name another folder.") from error


def read_whole(files: Mapping[str, bytes], source: str, format_: str = FORMAT) -> dict[str, Any]:
    """The card of a model of a format, if its files are all there and whole.

    Raises:
        ModelError: If they are not, or are of another format or a newer version.
    """
    for name in (META, ARRAYS):
        if name not in files:
            raise ModelError(f"{source} is not a model: it has no {name}. {AGAIN}")
    meta = read_meta(files[META], f"{source}/{META}", format_)
    where, found = f"{source}/{ARRAYS}", hashlib.sha256(files[ARRAYS]).hexdigest()
    try:
        expected = meta["sha256"][ARRAYS]
    except DAMAGE as error:
        raise ModelError(f"{where} is damaged: {type(error).__name__}: {error}. {AGAIN}") from error
    if found != expected:
        raise ModelError(
            f"{where} is damaged: its SHA-256 must be {expected}, but is {found}. {AGAIN}"
        )
    return meta


def read_meta(content: bytes, where: str, format_: str = FORMAT) -> dict[str, Any]:
    """The card of a model of a format, if this version can read it.

    Raises:
        ModelError: If it is damaged, of another format, or of a newer version.
    """
    try:
        meta = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{where} is damaged: not JSON: {error}. {AGAIN}") from error
    if not isinstance(meta, dict) or meta.get("format") != format_:
        raise ModelError(f"{where} is not that of a model: 'format' must be {format_!r}. {AGAIN}")
    version = meta.get("format_version")
    if type(version) is not int or not 1 <= version <= FORMAT_VERSION:
        raise ModelError(
            f"{where} is of format version {version!r}, written by salience "
            f"{meta.get('salience')}; this is salience {__version__}, which reads versions 1 to "
            f"{FORMAT_VERSION}. Upgrade salience, or train the model again."
        )
    return meta


def _restore(classifier: SalienceClassifier, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Give a classifier what it had learnt."""
    classifier.check_parameters()
    features = json.loads(arrays["features"].tobytes())
    columns = np.cumsum(arrays["column_steps"], dtype=np.int32)
    used = np.unique(columns)
    weights = arrays["weights"]
    bias = float(arrays["bias"])
    if len(features) != len(columns) or weights.shape != used.shape:
        raise ValueError(
            f"{len(features)} features in {len(columns)} columns, {len(used)} different ones, "
            f"can't have {weights.size} weights"
        )
    if len(used) and not 0 <= used[0] <= used[-1] < classifier.n_features:
        raise ValueError(f"columns must be from 0 to {classifier.n_features - 1}")
    sample = features[:100]
    if hash_columns(sample, classifier.n_features).tolist() != columns[:100].tolist():
        raise ValueError(f"features are not where n_features={classifier.n_features} puts them")
    if weights.dtype not in (np.float32, np.float64):
        raise ValueError(f"weights must be float32 or float64, but are {weights.dtype}")
    if not (np.isfinite(weights).all() and np.isfinite(bias)):
        raise ValueError("weights must be finite")
    classifier.classes_ = np.array([False, True])
    classifier.intercept_ = bias
    classifier.coef_ = np.zeros(classifier.n_features, weights.dtype)
    classifier.coef_[used] = weights
    classifier.columns_ = columns
    classifier.features_ = tuple(features)


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays by name as the bytes of a file; the same bytes for the same arrays."""
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)  # type: ignore[arg-type]
    return packed.getvalue()


def unpack(packed: bytes) -> dict[str, NDArray[Any]]:
    """Arrays again, read without running code from them."""
    with np.load(io.BytesIO(packed), allow_pickle=False) as arrays:
        return dict(arrays)
