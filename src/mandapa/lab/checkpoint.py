"""Files that store the results of a study, so that an interrupted run can resume and later runs can add games."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, TypeVar

from mandapa.lab.arena.finished_game import FinishedGame
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.executor import Executor
from mandapa.library import Game
from mandapa.play.record import software

MAX_NAME = 100
"""Maximum length of the part of a file name that lists the players; longer lists are cut off."""


Result = TypeVar("Result")
"""Result of one job of a study, such as the games of a group."""


class ResultFile(Generic[Result]):
    """Results of a study, stored in a JSON Lines file: a header that describes the games, then one result per line.

    The file name includes a digest of the header, so games with other rules, levels or weights are stored in other
    files.

    Attributes:
        file: path of the file.
        groups: the results by job number.
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        facts: Mapping[str, Any],
        write: Callable[[Result], Any],
        read: Callable[[int, Any], Result],
    ) -> None:
        """Read the file if it exists.

        Args:
            folder: folder of the file, created when the first result is added.
            name: beginning of the file name.
            facts: header, which must describe everything that affects the results; see ``study_facts``.
            write: function that converts a result to JSON-compatible data.
            read: function that converts a job number and the data back to a result.
        """
        self._write = write
        self._first = json.dumps(facts, sort_keys=True)
        digest = blake2b(self._first.encode(), digest_size=4).hexdigest()
        self.file = folder / f"{re.sub(r'[^a-zA-Z0-9_.@+=-]', '_', name)[:MAX_NAME]}.{digest}.jsonl"
        self.groups: dict[int, Result] = {}
        if not self.file.exists():
            return
        text = self.file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:  # A process was interrupted while writing a line.
            self.file.write_text(whole, encoding="utf-8")
        for line in whole.splitlines()[1:]:
            number, result = json.loads(line)
            self.groups[number] = read(number, result)

    def add(self, number: int, result: Result) -> None:
        """Append the result of a job to the file."""
        if not self.file.exists():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self._first + "\n", encoding="utf-8")
        self.groups[number] = result
        with self.file.open("a", encoding="utf-8") as lines:
            print(json.dumps([number, self._write(result)]), file=lines)


def run_missing(
    kept: ResultFile[Result] | None,
    executor: Executor,
    work: Callable[[int], Result],
    numbers: Sequence[int],
    progress: Callable[[int], None],
) -> list[Result]:
    """Return the result for each job number in order, read from ``kept`` or computed by ``work``.

    New results are added to ``kept``. ``progress`` is called with the number of results available so far.
    """
    found = {} if kept is None else {number: kept.groups[number] for number in numbers if number in kept.groups}
    missing = [number for number in numbers if number not in found]
    progress(len(found))
    for number, result in zip(missing, executor.run(work, missing), strict=True):
        found[number] = result
        if kept is not None:
            kept.add(number, result)
        progress(len(found))
    return [found[number] for number in numbers]


def open_result_file(
    folder: Path, game: Game, players: Sequence[str | PlayerSpec], seed: int
) -> ResultFile[list[FinishedGame]]:
    """Open the file that stores games between these players, for the current rules, bot levels and weights."""
    entrants = [one if isinstance(one, PlayerSpec) else PlayerSpec.parse(one) for one in players]
    name = "--".join(one.label for one in entrants)
    facts = study_facts(game, entrants, seed=seed)
    return ResultFile(folder / game.name / variant_name(game), name, facts, _write_games, _read_games)


def _write_games(games: Iterable[FinishedGame]) -> list[Any]:
    return [
        [one.entrants, one.scores, one.seconds, one.decisions, *([] if one.record is None else [one.record])]
        for one in games
    ]


def _read_games(group: int, rows: Iterable[Any]) -> list[FinishedGame]:
    return [FinishedGame(group, tuple(a), tuple(b), tuple(c), tuple(d), *record) for a, b, c, d, *record in rows]


def study_facts(game: Game, entrants: Sequence[PlayerSpec], **others: Any) -> dict[str, Any]:
    """Return the facts that determine the games of a study, to be used as the header of a ``ResultFile``.

    They are the rules, options, components and players, and the keyword arguments ``others``.
    """
    return {
        "software": software(),
        "game": game.name,
        "rules_version": game.rules_version,
        "players": game.players,
        "options": game.options,
        "components": game.components_hash,
        "entrants": [one.facts(game) for one in entrants],
        **others,
    }


def variant_name(game: Game) -> str:
    """Return a name for folders and headings, made of the number of players and the options that are not defaults."""
    return "-".join([str(game.players), *(f"{name}={value}" for name, value in changed_options(game).items())])


def changed_options(game: Game) -> dict[str, Any]:
    """Return the options of a game that differ from their defaults."""
    defaults = {option.name: option.default for option in game.type.options}
    return {name: value for name, value in game.options.items() if value != defaults[name]}
