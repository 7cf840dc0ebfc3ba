"""Matches: how the computer chooses a move, whose turn it is, how a typed move is read, how programs play."""
