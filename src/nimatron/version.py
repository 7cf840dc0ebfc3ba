"""The version, which every room may know."""

__version__ = "0.1.0"
