"""A class: a teacher, pupils with nicknames, and what they do together. Kept no longer than the class."""
