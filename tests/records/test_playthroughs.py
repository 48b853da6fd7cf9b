"""Every stored playthrough replays to the same hash after every action, the same board and the same result."""

from __future__ import annotations

import sys
from itertools import count

import pytest
from playthroughs import GAMES, HERE, actions_of, file_of, written

import mandapa
from mandapa.kernel.compile.engine import Engine
from mandapa.play import Match, Seat
from mandapa.play.entries import ACT, CHANCE, Entry

MEANT = """not as it was kept. If only hashes differ, the record has another layout: run tests/records/regenerate.py.
If anything else was meant to change, a new rules_version is due first."""


@pytest.mark.parametrize("name", GAMES)
def test_it_replays(name):
    kept = file_of(name).read_text(encoding="utf-8")
    assert written(name, actions_of(kept)) == kept, MEANT


def test_every_file_is_replayed():
    assert {path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.rglob("*.txt")} == set(GAMES)


@pytest.mark.parametrize(
    "name", ["kerala/short", *(f"{game}/two_players" for game in ("indus", "chola", "hampi", "menara"))]
)
def test_an_action_is_applied_once(name, monkeypatch):
    """Also where a log line shows an action's effect: the line compares the states before and after."""
    monkeypatch.setattr(Engine, "run", lambda engine, function, *arguments: function(*arguments))  # interpreted
    game_name, options = GAMES[name]
    game = mandapa.load(game_name, **options)
    match = Match(game, [Seat("Asha", "person")] * game.players, confirm=False)
    code = game.type.methods["apply_action"].__code__
    applied = count()

    def watch(frame, event, _):
        if event == "call" and frame.f_code is code:
            next(applied)

    sys.setprofile(watch)
    try:
        for text in actions_of(file_of(name).read_text(encoding="utf-8"))[:60]:
            seat = match.to_act
            kind = CHANCE if seat is None else ACT
            match.extend([Entry(match.seq + 1, kind, seat, text, "2026-01-02T03:04:05Z")])
    finally:
        sys.setprofile(None)
    assert next(applied) == match.ply == 60


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
