"""A data set: games of one computer player against itself, as records and as decisions, with a page about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.lab.arena import Result, arena
from mandapa.lab.executor import Executor
from mandapa.lab.recording import PARQUET, Keep, writing
from mandapa.library import Game

ABOUT = """\
# Games of {bot}, playing itself

Written by `{command}` with mandapa {version}. Each game comes in two files: `.jsonl` has a record a line, whole games
that replay (`mandapa.lab.recording.trajectories` reads them, with what each seat saw); `.parquet` has a row for each
decision. Two games of two players in a row, three of three and so on, had the same luck with the seats turned: keep
them on the same side of a split.

| files | options | games | decisions | wins by seat, % | mean score |
| --- | --- | ---: | ---: | --- | ---: |
{rows}

Games that computer players play are facts: no rights are claimed in them. Names of pieces are those of the publishers:

{credits}
"""


def write_dataset(
    folder: Path,
    games: Sequence[Game],
    bot: str,
    number: int,
    seed: int,
    executor: Executor,
    command: str,
    progress: Callable[[Game, int], None] = lambda game, done: None,
) -> list[Path]:
    """Play ``number`` games of each of ``games`` and write them into ``folder``; returns what was written.

    With a budget in simulations, as levels have, all but the times in the records follows from ``seed``. ``command`` is
    told on the page, ``README.md``; ``progress`` gets a game and how many of its games are done.
    Raises ``ImportError`` without pyarrow.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written, rows = [], []
    for game in games:
        lines, table = (folder / f"{game.name}-{game.players}{suffix}" for suffix in (".jsonl", PARQUET))
        with writing(lines) as keep_game, writing(table) as keep_decisions:

            def keep(record: dict[str, Any], keeps: tuple[Keep, ...] = (keep_game, keep_decisions)) -> None:
                for one in keeps:
                    one(record)

            result = arena(game, [bot], number, seed, executor, partial(progress, game), keep)
        written += [lines, table]
        rows.append(_row(result, lines.stem))
    page = folder / "README.md"
    credits = [f"* {game.type.title}: {game.type.credits.designer}, {game.type.credits.publisher}" for game in games]
    about = {"bot": bot, "command": command, "version": version("mandapa")}
    tables = {"rows": "\n".join(rows), "credits": "\n".join(dict.fromkeys(credits))}
    page.write_text(ABOUT.format(**about, **tables), encoding="utf-8")
    return [*written, page]


def _row(result: Result, name: str) -> str:
    """What stands on the page about the games of a file."""
    game, played = result.game, result.played
    changed = {one.name: game.options[one.name] for one in game.type.options if game.options[one.name] != one.default}
    shares = 100 * np.mean([game.shares_of_win(one.scores) for one in played], axis=0)
    decisions = sum(sum(one.decisions) for one in played)
    told = ", ".join(f"{key} = {value}" for key, value in changed.items()) or "as they are"
    wins = ", ".join(f"{share:.0f}" for share in shares)
    score = np.mean([one.scores for one in played])
    return f"| {name} | {told} | {len(played):,} | {decisions:,} | {wins} | {score:.1f} |"
