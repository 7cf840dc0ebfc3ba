"""Kernels for Chomp."""
