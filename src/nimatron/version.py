"""The version, which every room may know."""

__version__ = "1.0.0"
