"""Functions for compiled code that take 64-bit words or 128-bit words.

The Cram search is written once and compiled for both types of words, so small boards do not pay for large boards.
Shift counts are unsigned 64-bit numbers.
"""

from __future__ import annotations

from typing import Any

from ..compile.jit import instructions, ir, types

Codegen = tuple[Any, Any]
HALF = 64
"""Bits of half a wide word."""


@instructions
def count_halves(typing: Any, word: Any) -> Codegen:
    """How many 64-bit numbers make up a word: 1 or 2."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(ir.IntType(HALF), arguments[0].type.width // 64)

    return types.int64(word), codegen


@instructions
def any_bit(typing: Any, word: Any) -> Codegen:
    """Is any bit set?"""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned("!=", arguments[0], ir.Constant(arguments[0].type, 0))

    return types.boolean(word), codegen


@instructions
def lowest_bit(typing: Any, word: Any) -> Codegen:
    """The lowest set bit alone."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.and_(arguments[0], builder.neg(arguments[0]))

    return word(word), codegen


@instructions
def low_half(typing: Any, word: Any) -> Codegen:
    """The lower 64 bits."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (word,) = arguments
        return builder.trunc(word, ir.IntType(HALF)) if word.type.width > 64 else word

    return types.uint64(word), codegen


@instructions
def high_half(typing: Any, word: Any) -> Codegen:
    """The upper 64 bits; 0 where there are none."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (word,) = arguments
        if word.type.width == 64:
            return ir.Constant(ir.IntType(HALF), 0)
        return builder.trunc(builder.lshr(word, ir.Constant(word.type, 64)), ir.IntType(HALF))

    return types.uint64(word), codegen


@instructions
def join_halves(typing: Any, like: Any, lower: Any, upper: Any) -> Codegen:
    """A word of the type of `like` from two halves; the upper one is dropped if there is no room."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        like, lower, upper = arguments
        if like.type.width == 64:
            return lower
        shifted = builder.shl(builder.zext(upper, like.type), ir.Constant(like.type, 64))
        return builder.or_(builder.zext(lower, like.type), shifted)

    return like(like, types.uint64, types.uint64), codegen


@instructions
def word_of(typing: Any, like: Any, lower: Any, upper: Any) -> Codegen:
    """A word from both halves if the tuple `like` has two elements, else from the lower half alone."""
    from .widetype import wide

    kind = wide if like.count == 2 else types.uint64

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, lower, upper = arguments
        if kind is not wide:
            return lower
        lower, upper = (builder.zext(half, ir.IntType(128)) for half in (lower, upper))
        return builder.or_(lower, builder.shl(upper, ir.Constant(upper.type, 64)))

    return kind(like, types.uint64, types.uint64), codegen
