"""Rules only: what may be moved, and how it is written. No values here."""
