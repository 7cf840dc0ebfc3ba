"""Kernels for misère quotients."""
