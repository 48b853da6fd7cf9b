"""Compile machine code for the bots while the person thinks about the first move."""

import subprocess
import sys
import threading

from mandapa.kernel.compile.engine import interpreted_only
from mandapa.library import Game


class BackgroundCompile:
    """Compiles a game's machine code in another process. Until it is loaded, the rules are interpreted."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._compiling: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start compiling, unless this has been done already or nothing needs to be compiled."""
        if self._thread is not None or self._game.engine.ready or interpreted_only():
            return
        # Use another process, because compiling holds the GIL, and even checking the cache imports the compiler.
        command = [sys.executable, "-m", "mandapa.warm", self._game.name]
        self._compiling = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._thread = threading.Thread(target=self._load, daemon=True)
        self._thread.start()

    def _load(self) -> None:
        if self._compiling is not None and self._compiling.wait() == 0:
            self._game.engine.warm()

    def stop(self) -> None:
        """Stop the compilation if it is still running."""
        if self._compiling is not None and self._compiling.poll() is None:
            self._compiling.terminate()
            self._compiling.wait()
