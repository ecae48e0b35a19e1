"""A recogniser of names as a spaCy component: a label for each word, in valid sequences.

The labels are BILUO: begin, inside, last, unit, outside. All words are scored at once. Where the
best label of each word does not make a valid sequence, the best valid sequence is searched. How
likely each type is for a word is kept beside the names, for those who weigh it with other evidence.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from spacy.attrs import SENT_START
from spacy.language import Language
from spacy.pipeline.ner import ner_score
from spacy.tokens import Doc, Span
from spacy.training import Example
from thinc.api import Model

from salience.arrays import BoolArray, Float32Array, IndexArray
from salience.components.trainable_pipe import LabelledPipe, blanks, cross_entropy

NEVER = np.float32(-1e9)

TYPE_SHARES = "salience_type_shares"
"""The key of `doc.user_data` for the probability that a word is in a name of a type, by type, as an
array with a number for each token. In a Doc whose words were changed afterwards it says nothing."""


def biluo_labels(types: Iterable[str]) -> list[str]:
    """`O`, and four labels for each type: `B-PER`, `I-PER`, `L-PER`, `U-PER`."""
    return ["O", *(f"{part}-{kind}" for kind in types for part in "BILU")]


def allowed_pairs(labels: list[str]) -> BoolArray:
    """Whether a label (column) may follow another (row); label 0, `O`, also stands for the ends."""

    def follows(before: str, after: str) -> bool:
        if before[0] in "BI":
            return after[0] in "IL" and before[1:] == after[1:]
        return after[0] in "OBU"

    return np.array([[follows(before, after) for after in labels] for before in labels])


def best_sequence(scores: Float32Array, allowed: BoolArray) -> IndexArray:
    """The allowed sequence of labels with the highest sum of scores (Viterbi)."""
    labels = scores.argmax(axis=1)
    ends = np.concatenate([[0], labels, [0]])
    if allowed[ends[:-1], ends[1:]].all():
        return labels
    penalty = np.where(allowed, 0, NEVER)
    best = scores[0] + penalty[0]
    back = []
    for row in scores[1:]:
        sums = best[:, None] + penalty
        back.append(sums.argmax(axis=0))
        best = sums.max(axis=0) + row
    path = [int((best + penalty[:, 0]).argmax())]
    for pointers in reversed(back):
        path.append(int(pointers[path[-1]]))
    return np.array(path[::-1])


def type_shares(doc: Doc) -> Mapping[str, Float32Array]:
    """By type, how likely each word is in a name of it; empty where no recogniser said so."""
    shares = doc.user_data.get(TYPE_SHARES, {})
    return shares if all(len(column) == len(doc) for column in shares.values()) else {}


def join_type_shares(docs: Sequence[Doc], joined: Doc) -> None:
    """Give a Doc that was joined from others what their recogniser said of types."""
    said = [type_shares(doc) for doc in docs]
    if said and all(said):
        joined.user_data[TYPE_SHARES] = {
            kind: np.concatenate([shares[kind] for shares in said]) for kind in said[0]
        }


class Recognised(NamedTuple):
    """What was found in a Doc: the number of each token's label, and the shares of types."""

    labels: IndexArray
    shares: dict[str, Float32Array]


class NameTagger(LabelledPipe):
    """Adds names to `doc.ents`, beside those that are there.

    The model, `spacy.Tagger.v2`, scores the `biluo_labels` for each token. How likely each type is
    for every word stands in `doc.user_data` (`type_shares`).
    """

    def _gold_labels(self, examples: list[Example]) -> set[str]:
        return {ent.label_ for example in examples for ent in example.reference.ents}

    def _make_model(self, docs: list[Doc]) -> None:
        count = len(biluo_labels(self.labels))
        self.model.initialize(X=docs, Y=[self.model.ops.alloc2f(len(doc), count) for doc in docs])

    def predict(self, docs: Iterable[Doc]) -> list[Recognised]:
        """What is found in each Doc."""
        docs = list(docs)
        if not any(map(len, docs)):
            return [Recognised(np.zeros(0, np.intp), {}) for _ in docs]
        allowed = allowed_pairs(biluo_labels(self.labels))
        outputs = map(self.model.ops.to_numpy, self.model.predict(docs))
        return [
            Recognised(_best_labels(doc, scores, allowed), self._shares(scores))
            for doc, scores in zip(docs, outputs, strict=True)
        ]

    def _shares(self, scores: Float32Array) -> dict[str, Float32Array]:
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        by_type = shares[:, 1:].reshape(len(scores), len(self.labels), len("BILU")).sum(axis=2)
        by_type /= shares.sum(axis=1, keepdims=True)
        return dict(zip(self.labels, np.ascontiguousarray(by_type.T), strict=True))

    def set_annotations(self, docs: Iterable[Doc], scores: list[Recognised]) -> None:
        """Write names into the docs."""
        names = biluo_labels(self.labels)
        for doc, (labels, shares) in zip(docs, scores, strict=True):
            ents, start = [], 0
            for i in np.flatnonzero(labels).tolist():
                part, kind = names[labels[i]].split("-", 1)
                if part in "BU":
                    start = i
                if part in "LU":
                    ents.append(Span(doc, start, i + 1, label=kind))
            taken = {token.i for ent in doc.ents for token in ent}
            ents = [ent for ent in ents if taken.isdisjoint(range(ent.start, ent.end))]
            doc.set_ents([*doc.ents, *ents], default="outside")
            doc.user_data[TYPE_SHARES] = shares

    def get_loss(
        self, examples: Iterable[Example], scores: list[Float32Array]
    ) -> tuple[float, list[Float32Array]]:
        """Summed loss and gradients, without tokens that lack a gold label or token."""
        numbers = {label: i for i, label in enumerate(biluo_labels(self.labels))}
        loss, gradients = 0.0, []
        for example, shares in zip(examples, scores, strict=True):
            labels = example.get_aligned_ner()
            target = np.array([numbers.get(label or "", -1) for label in labels], np.intp)
            logs = np.log(np.maximum(self.model.ops.to_numpy(shares), np.float32(1e-20)))
            gradient, part = cross_entropy(logs, target)
            gradients.append(self.model.ops.asarray(gradient))
            loss += part
        return loss, gradients


def _best_labels(doc: Doc, scores: Float32Array, allowed: BoolArray) -> IndexArray:
    """The best labels of each sentence, and of all of the doc where it has no sentences."""
    scores = scores.copy()
    scores[blanks(doc), 1:] = NEVER
    starts = np.flatnonzero(doc.to_array(SENT_START) == 1).tolist()
    labels = np.zeros(len(doc), np.intp)
    for start, end in pairwise(sorted({0, *starts, len(doc)})):
        labels[start:end] = best_sequence(scores[start:end], allowed)
    return labels


@Language.factory(
    "salience_names",
    assigns=["doc.ents", "token.ent_iob", "token.ent_type", "doc.user_data"],
    default_score_weights={"ents_f": 1.0, "ents_p": 0.0, "ents_r": 0.0, "ents_per_type": None},
)
def make_name_tagger(nlp: Language, name: str, model: Model) -> NameTagger:
    """Make the recogniser of a pipeline; `model`, which must be given, is a `spacy.Tagger.v2`."""
    return NameTagger(nlp.vocab, model, name, scorer=ner_score)
