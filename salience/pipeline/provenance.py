"""The name of a pipeline as it stands on labels and models, and warnings where two differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from spacy.language import Language

from salience.coref.adapters import ADAPTER

if TYPE_CHECKING:
    import pandas as pd


def pipeline_name(nlp: Language) -> str:
    """Language, name, version and coreference of a pipeline, but for the rules that ship."""
    meta, coref = nlp.meta, _coref_name(nlp)
    return f"{meta['lang']}_{meta['name']}-{meta['version']}{coref and f'+coref={coref}'}"


def _coref_name(nlp: Language) -> str:
    """The coreference resolver; empty for the rules that ship."""
    factories = {name: nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}
    settings = {factory: nlp.get_pipe_config(name) for name, factory in factories.items()}
    others = [factory for factory in settings if "coref" in factory and factory != ADAPTER]
    if "salience_coref" in settings:
        return ""
    if not others and "salience" in settings:  # it resolves where nothing before it does
        return "none" if settings["salience"].get("coref") == "none" else ""
    return "&".join(others) or "none"


def other_pipeline(nlp: Language, card: Mapping[str, Any]) -> str | None:
    """A warning if the card names another pipeline than `nlp`, by name and version; else None."""
    trained, used = card.get("pipeline"), pipeline_name(nlp)
    if not trained or used in str(trained).split(", "):
        return None
    return (
        f"the model was trained with the pipeline {trained}, and {used} is in use: entities, and "
        "so probabilities, may differ from what it learnt. Use its pipeline, or label documents "
        "with yours (`salience label --nlp`) and train a model on them."
    )


def other_labels(table: pd.DataFrame, card: Mapping[str, Any]) -> str | None:
    """A warning if labels were made with another pipeline than the card names; else None."""
    trained = card.get("pipeline")
    made = set(table["pipeline"].dropna()) - {""} if "pipeline" in table else set()
    if not trained or not (others := made - set(str(trained).split(", "))):
        return None
    return (
        f"the labels were made with the pipeline {', '.join(sorted(others))}, and the model was "
        f"trained with {trained}: entities may differ, and what is measured here need not hold "
        "for the model with its own pipeline. Label the documents with that one (`salience label`)."
    )
