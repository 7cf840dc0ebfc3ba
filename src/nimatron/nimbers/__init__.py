"""Nimbers: the finite ones with their field operations, and ordinals for the infinite ones."""

from .algebra import (
    nim_det,
    nim_matmul,
    nim_poly_divmod,
    nim_poly_eval,
    nim_poly_gcd,
    nim_poly_mul,
    nim_poly_roots,
    nim_rank,
    nim_solve_linear,
)
from .field import (
    nim_degree,
    nim_div,
    nim_inv,
    nim_log,
    nim_mul,
    nim_order,
    nim_pow,
    nim_primitive,
    nim_quadratic,
    nim_solve,
    nim_sqrt,
    nim_square,
    nim_sum,
)
from .finite import mex
from .loopy import Loopy, Value
from .nimber import Nimber
from .ordinals import Ordinal, below, mex_of_intervals, omega_times_plus, ordinal

__all__ = [
    "Loopy",
    "Nimber",
    "Ordinal",
    "Value",
    "below",
    "mex",
    "mex_of_intervals",
    "nim_degree",
    "nim_det",
    "nim_div",
    "nim_inv",
    "nim_log",
    "nim_matmul",
    "nim_mul",
    "nim_order",
    "nim_poly_divmod",
    "nim_poly_eval",
    "nim_poly_gcd",
    "nim_poly_mul",
    "nim_poly_roots",
    "nim_pow",
    "nim_primitive",
    "nim_quadratic",
    "nim_rank",
    "nim_solve",
    "nim_solve_linear",
    "nim_sqrt",
    "nim_square",
    "nim_sum",
    "omega_times_plus",
    "ordinal",
]
