"""Nimber arithmetic on vectors of a machine, and the tower of fields in plain Python."""
