"""Chomp and Cram."""
