"""Indus's observation for learning programs: shape and completeness."""

from __future__ import annotations

import indus_reference as reference
import numpy as np
import pytest
from indus_play import plays, position

from mandapa.games.indus.ai import observation
from mandapa.games.indus.rules.state import PHASES
from mandapa.kernel.generic import observation_tensor

KINDS = ["building", "graveyard", "canal", "path", "alley", "wall"]
RANKS = ["worker", "assistant", "professor"]


def observed(state, seat):
    out = np.full(state.game.type.observation_size, np.nan)
    observation_tensor(state.record, seat, out)
    assert np.isfinite(out).all() and out.min() >= 0 and out.max() <= 2
    return out


def teams_from(view, seat):
    """Return the teams in the observer's order: its own first, then clockwise."""
    players = view["players"]
    order = [(seat + step) % players for step in range(players)]
    return [row["team"] for other in order for row in view["teams"] if row["seat"] == other]


def read(out, teams):
    """Decode the phase, teams, start spaces and fields of an observation, in the form of the view."""
    pieces = [team[0].upper() + rank[0] for team in [*teams, *["?"] * (4 - len(teams))] for rank in RANKS]
    cut = np.split(out, np.cumsum([10, 4, 6, 12, 24, 288]))
    phase, moment, die, pending, team_rows, starts, fields = cut
    return {
        "phase": PHASES[int(phase.argmax())],
        "own turn": bool(moment[0]),
        "roll": round(moment[2] * 3),
        "die": int(die.argmax()) + 1 if die.any() else None,
        "pending": pieces[int(pending.argmax())] if pending.any() else None,
        "teams": [
            {"reserve": np.rint(row[:3] * 8).tolist(), "captured": round(row[3] * 80), "acts": bool(row[4])}
            for row in team_rows.reshape(4, 6)[: len(teams)]
        ],
        "taken back": np.rint(team_rows.reshape(4, 6)[:, 5] * 24).tolist(),
        "starts": [pieces[int(row.argmax())] if row.any() else None for row in starts.reshape(24, 12)],
        "fields": [read_field(row, teams, pieces) for row in fields.reshape(36, -1)],
    }


def read_field(row, teams, pieces):
    ruins = [part for part in row[20:].reshape(3, 14) if part.any()]
    return {
        "top": teams[int(row[:4].argmax())] if row[:4].any() else None,
        "secured": teams[int(row[4:8].argmax())] if row[4:8].any() else None,
        "pieces": sorted(
            piece for piece, count in zip(pieces, np.rint(row[8:20] * 8).astype(int), strict=True) for _ in range(count)
        ),
        "ruins": [
            {
                "kind": KINDS[int(part[:6].argmax())],
                "size": round(part[6] * 14),
                "values": [value for value in np.rint(part[7:9] * 20).astype(int).tolist() if value],
                "number": round(part[9] * 48),
                "counts": {
                    team: count
                    for team, count in zip(teams, np.rint(part[10:] * 8).astype(int).tolist(), strict=False)
                    if count
                },
            }
            for part in ruins
        ],
    }


@pytest.mark.clause("IND-INFO-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_state_can_be_read_from_it(players):
    letters = {team[0].upper(): team for team in reference.TEAMS}
    for number, state in enumerate(plays(3, players, board="random")):
        view = state.view()
        if view["phase"] == "setup" or number % 7:
            continue
        seat = number % players
        teams = teams_from(view, seat)
        found = read(observed(state, seat), teams)
        assert found["phase"] == view["phase"] and found["own turn"] == (view["seat"] == seat)
        assert (found["roll"], found["die"]) == (view["roll"], view["die"])
        rows = {row["team"]: row for row in view["teams"]}
        assert found["teams"] == [
            {
                "reserve": list(rows[team]["reserve"].values()),
                "captured": rows[team]["captured"],
                "acts": view["team"] == team,
            }
            for team in teams
        ]
        assert found["starts"] == [row["piece"] for row in view["starts"]]
        names = [ruin["name"] for ruin in view["ruins"]]
        for field, row in zip(found["fields"], view["fields"], strict=True):
            stack = row["stack"]
            assert field["top"] == (letters[stack[-1][0]] if stack else None)
            assert (field["secured"], field["pieces"]) == (row["secured"], sorted(stack))
            ruins = [view["ruins"][names.index(name)] for name in row["ruins"]]
            assert field["ruins"] == [
                {
                    "kind": ruin["kind"],
                    "size": len(ruin["fields"]),
                    "values": ruin["values"],
                    "number": names.index(ruin["name"]) + 1,
                    "counts": ruin["counts"],
                }
                for ruin in ruins
            ]


def test_a_captured_own_piece_and_take_backs_are_seen():
    given = {"stacks": "24:Bw,Bw", "starts": "N4:Ga", "phase": "go", "team": "green", "roll": 1, "die": 2}
    state = position(2, taken_back=[5, 7], **given)
    state.apply("move N4")
    for seat in (0, 1):
        teams = teams_from(state.view(), seat)
        found = read(observed(state, seat), teams)
        assert (found["phase"], found["pending"], found["own turn"]) == ("own", "Ga", seat == 0)
        assert found["taken back"] == [[5, 5, 7, 7], [7, 7, 5, 5]][seat]


def test_ranks_on_fields_are_told_apart():
    """The rank decides the value of a capture."""
    one, other = (position(stacks=f"24:{piece},Yw", starts="N1:Bw", phase="die") for piece in ("Gw", "Gp"))
    assert (observed(one, 0) != observed(other, 0)).any()


def test_a_spectator_sees_with_the_eyes_of_seat_0():
    state = position(stacks="24:Gp,Yw", starts="N1:Bw", phase="die")
    assert (observed(state, -1) == observed(state, 0)).all()
    assert observation.SIZE == len(observed(state, 0)) == 10 + 4 + 6 + 12 + 4 * 6 + 24 * 12 + 36 * (20 + 3 * 14)
