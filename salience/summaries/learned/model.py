"""A model of what bigrams are worth to a summary: used, saved and loaded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from scipy.special import expit

from salience.storage.saved_model import Contents, SavedModel
from salience.summaries.choices import PARTS, Part
from salience.summaries.concepts import Concept
from salience.summaries.learned.features import Topic, cut_features, joined, known_bigrams


@dataclass(frozen=True, repr=False)
class SummaryModel(SavedModel):
    """Learned weights of the features of bigrams, and of cuts if it has learned them.

    Attributes:
        parts: What the features are made of.
        weights: By feature.
        card: What a reader should know of it.
        logistic: Whether a bigram is worth the probability that an abstract has it, which is the
            logistic function of its weights, or the sum of these itself.
    """

    FORMAT: ClassVar = "salience-summary-model"
    ALLOWANCE: ClassVar = 2**26

    parts: tuple[Part, ...]
    weights: Mapping[str, float]
    card: Mapping[str, Any] = field(default_factory=dict)
    logistic: bool = False

    @property
    def cuts(self) -> bool:
        """Whether it has learned what to cut from sentences."""
        return any(name in self.weights for name in cut_features(()))

    def concepts(self, topic: Topic) -> list[Concept]:
        """The bigrams of documents with what each is worth, which may be below 0 if not logistic.

        A feature that training has not seen is worth nothing.

        Example:
            >>> from salience.summaries.sentences import Sentence
            >>> words = ("ann", "sings")
            >>> topic = Topic([Sentence("Ann sings", words=words, stems=words, stops=(0, 0))])
            >>> SummaryModel(("stop",), {"bias": 0.5, "stop=00": 0.25}).concepts(topic)
            [Concept(kind='bigram', key=('ann', 'sings'), weight=0.75, sentences=(0,))]
        """
        known = known_bigrams(topic, self.parts)
        worth = {one.parts: 0.0 for one in known}
        for parts in worth:
            score = sum(self.weights.get(name, 0.0) for name in joined(parts))
            worth[parts] = float(expit(score)) if self.logistic else score
        return [Concept("bigram", one.key, worth[one.parts], one.sentences) for one in known]

    def cut_worth(self, kinds: Sequence[str]) -> float:
        """What it is worth to cut a subtree of these kinds."""
        return sum(self.weights.get(name, 0.0) for name in cut_features(kinds))

    def contents(self) -> Contents:  # noqa: D102
        names = sorted(self.weights)
        arrays = {"weights": np.array([self.weights[name] for name in names])}
        fields = {"parts": list(self.parts), "features": names, "logistic": self.logistic}
        return Contents(arrays, fields, self.card)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        names, parts = contents.fields["features"], tuple(contents.fields["parts"])
        if not all(isinstance(name, str) for name in names):
            raise ValueError("a feature is no text")
        if not set(parts) <= set(PARTS):
            raise ValueError(f"parts must be of {', '.join(PARTS)}, not {parts}")
        weights = contents.numbers("weights").tolist()
        by_feature = dict(zip(names, weights, strict=True))
        return cls(parts, by_feature, contents.card or {}, contents.flag("logistic"))
