"""Coreference by other packages, with stand-ins that leave on the Doc what those leave."""

from __future__ import annotations

import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from salience.coref.adapters import make_adapter
from salience.coref.clusters import cluster_keys
from salience.coref.external_clusters import NOTES
from salience.engine.documents import parse_documents
from salience.errors import MissingExtraError, ModelError, SalienceWarning
from salience.pipeline.loading import load_pipeline
from salience.pipeline.packed import PackedPipeline
from salience.types import Document
from tests.support.tiny_pipeline import TEXT, tiny_pipeline

if find_spec("fastcoref") or find_spec("coreferee"):
    pytest.skip("stand-ins would take the names of installed packages", allow_module_level=True)

FOUND: dict[str, Any] = {}
"""What the stand-ins find, by package: for the text of the small pipeline."""

# Ada Byrne met Noor Haddad in Oslo. She thanked Haddad. It rained with Ada Byrne.
FASTCOREF = [[(0, 9), (35, 38), (70, 79)], [(14, 25), (47, 53)]]
COREFEREE = [[[1], [8], [16]], [[4], [10]], [[5, 6], [12]]]  # en_core_web_*: last words are heads
ADA, NOOR = ["Ada Byrne", "She", "Ada Byrne"], ["Noor Haddad", "Haddad"]


class FastCoref:
    """Takes the settings of fastcoref's component and leaves lists of character spans."""

    def __init__(self, nlp: Language, name: str, device: Any, enable_progress_bar: bool) -> None:
        assert enable_progress_bar is False
        if not Doc.has_extension("coref_clusters"):
            Doc.set_extension("coref_clusters", default=None)

    def __call__(self, doc: Doc) -> Doc:
        doc._.coref_clusters = FOUND["fastcoref"]
        return doc


class Coreferee:
    """Refuses pipelines that it does not know, and leaves chains of heads, or None."""

    def __init__(self, nlp: Language, name: str) -> None:
        if nlp.meta["name"] != "core_web_sm":
            raise KeyError("model not supported")
        if not Doc.has_extension("coref_chains"):
            Doc.set_extension("coref_chains", default=None)

    def __call__(self, doc: Doc) -> Doc:
        found = FOUND["coreferee"]
        if found is not None:
            found = [[SimpleNamespace(token_indexes=heads) for heads in chain] for chain in found]
        doc._.coref_chains = found
        return doc


SETTINGS = {"device": None, "enable_progress_bar": True}
Language.factory("fastcoref", default_config=SETTINGS, func=FastCoref)
Language.factory("coreferee", func=Coreferee)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both packages, as if they were there."""
    for name in ("fastcoref", "fastcoref.spacy_component", "coreferee"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(FOUND, "fastcoref", FASTCOREF)
    monkeypatch.setitem(FOUND, "coreferee", COREFEREE)
    # Whatever threads other tests have left: only workers that are forked know the stand-ins.
    monkeypatch.setattr(threading, "enumerate", lambda: [threading.main_thread()])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pipeline without coreference, that says it is one that coreferee knows."""
    nlp = tiny_pipeline()
    nlp.remove_pipe("tiny_coref")
    nlp.meta["name"] = "core_web_sm"
    nlp.to_disk(tmp_path / "pipeline")
    return tmp_path / "pipeline"


def clusters(doc: Doc) -> list[list[str]]:
    return [[span.text for span in doc.spans[key]] for key in cluster_keys(doc)]


def entities(nlp: Language, n_process: int = 1) -> list[list[str]]:
    [parsed] = parse_documents([Document("d", TEXT)], nlp=nlp, n_process=n_process)
    return [[mention.text for mention in entity.mentions] for entity in parsed.entities]


@pytest.mark.parametrize("n_process", [1, 2])
def test_character_spans_of_fastcoref_become_entities(
    installed: None, folder: Path, n_process: int
) -> None:
    nlp = load_pipeline(folder, coref="fastcoref")
    assert clusters(nlp(TEXT)) == [ADA, NOOR]
    assert entities(nlp, n_process) == [ADA, NOOR, ["Oslo"]]


def test_heads_of_coreferee_become_the_mentions_with_these_heads(
    installed: None, folder: Path
) -> None:
    nlp = load_pipeline(folder, coref="coreferee")
    assert clusters(nlp(TEXT)) == [["Byrne", "She", "Byrne"], ["Haddad"] * 2, ["in Oslo", "It"]]
    for n_process in (1, 2):
        assert entities(nlp, n_process)[:2] == [ADA, NOOR]


@pytest.mark.filterwarnings("ignore:the model was trained with the pipeline")
def test_the_salience_component_comes_after(installed: None, folder: Path) -> None:
    nlp = spacy.load(folder)
    nlp.add_pipe("salience")
    nlp.to_disk(folder)
    names = load_pipeline(folder, coref="fastcoref").pipe_names
    assert names[-3:] == ["fastcoref", "salience_coref_adapter", "salience"]


def test_a_component_with_settings_of_its_own_is_used(installed: None, folder: Path) -> None:
    nlp = spacy.load(folder)
    nlp.add_pipe("fastcoref", config={"device": "cpu", "enable_progress_bar": False}, first=True)
    nlp.to_disk(folder)
    nlp = load_pipeline(folder, coref="fastcoref")
    assert nlp.pipe_names.count("fastcoref") == 1
    assert nlp.get_pipe_config("fastcoref")["device"] == "cpu"
    assert nlp.pipe_names[:2] == ["fastcoref", "salience_coref_adapter"]
    assert clusters(nlp(TEXT)) == [ADA, NOOR]


def test_a_bad_span_loses_nothing_else(
    installed: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FOUND, "fastcoref", [[(0, 9), None, (35, 38)], [(0, 4), (999, 1003)]])
    nlp = load_pipeline(folder, coref="fastcoref")
    with pytest.warns(SalienceWarning, match="document 'd': clusters: span None .* and 2 more"):
        assert entities(nlp)[0] == ["Ada Byrne", "She"]


@pytest.mark.parametrize("chains", [None, []])
def test_where_a_component_gave_up_it_is_said(
    installed: None, folder: Path, monkeypatch: pytest.MonkeyPatch, chains: Any
) -> None:
    monkeypatch.setitem(FOUND, "coreferee", chains)
    doc = load_pipeline(folder, coref="coreferee")(TEXT)
    assert clusters(doc) == []
    said = doc.user_data.get(NOTES, [])
    assert said == ([] if chains == [] else [said[0]])
    assert all(text.startswith("coreferee gave no coreference for this text") for text in said)


@pytest.mark.parametrize("name", ["fastcoref", "coreferee"])
def test_a_missing_package_is_named_with_what_to_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: Any
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=f"coref '{name}' needs the package {name}") as e:
        load_pipeline(folder, coref=name)
    assert f"pip install {name}" in str(e.value)
    assert "coref='default', which needs nothing" in str(e.value)


def test_a_package_that_refuses_the_pipeline_is_quoted(installed: None, tmp_path: Path) -> None:
    tiny_pipeline().to_disk(tmp_path / "other")
    with pytest.raises(ModelError, match=r"coref 'coreferee' can't be added .*not supported") as e:
        load_pipeline(tmp_path / "other", coref="coreferee")
    assert "works only with the pipelines en_core_web_sm" in str(e.value)


def test_a_packed_pipeline_says_what_it_misses(
    installed: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = PackedPipeline.pack(load_pipeline(folder, coref="fastcoref"))
    monkeypatch.setitem(sys.modules, "fastcoref", None)
    monkeypatch.delitem(sys.modules, "fastcoref.spacy_component")
    with pytest.raises(MissingExtraError, match="pip install fastcoref"):
        packed.load()


def test_the_adapter_needs_a_source_that_it_knows() -> None:
    with pytest.raises(ValueError, match="source must be 'fastcoref' or 'coreferee', got 'x'"):
        make_adapter(spacy.blank("en"), "a", "x")  # type: ignore[arg-type]


def test_clusters_by_any_other_component_are_taken(tmp_path: Path) -> None:
    # The small pipeline writes doc.spans["coref_clusters_<n>"], as spacy-experimental does.
    tiny_pipeline().to_disk(tmp_path / "own")
    found = entities(load_pipeline(tmp_path / "own", coref="none"))
    assert found[:2] == [["Ada Byrne"] * 2, ["Noor Haddad", "She", "Haddad"]]
