"""Byte planes on machines with GFNI, the instructions for the field of AES.

All fields of 256 elements are isomorphic. So the nimbers below 256 are turned into elements of the AES field, by an
8 × 8 matrix of bits and one instruction. Then a product takes one instruction, as do the inverse and any linear map.
A machine without GFNI must never be given this code: the compiler would end the whole process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from .compiling import ir
from .slices import Vector, byte_slices, from_byte_slices, vector_type
from .tower import Bits, Tower, bytewise

Images = tuple[int, ...]
"""A linear map of bytes: the images of 1, 2, 4, ..., 128."""

IDENTITY: Images = tuple(1 << i for i in range(8))

AES = 0b1_0001_1011
"""The polynomial of the field of AES: x^8 + x^4 + x^3 + x + 1."""

NIM = Bits()


class Gfni(Tower[Vector]):
    """Planes of bytes in the AES field, in vectors of 32 or 64 bytes."""

    def slices(self, vectors: list[Vector]) -> list[Vector]:
        """The planes of the nimbers in these vectors; there are as many vectors as a number has bytes."""
        return [_linear(plane, from_nim()) for plane in byte_slices(vectors)]

    def together(self, planes: list[Vector]) -> list[Vector]:
        """The inverse of `slices`."""
        return from_byte_slices([_linear(plane, to_nim()) for plane in planes])

    def mul1(self, a: Vector, b: Vector) -> Vector:
        return instruction("vgf2p8mulb", a, b)

    def inv1(self, a: Vector) -> Vector:
        return _linear(a, IDENTITY, "vgf2p8affineinvqb")

    def top1(self, a: Vector) -> Vector:
        return _linear(a, _carried(NIM.top))

    def square1(self, a: Vector) -> Vector:
        return _linear(a, _carried(NIM.square))

    def sqrt1(self, a: Vector) -> Vector:
        return _linear(a, _carried(NIM.sqrt))

    def solve1(self, a: Vector) -> Vector:
        return _linear(a, _carried(NIM.solve))

    def trace1(self, a: Vector) -> Vector:
        return _linear(a, _carried(_trace))


def instruction(name: str, a: Vector, b: Vector, *constant: int) -> Vector:
    """One instruction on two vectors; some instructions also take a constant byte."""
    byte, kind, module = ir.IntType(8), vector_type(a.size), a.builder.module
    full = f"llvm.x86.{name}.{8 * a.size}"
    signature = ir.FunctionType(kind, [kind, kind, *(byte for _ in constant)])
    function = module.globals.get(full) or ir.Function(module, signature, full)
    operands = [a.value, b.value, *(ir.Constant(byte, value) for value in constant)]
    return Vector(a.builder, a.builder.call(function, operands))


def _linear(a: Vector, images: Images, name: str = "vgf2p8affineqb") -> Vector:
    # The instruction expects the matrix by rows, that of the highest digit first.
    rows = [sum((image >> row & 1) << i for i, image in enumerate(images)) for row in reversed(range(8))]
    return instruction(name, a, a.filled(bytes(rows)), 0)


def _trace(planes: list[Any]) -> list[Any]:
    return [planes[-1], *(0 for _ in planes[1:])]


def _apply(images: Images, byte: int) -> int:
    value = 0
    for i, image in enumerate(images):
        value ^= image * (byte >> i & 1)
    return value


@cache
def to_nim() -> Images:
    """The map from AES to nimbers: x goes to the least nimber that is a root of the polynomial."""
    for root in range(256):
        powers = [1]
        while len(powers) <= 8:
            powers.append(bytewise(NIM.mul, powers[-1], root))
        if _apply(tuple(powers), AES) == 0:
            return tuple(powers[:8])
    raise AssertionError("every polynomial of degree 8 that has no factors has roots among the nimbers below 256")


@cache
def from_nim() -> Images:
    """The inverse of `to_nim`."""
    reverse = {_apply(to_nim(), byte): byte for byte in range(256)}
    return tuple(reverse[image] for image in IDENTITY)


def _carried(operation: Callable[..., list[Any]]) -> Images:
    """A linear operation on nimbers below 256, as a map of the AES field."""
    return tuple(_apply(from_nim(), bytewise(operation, image)) for image in to_nim())
