"""Proofs a reader can follow: a statement, an instance that the reader chooses, and steps computed for it."""
