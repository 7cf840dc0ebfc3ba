"""Nimbers: the finite ones with their field operations, and ordinals for the infinite ones."""

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
    "nim_div",
    "nim_inv",
    "nim_log",
    "nim_mul",
    "nim_order",
    "nim_pow",
    "nim_primitive",
    "nim_quadratic",
    "nim_solve",
    "nim_sqrt",
    "nim_square",
    "nim_sum",
    "omega_times_plus",
    "ordinal",
]
