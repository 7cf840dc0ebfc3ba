"""How answers look: words, JSON, drawings. Nothing here computes a value."""
