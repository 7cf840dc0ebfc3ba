"""The types of numpy arrays, for annotations alone: numpy is loaded only where a question needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]
    Ints = npt.NDArray[np.int64]
    SmallInts = npt.NDArray[np.int32]
    Flags = npt.NDArray[np.bool_]
    Bytes = npt.NDArray[np.uint8]
