"""The command line: arguments -> core -> text or JSON."""

from .app import main

__all__ = ["main"]
