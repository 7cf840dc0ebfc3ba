"""numba's passes before and after it finds the types, with less work.

After most passes numba finds out anew where each variable is used for the last time, in order to free it there. Nothing
here is freed. And it looks for calls of `print`, for exceptions and for names of columns, of which kernels have none.
"""

from __future__ import annotations

from typing import Any

from numba.core import transforms
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.rewrites.static_getitem import RewriteConstGetitems, RewriteConstSetitems
from numba.core.ssa import reconstruct_ssa
from numba.core.typed_passes import PreLowerStripPhis

REWRITES = (RewriteConstGetitems, RewriteConstSetitems)
"""What is known of items because an index is a constant."""


class _Pass(FunctionPass):
    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class Blocks(_Pass):
    """Puts the blocks of a function into their usual form."""

    _name = "plain_blocks"

    def run_pass(self, state: Any) -> bool:
        state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)  # type: ignore[no-untyped-call]
        return True


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class Rewrites(_Pass):
    """Marks what is known before the types are."""

    _name = "plain_rewrites"

    def run_pass(self, state: Any) -> bool:
        for kind in REWRITES:
            rewrite = kind(state)
            for key, block in list(state.func_ir.blocks.items()):
                if rewrite.match(state.func_ir, block, state.typemap, state.calltypes):  # type: ignore[no-untyped-call]
                    state.func_ir.blocks[key] = rewrite.apply()  # type: ignore[no-untyped-call]
        return True


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class Ssa(_Pass):
    """Gives each assignment a variable of its own."""

    _name = "plain_ssa"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = reconstruct_ssa(state.func_ir)  # type: ignore[no-untyped-call]
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)  # type: ignore[no-untyped-call]
        return True


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class StripPhis(PreLowerStripPhis):
    """Turns what two branches give a variable into two assignments."""

    _name = "plain_strip_phis"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)  # type: ignore[no-untyped-call]
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)  # type: ignore[no-untyped-call]
        return True
