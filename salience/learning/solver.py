"""Integer programs, by scipy's solver (HiGHS), which is kept from printing.

For some programs HiGHS prints a line on standard output, whatever it is told. It would stand among
the lines of whoever writes there.
"""

import ctypes
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO

from numpy.typing import ArrayLike
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp

from salience.arrays import Float64Array

_STDOUT = 1
_MARK = b"HighsMipSolverData::"


def integer_program(
    costs: Float64Array,
    integrality: ArrayLike,
    most: Float64Array,
    rules: Sequence[LinearConstraint],
    *,
    gap: float,
    time_limit: float,
) -> OptimizeResult:
    """The variables, from 0 to `most`, of the least costs, as of `scipy.optimize.milp`."""
    with _captured():
        return milp(
            costs,
            integrality=integrality,
            bounds=Bounds(0, most),
            constraints=rules,
            options={"mip_rel_gap": gap, "time_limit": time_limit},
        )


class _Captured:
    """What is written to standard output while programs are solved, by one thread or several."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._solving = 0
        self._stdout: int | None = None
        self._file: IO[bytes]

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self._lock:
            if not self._solving:
                self._begin()
            self._solving += 1
        try:
            yield
        finally:
            with self._lock:
                self._solving -= 1
                if not self._solving:
                    self._end()

    def _begin(self) -> None:
        with suppress(OSError):  # there is no standard output, or no place for files
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by _end
            self._stdout = os.dup(_STDOUT)
            _flush_c()
            os.dup2(self._file.fileno(), _STDOUT)

    def _end(self) -> None:
        if self._stdout is None:
            return
        _flush_c()
        os.dup2(self._stdout, _STDOUT)
        with self._file, os.fdopen(self._stdout, "wb") as stdout:
            self._file.seek(0)
            # Another thread may have written something too.
            stdout.writelines(line for line in self._file if not line.startswith(_MARK))
        self._stdout = None


_captured = _Captured()


def _flush_c() -> None:
    """Write what the library of C has kept back: else it would come when all is over."""
    with suppress(TypeError, OSError):  # where the library goes by another name
        ctypes.CDLL(None).fflush(None)
