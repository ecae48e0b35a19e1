"""How a pipeline computes: matrices by BLAS, memory that is kept, and one thread at a time."""

import ctypes
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from weakref import WeakKeyDictionary

from spacy.language import Language
from thinc.api import NumpyOps, get_current_ops, use_ops

# Parameters of mallopt(3), and the greatest threshold that glibc takes on 64 bits.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_LARGEST = 32 << 20
_locks: WeakKeyDictionary[Language, RLock] = WeakKeyDictionary()


def used_alone(nlp: Language) -> RLock:
    """The lock of who reads with a pipeline: its vocabulary and what is switched off are shared."""
    return _locks.setdefault(nlp, RLock())


@contextmanager
def fast_ops() -> Iterator[None]:
    """Within this context, models on the CPU multiply matrices by NumPy's BLAS, not Blis."""
    if type(get_current_ops()) is not NumpyOps:
        yield
        return
    with use_ops("numpy", use_blis=False):
        yield


def keep_freed_memory() -> None:
    """Let the C library keep the memory of freed arrays of up to 32 MB: mallopt(3) of glibc.

    To clear fresh memory took up to a quarter of the time of a parse.
    """
    if platform.libc_ver()[0] == "glibc":
        libc = ctypes.CDLL(None)
        libc.mallopt(_M_MMAP_THRESHOLD, _LARGEST)
        libc.mallopt(_M_TRIM_THRESHOLD, 2 * _LARGEST)
