"""Sentences as a spaCy component: `nlp.add_pipe("salience_sentences")`, without a parser."""

from typing import Any

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc

from salience.components.model_component import ModelComponent
from salience.sentences.boundary_model import DEFAULT, BoundaryModel
from salience.sentences.splitter import split


class SentenceSplitter(ModelComponent[BoundaryModel]):
    """Sets where sentences begin, as `salience.sentences.split` finds them; what is set stays."""

    model_class = BoundaryModel
    factory = "salience_sentences"

    def __call__(self, doc: Doc) -> Doc:
        """Set the sentences of a Doc."""
        set_before = doc.to_array(SENT_START).astype(np.int64)
        if set_before.all():
            return doc
        starts = np.array([start for start, _ in split(doc.text, self.load())], np.int64)
        begins = np.full(len(doc), -1, np.int64)
        begins[np.searchsorted(doc.to_array(IDX).astype(np.int64), starts[1:])] = 1
        begins[0] = 1
        values: Any = np.where(set_before == 0, begins, set_before).astype(np.uint64)
        doc.from_array([SENT_START], values[:, None])
        return doc


@Language.factory(
    "salience_sentences",
    assigns=["token.is_sent_start", "doc.sents"],
    default_config={"model": DEFAULT},
)
def make_sentence_splitter(nlp: Language, name: str, model: str) -> SentenceSplitter:
    """Make the component of a pipeline: `nlp.add_pipe("salience_sentences")`."""
    return SentenceSplitter(model)
