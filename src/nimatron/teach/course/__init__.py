"""The course: lessons are files, their questions are answered by the solver. docs/lessons.md describes the form."""
