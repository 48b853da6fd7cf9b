"""Fill the cache of machine code: ``python -m mandapa.warm kerala [...]``, one line of progress an entry point.

Run in a process of its own, because compiling holds the interpreter lock.
"""

import importlib
import importlib.util
import sys
from functools import partial

from mandapa.library import game_type, games


def report(name: str, step: str, done: int, total: int) -> None:
    """One line of progress."""
    print(f"{name} {done + 1}/{total} {step}", flush=True)


def main(names: list[str]) -> int:
    """Compile the named games, all of them if none is named; returns the exit status."""
    if importlib.util.find_spec("mandapa.bots") is not None:
        importlib.import_module("mandapa.bots")
    for name in names or games():
        engine = game_type(name).engine
        engine.warm(partial(report, name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
