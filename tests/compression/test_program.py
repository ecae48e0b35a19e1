"""The words that score most together, of one sentence or of several."""

import numpy as np

from salience.compression.constraints import Constraints
from salience.compression.program import Scored, best_words


def test_words_that_score_most_stay_within_the_limit_of_all_sentences() -> None:
    rained = Constraints(((0, 3), (1,), (2,)), (-1, 0, 0))  # It | really | often | rained
    scored = Scored(rained, np.array([1.0, 2.0, -1.0, 1.0]))
    assert best_words([scored]) == [(0, 1, 3)]
    assert best_words([scored, scored], 6) == [(0, 1, 3), (0, 1, 3)]
    assert best_words([scored], 2) == [(0, 3)]
    assert best_words([scored], 4, exact=True) == [(0, 1, 2, 3)]
