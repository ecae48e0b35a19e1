"""Coreference by other packages: fastcoref and coreferee, in a pipeline of this library.

They are not needed and not brought along: each is imported when it is asked for by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

from spacy.language import Language
from spacy.tokens import Doc

from salience.coref.external_clusters import TokenSpan, note, set_clusters, set_token_clusters
from salience.errors import MissingExtraError, ModelError

Source = Literal["fastcoref", "coreferee"]
ADAPTER = "salience_coref_adapter"


@dataclass(frozen=True, slots=True)
class Package:
    """A module that makes a component known, what to do when it is missing, and settings for it."""

    module: str
    needs: str
    config: Mapping[str, Any] = field(default_factory=dict)


PACKAGES: Mapping[str, Package] = {
    "fastcoref": Package(
        "fastcoref.spacy_component",
        "Install it: pip install fastcoref. It brings torch and transformers, and fetches its "
        "weights from the network when it is first used",
        {"enable_progress_bar": False},
    ),
    "coreferee": Package(
        "coreferee",
        "Install it and its model: pip install coreferee, then python -m coreferee install en. It "
        "works only with the pipelines en_core_web_sm, _md, _lg and _trf, of the versions that it "
        "lists",
    ),
}


def add_package(nlp: Language, source: Source, before: str | None = None) -> None:
    """Add the component of another package, unless it is there, and our adapter after it."""
    package = PACKAGES[source]
    import_package(source)
    if source not in nlp.component_names:
        try:
            nlp.add_pipe(source, config=dict(package.config), before=before)
        except Exception as error:  # other people's code raises what it likes
            raise ModelError(
                f"coref {source!r} can't be added to the pipeline "
                f"{nlp.meta['lang']}_{nlp.meta['name']}: {type(error).__name__}: {error} "
                f"{package.needs}; or use coref='default', which needs nothing."
            ) from error
    if ADAPTER not in nlp.component_names:
        nlp.add_pipe(ADAPTER, config={"source": source}, after=source)


def import_package(source: str) -> None:
    """Import a package, so that spaCy knows its component; it may raise a `MissingExtraError`."""
    package = PACKAGES[source]
    try:
        import_module(package.module)
    except ImportError as error:
        raise MissingExtraError(
            f"coref {source!r} needs the package {source}, which can't be imported ({error}). "
            f"{package.needs}; or use coref='default', which needs nothing."
        ) from error


class Adapter:
    """Makes clusters of what another component wrote on the Doc: spans, or chains of heads."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __call__(self, doc: Doc) -> Doc:
        """Write the clusters of a Doc."""
        attribute = {"fastcoref": "coref_clusters", "coreferee": "coref_chains"}[self.source]
        clusters = getattr(doc._, attribute) if doc.has_extension(attribute) else None
        if clusters is None:
            note(doc, f"{self.source} gave no coreference for this text; entities are names alone")
        elif self.source == "fastcoref":
            set_clusters(doc, clusters)
        else:
            set_token_clusters(doc, [[_extent(mention) for mention in chain] for chain in clusters])
        return doc


@Language.factory(ADAPTER, assigns=["doc.spans"])
def make_adapter(nlp: Language, name: str, source: Source) -> Adapter:
    """Make the component: `nlp.add_pipe("salience_coref_adapter", config={"source": …})`."""
    if source not in PACKAGES:
        raise ValueError(f"source must be {' or '.join(map(repr, PACKAGES))}, got {source!r}")
    return Adapter(source)


def _extent(mention: Any) -> TokenSpan:
    heads = list(mention.token_indexes)
    return min(heads), max(heads) + 1
