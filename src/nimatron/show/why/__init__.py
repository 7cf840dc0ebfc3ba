"""The reason why a position is won or lost, for the page: a picture, one sentence, and moves to press.

The pictures are data: rows of bits, a line of heaps, a map, the moves by the value they lead to. The page draws them
and computes nothing.
"""
