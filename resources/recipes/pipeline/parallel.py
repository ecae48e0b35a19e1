"""An update in several processes: each learns from some of its docs, and all take the same step.

The processes start with the same weights and add up their gradients, so that their weights stay
the same. A fork has none of the threads of BLAS, which must have one alone (`OMP_NUM_THREADS=1`).
"""

import mmap
import os
import traceback
from collections.abc import Iterable
from multiprocessing import get_context
from threading import BrokenBarrierError
from typing import Self

import numpy as np
from spacy.language import Language

_WAIT = 3600  # seconds for the first process, which may write and score a checkpoint


class Processes:
    """Gradients of a pipeline, in memory that `count` processes share.

    Inside `with` there are as many processes, and `mine` is the number of this one. Only that
    with number 0 goes on after it.
    """

    def __init__(self, nlp: Language, count: int) -> None:
        self.mine, self._others = 0, [0] * (count - 1)
        found: dict[tuple[int, str], tuple] = {}
        for _, pipe in nlp.pipeline:
            for node in pipe.model.walk():  # type: ignore[attr-defined]
                found.update({(node.id, name): (node, name) for name in node.param_names})
        self._parameters = [(node, name) for node, name in found.values() if node.has_param(name)]
        sizes = [node.get_param(name).size for node, name in self._parameters]
        ends = np.cumsum(sizes)
        self._places = [slice(end - size, end) for size, end in zip(sizes, ends, strict=True)]
        self._known = _shared((count, len(sizes)), "b")
        self._gradients = _shared((count, int(ends[-1])), "f")
        self._sum = _shared((1, int(ends[-1])), "f")[0]
        self._met = get_context("fork").Barrier(count, timeout=_WAIT)

    def __enter__(self) -> Self:
        for number in range(1, len(self._known)):
            self._others[number - 1] = os.fork()
            if not self._others[number - 1]:
                self.mine = number
                break
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error:
            self._met.abort()
        if self.mine:
            if error:
                traceback.print_exception(error)
            os._exit(bool(error))
        codes = [os.waitstatus_to_exitcode(os.waitpid(other, 0)[1]) for other in self._others]
        if any(codes) and (error is None or isinstance(error, BrokenBarrierError)):
            raise RuntimeError(f"the other processes ended with {codes}") from error

    def add(self) -> None:
        """Put the sum of the gradients of all processes in the place of those of this one."""
        known, gradients = self._known[self.mine], self._gradients[self.mine]
        for k, (node, name) in enumerate(self._parameters):
            known[k] = node.has_grad(name)
            gradients[self._places[k]] = node.get_grad(name).ravel() if known[k] else 0
        self._met.wait()
        ends = np.linspace(0, len(self._sum), len(self._known) + 1).astype(int)
        part = slice(ends[self.mine], ends[self.mine + 1])
        self._gradients[:, part].sum(axis=0, out=self._sum[part])
        self._met.wait()
        for k in self._known.any(axis=0).nonzero()[0]:
            node, name = self._parameters[k]
            total = self._sum[self._places[k]]
            node.set_grad(name, total.reshape(node.get_param(name).shape).copy())
        self._met.wait()  # What the others have read may be written over.


def shares(sizes: Iterable[int], count: int) -> list[list[int]]:
    """The places of what each of `count` takes: the largest first, each to who has least.

    >>> shares([5, 40, 10, 10, 15], 2)
    [[1], [0, 2, 3, 4]]
    """
    loads = [0] * count
    taken: list[list[int]] = [[] for _ in range(count)]
    for place, size in sorted(enumerate(sizes), key=lambda item: -item[1]):
        who = loads.index(min(loads))
        loads[who] += size
        taken[who].append(place)
    return [sorted(places) for places in taken]


def _shared(shape: tuple[int, int], code: str) -> np.ndarray:
    size = shape[0] * shape[1] * np.dtype(code).itemsize
    return np.frombuffer(mmap.mmap(-1, size), code).reshape(shape)
