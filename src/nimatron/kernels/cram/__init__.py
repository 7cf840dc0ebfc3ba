"""Kernels for Cram."""
