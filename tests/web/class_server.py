"""A server with a class of its own, which can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Server:
    """A server with a class, which can be killed and started again."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder, self.arguments, self.url = folder, arguments, f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "nimatron", "serve", "--class", "--port", str(self.port), *self.arguments]
        environment = {**os.environ, "LANGUAGE": "en", "XDG_CACHE_HOME": str(self.folder)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.said = self._first()
        self.key = re.findall("#key=(.*)", self.said)[0]
        self.code = re.findall("code to join: ([A-Z]{4})", self.said)[0]

    def _first(self) -> str:
        assert self.process.stdout is not None
        said = ""
        while "Everyone on this network" not in said and "not connected to a network" not in said:
            line = self.process.stdout.readline()
            assert line, said
            said += line
        return said

    def kill(self, how: int = signal.SIGKILL) -> None:
        assert self.process.stdout is not None
        self.process.send_signal(how)
        self.process.wait(60)
        self.process.stdout.close()

    def stop(self) -> None:
        self.kill(signal.SIGINT)

    @property
    def files(self) -> list[Path]:
        return sorted((self.folder / "nimatron").glob("class-*"))


@contextmanager
def serving_class(folder: Path, *arguments: str) -> Iterator[Server]:
    server = Server(folder, *arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
