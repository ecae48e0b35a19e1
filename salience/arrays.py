"""Names for the types of numpy arrays."""

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
Float32Array = NDArray[np.float32]
Float64Array = NDArray[np.float64]
IndexArray = NDArray[np.intp]
Int64Array = NDArray[np.int64]
UInt64Array = NDArray[np.uint64]
