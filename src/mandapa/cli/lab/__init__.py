"""``mandapa lab``, whose commands are a module each. Some are commands of ``mandapa``, too."""

from __future__ import annotations

from typing import ClassVar

import typer

from mandapa.cli.lazy import LazyGroup


class _Lab(LazyGroup):
    modules: ClassVar = {
        "arena": "mandapa.cli.lab.arena",
        "evaluate": "mandapa.cli.lab.evaluate",
        "ladder": "mandapa.cli.lab.ladder",
        "train": "mandapa.cli.lab.train",
        "calibrate": "mandapa.cli.lab.calibrate",
        "puzzles": "mandapa.cli.lab.puzzles",
        "dataset": "mandapa.cli.lab.dataset",
        "balance": "mandapa.cli.lab.balance",
        "tune": "mandapa.cli.lab.tune",
    }


app = typer.Typer(cls=_Lab, no_args_is_help=True)


@app.callback()
def lab() -> None:
    """Studies of games and of computer players, here or on many machines."""
