"""The study of phrase tables: its decoder against all translations, and what it keeps."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.recipes.phrases.decoder import TEN, Decoder, Search, phrase_options
from resources.recipes.phrases.study import Study
from salience.compression.transduction.scorer import Scorer
from salience.language_models.kneser_ney import train_ngrams
from salience.wordalign.phrases.phrase_table import table_from_counts

LANGUAGE = train_ngrams([["le", "chat", "noir"], ["un", "chat", "dort"], ["le", "noir"]])
TABLE = table_from_counts(
    {
        ("le", "the"): 3,
        ("un", "a"): 2,
        ("un", "the"): 1,
        ("chat", "cat"): 4,
        ("noir", "black"): 3,
        ("chat noir", "black cat"): 2,
        ("dort", "sleeps"): 1,
        ("le chat", "the cat"): 1,
    }
)
WIDE = Search(stack=10_000, options=100, distortion_limit=10)


def all_scores(words: list[str]) -> dict[tuple[str, ...], float]:
    """The best score of each translation, by trying all phrases in all orders."""
    options = phrase_options(TABLE)
    best: dict[tuple[str, ...], float] = {}
    for cuts in product((True, False), repeat=max(len(words) - 1, 0)):
        borders = [0, *(i + 1 for i, cut in enumerate(cuts) if cut), len(words)]
        spans = list(pairwise(borders))
        choices = [options.get(" ".join(words[a:b]), []) for a, b in spans]
        for chosen in product(*choices):
            for order in permutations(range(len(spans))):
                said = [word for k in order for word in chosen[k].words]
                score = sum(option.weight for option in chosen) + TEN * Scorer(LANGUAGE).sentence(
                    said
                )
                at = 0
                for k in order:
                    score += abs(spans[k][0] - at) * WIDE.distortion
                    at = spans[k][1]
                key = tuple(said)
                best[key] = max(best.get(key, -1e9), score)
    return best


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(["the", "a", "black", "cat", "sleeps"]), min_size=1, max_size=4))
def test_a_wide_search_finds_the_best_translation(words: list[str]) -> None:
    scores = all_scores(words)
    found = tuple(Decoder(phrase_options(TABLE), LANGUAGE, WIDE).translate(words))
    assert scores[found] == pytest.approx(max(scores.values()))


def test_words_change_places_as_the_language_wants() -> None:
    decoder = Decoder(phrase_options(TABLE), LANGUAGE)
    assert decoder.translate(["the", "black", "cat", "sleeps"]) == ["le", "chat", "noir", "dort"]


def test_an_unknown_word_stays_as_it_is() -> None:
    decoder = Decoder(phrase_options(TABLE), LANGUAGE)
    assert decoder.translate(["the", "zebra"]) == ["le", "zebra"]
    assert decoder.translate([]) == []


def test_a_phrase_of_probability_zero_is_never_used() -> None:
    none = TABLE.with_probabilities(TABLE.probabilities * (TABLE.probabilities < 1))
    options = phrase_options(none)
    assert {read: [o.words for o in found] for read, found in options.items()} == {
        "a": [("un",)],
        "the": [("un",)],
    }


TEST = [["the", "cat"], ["the", "black", "cat"], ["a", "cat", "sleeps"]]


def test_translations_that_are_there_are_kept(tmp_path: Path) -> None:
    study = Study([], [], TEST, [], tmp_path)
    done = study.translated("heuristic", TABLE, LANGUAGE)
    assert done == ["le chat", "le chat noir", "un chat dort"]
    [path] = tmp_path.iterdir()
    path.write_text('"kept"\n' * 3)
    assert study.translated("heuristic", TABLE, LANGUAGE) == ["kept"] * 3
    fewer = Study([], [], TEST[:1], [], tmp_path)
    assert fewer.translated("heuristic", TABLE, LANGUAGE) == done[:1]


def test_another_table_has_its_own_translations(tmp_path: Path) -> None:
    study = Study([], [], TEST, [], tmp_path)
    study.translated("EM", TABLE, LANGUAGE)
    study.translated("EM", TABLE.with_probabilities(TABLE.probabilities / 2), LANGUAGE)
    assert len(list(tmp_path.iterdir())) == 2
