"""spaCy pipelines: the one that ships, or any other, ready for entities."""

from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any, get_args

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc
from spacy.util import is_package

from salience.components import sentence_splitter  # noqa: F401, registers the component
from salience.components.long_runs import BoundedTokenizer
from salience.coref import component  # noqa: F401, registers the component, installed or not
from salience.coref.adapters import add_package, import_package
from salience.entities.alias_linker import AliasTable, Linker
from salience.entities.register import FACTORY, Register
from salience.errors import ModelError, ResourceError, SalienceError
from salience.mentions import value_ruler  # noqa: F401, registers the component
from salience.mentions.doc_columns import VALUE_TYPES, missing_parts
from salience.pipeline.backend import fast_ops, keep_freed_memory
from salience.pipeline.choices import DEFAULT, Coref
from salience.storage.model_folder import check_shipped, find_model, shown_path
from salience.storage.saved_model import DAMAGE

_PROBE = "Ann Lee met the mayor of Oslo, and he thanked her."
_PARTS = ("salience_parser", "salience_names")


def load_pipeline(
    name: str | Path = DEFAULT,
    *,
    coref: Coref = "default",
    linker: AliasTable | str | Path | None = None,
    names: Register | str | Path | None = None,
    fast: bool = False,
) -> Language:
    """Load a spaCy pipeline and add coreference.

    Args:
        name: The pipeline that ships, or any installed spaCy package or the path of one, with
            UD or CLEAR labels.
        coref: `rules`, which is the default, adds the component `salience_coref`, if the pipeline
            has none yet. `none` adds nothing, for a pipeline with a component of its own that
            writes `doc.spans["coref_clusters_<n>"]`. `fastcoref` and `coreferee` add the components
            of these packages, which must be installed.
        linker: An alias table or its path: names get its ids.
        names: A register of names or its path: entities get its ids and types.
        fast: On a CPU, let spaCy's models multiply matrices by NumPy's BLAS instead of Blis, with
            the same predictions: faster while BLAS has one thread, as where salience runs them, and
            slower where it may start more.

    Raises:
        ResourceError: If there is no such pipeline.
        ModelError: If it is damaged, or gives no tags, tree, names or coreference.
        MissingExtraError: If that package is not installed.
        CorpusError: If the alias table or the register can't be read.

    Example:
        >>> doc = load_pipeline()("Ada Byrne met reporters.")
        >>> doc.ents
        (Ada Byrne,)
    """
    if coref not in get_args(Coref):
        choices = ", ".join(map(repr, get_args(Coref)))
        raise ValueError(f"coref must be one of {choices}; got {coref!r}")
    if coref in ("fastcoref", "coreferee"):
        import_package(coref)  # before the work of loading
    place = _place(name)
    with fast_ops() if fast else nullcontext():
        nlp, doc = _load(place)
    _check(nlp, doc, str(name))
    if type(nlp.tokenizer) is Tokenizer:
        nlp.tokenizer = BoundedTokenizer.from_tokenizer(nlp.tokenizer)
    if VALUE_TYPES.isdisjoint(label for labels in nlp.pipe_labels.values() for label in labels):
        _add_values(nlp)
    if linker is not None:
        table = linker if isinstance(linker, AliasTable) else AliasTable.read(linker)
        component = _component(nlp, "salience_linker")
        assert isinstance(component, Linker)  # noqa: S101
        component.table = table
    if names is not None:
        register = names if isinstance(names, Register) else Register.read(names)
        _component(nlp, FACTORY).register = register
    if coref in ("fastcoref", "coreferee"):
        add_package(nlp, coref, before=_scorer(nlp))
    elif coref != "none":
        _component(nlp, "salience_coref")
    return nlp


def chosen_pipeline(nlp: Language | str | None) -> Language:
    """The pipeline itself, or the one of that name, or the one that ships, which is loaded once.

    Example:
        >>> chosen_pipeline(None) is chosen_pipeline(None)
        True
    """
    if isinstance(nlp, Language):
        return nlp
    return load_pipeline(nlp, fast=True) if nlp else _shipped_pipeline()


@cache
def _shipped_pipeline() -> Language:
    return load_pipeline(DEFAULT, fast=True)


def _place(name: str | Path) -> str | Path:
    """The folder that `find_model` finds; an installed package goes before a folder of its name."""
    missing = "there is no such folder."
    try:
        place = find_model(name)
    except ResourceError as error:
        place, missing = Path(name), str(error)
    if isinstance(name, str) and place == Path(name) and is_package(name):
        return name
    if not name or not place.exists():
        raise ResourceError(
            f"no pipeline {str(name)!r}: {missing} It is no "
            "installed spaCy package either: install it, or give the path of its folder."
        )
    return place


def _load(place: str | Path) -> tuple[Language, Doc]:
    """Load a pipeline and parse a sentence with it: some damage shows only then."""
    keep_freed_memory()
    if isinstance(place, Path):
        check_shipped(place)
    try:
        nlp = spacy.load(place)
        return nlp, nlp(_PROBE)
    except SalienceError:
        raise
    except DAMAGE as error:
        shown = shown_path(place) if isinstance(place, Path) else place
        raise ModelError(
            f"pipeline {shown!r} can't be loaded: {type(error).__name__}: {error}. "
            "It is damaged, made for another version of spaCy, or needs a package that is not "
            f"installed: copy or install it again, or load {DEFAULT!r}."
        ) from error


def _component(nlp: Language, name: str) -> Any:
    """The component of that name; a new one is added before `salience`, which needs it."""
    if name not in nlp.component_names:
        nlp.add_pipe(name, before=_scorer(nlp))
    return nlp.get_pipe(name)


def _add_values(nlp: Language) -> None:
    """Add the rules for dates and amounts, before our own components, which read `doc.ents`."""
    if "salience_values" not in nlp.component_names:
        ours = (n for n in nlp.pipe_names if nlp.get_pipe_meta(n).factory.startswith("salience"))
        readers = (n for n in ours if nlp.get_pipe_meta(n).factory not in _PARTS)
        nlp.add_pipe("salience_values", before=next(readers, None))


def _scorer(nlp: Language) -> str | None:
    """The component `salience`, if there is one."""
    scorers = (n for n in nlp.component_names if nlp.get_pipe_meta(n).factory == "salience")
    return next(scorers, None)


def _check(nlp: Language, doc: Doc, name: str) -> None:
    """Check that a parsed sentence has tags, a tree and names, whichever component wrote them."""
    if missing := missing_parts(doc):
        raise ModelError(
            f"pipeline {name!r} has {', '.join(nlp.pipe_names) or 'no components'} and gives "
            f"{missing}; entities need them. Add them, or load {DEFAULT!r}."
        )
