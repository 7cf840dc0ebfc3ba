"""Teaching: the course, quizzes and printed sheets; all answers come from the solver."""
