"""Names are merged into clusters."""

import pytest

from salience.coref.clusters import MentionClusters
from salience.coref.name_sieve import merge_names
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions
from tests.support.coref import people_doc


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        # The father is named in passing, and the daughter goes on.
        ("Jeanne Moreau, Moreau, Anatole Moreau, Moreau, Jeanne Moreau, Moreau", "112111"),
        ("Ann Lee, Tom Lee, Tom Lee, Lee, Ann Lee, Ann Lee, Lee", "1222111"),
        ("Ann Lee, Tom Lee, Lee", "122"),
        ("Lee, Ann Lee, Tom Lee", "112"),
        ("Ann Lee, Ann Lee, Tom Lee, Dr. Lee, Tom Lee, Tom Lee, Dr. Lee", "1121221"),
        ("Gov. Ann Lee, Tom Lee, Tom Lee, Governor Lee", "1221"),
        ("Al Lee, Al Lee, Ann Lee, Mrs. Lee", "1122"),
        ("Tom Lee, Tom Lee, Dr. Ann Lee, Lee, Dr. Lee", "11212"),
        ("Tom Lee, Ann Lee, Ms. Lee, Lee", "1222"),
    ],
)
def test_a_family_name_is_whose_name_was_most_said(names, expected):
    doc = people_doc([[name.split()] for name in names.split(", ")])
    found = MentionClusters.singletons(DocColumns(doc), find_mentions(doc))
    merge_names(found)
    numbers = {c.index: str(n) for n, c in enumerate(found.unique(), start=1)}
    assert "".join(numbers[c.index] for c in found.of) == expected
