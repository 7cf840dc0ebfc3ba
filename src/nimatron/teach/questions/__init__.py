"""Questions that the solver judges: lessons, exercises and sheets ask the same kinds of questions."""
