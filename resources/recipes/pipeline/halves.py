"""An update in two processes: one learns from docs with trees, the other from docs with names.

Both start with the same weights, add up the gradients of both and take the same step, so that
their weights stay the same. With two cores that takes less time. A fork has none of the threads of
BLAS, which must have one alone (`OMP_NUM_THREADS=1`).
"""

import os
import traceback
from multiprocessing import get_context
from multiprocessing.sharedctypes import RawArray
from threading import BrokenBarrierError
from typing import Self

import numpy as np
from spacy.language import Language

TREES, NAMES = 0, 1
_WAIT = 600  # seconds for the other process, which may write and score a checkpoint


class Halves:
    """Gradients of a pipeline, in memory that two processes share.

    Inside `with` there are two processes, and `mine` says which docs this one learns from.
    """

    def __init__(self, nlp: Language) -> None:
        self.mine, self._names = TREES, 0
        found: dict[tuple[int, str], tuple] = {}
        for _, pipe in nlp.pipeline:
            for node in pipe.model.walk():  # type: ignore[attr-defined]
                found.update({(node.id, name): (node, name) for name in node.param_names})
        self._parameters = [(node, name) for node, name in found.values() if node.has_param(name)]
        sizes = [node.get_param(name).size for node, name in self._parameters]
        ends = np.cumsum(sizes)
        self._places = [slice(end - size, end) for size, end in zip(sizes, ends, strict=True)]
        self._known = _shared((2, len(sizes)), "b")
        self._gradients = _shared((2, int(ends[-1])), "f")
        self._met = get_context("fork").Barrier(2, timeout=_WAIT)

    def __enter__(self) -> Self:
        self._names = os.fork()
        if not self._names:
            self.mine = NAMES
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """The process of the names ends here, and the other goes on."""
        if error:
            self._met.abort()
        if self.mine == NAMES:
            if error and not isinstance(error, BrokenBarrierError):
                traceback.print_exception(error)
            os._exit(bool(error))
        code = os.waitstatus_to_exitcode(os.waitpid(self._names, 0)[1])
        if code and (error is None or isinstance(error, BrokenBarrierError)):
            raise RuntimeError(f"the process of the names ended with {code}") from error

    def add(self) -> None:
        """Add the other process's gradients to those of this one."""
        other = 1 - self.mine
        known, gradients = self._known[self.mine], self._gradients[self.mine]
        for k, (node, name) in enumerate(self._parameters):
            known[k] = node.has_grad(name)
            if known[k]:
                gradients[self._places[k]] = node.get_grad(name).ravel()
        self._met.wait()
        for k in self._known[other].nonzero()[0]:
            node, name = self._parameters[k]
            theirs = self._gradients[other, self._places[k]]
            node.inc_grad(name, theirs.reshape(node.get_param(name).shape))
        self._met.wait()  # What the other has read may be written over.


def _shared(shape: tuple[int, int], code: str) -> np.ndarray:
    return np.frombuffer(RawArray(code, shape[0] * shape[1]), code).reshape(shape)
