"""What a transducer makes of a sentence, and how."""

from __future__ import annotations

from dataclasses import dataclass

from salience.compression.compressed import Compression
from salience.compression.transduction.chart import Found
from salience.compression.transduction.derivations import Derivation
from salience.compression.transduction.described import Described


@dataclass(frozen=True, slots=True)
class Transduction:
    """A compression, and how it came about.

    Attributes:
        kept: Indices of the words that stay, rising.
        score: What the model gives it.
        derivation: The rules that made it, in order.
    """

    kept: tuple[int, ...]
    score: float
    derivation: Derivation

    @property
    def compression(self) -> Compression:
        """The compression with its tree, and what went by which rule."""
        deletions = [(piece.words, str(piece.rule)) for piece in self.derivation.deletions]
        return Compression(self.kept, self.derivation.target, tuple(deletions))


def transduction(sentence: Described, found: Found) -> Transduction:
    """The result that a search found.

    Args:
        sentence: The sentence with its rules.
        found: What was found.
    """
    rules = tuple(sentence.applications[node][number] for node, number in found.steps)
    kept = tuple(sorted(found.words))
    return Transduction(kept, found.score, Derivation(sentence.tree, rules))
