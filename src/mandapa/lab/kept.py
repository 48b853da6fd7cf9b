"""Games of a study in a folder: what was broken off goes on, and more games join those that are there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mandapa.lab.entrants import Entrant
from mandapa.lab.played import Played
from mandapa.library import Game
from mandapa.play.record import software

MAX_NAME = 100
"""Characters of a file's name that say who plays; its digest tells those apart that are longer."""


class Kept:
    """Groups of games in a file: a line that says what was played, then a group in each line.

    The file is named by that first line too, so that games of other rules, levels or weights lie in other files.

    Attributes:
        file: where they are.
        groups: the games of each group, by its number.
    """

    def __init__(self, folder: Path, name: str, facts: Mapping[str, Any]) -> None:
        self._first = json.dumps(facts, sort_keys=True)
        digest = blake2b(self._first.encode(), digest_size=4).hexdigest()
        self.file = folder / f"{re.sub(r'[^a-zA-Z0-9_.@+=-]', '_', name)[:MAX_NAME]}.{digest}.jsonl"
        self.groups: dict[int, list[Played]] = {}
        if not self.file.exists():
            return
        text = self.file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:  # it was broken off while a line was written
            self.file.write_text(whole, encoding="utf-8")
        for line in whole.splitlines()[1:]:
            number, games = json.loads(line)
            self.groups[number] = [
                Played(number, tuple(a), tuple(b), tuple(c), tuple(d), *record) for a, b, c, d, *record in games
            ]

    def add(self, group: int, games: Sequence[Played]) -> None:
        """Keep the games of a group."""
        if not self.file.exists():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self._first + "\n", encoding="utf-8")
        self.groups[group] = list(games)
        rows = [
            [
                *(one.entrants, one.scores, [round(s, 5) for s in one.seconds], one.decisions),
                *([] if one.record is None else [one.record]),
            ]
            for one in games
        ]
        with self.file.open("a", encoding="utf-8") as lines:
            print(json.dumps([group, rows]), file=lines)


def kept_games(folder: Path, game: Game, players: Sequence[str | Entrant], seed: int) -> Kept:
    """The games of these players that are in a folder; those of other rules, skills or weights are not among them."""
    entrants = [one if isinstance(one, Entrant) else Entrant.parse(one) for one in players]
    facts = {
        "software": software(),
        "game": game.name,
        "rules_version": game.rules_version,
        "players": game.players,
        "options": game.options,
        "components": game.components_hash,
        "seed": seed,
        "entrants": [one.facts(game) for one in entrants],
    }
    return Kept(folder / game.name / variant_name(game), "--".join(one.label for one in entrants), facts)


def variant_name(game: Game) -> str:
    """Number of players and all options that are not as usual, in a form for folders and headings."""
    usual = {option.name: option.default for option in game.type.options}
    changed = [f"{name}={value}" for name, value in game.options.items() if value != usual[name]]
    return "-".join([str(game.players), *changed])
