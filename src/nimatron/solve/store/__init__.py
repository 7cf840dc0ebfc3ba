"""Everything that survives a process: files, store, fingerprints, checkpoints, saved tables."""
