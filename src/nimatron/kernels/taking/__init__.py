"""Kernels for games on one heap with a set of amounts that may or may not be taken."""
