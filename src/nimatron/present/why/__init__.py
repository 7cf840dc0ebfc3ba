"""Why a position is won or lost, as the page shows it: a picture first, one sentence second, moves to press third.

The pictures are data: rows of bits, a line of heaps, a map, the moves by the value they lead to. The page draws them
and computes nothing.
"""

from .answer import why_data

__all__ = ["why_data"]
