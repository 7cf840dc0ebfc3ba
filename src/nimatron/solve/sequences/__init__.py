"""Nim-sequences of one-heap games: growing them, proving their periods, long runs."""
