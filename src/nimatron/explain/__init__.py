"""Answers as data: the outcome, the value and the winning moves of a position, and the steps that lead to them."""
