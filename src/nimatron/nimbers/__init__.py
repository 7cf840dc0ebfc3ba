"""Nimbers: the finite ones with their field operations, and ordinals for what lies beyond."""

from .finite import mex, nim_div, nim_inv, nim_mul, nim_pow, nim_solve, nim_sqrt, nim_square, nim_sum
from .ordinals import Ordinal, Value, below, mex_of_intervals, omega_times_plus, ordinal

__all__ = [
    "Ordinal",
    "Value",
    "below",
    "mex",
    "mex_of_intervals",
    "nim_div",
    "nim_inv",
    "nim_mul",
    "nim_pow",
    "nim_solve",
    "nim_sqrt",
    "nim_square",
    "nim_sum",
    "omega_times_plus",
    "ordinal",
]
