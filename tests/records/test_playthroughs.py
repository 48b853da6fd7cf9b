"""Every playthrough that is kept replays to the same hash after every action, the same board and the same result."""

from __future__ import annotations

import pytest
from playthroughs import GAMES, HERE, actions_of, file_of, written


@pytest.mark.parametrize("name", GAMES)
def test_it_replays(name):
    """If the rules were meant to change: a new ``rules_version``, and ``python tests/records/regenerate.py``."""
    kept = file_of(name).read_text(encoding="utf-8")
    assert written(name, actions_of(kept)) == kept


def test_every_file_is_replayed():
    assert {path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.rglob("*.txt")} == set(GAMES)


KINDS = {
    "kerala": "colour leader remove draw take pass step turn jump stay lift keep drop",
    "chola": "first colour stone treasure card remove tile bonus pick replace draw build colours place arrange sculpt "
    "normal double free substitute recolour less hand no yes end extra",
    "hampi": "first second third rotations split start draw cell turn decline mark withdraw",
    "menara": "start draw floor side lay level base cover done give pile card place lift put back shift camp two reset "
    "result",
    "indus": "centre corner start roll team add move reroll take score",
}


@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_action_is_kept(game):
    names = [name for name in GAMES if name.startswith(f"{game}/")]
    kinds = {action.split()[0] for name in names for action in actions_of(file_of(name).read_text(encoding="utf-8"))}
    assert kinds == set(KINDS[game].split())
