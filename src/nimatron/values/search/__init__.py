"""Values and outcomes from the definition: limits, tables, mex, proof, and which of them answers what."""
