"""The command line: arguments -> core -> text or JSON."""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sys import UnraisableHookArgs

__all__ = ["main"]

AGAIN = 0.05
"""Seconds until a lost interrupt is sent again."""


def main() -> None:
    """The entry point of the program."""
    # All modules stay: to look for garbage among them takes a twentieth of a short call. `app` enables it again.
    gc.disable()
    sys.unraisablehook = send_again
    try:
        from .program import main as run

        run()
    except KeyboardInterrupt:  # before the program could say anything
        raise SystemExit(130) from None


def send_again(swallowed: UnraisableHookArgs) -> None:
    """Send Ctrl-C again if a callback of Python, such as that of a weak reference, has swallowed it."""
    if swallowed.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(swallowed)
        return
    from threading import Timer

    # Later, and from another thread: the callback would swallow this one too.
    Timer(AGAIN, _interrupt_main).start()


def _interrupt_main() -> None:
    """Interrupt the main thread, even one that waits for a lock: `interrupt_main` alone would not wake it."""
    import signal
    from _thread import interrupt_main
    from threading import main_thread

    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()
