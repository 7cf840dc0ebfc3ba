"""The command line: arguments -> core -> text or JSON."""

import gc

__all__ = ["main"]


def main() -> None:
    """The entry point of the program."""
    # All modules stay: to look for garbage among them takes a twentieth of a short call. `app` enables it again.
    gc.disable()
    from .app import main as run

    run()
