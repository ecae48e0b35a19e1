"""Keyphrases are ranked by YAKE, pytextrank and their frequency."""

from __future__ import annotations

import math
import sys
from types import ModuleType
from typing import Any

import pandas as pd
import pytest
import spacy
from spacy.tokens import Doc

from salience.errors import CorpusError, MissingExtraError
from salience.evaluation import keyphrase_baselines
from salience.evaluation.keyphrase_baselines import RANKERS, rank_by_phrases, ud_noun_chunks
from salience.pipeline.loading import load_pipeline
from tests.support.tiny_pipeline import tiny_pipeline

TEXTS = {"d": "Ada Byrne met Noor Haddad in Oslo. She thanked Haddad. It rained with Ada Byrne."}


def ranked(monkeypatch: pytest.MonkeyPatch, phrases: list[tuple[str, float]], *names: str) -> Any:
    monkeypatch.setitem(
        keyphrase_baselines.RANKERS,  # type: ignore[arg-type]
        "yake",
        lambda texts, nlp: iter([phrases for _ in texts]),
    )
    table = pd.DataFrame({"document": "d", "name": names})
    return rank_by_phrases(table, "yake", {"d": "any"}).tolist()


def test_an_entity_has_the_best_phrase_that_it_is_in_or_that_is_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phrases = [("Mayor BYRNE", 8.0), ("byrne", 2.0), ("Oslo,", 4.0), ("--", 16.0)]
    names = ("Ada Byrne", "Byrne", "OSLO", "Os", "Byrne Mayor", "?")
    assert ranked(monkeypatch, phrases, *names) == [0.125, 0.5, 0.25, 0, 0.125, 0]
    assert ranked(monkeypatch, [], "Oslo") == [0]


def test_a_document_without_text_is_named() -> None:
    table = pd.DataFrame({"document": ["d", "e"], "name": "Oslo"})
    with pytest.raises(CorpusError, match="1 of 2 documents have no text, such as 'e', and 'yake'"):
        rank_by_phrases(table, "yake", TEXTS)


@pytest.mark.parametrize("name", [name for name in RANKERS if name in keyphrase_baselines.PACKAGES])
def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    package = keyphrase_baselines.PACKAGES[name]
    monkeypatch.setitem(sys.modules, package, None)
    table = pd.DataFrame({"document": ["d"], "name": "Oslo"})
    with pytest.raises(MissingExtraError, match=rf"Install it: pip install {package}"):
        rank_by_phrases(table, name, TEXTS)


def test_the_lowest_score_of_yake_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    class KeywordExtractor:
        def __init__(self, **options: object) -> None: ...

        def extract_keywords(self, text: str) -> list[tuple[str, float]]:
            return [("Oslo", 0.1), ("Haddad", 0.4), ("Byrne", 0.0)]

    module = ModuleType("yake")
    module.KeywordExtractor = KeywordExtractor  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "yake", module)
    [phrases] = keyphrase_baselines.yake(["any"])
    assert sorted(phrases, key=lambda p: -p[1])[0][0] == "Byrne"
    weights = dict(phrases)
    assert weights["Oslo"] / weights["Haddad"] == pytest.approx(4, rel=1e-6)
    assert all(math.isfinite(weight) for weight in weights.values())


@pytest.mark.parametrize("name", RANKERS)
def test_installed_tools_rank_the_entities(name: str) -> None:
    if name in keyphrase_baselines.PACKAGES:
        pytest.importorskip(keyphrase_baselines.PACKAGES[name])
    table = pd.DataFrame({"document": "d", "name": ["Ada Byrne", "Oslo", "Rome"]})
    byrne, oslo, rome = rank_by_phrases(table, name, TEXTS)
    assert 1 >= byrne > 0 and 1 >= oslo > 0 and rome == 0


def test_yake_keeps_phrases_that_are_alike() -> None:
    pytest.importorskip("yake")
    assert keyphrase_baselines.yake_extractor().config["dedup_lim"] == 1.0


@pytest.mark.parametrize("older", [False, True])
def test_yake_is_asked_by_the_name_that_its_version_has(
    monkeypatch: pytest.MonkeyPatch, older: bool
) -> None:
    class Old:
        def __init__(self, lan: str, n: int, top: int, dedupLim: float = 0.9) -> None:
            self.limit = dedupLim

    class New:
        def __init__(self, lan: str, n: int, top: int, dedup_lim: float = 0.9, **_: Any) -> None:
            self.limit = dedup_lim

    module = ModuleType("yake")
    module.KeywordExtractor = Old if older else New  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "yake", module)
    assert keyphrase_baselines.yake_extractor().limit == 1.0


def test_components_of_pytextrank_differ_and_leave_the_pipeline_as_it_was() -> None:
    pytest.importorskip("pytextrank")
    nlp = load_pipeline(coref="none", fast=True)
    names, chunks = list(nlp.pipe_names), nlp.vocab.get_noun_chunks
    early = "Zurich was hot. Meanwhile Ada Byrne met Noor Haddad. Ada Byrne and Noor Haddad left."
    table = pd.DataFrame({"document": "d", "name": ["Ada Byrne", "Noor Haddad", "Zurich"]})
    tools = ("pytextrank", "pytextrank-position", "pytextrank", "pytextrank-position")
    found = [rank_by_phrases(table, name, {"d": early}, nlp).tolist() for name in tools]
    assert found[:2] == found[2:] and found[0] != found[1]
    assert found[1][2] > found[0][2]  # the earliest gains by position
    assert (nlp.pipe_names, nlp.vocab.get_noun_chunks) == (names, chunks)
    assert rank_by_phrases(table, "pytextrank", {"d": early}).tolist() == found[0]


def test_noun_chunks_of_a_ud_tree() -> None:
    tokens = (
        "The/DET/det old/ADJ/amod mayor/NOUN/nsubj of/ADP/case Oslo/PROPN/nmod met/VERB/ROOT "
        "Ada/PROPN/obj Byrne/PROPN/flat and/CCONJ/cc her/PRON/nmod:poss two/NUM/nummod "
        "friends/NOUN/conj ./PUNCT/punct"
    )
    words, pos, deps = (list(x) for x in zip(*(t.split("/") for t in tokens.split()), strict=True))
    heads = [2, 2, 5, 4, 2, 5, 5, 6, 11, 11, 11, 6, 5]
    doc = Doc(spacy.blank("en").vocab, words, pos=pos, deps=deps, heads=heads)
    chunks = [doc[start:end].text for start, end, _ in ud_noun_chunks(doc)]
    assert chunks == ["The old mayor", "Oslo", "Ada Byrne", "her two friends"]


def test_noun_chunks_count_without_determiners() -> None:
    nlp = tiny_pipeline()
    nlp.vocab.get_noun_chunks = lambda doc: iter([(0, 2, 0), (3, 4, 0)])  # type: ignore
    [found] = keyphrase_baselines.frequent_chunks(["The mayor met mayor ."], nlp)
    assert found == [("mayor", 2.0)]
