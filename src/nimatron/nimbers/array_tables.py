"""The tower of fields with numpy alone: byte planes, and tables for operations on single bytes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernels.tower import Bits, Tower, bytewise

Bytes = npt.NDArray[np.uint8]

BITS = Bits()


class Tables(Tower[Bytes]):
    """Planes are arrays of bytes."""

    def mul1(self, a: Bytes, b: Bytes) -> Bytes:
        return products().take(a.astype(np.intp) << 8 | b)

    def top1(self, a: Bytes) -> Bytes:
        return table(BITS.top).take(a)

    def square1(self, a: Bytes) -> Bytes:
        return table(BITS.square).take(a)

    def sqrt1(self, a: Bytes) -> Bytes:
        return table(BITS.sqrt).take(a)

    def inv1(self, a: Bytes) -> Bytes:
        return table(BITS.inv).take(a)

    def solve1(self, a: Bytes) -> Bytes:
        return table(BITS.solve).take(a)

    def trace1(self, a: Bytes) -> Bytes:
        return a >> np.uint8(7)


def compute(operation: str, out: npt.NDArray[Any], *operands: npt.NDArray[Any]) -> None:
    """An operation of the tower on contiguous arrays of little-endian numbers, all of the same type and length."""
    planes = [list(operand.view(np.uint8).reshape(-1, operand.itemsize).T) for operand in operands]
    result = getattr(Tables(), operation)(*planes)
    out.view(np.uint8).reshape(-1, out.itemsize)[:] = np.stack(result, axis=-1)


@cache
def products() -> Bytes:
    """The products of all pairs of bytes: a ⊗ b at place 256·a + b."""
    numbers = np.arange(256, dtype=np.uint8)
    result: Bytes = bytewise(BITS.mul, numbers[:, None], numbers).ravel()
    return result


@cache
def table(operation: Callable[..., list[Any]]) -> Bytes:
    """The result of an operation for each byte."""
    result: Bytes = bytewise(operation, np.arange(256, dtype=np.uint8))
    return result
