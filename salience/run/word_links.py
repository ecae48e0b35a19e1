"""Links between the words of documents and abstracts, for labels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from salience.alignment.linked_words import LEAST

if TYPE_CHECKING:
    from salience.alignment.words.aligned import AlignedPair
    from salience.alignment.words.aligner import Aligner
    from salience.alignment.words.tokens import Pair


@cache
def shipped_aligner() -> Aligner:
    """The aligner that ships: loaded once a process, and only where words are to be aligned."""
    from salience.alignment.words.files import load_aligner

    return load_aligner()


def link_words(pairs: Sequence[Pair]) -> tuple[AlignedPair, ...]:
    """The links that labels are made of, for each pair; without pairs, nothing is loaded.

    Raises:
        SalienceError: If the texts are too long; see `salience.alignment.words.aligned`.
    """
    if not pairs:
        return ()
    from salience.alignment.words.aligned import aligned

    return tuple(aligned(pair, shipped_aligner(), least=LEAST) for pair in pairs)
