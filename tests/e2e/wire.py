"""A network connection that a test can cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Wire:
    """A connection to the hall that can be cut like a cable: open connections break, new ones are refused."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._up = True
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection and refuse new ones."""
        self._up = False
        for end in list(self._open):
            self._shut(end)

    def mend(self) -> None:
        """Let connections through again."""
        self._up = True

    def close(self) -> None:
        """Stop for good."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self._up:
                near.close()
                continue
            far = socket.create_connection(self._target)
            self._open |= {near, far}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        self._shut(source)
        self._shut(sink)

    def _shut(self, end: socket.socket) -> None:
        self._open.discard(end)
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
