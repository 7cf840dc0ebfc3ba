"""Rules only: which moves there are, and how positions are written. Values are computed elsewhere."""
