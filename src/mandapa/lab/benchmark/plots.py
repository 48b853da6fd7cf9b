"""Plots of leaderboards: the share of wins of each method, with its interval and a point for each training."""

from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mandapa.lab.benchmark.leaderboard import GREEDY, Entry, Leaderboard

COLUMNS = 4
"""Maximum number of panels in a row."""
SETTINGS: Any = {"svg.hashsalt": "mandapa", "font.size": 8}


def plot(board: Leaderboard, file: Path) -> None:
    """Draw a panel for each environment with the share of wins against ``greedy``, and save the figure to ``file``.

    For a cooperative game, it is the share of games won.
    """
    environments = [one for one in board.protocol.environments if board.of_environment(one)]
    entries = max(len(board.of_environment(one)) for one in environments)
    columns = min(COLUMNS, len(environments))
    rows = -(-len(environments) // columns)
    with rc_context(SETTINGS):
        figure = Figure(figsize=(3.8 * columns, (0.6 + 0.2 * entries) * rows), layout="constrained")
        panels = figure.subplots(rows, columns, squeeze=False).flat
        for panel in panels[len(environments) :]:
            panel.remove()
        for panel, environment in zip(panels, environments, strict=False):
            _draw(panel, board.of_environment(environment))
            panel.set_title(environment.id.removeprefix("mandapa/"))
        figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def _draw(panel: Axes, entries: list[Entry]) -> None:
    """Draw the entries of an environment, the best at the top."""
    for height, entry in enumerate(reversed(entries)):
        score = entry.wins(None if entry.together else GREEDY)
        if score is None:
            continue
        panel.plot([100 * score.low, 100 * score.high], [height, height], color="#888888", linewidth=2)
        panel.plot([100 * one for one in score.trainings], [height] * len(score.trainings), "|", color="#333333")
        panel.plot([100 * score.value], [height], "o", color="#1f5f8b", markersize=4)
    panel.set_yticks(range(len(entries)), [entry.method for entry in reversed(entries)])
    panel.set(xlim=(-3, 103), xlabel="games won, %" if entries[0].together else "wins against greedy, %")
    panel.grid(axis="x", alpha=0.4)
