"""Programs that pupils write: the tasks, the judge that answers with a counterexample, and the cost of recursion."""
