"""What a measure of texts is: counts of a document that add up, and scores of their sums."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Literal

from salience.arrays import Float64Array
from salience.measures.texts.tokens import END, START, Text, Tokenization, sentences

Lengths = Literal["average", "closest", "nearest", "best"]
"""Rules for the length of several references, see `reference_length`."""

Several = Literal["best", "average"]
"""What several references make of ROUGE: the score of the `best`, or the counts of all together."""

StageName = Literal["exact", "stem", "base", "synonym"]
"""Stages of METEOR: equal words, equal stems (Porter 1980), one base form or one synset of WordNet
in common."""

PAPER: tuple[StageName, ...] = ("exact", "stem", "synonym")
WITHOUT_WORDNET: tuple[StageName, ...] = ("exact", "stem")
"""The stages of METEOR if no others are given."""

Need = Literal["stemmer", "parse", "trees", "sacrebleu"]
"""What a measure needs besides a text and its references."""

Count = Callable[[Text, Sequence[Text]], Float64Array]
"""From a text and its references to the counts of the document."""


_known_sentences = lru_cache(maxsize=4096)(sentences)
"""Texts are compared with several others, and by several measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How texts are compared. What is None is as the measure has it by default.

    Attributes:
        tokenization: Where words end.
        lower: Whether case is left out of account.
        stem: Whether ROUGE compares stems.
        without_stop_words: Whether ROUGE leaves out the stop words of spaCy's English.
        boundaries: Whether ends of sentences count as words, in n-grams (Leusch et al. 2005, 3.4).
        lengths: Which reference's length error rates and length penalties take.
        several: What ROUGE makes of several references.
        jackknife: Whether ROUGE is the mean over the references with one left out in turn, so that
            people and systems can be compared (Lin 2004, 2.1).
        depth: The length of the longest headword chains, and the depth of the deepest subtrees.
        stages: What METEOR compares of words; by default `PAPER`, or `WITHOUT_WORDNET`.
        weights: What a word counts that METEOR mapped in each stage; 1 by default.
        wordnet: A folder with WordNet, for stages that need it.
        parser: What parsed the texts; only signatures have it.
    """

    tokenization: Tokenization | None = None
    lower: bool = True
    stem: bool = False
    without_stop_words: bool = False
    boundaries: bool = False
    lengths: Lengths | None = None
    several: Several = "best"
    jackknife: bool = False
    depth: int | None = None
    stages: tuple[StageName, ...] | None = None
    weights: tuple[float, ...] | None = None
    wordnet: Path | None = None
    parser: str | None = None

    def sentences(self, text: Text) -> list[list[str]]:
        """The words of each sentence of a text."""
        split = _known_sentences if isinstance(text, str) else sentences
        return split(
            text,
            self.tokenization or "words",
            lower=self.lower,
            stem=self.stem,
            without_stop_words=self.without_stop_words,
        )

    def words(self, text: Text) -> list[str]:
        """The words of a text."""
        ends = ([START], [END]) if self.boundaries else ([], [])
        return [w for s in self.sentences(text) for w in (*ends[0], *s, *ends[1])]


Counting = Callable[[Settings, Sequence[Sequence[Text]]], Count]
"""From settings and the references of all documents to the function that counts one."""


def alone(count: Callable[[Settings, Text, Sequence[Text]], Float64Array]) -> Counting:
    """The counter of a measure that counts a document without a look at the others."""
    return lambda settings, corpus: partial(count, settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A measure of texts against references.

    Attributes:
        name: What it is called on the command line, such as `rouge2`.
        title: What it measures.
        source: Paper and section.
        range: Its smallest and its greatest value.
        rises: Whether greater is better.
        needs: What it needs besides references.
        uses: The settings that it knows; others change nothing.
        defaults: Settings where none are given.
        counts: What is counted in a document.
        counter: From settings and the references of all documents to the function that counts one.
        scores: From added counts to scores by name, that of the measure first; NaN if undefined.
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
    counter: Counting
    scores: Callable[[Float64Array], Mapping[str, float]]

    def __repr__(self) -> str:
        return f"<Measure {self.name}>"

    def settings(self, given: Settings | None = None) -> Settings:
        """Its settings: those given that it knows, else its own."""
        known = {name: getattr(given, name) for name in self.uses if given is not None}
        used = replace(self.defaults, **{k: v for k, v in known.items() if v is not None})
        if "stages" not in self.uses or used.stages is not None:
            return used
        return replace(used, stages=PAPER if used.wordnet is not None else WITHOUT_WORDNET)

    def value(self, total: Float64Array) -> float:
        """The score of the measure itself, from counts added over documents."""
        return next(iter(self.scores(total).values()))
