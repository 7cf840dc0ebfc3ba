"""The commands, by subject. `cli/program.py` says which file has which."""
