"""What the trainable components for spaCy share: labels, a loss, and which tokens are words."""

from collections.abc import Callable, Iterable
from typing import NoReturn

import numpy as np
from spacy.attrs import IS_SPACE
from spacy.language import Language
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Model

from salience.arrays import BoolArray, Float32Array, IndexArray


class LabelledPipe(TrainablePipe):
    """A trainable component with labels, stored in its settings; its loss has its name."""

    def __init__(
        self, vocab: Vocab, model: Model, name: str, *, scorer: Callable | None = None
    ) -> None:
        super().__init__(vocab, model, name, labels=[])
        self.scorer = scorer

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in the order of the model's scores."""
        return tuple(self.cfg["labels"])

    @property
    def label_data(self) -> list[str]:
        """What `spacy init labels` stores for a later `initialize`."""
        return list(self.labels)

    def add_label(self, label: str) -> int:
        """Add a label; 0 if it is there already, else 1. A `ValueError` once it is initialised."""
        if label in self.labels:
            return 0
        if any(node.has_param("W") for node in self.model.walk()):
            raise ValueError(
                f"{self.name!r} was initialised for the labels {', '.join(self.labels)}; "
                f"{label!r} can't be added now: add it to a new component, and initialise that."
            )
        self.cfg["labels"].append(label)
        self.vocab.strings.add(label)
        return 1

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Iterable[str] | None = None,
    ) -> None:
        """Make the model for the labels of the examples, or for `labels`."""
        examples = list(get_examples())
        for label in sorted(self._gold_labels(examples)) if labels is None else labels:
            self.add_label(label)
        self._make_model([example.predicted for example in examples[:10]])

    def _gold_labels(self, examples: list[Example]) -> set[str]:
        raise NotImplementedError

    def _make_model(self, docs: list[Doc]) -> None:
        """Initialise the model for `self.labels` and vectors like those of `docs`."""
        raise NotImplementedError


def no_backprop(d_outputs: object) -> NoReturn:
    """The backward pass of an output that was only predicted: an error."""
    raise RuntimeError("this output was a prediction: call begin_update to learn from it")


def blanks(doc: Doc) -> BoolArray:
    """Which tokens are white space."""
    return doc.to_array(IS_SPACE).astype(bool)


def cross_entropy(scores: Float32Array, target: IndexArray) -> tuple[Float32Array, float]:
    """Gradient and summed loss of a softmax over each row; the target -1 is unknown."""
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    known = np.flatnonzero(target >= 0)
    picked = shares[known, target[known]]
    gradient = np.zeros_like(shares)
    gradient[known] = shares[known]
    gradient[known, target[known]] -= 1
    return gradient, float(-np.log(np.maximum(picked, 1e-20)).sum())
