"""The recipe of types: the text of DocRED's words, and what is learned."""

import random

from resources.recipes.names.types import learn, left_out, marked_names, text_of
from salience.types import COARSE_TYPES


def test_words_stand_where_the_text_has_them():
    text, places = text_of(
        [["Ann", '"', "Bo", '"', "Lee", "'s", "(", "Oslo", ")", "."], ["No", "."]]
    )
    assert text == 'Ann "Bo" Lee\'s (Oslo). No.'
    assert text[slice(*places[0][7])] == "Oslo"


def test_marked_names_are_those_of_known_types():
    record = {
        "sentences": [["Ann", "slept", "in", "May"]],
        "entities": [
            {"type": "PER", "mentions": [[0, 0, 1]]},
            {"type": "TIME", "mentions": [[0, 3, 4]]},
        ],
    }
    assert marked_names(record) == ("Ann slept in May", {(0, 3): (0, "PER")})


def test_what_the_recogniser_says_is_left_out_of_a_share_and_all_else_stays():
    generator = random.Random(1)  # noqa: S311
    found = [left_out({"likely:PER": 1.0, "name": 1.0}, generator) for _ in range(400)]
    assert all(evidence["name"] == 1.0 for evidence in found)
    assert 0.8 < sum("likely:PER" in evidence for evidence in found) / 400 < 0.95


def test_what_is_learned_has_a_weight_for_each_type():
    evidence = [{f"likely:{kind}": 1.0} for kind in COARSE_TYPES] * 30
    weights = learn(
        [(row, kind, 1.0) for row, kind in zip(evidence, list(COARSE_TYPES) * 30, strict=True)]
    )
    assert all(
        max(row, key=row.get) == name[7:]
        for name, row in weights.items()
        if name[7:] in COARSE_TYPES
    )
