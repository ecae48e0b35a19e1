"""What spaCy components with a saved model share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import srsly

from salience.storage.saved_model import SavedModel

M = TypeVar("M", bound=SavedModel)


class ModelComponent(Generic[M]):
    """A component with a model, or the name or folder of one, which travels with the pipeline."""

    model_class: type[M]
    factory: ClassVar[str]

    def __init__(self, model: str | Path | M) -> None:
        self._model = model

    def load(self) -> M:
        """The model, read when it is needed. spaCy would read a property `model` too early."""
        if isinstance(self._model, str | Path):
            self._model = self.model_class.load(self._model)
        return self._model

    def to_bytes(self, *, exclude: Any = ()) -> bytes:
        """The model, as spaCy asks for it."""
        return srsly.msgpack_dumps(self.load().to_files())

    def from_bytes(self, data: bytes, *, exclude: Any = ()) -> Self:
        """Take over a model."""
        files = srsly.msgpack_loads(data)
        self._model = self.model_class.from_files(files, f"component {self.factory!r}")
        return self

    def to_disk(self, path: str | Path, *, exclude: Any = ()) -> None:
        """Write the model as a folder."""
        self.load().save(path)

    def from_disk(self, path: str | Path, *, exclude: Any = ()) -> Self:
        """Read the model."""
        self._model = self.model_class.load(Path(path))
        return self


class OneFileComponent:
    """A component of which `to_bytes` is all that travels with the pipeline, in one file."""

    to_bytes: Callable[[], bytes]
    from_bytes: Callable[[bytes], Self]

    def to_disk(self, path: str | Path, *, exclude: Any = ()) -> None:
        """Write the file."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Any = ()) -> Self:
        """Read the file."""
        return self.from_bytes(Path(path).read_bytes())
