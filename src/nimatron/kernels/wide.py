"""128-bit words for compiled code, and functions that take either these or 64-bit words.

Code for boards is written once and compiled for the type of word it is given, so small boards do not pay
for large ones. Shift counts are unsigned 64-bit numbers.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending as untyped_extending
from numba import types
from numba.core.typing import templates as untyped_templates

extending: Any = untyped_extending
templates: Any = untyped_templates

Codegen = tuple[Any, Any]
HALF = ir.IntType(64)


class Wide(types.Type):
    """An unsigned 128-bit number; only compiled code can hold one."""

    def __init__(self) -> None:
        super().__init__(name="wide")


wide = Wide()


@extending.register_model(Wide)
class _WideModel(untyped_extending.models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, ir.IntType(128))  # type: ignore[no-untyped-call]


# -- operators -----------------------------------------------------------------------------------


def _let(which: Any, answer: Any, others: tuple[Any, ...], write: Any) -> None:
    """Define an operator on a wide word and `others` by the instructions that `write(builder, *words)` emits."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return write(builder, *arguments)

    extending.lower_builtin(which, wide, *others)(lowered)
    cases = [templates.signature(answer, wide, *others)]
    templates.infer_global(which)(type(f"Wide_{which.__name__}", (templates.ConcreteTemplate,), {"cases": cases}))


def _shifted(name: str) -> Any:
    return lambda builder, word, count: getattr(builder, name)(word, builder.zext(count, word.type))


def _compared(sign: str) -> Any:
    return lambda builder, word, other: builder.icmp_unsigned(sign, word, other)


def _combined(name: str) -> Any:
    return lambda builder, word, other: getattr(builder, name)(word, other)


# Each operator is defined twice, for `a & b` and for `a &= b`: numba looks them up separately.
for _names, _name in (("and_", "and_"), ("or_", "or_"), ("xor", "xor")):
    for _which in (getattr(operator, _names), getattr(operator, "i" + _names.rstrip("_"))):
        _let(_which, wide, (wide,), _combined(_name))
for _name, _name_of_ir in (("lshift", "shl"), ("rshift", "lshr")):
    for _which in (getattr(operator, _name), getattr(operator, "i" + _name)):
        _let(_which, wide, (types.uint64,), _shifted(_name_of_ir))
for _which, _sign in ((operator.eq, "=="), (operator.ne, "!="), (operator.lt, "<")):
    _let(_which, types.boolean, (wide,), _compared(_sign))
_let(operator.invert, wide, (), lambda builder, word: builder.not_(word))


# -- functions for words of either kind ----------------------------------------------------------


def _instructions(write: Any) -> Any:
    """A function for compiled code, written in LLVM instructions; mypy does not check its calls."""
    return extending.intrinsic(write)


@_instructions
def halves(typing: Any, word: Any) -> Codegen:
    """How many 64-bit numbers make up a word: 1 or 2."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(HALF, arguments[0].type.width // 64)

    return types.int64(word), codegen


@_instructions
def some(typing: Any, word: Any) -> Codegen:
    """Is any bit set?"""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned("!=", arguments[0], ir.Constant(arguments[0].type, 0))

    return types.boolean(word), codegen


@_instructions
def lowest(typing: Any, word: Any) -> Codegen:
    """The lowest set bit alone."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.and_(arguments[0], builder.neg(arguments[0]))

    return word(word), codegen


@_instructions
def low(typing: Any, word: Any) -> Codegen:
    """The lower 64 bits."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (word,) = arguments
        return builder.trunc(word, HALF) if word.type.width > 64 else word

    return types.uint64(word), codegen


@_instructions
def high(typing: Any, word: Any) -> Codegen:
    """The upper 64 bits; 0 where there are none."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (word,) = arguments
        if word.type.width == 64:
            return ir.Constant(HALF, 0)
        return builder.trunc(builder.lshr(word, ir.Constant(word.type, 64)), HALF)

    return types.uint64(word), codegen


@_instructions
def joined(typing: Any, like: Any, lower: Any, upper: Any) -> Codegen:
    """A word of the type of `like` from two halves; the upper one is dropped if there is no room."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        like, lower, upper = arguments
        if like.type.width == 64:
            return lower
        shifted = builder.shl(builder.zext(upper, like.type), ir.Constant(like.type, 64))
        return builder.or_(builder.zext(lower, like.type), shifted)

    return like(like, types.uint64, types.uint64), codegen


@_instructions
def word_of(typing: Any, like: Any, lower: Any, upper: Any) -> Codegen:
    """A word from both halves if the tuple `like` has two elements, else from the lower half alone."""
    kind = wide if like.count == 2 else types.uint64

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, lower, upper = arguments
        if kind is not wide:
            return lower
        lower, upper = (builder.zext(half, ir.IntType(128)) for half in (lower, upper))
        return builder.or_(lower, builder.shl(upper, ir.Constant(upper.type, 64)))

    return kind(like, types.uint64, types.uint64), codegen
