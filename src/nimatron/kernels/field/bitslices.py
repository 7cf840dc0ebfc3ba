"""Machine vectors, and slicing: numbers that lie one after another in memory are turned into planes and back.

A byte plane holds one byte of each number, a bit plane one binary digit. Everything here emits LLVM code for vectors
of any size, with no instruction of a particular machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..compile.jit import ir

LANE = 16
"""Bytes in a lane: x86 instructions interleave only within lanes, and crossing them is slow."""

SWAPS = {4: 0x0F, 2: 0x33, 1: 0x55}
"""The distance of the digits of a byte that change places, and a mask of the digits from the higher vector."""


class Vector:
    """A register of the emitted code: `^` and `&` emit the instruction."""

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    @property
    def size(self) -> int:
        """Its number of bytes."""
        return int(self.value.type.count)

    def __xor__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.xor(self.value, other.value))

    def __and__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.and_(self.value, other.value))

    def shift(self, places: int) -> Vector:
        """All its 64-bit words shifted to the left; to the right if `places` is negative."""
        words = ir.VectorType(ir.IntType(64), self.size // 8)
        shift = self.builder.shl if places > 0 else self.builder.lshr
        moved = shift(self.builder.bitcast(self.value, words), ir.Constant(words, [abs(places)] * words.count))
        return Vector(self.builder, self.builder.bitcast(moved, self.value.type))

    def fill(self, content: bytes) -> Vector:
        """A vector of the same size that repeats the content."""
        return Vector(self.builder, ir.Constant(self.value.type, list(content) * (self.size // len(content))))

    def shuffle(self, other: Vector, places: Sequence[int]) -> Vector:
        """The bytes at these places in this vector followed by the other one."""
        mask = ir.Constant(ir.VectorType(ir.IntType(32), len(places)), list(places))
        return Vector(self.builder, self.builder.shuffle_vector(self.value, other.value, mask))


def vector_type(size: int) -> Any:
    """The type of a vector of `size` bytes."""
    return ir.VectorType(ir.IntType(8), size)


def load(builder: Any, pointer: Any, count: int) -> list[Vector]:
    """Load `count` vectors that lie one after another."""
    # Alignment 1: arrays come from users and may start anywhere.
    return [Vector(builder, builder.load(_at(builder, pointer, i), align=1)) for i in range(count)]


def store(builder: Any, vectors: Sequence[Vector], pointer: Any) -> None:
    """The inverse of `load`."""
    for i, vector in enumerate(vectors):
        builder.store(vector.value, _at(builder, pointer, i), align=1)


def _at(builder: Any, pointer: Any, i: int) -> Any:
    return builder.gep(pointer, [ir.Constant(ir.IntType(32), i)])


def byte_slices(vectors: list[Vector]) -> list[Vector]:
    """The byte planes of the numbers in these vectors; there are as many vectors as a number has bytes.

    Think of the address of a byte as binary digits: those of its vector's index, and those of its place in a lane.
    One step of interleaving swaps a digit of the index with the highest digit of the place, and rotates the place by
    one digit. After four steps the digits that number the bytes within a number have become the index.
    """
    digits = len(vectors).bit_length() - 1
    for step in range(4 if digits else 0):
        vectors = _interleave(vectors, step % digits)
    return [vectors[_sliced_place(j, _sliced_order(digits))] for j in range(len(vectors))]


def from_byte_slices(planes: list[Vector]) -> list[Vector]:
    """The inverse of `byte_slices`: a few more steps, and all digits are back in place."""
    digits = len(planes).bit_length() - 1
    order = _sliced_order(digits)
    vectors = list(planes)
    for j, plane in enumerate(planes):
        vectors[_sliced_place(j, order)] = plane
    for digit in reversed(order):
        vectors = _interleave(vectors, digit)
    return [vectors[_sliced_place(v, order[::-1])] for v in range(len(vectors))]


def bit_slices(vectors: list[Vector]) -> list[Vector]:
    """The bit planes of the numbers in these vectors; there are as many vectors as a number has binary digits."""
    size = len(vectors) // 8
    groups = [byte_slices(vectors[i : i + size]) for i in range(0, len(vectors), size)]
    return [plane for same_byte in zip(*groups, strict=True) for plane in _transpose(list(same_byte))]


def from_bit_slices(planes: list[Vector]) -> list[Vector]:
    """The inverse of `bit_slices`."""
    bytewise = [_transpose(planes[i : i + 8]) for i in range(0, len(planes), 8)]
    return [vector for group in zip(*bytewise, strict=True) for vector in from_byte_slices(list(group))]


def _sliced_order(digits: int) -> list[int]:
    """Where the digits of a byte's number are in the index after four steps, lowest first."""
    return [(3 - i) % digits for i in range(digits)]


def _sliced_place(number: int, order: Sequence[int]) -> int:
    return sum((number >> i & 1) << place for i, place in enumerate(order))


def _interleave(vectors: list[Vector], digit: int) -> list[Vector]:
    """Interleave, lane by lane, the vectors whose indices differ only in this digit: low halves first."""
    low = [lane + i // 2 + i % 2 * vectors[0].size for lane in range(0, vectors[0].size, LANE) for i in range(LANE)]
    result = list(vectors)
    for i, j in _pairs(len(vectors), 1 << digit):
        result[i] = vectors[i].shuffle(vectors[j], low)
        result[j] = vectors[i].shuffle(vectors[j], [place + LANE // 2 for place in low])
    return result


def _transpose(rows: list[Vector]) -> list[Vector]:
    """Transpose, at each byte of eight vectors, the 8 × 8 matrix of their binary digits."""
    for distance, mask in SWAPS.items():
        for i, j in _pairs(8, distance):
            # Swap two blocks with three xors; the mask drops what a shift carried over from a neighbouring byte.
            moved = (rows[i].shift(-distance) ^ rows[j]) & rows[i].fill(bytes([mask]))
            rows[j] ^= moved
            rows[i] ^= moved.shift(distance)
    return rows


def _pairs(count: int, distance: int) -> list[tuple[int, int]]:
    return [(i, i + distance) for i in range(count) if not i & distance]
