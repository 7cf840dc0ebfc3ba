"""How kernels call one another: with fewer arguments, and without asking how it went where nothing can fail.

numba hands on seven fields of each array. Its address and its shape are enough, and its strides where rows do not lie
one behind the other: who owns the memory does not matter, and the rest follows from the types.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from llvmlite.ir import Constant, IntType, Undefined  # type: ignore[import-untyped]
from numba.core import types
from numba.core.datamodel.manager import DataModelManager
from numba.core.datamodel.models import ArrayModel
from numba.core.datamodel.registry import default_manager
from numba.np.numpy_support import as_dtype

WORD = IntType(64)

NITEMS, ITEMSIZE, DATA, SHAPE, STRIDES = 2, 3, 4, 5, 6
"""Where numba keeps what it knows of an array; in the first two fields who owns it."""


class _Array(ArrayModel):
    """An array that is handed on as its address, its shape, and strides if need be: see `slots`."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind)  # type: ignore[no-untyped-call]
        self._passed = (DATA, SHAPE) if kind.layout == "C" else (DATA, SHAPE, STRIDES)
        self._dimensions, self._itemsize = kind.ndim, as_dtype(kind.dtype).itemsize

    def get_argument_type(self) -> Any:
        return tuple(self._models[i].get_argument_type() for i in self._passed)

    def as_argument(self, builder: Any, value: Any) -> Any:
        return tuple(self._models[i].as_argument(builder, builder.extract_value(value, i)) for i in self._passed)

    def from_argument(self, builder: Any, value: Any) -> Any:
        found = {i: self._models[i].from_argument(builder, one) for i, one in zip(self._passed, value, strict=True)}
        sizes = [builder.extract_value(found[SHAPE], i) for i in range(self._dimensions)]
        found |= {NITEMS: reduce(builder.mul, sizes, WORD(1)), ITEMSIZE: WORD(self._itemsize)}
        if STRIDES not in found:
            found[STRIDES] = self._strides(builder, sizes)
        whole = Constant(self.get_value_type(), Undefined)  # type: ignore[no-untyped-call]
        for i, field in found.items():
            whole = builder.insert_value(whole, field, i)
        return whole

    def _strides(self, builder: Any, sizes: list[Any]) -> Any:
        strides = [WORD(self._itemsize)]
        for size in reversed(sizes[1:]):
            strides.insert(0, builder.mul(strides[0], size))
        whole = Constant(self._models[STRIDES].get_value_type(), Undefined)
        for i, stride in enumerate(strides[: len(sizes)]):
            whole = builder.insert_value(whole, stride, i)
        return whole


def models() -> Any:
    """How values of all types are kept and handed on."""
    manager = DataModelManager().chain(default_manager)  # type: ignore[no-untyped-call]
    manager.register(types.Array, _Array)
    return manager


def sure_call(fndesc: Any, libraries: Any) -> Any:
    """How a function that never fails is called, in the form in which numba keeps such knowledge."""

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = context.declare_function(builder.module, fndesc)
        answer = builder.room(function.args[0].type.pointee)
        fault = builder.function.args[1]  # never written
        taken = context.call_conv._get_arg_packer(fndesc.argtypes).as_arguments(builder, arguments)
        builder.call(function, [answer, fault, *taken])
        return context.get_returned_value(builder, fndesc.restype, builder.load(answer))

    call.signature = fndesc.argtypes  # type: ignore[attr-defined]
    call.libs = tuple(libraries)  # type: ignore[attr-defined]
    return call
