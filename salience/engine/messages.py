"""What a process and its workers send each other: documents, and results without what both have.

A result may name its document, or a model of the task, as often as it likes: neither travels back.
They are what the `pickle` module calls persistent objects, sent by name.
"""

import io
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from salience.coref.external_clusters import FIELD
from salience.corpus.formats.brackets import TREES
from salience.text.navigation import LEFT_OUT
from salience.types import Document

_PLAIN = (str, int, float, tuple, type(None))  # values of tasks that are as short as a name


def needed(document: Document, *, abstracts: bool) -> Document:
    """A document with only what tasks read: what a worker process is sent."""
    meta = {name: document.meta[name] for name in (FIELD, LEFT_OUT, TREES) if name in document.meta}
    return replace(document, abstracts=document.abstracts if abstracts else (), meta=meta)


def pack(results: object, task: Any, documents: Sequence[Document]) -> bytes:
    """Results as a worker sends them back: documents and values of the task by their names."""
    file = io.BytesIO()
    _Pickler(file, _shared(task, documents)).dump(results)
    return file.getvalue()


def unpack(data: bytes, task: Any, documents: Sequence[Document]) -> Any:
    """What `pack` has packed, with the documents and the task of this process."""
    return _Unpickler(io.BytesIO(data), _shared(task, documents)).load()


def _shared(task: Any, documents: Sequence[Document]) -> dict[str | int, object]:
    values = ((field.name, getattr(task, field.name)) for field in fields(task))
    shared: dict[str | int, object] = dict(enumerate(documents))
    return shared | {name: value for name, value in values if not isinstance(value, _PLAIN)}


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shared: Mapping[str | int, object]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._names = {id(value): name for name, value in shared.items()}

    def persistent_id(self, value: object) -> str | int | None:
        return self._names.get(id(value))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, shared: Mapping[str | int, object]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, name: str | int) -> object:
        return self._shared[name]
