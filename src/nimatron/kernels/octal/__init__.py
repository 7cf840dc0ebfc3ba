"""Kernels of take-and-break codes: long runs of nim-values, their periods, and the check of random heaps."""
