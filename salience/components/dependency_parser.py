"""A dependency parser as a spaCy component: every word chooses its head within its sentence."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from spacy.attrs import DEP, HEAD, SENT_START
from spacy.language import Language
from spacy.pipeline.dep_parser import parser_score
from spacy.tokens import Doc
from spacy.training import Example, validate_examples
from thinc.api import Model, Optimizer, set_dropout_rate

from salience.arrays import BoolArray, Float32Array, IndexArray
from salience.components.arborescence import best_tree
from salience.components.biaffine import split_output
from salience.components.trainable_pipe import LabelledPipe, blanks, cross_entropy

LONGEST = 250  # Words of a sentence; a longer one (a table, a broken text) is parsed in parts.
AT_ONCE = 256  # Words whose relations are scored at once: their arrays fit into a cache.
ROOT = "ROOT"
HeadsAndRelations = tuple[IndexArray, IndexArray]
"""The head of each token, and the number of its relation."""


class Parser(LabelledPipe):
    """Sets head and relation of each token, within the sentences that are there already.

    The tree is the best one with one root; arcs may cross. A sentence of more than LONGEST words is
    parsed in parts.
    """

    def _gold_labels(self, examples: list[Example]) -> set[str]:
        tokens = (token for example in examples for token in example.reference)
        return {ROOT} | {token.dep_ for token in tokens if token.dep and not token.is_space}

    def _make_model(self, docs: list[Doc]) -> None:
        self.add_label(ROOT)
        self.model.get_ref("deps").set_dim("nO", len(self.labels))
        self.model.initialize(X=docs)

    def predict(self, docs: Iterable[Doc]) -> list[HeadsAndRelations]:
        """The best tree of every sentence."""
        docs = list(docs)
        if not any(map(len, docs)):
            return [(np.zeros(0, np.intp), np.zeros(0, np.intp)) for _ in docs]
        outputs = self.model.predict(docs)
        pairs = zip(docs, map(self.model.ops.to_numpy, outputs), strict=True)
        return [self._parse(doc, output) for doc, output in pairs]

    def _parse(self, doc: Doc, output: Float32Array) -> HeadsAndRelations:
        arc_words, arc_heads, dep_words, dep_heads = split_output(self.model, output)
        arcs, deps = self.model.get_ref("arcs"), self.model.get_ref("deps")
        root = self.labels.index(ROOT)
        heads = np.arange(len(doc))
        sentences = list(sentence_rows(doc.to_array(SENT_START) == 1, blanks(doc)))
        arc_scores = arcs.predict((arc_words, arc_heads, sentences))
        for rows, scores in zip(sentences, arc_scores, strict=True):
            heads[rows] = rows[best_tree(scores)]
        labels = np.zeros(len(doc), np.intp)
        for start in range(0, len(doc), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            scores = deps.predict((dep_words[some], dep_heads[heads[some]]))
            is_root = heads[some] == np.arange(len(doc))[some]
            scores[:, root] = np.where(is_root, np.inf, -np.inf)
            labels[some] = scores.argmax(axis=1)
        return heads, labels

    def set_annotations(self, docs: Iterable[Doc], scores: list[HeadsAndRelations]) -> None:
        """Write trees into the docs."""
        names = np.array([self.vocab.strings.add(label) for label in self.labels], np.uint64)
        of_space = self.vocab.strings.add("dep")
        for doc, (heads, deps) in zip(docs, scores, strict=True):
            if not len(doc):
                continue
            heads, labels, blank = heads.copy(), names[deps], blanks(doc)
            words = np.flatnonzero(~blank) if not blank.all() else np.zeros(1, np.intp)
            before = words[np.maximum(np.cumsum(~blank) - 1, 0)]
            heads[blank], labels[blank] = before[blank], of_space
            offsets = (heads - np.arange(len(doc))).astype(np.uint64)
            values: Any = np.stack([offsets, labels], axis=1)
            doc.from_array([HEAD, DEP], values)

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Optimizer | None = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Learn from examples; tokens without a gold relation are ignored."""
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        examples = list(examples)
        validate_examples(examples, "Parser.update")
        if not any(len(example.predicted) for example in examples):
            return losses
        set_dropout_rate(self.model, drop)
        outputs, backprop = self.model.begin_update([eg.predicted for eg in examples])
        outputs = [self.model.ops.to_numpy(output) for output in outputs]
        gradients = [np.zeros_like(output) for output in outputs]
        for example, output, gradient in zip(examples, outputs, gradients, strict=True):
            if len(example.predicted):
                losses[self.name] += self._learn(example, output, gradient)
        backprop([self.model.ops.asarray(gradient) for gradient in gradients])
        if sgd not in (None, False):
            self.finish_update(sgd)
        return losses

    def _learn(self, example: Example, output: Float32Array, gradient: Float32Array) -> float:
        """The loss of a document; the gradient goes into `gradient` and the layers' own."""
        arc_words, arc_heads, dep_words, dep_heads = split_output(self.model, output)
        d_arc_words, d_arc_heads, d_dep_words, d_dep_heads = split_output(self.model, gradient)
        arcs, deps = self.model.get_ref("arcs"), self.model.get_ref("deps")
        heads, labels = self._gold(example)
        loss, gradients = 0.0, []
        starts = np.array([start == 1 for start in example.get_aligned_sent_starts()], bool)
        sentences = list(sentence_rows(starts, blanks(example.predicted)))
        arc_scores, backprop = arcs.begin_update((arc_words, arc_heads, sentences))
        for rows, scores in zip(sentences, arc_scores, strict=True):
            places = np.minimum(np.searchsorted(rows, heads[rows]), len(rows) - 1)
            target = np.where(rows[places] == heads[rows], places, -1)
            d_scores, part = cross_entropy(scores, target)
            gradients.append(d_scores)
            loss += part
        d_words, d_heads = backprop(gradients)
        d_arc_words += d_words
        d_arc_heads += d_heads
        known = np.flatnonzero((labels >= 0) & (heads >= 0))
        scores, backprop = deps.begin_update((dep_words[known], dep_heads[heads[known]]))
        d_scores, part = cross_entropy(scores, labels[known])
        d_words, d_heads = backprop(d_scores)
        d_dep_words[known] += d_words
        np.add.at(d_dep_heads, heads[known], d_heads)
        return loss + part

    def _gold(self, example: Example) -> HeadsAndRelations:
        """Heads and relations by token of the predicted doc, -1 where unknown."""
        heads, deps = example.get_aligned_parse(projectivize=False)
        # A token without a relation was not annotated, and spaCy calls it its own head.
        pairs = zip(heads, deps, strict=True)
        known = np.array([head if dep and head is not None else -1 for head, dep in pairs], np.intp)
        known[blanks(example.predicted)] = -1
        numbers = {label: i for i, label in enumerate(self.labels)}
        return known, np.array([numbers.get(dep or "", -1) for dep in deps], np.intp)


def sentence_rows(starts: BoolArray, blank: BoolArray) -> Iterator[IndexArray]:
    """The words of each sentence without white space, at most LONGEST of them together."""
    words = np.flatnonzero(~blank)
    for rows in np.split(words, np.flatnonzero(np.diff(np.cumsum(starts)[words])) + 1):
        for first in range(0, len(rows), LONGEST):
            yield rows[first : first + LONGEST]


@Language.factory(
    "salience_parser",
    requires=["token.sent_start"],
    assigns=["token.dep", "token.head", "doc.sents"],
    default_score_weights={"dep_uas": 0.5, "dep_las": 0.5, "dep_las_per_type": None},
)
def make_parser(nlp: Language, name: str, model: Model) -> Parser:
    """Make the parser of a pipeline; `model`, which must be given, is a `salience.Biaffine.v1`."""
    return Parser(nlp.vocab, model, name, scorer=parser_score)
