"""128-bit words for compiled code: their type and operators in numba."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending as untyped_extending
from numba import types
from numba.core.typing import templates as untyped_templates  # to declare the types of operators

extending: Any = untyped_extending
templates: Any = untyped_templates


class WideWord(types.Type):
    """An unsigned 128-bit number; only compiled code can hold one."""

    def __init__(self) -> None:
        super().__init__(name="wide")


wide = WideWord()


@extending.register_model(WideWord)
class _WideModel(untyped_extending.models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, ir.IntType(128))  # type: ignore[no-untyped-call]


# -- operators -----------------------------------------------------------------------------------


def _let(which: Any, answer: Any, others: tuple[Any, ...], write: Any) -> None:
    """Define an operator on a wide word and `others` by the instructions that `write(builder, *words)` emits."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return write(builder, *arguments)

    extending.lower_builtin(which, wide, *others)(lower)
    cases = [templates.signature(answer, wide, *others)]
    templates.infer_global(which)(type(f"Wide_{which.__name__}", (templates.ConcreteTemplate,), {"cases": cases}))


def _shift(name: str) -> Any:
    return lambda builder, word, count: getattr(builder, name)(word, builder.zext(count, word.type))


def _comparison(sign: str) -> Any:
    return lambda builder, word, other: builder.icmp_unsigned(sign, word, other)


def _combination(name: str) -> Any:
    return lambda builder, word, other: getattr(builder, name)(word, other)


# Each operator is defined twice, for `a & b` and for `a &= b`: numba looks them up separately.
for _names, _name in (("and_", "and_"), ("or_", "or_"), ("xor", "xor")):
    for _which in (getattr(operator, _names), getattr(operator, "i" + _names.rstrip("_"))):
        _let(_which, wide, (wide,), _combination(_name))
for _name, _name_of_ir in (("lshift", "shl"), ("rshift", "lshr")):
    for _which in (getattr(operator, _name), getattr(operator, "i" + _name)):
        _let(_which, wide, (types.uint64,), _shift(_name_of_ir))
for _which, _sign in ((operator.eq, "=="), (operator.ne, "!="), (operator.lt, "<")):
    _let(_which, types.boolean, (wide,), _comparison(_sign))
_let(operator.invert, wide, (), lambda builder, word: builder.not_(word))
