"""Data sets of self-play games of one bot: game records, a table of decisions, and a README."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.checkpoint import changed_options, open_result_file
from mandapa.lab.executor import Executor
from mandapa.lab.records import COLUMNS, PARQUET, Keep, record_writer
from mandapa.library import Game
from mandapa.rows import Rows

ABOUT = """\
# Games of {bot}, playing itself

Written by `{command}` with mandapa {version}. Each game comes in two files: `.jsonl` has a record a line, whole games
that replay (`mandapa.lab.records.trajectories` reads them, with what each seat saw); `.parquet` has a row for each
decision, as described below. Two consecutive games of two players, three of three and so on, had the same random seed
with the seats rotated: keep them on the same side of a split.

| files | options | games | decisions | wins by seat, % | mean score |
| --- | --- | ---: | ---: | --- | ---: |
{rows}

| column | type | meaning |
| --- | --- | --- |
{columns}

Games that computer players play are facts: no rights are claimed in them, publish them under any licence. Names of
pieces are those of the publishers:

{credits}
"""


@dataclass(frozen=True)
class DataSet(Rows):
    """The files of a data set. ``rows`` has one row per game and number of players.

    Attributes:
        files: paths of all files, the README last.
        played: results of the games, by file name without suffix.
    """

    files: list[Path]
    played: dict[str, Result]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per game and number of players."""
        return [
            {
                "file": name,
                "game": result.game.name,
                "players": result.game.players,
                "options": ", ".join(f"{key} = {value}" for key, value in changed_options(result.game).items()),
                "games": len(result.played),
                "decisions": sum(sum(one.decisions) for one in result.played),
                "score": float(np.mean([one.scores for one in result.played])),
            }
            for name, result in self.played.items()
        ]


def write_dataset(
    folder: Path,
    games: Sequence[Game],
    bot: str,
    number: int,
    seed: int,
    executor: Executor,
    command: str,
    progress: Callable[[Game, int], None] = lambda game, done: None,
) -> DataSet:
    """Play ``number`` games of each of ``games`` with copies of ``bot`` and write them to ``folder``.

    If the bot's budget is a number of simulations, the files depend only on ``seed``, except the times in the records.
    Until all files are written, games are stored in the subfolder ``unfinished``, so an interrupted run resumes if the
    same command is run again.

    Args:
        folder: folder for the files, created if missing.
        games: the games, each with its number of players and options.
        bot: specification of the bot, see ``PlayerSpec.parse``.
        number: number of games to play for each of ``games``.
        seed: root seed.
        executor: runs the games.
        command: command line to show in the README.
        progress: called with one of ``games`` and the number of times that it has been played.

    Raises:
        ImportError: pyarrow is missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / "unfinished"
    files: list[Path] = []
    played = {}
    for game in games:
        lines, table = (folder / f"{game.name}-{game.players}{suffix}" for suffix in (".jsonl", PARQUET))
        with record_writer(lines) as keep_game, record_writer(table) as keep_decisions:

            def keep(record: dict[str, Any], keeps: tuple[Keep, ...] = (keep_game, keep_decisions)) -> None:
                for one in keeps:
                    one(record)

            kept = open_result_file(unfinished, game, [bot], seed)
            played[lines.stem] = arena(game, [bot], number, seed, executor, partial(progress, game), keep, kept)
        files += [lines, table]
    found = DataSet([*files, folder / "README.md"], played)
    credits = [f"* {game.type.title}: {game.type.credits.designer}, {game.type.credits.publisher}" for game in games]
    about = {"bot": bot, "command": command, "version": version("mandapa")}
    rows = [_line(row, played[row["file"]]) for row in found.rows()]
    columns = [f"| `{name}` | {type} | {about} |" for name, (type, about) in COLUMNS.items()]
    tables = {"columns": "\n".join(columns), "rows": "\n".join(rows), "credits": "\n".join(dict.fromkeys(credits))}
    found.files[-1].write_text(ABOUT.format(**about, **tables), encoding="utf-8")
    shutil.rmtree(unfinished)
    return found


def _line(row: dict[str, Any], result: Result) -> str:
    """Return the README's table row for the games in a file."""
    shares = 100 * np.mean([result.game.shares_of_win(one.scores) for one in result.played], axis=0)
    wins = ", ".join(f"{share:.0f}" for share in shares)
    options = row["options"] or "as they are"
    return f"| {row['file']} | {options} | {row['games']:,} | {row['decisions']:,} | {wins} | {row['score']:.1f} |"
