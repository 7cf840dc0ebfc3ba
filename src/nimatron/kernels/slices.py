"""Vectors of the machine, and slices: numbers that lie one after the other in memory, turned into planes.

A byte plane holds one byte of each number, a bit plane one binary digit. Everything here is written in the compiler's
own language, for a vector of any size and with no instruction of a certain machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

LANE = 16
"""Bytes within which vector instructions interleave."""

SWAPS = {4: 0x0F, 2: 0x33, 1: 0x55}
"""Distance of the digits that change places in a byte, and which of them come from the higher vector."""


class Vector:
    """A register that is being computed: `^` and `&` emit the instruction."""

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return int(self.value.type.count)

    def __xor__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.xor(self.value, other.value))

    def __and__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.and_(self.value, other.value))

    def shifted(self, places: int) -> Vector:
        """All its 64-bit words shifted to the left, or for negative places to the right."""
        words = ir.VectorType(ir.IntType(64), self.size // 8)
        shift = self.builder.shl if places > 0 else self.builder.lshr
        moved = shift(self.builder.bitcast(self.value, words), ir.Constant(words, [abs(places)] * words.count))
        return Vector(self.builder, self.builder.bitcast(moved, self.value.type))

    def filled(self, content: bytes) -> Vector:
        """A vector of the same size in which the content repeats."""
        return Vector(self.builder, ir.Constant(self.value.type, list(content) * (self.size // len(content))))

    def mixed(self, other: Vector, places: Sequence[int]) -> Vector:
        """The bytes at these places of this vector and the other one behind it."""
        mask = ir.Constant(ir.VectorType(ir.IntType(32), len(places)), list(places))
        return Vector(self.builder, self.builder.shuffle_vector(self.value, other.value, mask))


def vector_type(size: int) -> Any:
    """The type of a vector of so many bytes."""
    return ir.VectorType(ir.IntType(8), size)


def load(builder: Any, pointer: Any, count: int) -> list[Vector]:
    """Vectors that lie one after the other."""
    return [Vector(builder, builder.load(_at(builder, pointer, i), align=1)) for i in range(count)]


def store(builder: Any, vectors: Sequence[Vector], pointer: Any) -> None:
    """The reverse of `load`."""
    for i, vector in enumerate(vectors):
        builder.store(vector.value, _at(builder, pointer, i), align=1)


def _at(builder: Any, pointer: Any, i: int) -> Any:
    return builder.gep(pointer, [ir.Constant(ir.IntType(32), i)])


def byte_slices(vectors: list[Vector]) -> list[Vector]:
    """The byte planes of the numbers in as many vectors as a number has bytes.

    One step exchanges a digit of the vector's index for the highest digit of the place in a lane, which moves up by
    one; after four steps the digits that number the bytes of a number have become the index.
    """
    digits = len(vectors).bit_length() - 1
    for step in range(4 if digits else 0):
        vectors = _interleave(vectors, step % digits)
    return [vectors[_placed(j, _sliced_order(digits))] for j in range(len(vectors))]


def from_byte_slices(planes: list[Vector]) -> list[Vector]:
    """The reverse of `byte_slices`: a few steps more, and all digits are back in place."""
    digits = len(planes).bit_length() - 1
    order = _sliced_order(digits)
    vectors = list(planes)
    for j, plane in enumerate(planes):
        vectors[_placed(j, order)] = plane
    for digit in reversed(order):
        vectors = _interleave(vectors, digit)
    return [vectors[_placed(v, order[::-1])] for v in range(len(vectors))]


def bit_slices(vectors: list[Vector]) -> list[Vector]:
    """The bit planes of the numbers in as many vectors as a number has binary digits."""
    size = len(vectors) // 8
    groups = [byte_slices(vectors[i : i + size]) for i in range(0, len(vectors), size)]
    return [plane for same_byte in zip(*groups, strict=True) for plane in _transposed(list(same_byte))]


def from_bit_slices(planes: list[Vector]) -> list[Vector]:
    """The reverse of `bit_slices`."""
    bytewise = [_transposed(planes[i : i + 8]) for i in range(0, len(planes), 8)]
    return [vector for group in zip(*bytewise, strict=True) for vector in from_byte_slices(list(group))]


def _sliced_order(digits: int) -> list[int]:
    """Where in the index the digits of the byte's number are after four steps, the lowest first."""
    return [(3 - i) % digits for i in range(digits)]


def _placed(number: int, order: Sequence[int]) -> int:
    return sum((number >> i & 1) << place for i, place in enumerate(order))


def _interleave(vectors: list[Vector], digit: int) -> list[Vector]:
    """Interleave, lane by lane, the vectors whose indices differ in that digit: low halves first."""
    low = [lane + i // 2 + i % 2 * vectors[0].size for lane in range(0, vectors[0].size, LANE) for i in range(LANE)]
    result = list(vectors)
    for i, j in _pairs(len(vectors), 1 << digit):
        result[i] = vectors[i].mixed(vectors[j], low)
        result[j] = vectors[i].mixed(vectors[j], [place + LANE // 2 for place in low])
    return result


def _transposed(rows: list[Vector]) -> list[Vector]:
    """Eight vectors, in each byte of which rows and binary digits change places."""
    for distance, mask in SWAPS.items():
        for i, j in _pairs(8, distance):
            moved = (rows[i].shifted(-distance) ^ rows[j]) & rows[i].filled(bytes([mask]))
            rows[j] ^= moved
            rows[i] ^= moved.shifted(distance)
    return rows


def _pairs(count: int, distance: int) -> list[tuple[int, int]]:
    return [(i, i + distance) for i in range(count) if not i & distance]
