"""All operations on arrays of all types and many sizes, as one digest; tests run it in processes of their own.

    python array_paths.py (as-is | no-numba) OPERATION,... TYPE,...

It prints the path that was taken and the digest.
"""

import hashlib
import sys
from typing import Any

OPERATIONS = ("mul", "inv", "square", "sqrt", "solve")
TYPES = ("u1", "u2", "u4", "u8")
SIZES = (0, 1, 15, 63, 64, 65, 255, 256, 257, 1000)


def digest(operations: tuple[str, ...], types: tuple[str, ...]) -> str:
    import numpy as np

    from nimatron.nimbers import arrays

    total = hashlib.sha256()
    for kind in types:
        a, b = (
            np.random.default_rng(seed).integers(1, 1 << 8 * np.dtype(kind).itemsize, 1000, kind) for seed in (1, 2)
        )
        for operation in operations:
            for size in SIZES:
                first = a[:size] >> a.dtype.type(1) if operation == "solve" else a[:size]
                operands = (first, b[:size]) if operation == "mul" else (first,)
                total.update(getattr(arrays, operation)(*operands).tobytes())
    return total.hexdigest()


def main(mode: str, operations: str, types: str) -> None:
    if mode == "no-numba":
        blocked: dict[str, Any] = {"numba": None, "llvmlite": None}
        sys.modules.update(blocked)
    from nimatron.nimbers.arrays import path

    result = digest(tuple(operations.split(",")), tuple(types.split(",")))
    print(path().name, path().size, result)


if __name__ == "__main__":
    main(*sys.argv[1:])
