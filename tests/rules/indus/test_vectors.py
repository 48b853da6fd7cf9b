"""The worked examples of Indus's rules, IND-VEC-1 to 35, stored as data in ``vectors/*.toml``.

Each one is run by the rule package and by the reference implementation, which is thereby tested as well.

A vector is a game (``players``, ``options``), an optional ``position``, and ``steps``. A step may ``do`` actions and
chance outcomes; every other key is an expectation.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import indus_reference as reference
import numpy as np
import pytest
from indus_play import by_team, of_ruin, of_team, shown_stacks, shown_starts, stacks, standing

import mandapa
from mandapa.kernel.random_play import share_win

VECTORS = Path(__file__).parent / "vectors"
PROGRAMS = ["package", "reference"]


def data(file: str, key: str) -> list[Any]:
    rows = tomllib.loads((VECTORS / file).read_text(encoding="utf-8"))[key]
    return [
        pytest.param(
            row, id=" ".join([row["id"], row.get("part", "")]).strip(), marks=pytest.mark.clause(*row["clauses"])
        )
        for row in rows
    ]


def begun(program: str, vector: dict[str, Any]) -> Any:
    """Return the game of a vector at its start, or in its position."""
    players, options = vector.get("players", 4), vector.get("options", {})
    given = vector.get("position")
    if program == "package":
        game = mandapa.load("indus", players=players, **options)
        return game.new_state() if given is None else game.position(given)
    if given is None:
        return reference.Reference(players, **options)
    return reference.at_position(given, players=players, **options)


# ---------------------------------------------------------------- turns

CHECKS = {
    "phase": lambda state, view: view["phase"],
    "seat": lambda state, view: view["seat"],
    "turn": lambda state, view: view["turn"],
    "team": lambda state, view: view["team"],
    "start_seat": lambda state, view: view["start_seat"],
    "roll": lambda state, view: view["roll"],
    "die": lambda state, view: view["die"],
    "take_backs": lambda state, view: view["take_backs"],
    "legal": lambda state, view: state.legal_actions,
    "count": lambda state, view: len(state.legal_actions),
    "secured": lambda state, view: {row["field"]: row["secured"] for row in view["fields"] if row["secured"]},
    "outcomes": lambda state, view: [text for text, _ in state.chance_outcomes()],
}
"""The actual value for each key of a step."""

CHECKED_BELOW = {"do", "stacks", "starts", "points", "reserves", "lands", "counts", "refused", "one_in"}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("vector", data("turns.toml", "vector"))
def test_turns(vector, program):
    state = begun(program, vector)
    chance = 1.0
    for number, step in enumerate(vector["steps"]):
        assert set(step) <= set(CHECKS) | CHECKED_BELOW
        for action in [step["do"]] if isinstance(step.get("do"), str) else step.get("do", []):
            if state.is_chance:
                chance *= float(dict(state.chance_outcomes())[action])
            state.apply(action)
        view = state.view()
        for key, expected in step.items():
            if key in CHECKS:
                assert CHECKS[key](state, view) == expected, f"step {number}: {key}"
        check_the_rest(state, view, step)
        if "outcomes" in step:
            assert {float(share) for _, share in state.chance_outcomes()} == {1 / len(step["outcomes"])}
        if "one_in" in step:
            assert 1 / chance == pytest.approx(step["one_in"])


def check_the_rest(state, view, step):
    """Check the keys that are not plain comparisons."""
    if "stacks" in step:
        assert shown_stacks(view) == stacks(step["stacks"])
    if "starts" in step:
        assert shown_starts(view) == standing(step["starts"])
    for team, expected in step.get("points", {}).items():
        assert of_team(view, team)["captured"] == expected, team
    for team, expected in step.get("reserves", {}).items():
        assert list(of_team(view, team)["reserve"].values()) == expected, team
    for throw, expected in step.get("lands", {}).items():
        space, face = throw.split()
        row = next(row for row in view["starts"] if row["space"] == space)
        assert row["fields"][int(face) - 1] == expected, throw
    for name, expected in step.get("counts", {}).items():
        assert of_ruin(view, name)["counts"] == by_team(expected)
    for text, clause in step.get("refused", {}).items():
        assert text not in state.legal_actions
        if isinstance(state, mandapa.State):
            assert state.refusal(text).clause == clause, text


# ---------------------------------------------------------------- scores


def final(program: str, vector: dict[str, Any]) -> Any:
    """Return the end of a game with the stacks of a vector."""
    options = {"board": vector["board"]} if "board" in vector else {}
    stacked = stacks(vector.get("stacks", ""))
    given = {"stacks": stacked, "points": vector.get("points", {}), "phase": "over"}
    return begun(program, {"players": vector.get("players", 4), "options": options, "position": given})


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("vector", data("scores.toml", "score"))
def test_scores(vector, program):
    state = final(program, vector)
    assert state.is_terminal
    view = state.view()
    ruins = {row["name"]: row for row in view["ruins"]}
    if "ruins" in vector:
        assert list(ruins) == vector["ruins"].split()
    for name, fields in {**vector.get("fields", {}), **vector.get("some_fields", {})}.items():
        assert ruins[name]["fields"] == fields.split()
    assert set(ruins) == set(vector["fields"]) if "fields" in vector else True
    for name, values in vector.get("values", {}).items():
        assert ruins[name]["values"] == values
    if "sum_of_values" in vector:
        assert sum(sum(row["values"]) for row in ruins.values()) == vector["sum_of_values"]
    for name, counts in vector.get("counts", {}).items():
        assert ruins[name]["counts"] == by_team(counts), name
    check_prizes(vector, ruins)
    for team, points in by_team(vector.get("ruin_points", "")).items():
        assert of_team(view, team)["ruins"] == points
    if "totals" in vector:
        assert state.scores() == vector["totals"]
    if program == "package" and "wins" in vector:
        wins = np.zeros(4)
        share_win(np.array(state.returns(), float), wins)
        assert wins.tolist() == vector["wins"]
        assert [sheet["rank"] for sheet in state.scores(explain=True)] == vector["ranks"]


def check_prizes(vector, ruins):
    """Check the points: ``prizes`` lists every ruin that pays, ``some_prizes`` only some; teams not listed get
    nothing."""
    for name, expected in {**vector.get("prizes", {}), **vector.get("some_prizes", {})}.items():
        paid = ruins[name]["prizes"]
        assert {team: points for team, points in paid.items() if points} == {
            team: points for team, points in by_team(expected).items() if points
        }, name
        assert set(by_team(expected)) <= set(ruins[name]["counts"]), name
    if "prizes" in vector:
        paying = {name for name, row in ruins.items() if any(row["prizes"].values())}
        assert paying <= set(vector["prizes"])


# ---------------------------------------------------------------- boards


@pytest.mark.parametrize("vector", data("options.toml", "board"))
def test_boards(vector):
    pieces = dict(zip(reference.PLACES, vector["board"], strict=True))
    four = vector["board"][1:]
    assert (reference.matches(pieces) and len(set(four)) == 4) is not vector["refused"]
    if vector["refused"]:
        with pytest.raises(mandapa.OptionError, match=r"^board: "):
            mandapa.load("indus", board=vector["board"]).new_state()
    else:
        assert mandapa.load("indus", board=vector["board"]).new_state().view()["board"] == pieces


def test_every_vector_is_here():
    rows = [("turns.toml", "vector"), ("scores.toml", "score"), ("options.toml", "board")]
    named = " ".join(parameter.id for file, key in rows for parameter in data(file, key))
    numbers = {int(word.removeprefix("IND-VEC-")) for word in named.split() if word.startswith("IND-VEC-")}
    assert numbers == set(range(1, 36))
