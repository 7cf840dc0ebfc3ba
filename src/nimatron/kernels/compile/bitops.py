"""Operations on machine words and short vectors that numba does not offer.

All of them are plain LLVM and run on any processor. Only `gather` has a faster form, for processors with an instruction
for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import binding  # type: ignore[import-untyped]

from .jit import cgutils, instructions, ir, jit, types

VECTOR = 32
"""Bytes that `mex_block` and `same_block` handle at once."""

Codegen = tuple[Any, Any]


def _as_word(word: Any) -> Any:
    """The type of a word: everything but a wide word is taken as an unsigned 64-bit number."""
    from ..cram.widetype import WideWord

    return word if isinstance(word, WideWord) else types.uint64


def _as_number(builder: Any, word: Any) -> Any:
    return builder.trunc(word, ir.IntType(64)) if word.type.width > 64 else word


def _of_word(emit: Callable[[Any, Any], Any], counts: bool) -> Any:
    """A function of one word, whose result is a number if it `counts`, and else a word like it."""

    def write(typing: Any, word: Any) -> Codegen:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = emit(builder, arguments[0])
            return _as_number(builder, found) if counts else found

        kind = _as_word(word)
        return (types.int64 if counts else kind)(kind), codegen

    return instructions(write)


trailing_zeros = _of_word(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)), counts=True)
"""How many zeros are below the lowest set bit; the width of the word if no bit is set."""

leading_zeros = _of_word(lambda builder, word: builder.ctlz(word, ir.Constant(ir.IntType(1), 0)), counts=True)
"""How many zeros are above the highest set bit; the width of the word if no bit is set."""

popcount = _of_word(lambda builder, word: builder.ctpop(word), counts=True)
"""How many bits are set."""

reverse_bytes = _of_word(lambda builder, word: builder.bswap(word), counts=False)
"""The bytes in reverse order."""

reverse_bits = _of_word(lambda builder, word: builder.bitreverse(word), counts=False)
"""The bits in reverse order."""


@instructions
def prefetch(typing: Any, row: Any, place: Any) -> Codegen:
    """Start loading a place of an array into the cache, because it will be needed soon."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        pointer = builder.bitcast(builder.gep(data, [arguments[1]]), byte)
        instruction = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, instruction, "llvm.prefetch.p0i8")
        builder.call(function, [pointer, number(0), number(3), number(1)])  # for reading; into every cache; data
        return context.get_dummy_value()

    return types.void(row, types.int64), codegen


@instructions
def _pext(typing: Any, word: Any, mask: Any) -> Codegen:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        instruction = ir.FunctionType(word, [word, word])
        function = cgutils.get_or_insert_function(builder.module, instruction, "llvm.x86.bmi.pext.64")
        return builder.call(function, arguments)

    return types.uint64(types.uint64, types.uint64), codegen


def _has_fast_pext() -> bool:
    """Does the processor gather bits in one fast instruction? The first Zen cores take hundreds of cycles for it."""
    features = binding.get_host_cpu_features()
    return bool(features.get("bmi2")) and binding.get_host_cpu_name() not in ("znver1", "znver2")


FAST_PEXT = _has_fast_pext()


@jit
def gather_portable(word: np.uint64, mask: np.uint64) -> np.uint64:
    """The bits of the word where the mask has ones, packed together at the low end."""
    gathered, one, place = np.uint64(0), np.uint64(1), 0
    while mask:
        gathered |= ((word >> trailing_zeros(mask)) & one) << np.uint64(place)
        mask &= mask - one
        place += 1
    return gathered


@jit
def gather(word: np.uint64, mask: np.uint64) -> np.uint64:
    """`gather_portable`, in one instruction if the processor has it."""
    # FAST_PEXT is a constant when this is compiled, so the other branch disappears.
    found: np.uint64 = _pext(word, mask) if FAST_PEXT else gather_portable(word, mask)
    return found


def _vector_at(builder: Any, data: Any, place: Any, vector: Any) -> Any:
    pointer = builder.gep(data, [place])
    return builder.bitcast(pointer, vector.as_pointer())


def _vector_of(context: Any, row: Any) -> Any:
    element = context.get_data_type(row.dtype)
    return ir.VectorType(element, VECTOR * 8 // element.width)


@instructions
def mex_block(typing: Any, row: Any, place: Any, amounts: Any) -> Codegen:
    """Write VECTOR bytes of nim-values from `place` on, each value v as the number 2^v.

    The values of the options are or-ed together; the lowest bit that is missing is the mex.
    Only the first min(amounts) values are right, because later ones depend on them. The next call starts
    behind the right ones and overwrites the others.
    """

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row_type, _, amounts_type = signature.args
        vector = _vector_of(context, row_type)
        data = context.make_array(row_type)(context, builder, arguments[0]).data
        listed = context.make_array(amounts_type)(context, builder, arguments[2])
        ones = ir.Constant(vector, [vector.element(1)] * vector.count)
        seen = cgutils.alloca_once(builder, vector)
        builder.store(ir.Constant(vector, None), seen)
        count = builder.extract_value(listed.shape, 0)
        with cgutils.for_range(builder, count) as loop:
            amount = builder.load(builder.gep(listed.data, [loop.index]))
            source = _vector_at(builder, data, builder.sub(arguments[1], amount), vector)
            values = builder.load(source, align=1)
            builder.store(builder.or_(builder.load(seen), values), seen)
        options = builder.load(seen)
        # Adding 1 carries through the ones at the low end and stops at the lowest zero, which is the mex.
        mex = builder.and_(builder.not_(options), builder.add(options, ones))
        builder.store(mex, _vector_at(builder, data, arguments[1], vector), align=1)
        return context.get_dummy_value()

    return types.void(row, types.int64, types.Array(types.int64, 1, "C")), codegen


@instructions
def same_block(typing: Any, row: Any, place: Any, other: Any, there: Any) -> Codegen:
    """Do VECTOR bytes of two rows of the same type agree?"""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = _vector_of(context, signature.args[0])
        data = [context.make_array(signature.args[i])(context, builder, arguments[i]).data for i in (0, 2)]
        here, there = (
            builder.load(_vector_at(builder, start, arguments[i], vector), align=1)
            for start, i in zip(data, (1, 3), strict=True)
        )
        whole = ir.IntType(VECTOR * 8)
        difference = builder.bitcast(builder.xor(here, there), whole)
        return builder.icmp_unsigned("==", difference, ir.Constant(whole, 0))

    return types.boolean(row, types.int64, other, types.int64), codegen
