"""Values and outcomes from the definition: limits, tables, mex search, proof search, and which search answers what."""
