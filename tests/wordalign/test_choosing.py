"""What chooses among links: it learns from links of people, and is saved as it was learned."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from resources.recipes.wordalign.choosing import train_chooser
from salience.errors import ModelError
from salience.text.words import plain_words
from salience.word_links.links import GoldLinks, Pair
from salience.wordalign.aligner import Aligner
from salience.wordalign.choosing import Chooser
from salience.wordalign.evidence import around, first_evidence, second_evidence
from salience.wordalign.files import load_aligner, save_aligner
from salience.wordalign.training import train_aligner

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fritz", "Gerd", "Hanna")


def linked(name: str) -> tuple[Pair, GoldLinks]:
    """The last *boat* is meant, beside the name, and *gone* is what *left* became."""
    document = plain_words(f"a boat sank . the boat of {name} left", (0, 4))
    links = frozenset({(5, 0), (7, 1), (8, 2)})
    return Pair(name, document, plain_words(f"boat {name} gone")), GoldLinks(links, links)


@pytest.fixture(scope="module")
def aligner() -> Aligner:
    pairs, gold = zip(*map(linked, NAMES[:6]), strict=True)
    aligner = train_aligner(pairs, iterations=3)
    seen = [(pair, *aligner.both_ways(pair)) for pair in pairs]
    return replace(aligner, chooser=train_chooser(seen, gold))


def test_the_mention_is_chosen_around_which_the_others_are_linked(aligner: Aligner) -> None:
    pair, gold = linked("Gerd")
    links = {(link.document[0], link.abstract[0]) for link in aligner.align(pair)}
    assert links == gold.sure


def test_the_choices_for_a_word_are_probabilities(aligner: Aligner) -> None:
    pair, _ = linked("Hanna")
    likely = aligner.likely(pair)
    assert likely.shape == (3, 9) and (likely >= 0).all()
    assert (likely.sum(axis=1) <= 1 + 1e-9).all()


def test_a_saved_chooser_chooses_as_before(aligner: Aligner, tmp_path: Path) -> None:
    save_aligner(aligner, tmp_path / "m", {"name": "toy"})
    pair, _ = linked("Gerd")
    again = load_aligner(tmp_path / "m")
    np.testing.assert_allclose(again.likely(pair), aligner.likely(pair), atol=1e-3)


@pytest.mark.parametrize("change", ["missing", "text", "endless"])
def test_damaged_weights_are_refused(aligner: Aligner, tmp_path: Path, change: str) -> None:
    save_aligner(aligner, tmp_path / "m", {"name": "toy"})
    meta = tmp_path / "m/meta.json"
    fields = json.loads(meta.read_text("utf-8"))
    weights = fields["chooser"]["look 1"]["weights"]
    if change == "missing":
        del weights["equal"]
    else:
        weights["equal"] = "much" if change == "text" else float("inf")
    meta.write_text(json.dumps(fields), "utf-8")
    with pytest.raises(ModelError):
        load_aligner(tmp_path / "m")


def test_links_of_people_are_needed() -> None:
    with pytest.raises(ValueError, match="too few"):
        train_chooser([], [])


@pytest.mark.parametrize(("length", "n"), [(1, 1), (1, 4), (4, 1), (2, 3)])
def test_features_of_short_texts_are_finite(length: int, n: int) -> None:
    pair = Pair("d", plain_words(" ".join("abcd"[:n])), plain_words(" ".join("abcd"[:length])))
    nothing = np.zeros((length, n))
    found = first_evidence(pair, nothing, nothing) | second_evidence(pair, nothing)
    assert all(m.shape == (length, n) and np.isfinite(m).all() for m in found.values())


def test_neighbours_are_those_of_both_words() -> None:
    pair = Pair("d", plain_words("a b c"), plain_words("a b"))
    found = around(pair, np.array([[1.0, 0, 0], [0, 0, 0]]), np.ones(2))
    assert found["neighbour -1"].tolist() == [[0, 0, 0], [0, 1, 0]]
    assert found["neighbour +1"].sum() == 0


def test_chooser_is_two_looks(aligner: Aligner) -> None:
    assert isinstance(aligner.chooser, Chooser)
    assert "linked likely" in aligner.chooser.second.weights
    assert "linked likely" not in aligner.chooser.first.weights
