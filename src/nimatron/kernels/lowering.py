"""How numba writes a function in LLVM's language, with fewer copies.

A kernel is handed a tuple of arrays, which is a hundred numbers. numba puts it together in every function, keeps it in
memory if several blocks use it, loads all of it at each use, takes it apart for every call, and clears it in the end.
LLVM takes all of that away again, which is a third of its work. Here what was just put together is not taken apart, and
arguments stay where they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from llvmlite.ir import IRBuilder  # type: ignore[import-untyped]
from llvmlite.ir.instructions import InsertValue, PhiInstr  # type: ignore[import-untyped]
from numba.core import ir
from numba.core.analysis import must_use_alloca
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering, NoPythonBackend


class _Builder(IRBuilder):  # type: ignore[misc]
    """Takes an item of a tuple from where it was put in."""

    def extract_value(self, agg: Any, idx: Any, name: str = "") -> Any:
        wanted = list(idx) if isinstance(idx, tuple | list) else [idx]
        while isinstance(agg, InsertValue):
            put = list(agg.indices)
            if put == wanted:
                return agg.value
            if put == wanted[: len(put)] or wanted == put[: len(wanted)]:  # one is inside the other
                break
            agg = agg.aggregate
        return super().extract_value(agg, wanted, name)


class _Lower(Lower):
    """Writes a function: its arguments are values, not places in memory."""

    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)  # type: ignore[no-untyped-call]
        self.builder = _Builder(self.entry_block)
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    def _find_singly_assigned_variable(self) -> None:
        super()._find_singly_assigned_variable()  # type: ignore[no-untyped-call]
        assigned = Counter(one.target.name for block in self.blocks.values() for one in block.find_insts(ir.Assign))
        in_memory = must_use_alloca(self.blocks)  # type: ignore[no-untyped-call]
        # Arguments are assigned in the first block, which comes before all others.
        for one in self.blocks[min(self.blocks)].find_insts(ir.Assign):
            name = one.target.name
            if isinstance(one.value, ir.Arg) and assigned[name] == 1 and name not in in_memory:
                self._singly_assigned_vars.add(name)

    def lower_normal_function(self, fndesc: Any) -> None:
        super().lower_normal_function(fndesc)  # type: ignore[no-untyped-call]
        _drop_unused(self.function.blocks)


def _drop_unused(blocks: Any) -> None:
    """Remove what was put together for nobody."""
    used = Counter(id(value) for block in blocks for one in block.instructions for value in _taken(one))
    for block in reversed(blocks):
        left = []
        for one in reversed(block.instructions):
            if isinstance(one, InsertValue) and not used[id(one)]:
                used.subtract(id(value) for value in _taken(one))
            else:
                left.append(one)
        block.instructions[:] = reversed(left)


def _taken(one: Any) -> Iterator[Any]:
    """The values that an instruction uses."""
    yield from one.operands
    if isinstance(one, PhiInstr):
        yield from (value for value, _ in one.incomings)


# numba would look at all variables again after each of these two, when nobody asks for them any more.
@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
class Lowering(NativeLowering):
    """The pass that writes a function."""

    _name = "plain_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower


@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
class Backend(NoPythonBackend):
    """The pass that hands the function over."""

    _name = "plain_backend"
