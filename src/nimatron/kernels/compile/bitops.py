"""Operations on machine words that numba does not offer.

All of them are plain LLVM and run on any processor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .jit import cgutils, instructions, ir, types

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
