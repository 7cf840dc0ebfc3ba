"""Nimbers: the finite ones with their field operations, and ordinals for the infinite ones."""
