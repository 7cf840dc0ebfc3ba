"""The course: lessons are files, and the solver answers their questions (docs/reference/lessons.md)."""
