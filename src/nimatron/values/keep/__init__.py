"""All that survives a process: files, store, fingerprints, checkpoints, kept tables."""
