"""A pipeline packed as configuration and bytes, to be loaded again in another process."""

from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Self

from spacy.language import Language
from spacy.util import get_lang_class
from thinc.api import NumpyOps

from salience.coref.adapters import PACKAGES, import_package
from salience.pipeline.backend import fast_ops, keep_freed_memory, used_alone


@dataclass(frozen=True, slots=True)
class PackedPipeline:
    """A pipeline on its way to another process."""

    config: dict[str, Any]
    meta: dict[str, Any]
    data: bytes
    max_length: int
    fast: bool
    modules: tuple[str, ...]

    @classmethod
    def pack(cls, nlp: Language) -> Self:
        """Pack a loaded pipeline, while no other thread has components of it switched off."""
        with used_alone(nlp):
            return cls._pack(nlp)

    @classmethod
    def _pack(cls, nlp: Language) -> Self:
        models = (getattr(pipe, "model", None) for _, pipe in nlp.pipeline)
        backends = (getattr(model, "ops", None) for model in models)
        fast = any(isinstance(ops, NumpyOps) and not ops.use_blis for ops in backends)
        # Where components are from: to import that makes them known in the other process.
        # A function has a module of its own; a compiled class has one that its objects lack.
        names = {getattr(pipe, "__module__", type(pipe).__module__) for _, pipe in nlp.pipeline}
        modules = tuple(sorted(names - {"__main__"}))
        return cls(dict(nlp.config), dict(nlp.meta), nlp.to_bytes(), nlp.max_length, fast, modules)

    def load(self) -> Language:
        """Make the pipeline again, in this process."""
        keep_freed_memory()
        for module in self.modules:
            import_module(module)
        for name in PACKAGES.keys() & set(self.config["nlp"]["pipeline"]):
            import_package(name)
        with fast_ops() if self.fast else nullcontext():
            language = get_lang_class(self.config["nlp"]["lang"])
            # Some components ask for the pipeline's name and version while they are made.
            nlp = language.from_config(self.config, meta=self.meta).from_bytes(self.data)
        nlp.max_length = self.max_length
        return nlp
