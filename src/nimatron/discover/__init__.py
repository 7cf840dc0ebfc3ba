"""From the rules of a game to a rule for its lost positions, proved for all positions."""
