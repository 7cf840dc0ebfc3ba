"""A class: a teacher, pupils with nicknames, and their activities. Nothing of it is stored after its end."""
