"""``mandapa lab``: studies of games and bots, one module per command. Some are also commands of ``mandapa``."""

from typing import ClassVar

import typer

from mandapa.cli.lazy import LazyGroup


class _Lab(LazyGroup):
    modules: ClassVar = {
        "arena": "mandapa.cli.lab.arena",
        "evaluate": "mandapa.cli.lab.benchmark.evaluate",
        "environments": "mandapa.cli.lab.benchmark.environments",
        "ladder": "mandapa.cli.lab.ladder",
        "headroom": "mandapa.cli.lab.headroom",
        "levels": "mandapa.cli.lab.levels",
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
    """Studies of games and bots, on this machine or a cluster."""
