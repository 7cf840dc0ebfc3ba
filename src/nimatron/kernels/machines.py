"""What machines with vectors can do with ranks in bytes: steps that `sets` and `planes` write in different ways.

A *plane* has a byte for each of 64 heaps: bit i of it says whether number 8p + i is in the set of that heap, where p is
the number of the plane. All ranks are below 64.
"""

from __future__ import annotations

from typing import Any, Protocol

from .compiling import ir

LANES = 64
"""The heaps of a block: the lanes of a plane."""

RANKS = 64


def vector(size: int) -> Any:
    """The type of so many bytes."""
    return ir.VectorType(ir.IntType(8), size)


def splat(builder: Any, value: Any, count: int) -> Any:
    """A vector of one number."""
    undefined = ir.Constant(ir.VectorType(value.type, count), ir.Undefined)
    one = builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(ir.IntType(32), count), None))


def filled(kind: Any, number: int) -> Any:
    """A constant vector of one number."""
    return ir.Constant(kind, [number] * kind.count)


def part_of(builder: Any, x: Any, size: int, i: int) -> Any:
    """Part i of a vector that has parts of this size."""
    order = ir.Constant(ir.VectorType(ir.IntType(32), size), [i * size + j for j in range(size)])
    return builder.shuffle_vector(x, x, order)


def bit_table(size: int, p: int) -> list[int]:
    """What each number below `size` has in plane p: the bit of the set that has just this number."""
    return [1 << i % 8 if i // 8 == p else 0 for i in range(size)]


class Machine(Protocol):
    """What a machine does with a vector of ranks; it has the instructions, or must never be given the code."""

    size: int
    """The bytes of its vectors, which divide LANES."""

    def bits(self, builder: Any, x: Any, count: int) -> list[Any]:
        """The first planes of sets that have just the number x."""

    def look_up(self, builder: Any, tables: list[Any], x: Any, below: int) -> list[Any]:
        """What stands at x in tables of RANKS bytes, which are vectors; x is below this multiple of 16."""


class Wide:
    """AVX-512 with VBMI: a look-up of 64 bytes in 64 lanes."""

    size = 64

    def bits(self, builder: Any, x: Any, count: int) -> list[Any]:
        return [self.table(builder, ir.Constant(x.type, bit_table(RANKS, p)), x) for p in range(count)]

    def look_up(self, builder: Any, tables: list[Any], x: Any, below: int) -> list[Any]:
        return [self.table(builder, table, x) for table in tables]

    def table(self, builder: Any, table: Any, x: Any) -> Any:
        """table[x] in all lanes."""
        return call(builder, "llvm.x86.avx512.permvar.qi.512", table, x)


class Halves:
    """AVX2: a look-up of 16 bytes in 32 lanes, which gives 0 where the highest bit of x is set."""

    size = 32

    def bits(self, builder: Any, x: Any, count: int) -> list[Any]:
        """Two planes have the bits of 16 ranks, so each needs one look-up."""
        planes = []
        for p in range(count):
            if p % 2 == 0:
                index = self._index(builder, x, p // 2)
            planes.append(self.tables(builder, bit_table(16, p % 2), index))
        return planes

    def look_up(self, builder: Any, tables: list[Any], x: Any, below: int) -> list[Any]:
        indices = [self._index(builder, x, group) for group in range(below // 16)]
        return [self._look_up(builder, table, indices) for table in tables]

    def swapped(self, builder: Any, x: Any, distance: int) -> Any:
        """Bit i of each byte becomes bit i ^ distance, which is 1, 2 or 4; for one vector or several."""
        by, lower = filled(x.type, distance), filled(x.type, {1: 0x55, 2: 0x33, 4: 0x0F}[distance])
        low, high = builder.and_(x, lower), builder.and_(builder.lshr(x, by), lower)
        return builder.or_(builder.shl(low, by), high)

    def tables(self, builder: Any, table: list[int], index: Any) -> Any:
        """A table of 16 bytes for all lanes, also of more than one vector."""
        if index.type.count <= self.size:
            return self._table(builder, ir.Constant(index.type, index.type.count // 16 * table), index)
        half = index.type.count // 2
        parts = [self.tables(builder, table, part_of(builder, index, half, i)) for i in range(2)]
        order = ir.Constant(ir.VectorType(ir.IntType(32), 2 * half), list(range(2 * half)))
        return builder.shuffle_vector(*parts, order)

    def _look_up(self, builder: Any, table: Any, indices: list[Any]) -> Any:
        found = filled(indices[0].type, 0)
        place = ir.VectorType(ir.IntType(32), self.size)
        for group, index in enumerate(indices):
            part = ir.Constant(place, [16 * group + i % 16 for i in range(self.size)])
            found = builder.or_(found, self._table(builder, builder.shuffle_vector(table, table, part), index))
        return found

    def _index(self, builder: Any, x: Any, group: int) -> Any:
        """The place of x among the 16 ranks of a group; the highest bit tells that it is not among them."""
        own = builder.xor(x, filled(x.type, 16 * group)) if group else x
        return builder.add(own, filled(x.type, 0x70))

    def _table(self, builder: Any, table: Any, index: Any) -> Any:
        name = "llvm.x86.avx2.pshuf.b" if table.type.count == self.size else "llvm.x86.ssse3.pshuf.b.128"
        return call(builder, name, table, index)


def call(builder: Any, name: str, *operands: Any) -> Any:
    """One instruction that makes a vector as its first operand."""
    module, kinds = builder.module, [operand.type for operand in operands]
    function = module.globals.get(name) or ir.Function(module, ir.FunctionType(kinds[0], kinds), name)
    return builder.call(function, operands)


def machine_of(context: Any) -> Machine | None:
    """The machine that code is written for; None if it has no instructions of that kind."""
    features = context.codegen()._tm_features.split(",")
    if "+avx512vbmi" in features:
        return Wide()
    return Halves() if "+avx2" in features else None
