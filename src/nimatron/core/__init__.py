"""The vocabulary of all rooms: games, positions and sums, messages and errors, limits, clock, memory and files."""
