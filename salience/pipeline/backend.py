"""How the models of a pipeline compute on a CPU: matrices by BLAS, and memory that is kept."""

import ctypes
import platform
from collections.abc import Iterator
from contextlib import contextmanager

from thinc.api import NumpyOps, get_current_ops, use_ops

# Parameters of mallopt(3), and the greatest threshold that glibc takes on 64 bits.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_LARGEST = 32 << 20


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
