"""Misere play: canonical forms and genus of any game, and quotients, which solve all heaps of a game at once."""
