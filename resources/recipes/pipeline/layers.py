"""The layers that recognise names, between PyTorch and the pipeline.

They stand over the encoder of the trees, which stays as it is: one layer over a word and its
neighbours, then one gated recurrence over the document. `taught.py` learns them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.training import Example
from thinc.api import Config, Model

WIDTH = 128
ARCHITECTURE = f"""
[model]
@architectures = "spacy.Tagger.v2"
nO = null

[model.tok2vec]
@architectures = "spacy.Tok2Vec.v2"

[model.tok2vec.embed]
@architectures = "spacy.Tok2VecListener.v1"
width = {WIDTH}

[model.tok2vec.encode]
@architectures = "salience.RecurrentEncoder.v1"
width = {WIDTH}
window_depth = 1
depth = 1
maxout_pieces = 3
"""
Weights = Mapping[str, NDArray[np.float32]]


def nodes(model: Model, name: str) -> list[Model]:
    """The parts of a model with a name, in the order in which they are applied."""

    def below(part: Model) -> Iterator[Model]:
        yield part
        for layer in part.layers:
            yield from below(layer)

    return [part for part in below(model) if part.name == name]


def _places(model: Model) -> Iterator[tuple[str, Model, str]]:
    """Every weight of an encoder: its name in PyTorch, and the part and parameter that hold it."""
    tables, scans = nodes(model, "hashembed"), nodes(model, "gated_scan")
    for n, part in enumerate(tables):
        yield f"tables.{n}.weight", part, "E"
    for part in nodes(model, "static_vectors"):
        yield "static", part, "W"
    names = [*(["mix"] if tables else []), "window"]
    names += [f"recurrent.{n}.mix" for n in range(len(scans))]
    maxouts, norms = nodes(model, "maxout"), nodes(model, "layernorm")
    for name, maxout, norm in zip(names, maxouts, norms, strict=True):
        yield from ((f"{name}.{param}", maxout, param) for param in "Wb")
        yield from ((f"{name}.norm.{param}", norm, param) for param in "Gb")
    for n, part in enumerate(scans):
        yield from ((f"recurrent.{n}.{param}", part, param) for param in "Wb")
    for part in nodes(model, "softmax"):
        yield "head.weight", part, "W"
        yield "head.bias", part, "b"


def weights_of(model: Model) -> dict[str, Any]:
    """The weights of a thinc encoder by their names in PyTorch."""
    return {name: part.get_param(param) for name, part, param in _places(model)}


def put(nlp: Language, weights: Weights) -> None:
    """Give a pipeline a recogniser of these layers in the place of its own; the labels stay."""
    labels = nlp.get_pipe("ner").labels  # type: ignore[attr-defined]
    nlp.remove_pipe("ner")
    ner: Any = nlp.add_pipe("salience_names", name="ner", config=Config().from_str(ARCHITECTURE))
    doc = nlp.make_doc("A word")
    nlp.get_pipe("tok2vec")(doc)
    ner.initialize(lambda: [Example(doc, doc)], labels=labels)
    for name, part, param in _places(ner.model):
        part.set_param(param, np.ascontiguousarray(weights[name], np.float32))
