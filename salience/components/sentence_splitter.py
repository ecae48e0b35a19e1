"""Sentences as a spaCy component: `nlp.add_pipe("salience_sentences")`, without a parser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import srsly
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc

from salience.sentences.boundary_model import DEFAULT, BoundaryModel, load_boundary_model
from salience.sentences.splitter import split


class SentenceSplitter:
    """Sets where the sentences of a Doc begin, as `salience.sentences.split` finds them.

    What another component set before stays. White space belongs to the sentence before it.

    Args:
        model: A model, or the name or folder of one, which is read when it is first needed.
    """

    def __init__(self, model: str | Path | BoundaryModel = DEFAULT) -> None:
        self._model = model

    def load(self) -> BoundaryModel:
        """The model, read when it is needed."""
        if not isinstance(self._model, BoundaryModel):
            self._model = load_boundary_model(self._model)
        return self._model

    def __call__(self, doc: Doc) -> Doc:
        """Set the sentences of a Doc."""
        set_before = doc.to_array(SENT_START).astype(np.int64)
        if set_before.all():
            return doc
        starts = np.array([start for start, _ in split(doc.text, self.load())], np.int64)
        found = np.full(len(doc), -1, np.int64)
        found[np.searchsorted(doc.to_array(IDX).astype(np.int64), starts[1:])] = 1
        found[0] = 1
        values: Any = np.where(set_before == 0, found, set_before).astype(np.uint64)
        doc.from_array([SENT_START], values[:, None])
        return doc

    def to_bytes(self, *, exclude: Any = ()) -> bytes:
        """The model, as spaCy asks for it."""
        return srsly.msgpack_dumps(self.load().to_files())

    def from_bytes(self, data: bytes, *, exclude: Any = ()) -> SentenceSplitter:
        """Take over a model."""
        files = srsly.msgpack_loads(data)
        self._model = BoundaryModel.from_files(files, "component 'salience_sentences'")
        return self

    def to_disk(self, path: str | Path, *, exclude: Any = ()) -> None:
        """Write the model as a folder."""
        self.load().save(path)

    def from_disk(self, path: str | Path, *, exclude: Any = ()) -> SentenceSplitter:
        """Read the model."""
        self._model = load_boundary_model(Path(path))
        return self


@Language.factory(
    "salience_sentences",
    assigns=["token.is_sent_start", "doc.sents"],
    default_config={"model": DEFAULT},
)
def make_sentence_splitter(nlp: Language, name: str, model: str) -> SentenceSplitter:
    """Make the component of a pipeline: `nlp.add_pipe("salience_sentences")`.

    Before the components `senter` and `salience_parser` of the pipeline that ships, these keep to
    the sentences that it sets.

    Args:
        nlp: The pipeline.
        name: The component's name.
        model: Name or folder of a model of sentence boundaries.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> splitter = nlp.add_pipe("salience_sentences")
        >>> [sentence.text for sentence in nlp("Mr. Lee left. He was tired.").sents]
        ['Mr. Lee left.', 'He was tired.']
    """
    return SentenceSplitter(model)
