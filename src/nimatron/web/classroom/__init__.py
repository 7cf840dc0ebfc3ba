"""A class: a teacher, pupils with nicknames, and their activities. Nothing of it is kept after its end."""
