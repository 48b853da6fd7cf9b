"""Games of a study in a folder: what was broken off goes on, and more games join those that are there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mandapa.lab.played import Played


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
        self.file = folder / f"{re.sub(r'[^a-zA-Z0-9_.@+=-]', '_', name)}.{digest}.jsonl"
        self.groups: dict[int, list[Played]] = {}
        if not self.file.exists():
            return
        text = self.file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:  # it was broken off while a line was written
            self.file.write_text(whole, encoding="utf-8")
        for line in whole.splitlines()[1:]:
            number, games = json.loads(line)
            self.groups[number] = [Played(number, tuple(a), tuple(b), tuple(c), tuple(d)) for a, b, c, d in games]

    def add(self, group: int, games: Sequence[Played]) -> None:
        """Keep the games of a group."""
        if not self.file.exists():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self._first + "\n", encoding="utf-8")
        self.groups[group] = list(games)
        rows = [[one.entrants, one.scores, [round(s, 5) for s in one.seconds], one.decisions] for one in games]
        with self.file.open("a", encoding="utf-8") as lines:
            print(json.dumps([group, rows]), file=lines)
