"""Data sets of self-play games of one bot: game records, tables of decisions, a data card, and a manifest."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.benchmark.provenance import provenance
from mandapa.lab.checkpoint import changed_options, open_result_file
from mandapa.lab.executor import Executor
from mandapa.lab.records import COLUMNS, MANIFEST, PARQUET, Keep, digest_of, record_writer, write_manifest
from mandapa.library import Game
from mandapa.rows import Rows

ABOUT = """\
# Data card: games of {bot}, playing itself

Whole games of a computer player as records and as tables of decisions. The headings are those of Gebru et al.,
"Datasheets for Datasets" (2021).

## Motivation

The games are meant for research on decisions under chance and hidden information: imitation, offline reinforcement
learning, evaluation of positions, statistics of the games. Written by `{command}` with mandapa {version}.

## Composition

Each instance is a game, played to its end. Every game that the command played is included.

| files | options | games | decisions | wins by seat, % | mean score |
| --- | --- | ---: | ---: | --- | ---: |
{rows}

Each game comes in two files. `.jsonl` has one record per line, from which the whole game can be replayed
(`mandapa.lab.records.trajectories` does so, and returns what each seat saw). `.parquet` has one row per decision:

| column | type | meaning |
| --- | --- | --- |
{columns}

Two consecutive games of two players, three of three and so on, had the same random seed with the seats rotated, except
in cooperative games: keep them on the same side of a split. Every seat is a computer player; there are no personal
data.

## Collection process

One bot played all seats, with the root seed {seed}. If its budget is a number of simulations, the command plays the
same games again; only the times in the records differ.

| files | bot | version | settings of the level | network weights |
| --- | --- | ---: | --- | --- |
{bots}

Software: {software}.

## Preprocessing

The records are as played. The tables are computed from them and contain the decisions, without chance events.
Observations are not stored, because `trajectories` computes them from the records.

## Uses

The games show the play of one bot, which is neither that of people nor the best possible, and positions that only
weaker or stronger players reach are rare. Measure a policy that was trained on them by games (`mandapa evaluate`), not
by how often it agrees with this bot.

## Distribution

Games that computer players play are facts: no rights are claimed in them, publish them under any licence. Names of
pieces are those of the publishers:

{credits}

`{manifest}` lists the files with their sizes and digests. `trajectories` rejects a `.jsonl` file that differs from it:

| file | bytes | SHA-256 |
| --- | ---: | --- |
{digests}

## Maintenance

The files do not change. Later versions of mandapa read these records, and play other games if the rules or the bot have
changed. Report errors to the maintainers of Mandapa.
"""


@dataclass(frozen=True)
class DataSet(Rows):
    """The files of a data set. ``rows`` has one row per game and number of players.

    Attributes:
        files: paths of all files; the last two are the README and the manifest.
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
        command: command line to show in the data card.
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
    page = folder / "README.md"
    found = DataSet([*files, page, folder / MANIFEST], played)
    credits = [f"* {game.type.title}: {game.type.credits.designer}, {game.type.credits.publisher}" for game in games]
    made = provenance()
    commit = f"{made.commit}, modified" if made.modified else made.commit
    versions = {"Python": made.python, **made.libraries, "commit": commit, "processor": made.processor}
    tables = {
        "rows": [_line(row, played[row["file"]]) for row in found.rows()],
        "columns": [f"| `{name}` | {type} | {about} |" for name, (type, about) in COLUMNS.items()],
        "bots": [_bot_line(name, result) for name, result in played.items()],
        "credits": list(dict.fromkeys(credits)),
        "digests": [f"| {one['file']} | {one['bytes']:,} | `{one['sha256']}` |" for one in map(digest_of, files)],
    }
    about = {"bot": bot, "command": command, "version": version("mandapa"), "seed": seed, "manifest": MANIFEST}
    software = ", ".join(f"{name} {found}" for name, found in versions.items() if found)
    text = ABOUT.format(**about, software=software, **{name: "\n".join(lines) for name, lines in tables.items()})
    page.write_text(text, encoding="utf-8")
    write_manifest([*files, page])
    shutil.rmtree(unfinished)
    return found


def _line(row: dict[str, Any], result: Result) -> str:
    """Return the README's table row for the games in a file."""
    shares = 100 * np.mean([result.game.shares_of_win(one.scores) for one in result.played], axis=0)
    wins = ", ".join(f"{share:.0f}" for share in shares)
    options = row["options"] or "as they are"
    return f"| {row['file']} | {options} | {row['games']:,} | {row['decisions']:,} | {wins} | {row['score']:.1f} |"


def _bot_line(name: str, result: Result) -> str:
    """Return the README's table row for the bot in a file."""
    facts = result.entrants[0].facts(result.game)
    skill = {key: value for key, value in (facts["skill"] or {}).items() if np.isfinite(value)}
    settings = ", ".join(f"{key} {value:g}" for key, value in skill.items())
    version = facts["version"] or facts["package"]
    return f"| {name} | {facts['player']} | {version} | {settings or 'none'} | {facts['judges_by'] or 'none'} |"
