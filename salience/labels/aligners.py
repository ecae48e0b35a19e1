"""What links the words of documents and abstracts, for labels.

METEOR's alignment is at hand. Models of links stand in rooms above this one, and offer themselves
by the entry point `model` of the group `salience_aligners`.
"""

from collections.abc import Callable
from importlib.metadata import entry_points

from salience.errors import SalienceError
from salience.labels.entity_alignment import best_aligner, needs_words
from salience.word_links.choices import METEOR
from salience.word_links.links import AlignedPair, Pair
from salience.word_links.meteor import meteor_aligned

AlignWords = Callable[[Pair], AlignedPair]
"""Makes the links between the words of a document and an abstract. Raises a `SalienceError` for
texts that are too long."""


def aligner_for(rules: str, aligner: str | None = None) -> AlignWords | None:
    """What links words, where rules need it: that of the name, or the best with these rules."""
    if not needs_words(rules):
        if aligner is not None:
            raise SalienceError(
                f"aligner={aligner!r} links words, which the rules {rules!r} don't look at. Leave "
                "it out, or choose the rules words or names+words."
            )
        return None
    return aligner_named(best_aligner(rules) if aligner is None else aligner)


def aligner_named(name: str) -> AlignWords:
    """The aligner of that name; a model is loaded only here."""
    if name == METEOR:
        return meteor_aligned
    [models] = entry_points(group="salience_aligners", name="model")
    aligner: AlignWords = models.load()(name)
    return aligner
