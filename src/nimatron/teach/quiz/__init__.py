"""Exercises to practise with: a seed draws the question, the solver judges the answer and gives the reason."""
