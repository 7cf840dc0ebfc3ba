"""The looks of answers: words, JSON, drawings. Nothing here computes a value."""
