"""What a measure of texts is: counts of a document that add up, and scores of their sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal

from salience.arrays import Float64Array
from salience.metrics.texts.tokens import Text, Tokenization, sentences

Lengths = Literal["average", "closest", "nearest", "best"]
"""Rules for the length of several references, see `reference_length`."""

Several = Literal["best", "average"]
"""What several references make of ROUGE: the score of the `best`, or the counts of all together."""

Need = Literal["stemmer", "wordnet", "parse", "trees"]
"""What a measure needs besides a text and its references."""

Count = Callable[[Text, Sequence[Text]], Float64Array]
"""From a text and its references to the counts of the document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How texts are compared. What is None is as the measure has it by default.

    Attributes:
        tokenization: Where words end.
        lower: Whether case is left out of account.
        stem: Whether ROUGE compares stems.
        several: What ROUGE makes of several references.
        jackknife: Whether ROUGE is the mean over the references with one left out in turn, so that
            people, who have one reference less, and systems can be compared (Lin 2004, section
            2.1). With one reference it changes nothing.
    """

    tokenization: Tokenization | None = None
    lower: bool = True
    stem: bool = False
    several: Several = "best"
    jackknife: bool = False

    def over(self, defaults: Settings) -> Settings:
        """These settings, with those of a measure where nothing else is given."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(defaults, **{k: v for k, v in given.items() if v is not None})

    def sentences(self, text: Text) -> list[list[str]]:
        """The words of each sentence of a text."""
        kind = self.tokenization or "words"
        return sentences(text, kind, lower=self.lower, stem=self.stem)

    def words(self, text: Text) -> list[str]:
        """The words of a text.

        Example:
            >>> Settings(lower=False).words("It rained.\\nAnn left.")
            ['It', 'rained', 'Ann', 'left']
        """
        return [word for sentence in self.sentences(text) for word in sentence]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A measure of texts against references.

    Attributes:
        name: What it is called on the command line, such as `rouge2`.
        title: What it measures.
        source: Paper and section.
        range: Its smallest and its greatest value; infinity for none.
        rises: Whether greater is better.
        needs: What it needs besides references.
        uses: The settings that it knows; others change nothing.
        defaults: Settings where none are given.
        counts: What is counted in a document.
        counter: From settings and the references of all documents, which few measures look at, to
            the function that counts a document.
        scores: From counts added over documents to scores by name, first that of the measure
            itself; NaN for one that is not defined.
    """

    name: str
    title: str
    source: str
    range: tuple[float, float] = (0.0, 1.0)
    rises: bool = True
    needs: tuple[Need, ...] = ()
    uses: tuple[str, ...] = ("tokenization", "lower")
    defaults: Settings = Settings()
    counts: tuple[str, ...]
    counter: Callable[[Settings, Sequence[Sequence[Text]]], Count]
    scores: Callable[[Float64Array], Mapping[str, float]]
