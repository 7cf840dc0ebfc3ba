"""The only place that computes values: theorem, else period, else search."""
