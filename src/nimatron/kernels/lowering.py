"""How numba writes a function in LLVM's language, with fewer copies.

A kernel is handed a tuple of arrays, which is a hundred numbers. numba puts it together in every function, keeps it in
memory if several blocks use it, loads all of it at each use, takes it apart for every call, and clears it in the end.
LLVM takes all of that away again, which was most of its work. Here:

* What was just put together is not taken apart, and a variable that is assigned once is a value, not a place in memory.
* No variable is cleared: that is for counting references, and nothing here is counted.
* An item of an array is read or written where it lies, without a copy of all that is known about the array.
* A loop over a range is a count and a number, without an object for the range and another one for its iterator.
* Nobody asks whether a call has failed if the function cannot fail, which is so for almost all of them.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator
from typing import Any

from llvmlite.ir import Constant, IRBuilder, Undefined  # type: ignore[import-untyped]
from llvmlite.ir.instructions import InsertValue, PhiInstr, Ret  # type: ignore[import-untyped]
from numba.core import ir, types
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering, NoPythonBackend
from numba.np.arrayobj import fix_integer_index, load_item, store_item

from .passing import DATA, SHAPE, WORD

START, STOP, STEP = range(3)
"""Where it keeps the numbers of a range."""


class _Builder(IRBuilder):  # type: ignore[misc]
    """Takes an item of a tuple from where it was put in."""

    def extract_value(self, agg: Any, idx: Any, name: str = "") -> Any:
        wanted = list(idx) if isinstance(idx, tuple | list) else [idx]
        while isinstance(agg, InsertValue):
            put = list(agg.indices)
            if put == wanted:
                return agg.value
            if put == wanted[: len(put)]:  # it is inside what was put in
                agg, wanted = agg.value, wanted[len(put) :]
            elif wanted == put[: len(wanted)]:  # it was put in piece by piece
                break
            else:
                agg = agg.aggregate
        return super().extract_value(agg, wanted, name)

    def add(self, lhs: Any, rhs: Any, name: str = "", flags: Any = ()) -> Any:
        return _folded(operator.add, lhs, rhs) or super().add(lhs, rhs, name, flags)

    def mul(self, lhs: Any, rhs: Any, name: str = "", flags: Any = ()) -> Any:
        return _folded(operator.mul, lhs, rhs) or super().mul(lhs, rhs, name, flags)

    def put_together(self, kind: Any, *items: Any) -> Any:
        """A tuple of these items."""
        whole = Constant(kind, Undefined)
        for i, item in enumerate(items):
            whole = self.insert_value(whole, item, i)
        return whole

    def room(self, kind: Any, name: str = "") -> Any:
        """A place in memory for one value."""
        with self.goto_entry_block():
            return self.alloca(kind, name=name)


def _folded(operation: Any, one: Any, other: Any) -> Any:
    """The result if both are known, as the step of a range may be: it should be seen that it is."""
    if not (isinstance(one, Constant) and isinstance(other, Constant) and one.type == WORD):
        return None
    result = operation(one.constant, other.constant)
    return WORD(result) if abs(result) < 1 << 63 else None


class _Lower(Lower):
    """Writes a function."""

    builder: Any
    typeof: Any

    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)  # type: ignore[no-untyped-call]
        self.builder = _Builder(self.entry_block)
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    def lower_normal_function(self, fndesc: Any) -> None:
        super().lower_normal_function(fndesc)  # type: ignore[no-untyped-call]
        _drop_unused(self.function.blocks)
        if _never_fails(self.function.blocks):
            self.context.never_fail.add(fndesc.mangled_name)

    # -- variables ---------------------------------------------------------------------------------

    def _find_singly_assigned_variable(self) -> None:
        assigned = Counter(one.target.name for block in self.blocks.values() for one in block.find_insts(ir.Assign))
        # A pass before has seen to it that no other block is reached without this assignment.
        self._singly_assigned_vars = {name for name, times in assigned.items() if times == 1}
        self._blk_local_varmap: dict[str, Any] = {}

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))  # type: ignore[no-untyped-call]

    def loadvar(self, name: str) -> Any:
        if name in self._blk_local_varmap:
            return self._blk_local_varmap[name]
        self._singly_assigned_vars.discard(name)  # the block that assigns it is written later
        return self.builder.load(self.getvar(name))  # type: ignore[no-untyped-call]

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        return self.builder.room(lltype, name)

    def delvar(self, name: str) -> None:
        pass

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        if isinstance(ty, types.Dispatcher):  # a kernel is known by its type, and where it is does not matter
            return self.context.get_dummy_value()
        return super().lower_assign(ty, inst)  # type: ignore[no-untyped-call]

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        if not (expr.static_lhs is expr.static_rhs is ir.UNDEFINED):
            return super().lower_binop(resty, expr, op)  # type: ignore[no-untyped-call]
        types_known, signature = self.context.typing_context, self.fndesc.calltypes[expr]
        function = types_known.resolve_value_type(op)
        # numba would look for its type again, in all ways in which it could be written.
        write = self.context.get_function(function, types_known.resolve_function_type(function, signature.args, {}))
        operands = [self._as(one, kind) for one, kind in zip((expr.lhs, expr.rhs), signature.args, strict=True)]
        return self.context.cast(self.builder, write(self.builder, operands), signature.return_type, resty)

    # -- arrays ------------------------------------------------------------------------------------

    def lower_inst(self, inst: Any) -> None:
        if isinstance(inst, ir.StaticSetItem) and self._is_array(inst.target):
            self.lower_setitem(inst.target, inst.index_var, inst.value, self.fndesc.calltypes[inst])
        else:
            super().lower_inst(inst)  # type: ignore[no-untyped-call]

    def _is_array(self, variable: Any) -> bool:
        return isinstance(self.typeof(variable.name), types.Array)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        place = self._place(value, index, signature)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)  # type: ignore[no-untyped-call]
        item = load_item(self.context, self.builder, signature.args[0], place)  # type: ignore[no-untyped-call]
        return self.context.cast(self.builder, item, signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> None:
        place = self._place(target_var, index_var, signature)
        if place is None:
            super().lower_setitem(target_var, index_var, value_var, signature)  # type: ignore[no-untyped-call]
            return
        array = signature.args[0]
        item = self._as(value_var, array.dtype)
        store_item(self.context, self.builder, array, item, place)  # type: ignore[no-untyped-call]

    def _as(self, variable: Any, kind: Any) -> Any:
        return self.context.cast(self.builder, self.loadvar(variable.name), self.typeof(variable.name), kind)

    def _place(self, variable: Any, index: Any, signature: Any) -> Any:
        """The address of one item of an array whose rows lie one behind the other; None for all else."""
        array, kind = signature.args[:2]
        kinds = tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)  # type: ignore[arg-type]
        if not (isinstance(array, types.Array) and array.layout == "C" and 0 < len(kinds) == array.ndim):
            return None
        if not all(isinstance(one, types.Integer) for one in kinds):
            return None
        given = self._as(index, kind)
        numbers = [self.builder.extract_value(given, i) for i in range(len(kinds))] if kind is not kinds[0] else [given]
        return self._address(self.loadvar(variable.name), numbers, kinds)

    def _address(self, array: Any, numbers: list[Any], kinds: Any) -> Any:
        place = None
        for i, (number, kind) in enumerate(zip(numbers, kinds, strict=True)):
            # The constant of a signed type may have been written as an unsigned one.
            is_from_start = isinstance(number, Constant) and 0 <= number.constant < 1 << kind.bitwidth - 1
            counts_from_end = kind.signed and not is_from_start
            size = self.builder.extract_value(array, [SHAPE, i]) if i or counts_from_end else None
            if counts_from_end:
                number = fix_integer_index(self.context, self.builder, kind, number, size)  # type: ignore[no-untyped-call]
            else:
                number = self.context.cast(self.builder, number, kind, types.uintp)
            place = self.builder.add(self.builder.mul(place, size), number) if place else number
        return self.builder.gep(self.builder.extract_value(array, DATA), [place])

    # -- ranges ------------------------------------------------------------------------------------

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        found = None
        if expr.op == "static_getitem" and self._is_array(expr.value):
            found = self.lower_getitem(resty, expr, expr.value, expr.index_var, self.fndesc.calltypes[expr])
        elif expr.op == "call" and resty == types.range_state64_type and self._is_plain_range(expr):
            found = self._range(resty, expr)
        elif expr.op == "getiter" and self.typeof(expr.value.name) == types.range_state64_type:
            found = self._begun(resty, self.loadvar(expr.value.name))
        elif expr.op == "iternext" and self.typeof(expr.value.name) == types.range_iter64_type:
            found = self._next(resty, self.loadvar(expr.value.name))
        elif expr.op in ("pair_first", "pair_second"):
            found = self.builder.extract_value(self.loadvar(expr.value.name), int(expr.op == "pair_second"))
        return super().lower_expr(resty, expr) if found is None else found  # type: ignore[no-untyped-call]

    def _is_plain_range(self, call: Any) -> bool:
        """Is it `range` itself with its numbers, not a kernel that returns a range, nor a tuple of numbers?"""
        return getattr(self.typeof(call.func.name), "typing_key", None) is range and not call.vararg

    def _range(self, resty: Any, expr: Any) -> Any:
        numbers = [self._as(one, types.int64) for one in expr.args]
        if len(numbers) == 1:
            numbers.insert(START, WORD(0))
        if len(numbers) == 2:
            numbers.append(WORD(1))
        return self.builder.put_together(self.context.get_value_type(resty), *numbers)

    def _begun(self, resty: Any, numbers: Any) -> Any:
        """The iterator of a range, or None if it is not known which way it goes."""
        builder = self.builder
        start, stop, step = (builder.extract_value(numbers, i) for i in (START, STOP, STEP))
        if not isinstance(step, Constant) or step.constant == 0:
            return None
        by = abs(step.constant)
        left = builder.sub(stop, start) if step.constant > 0 else builder.sub(start, stop)
        if by > 1:
            left = builder.sdiv(builder.add(left, WORD(by - 1)), WORD(by))  # rounded up if there is anything left
        number, count = builder.room(WORD), builder.room(WORD)
        builder.store(start, number)
        builder.store(left, count)
        return builder.put_together(self.context.get_value_type(resty), number, stop, step, count)

    def _next(self, resty: Any, iterator: Any) -> Any:
        """The next number of a range, and whether there is one."""
        builder = self.builder
        number, _, step, count = (builder.extract_value(iterator, i) for i in range(4))
        value, left = builder.load(number), builder.load(count)
        builder.store(builder.add(value, step), number)
        builder.store(builder.sub(left, WORD(1), flags=["nsw"]), count)
        more = builder.icmp_signed(">", left, WORD(0))
        return builder.put_together(self.context.get_value_type(resty), value, more)


def _drop_unused(blocks: Any) -> None:
    """Remove what was put together, or multiplied as the size of an array is, for nobody."""
    used = Counter(id(value) for block in blocks for one in block.instructions for value in _taken(one))
    for block in reversed(blocks):
        left = []
        for one in reversed(block.instructions):
            if (isinstance(one, InsertValue) or one.opname == "mul") and not used[id(one)]:
                used.subtract(id(value) for value in _taken(one))
            else:
                left.append(one)
        block.instructions[:] = reversed(left)


def _taken(one: Any) -> Iterator[Any]:
    """The values that an instruction uses."""
    yield from one.operands
    if isinstance(one, PhiInstr):
        yield from (value for value, _ in one.incomings)


def _never_fails(blocks: Any) -> bool:
    """Does a function say that all is well wherever it ends?"""
    ends = [block.terminator.operands[0] for block in blocks if isinstance(block.terminator, Ret)]
    return all(isinstance(status, Constant) and status.constant == 0 for status in ends)


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
