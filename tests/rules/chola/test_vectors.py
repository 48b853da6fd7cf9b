"""The worked examples of Chola's rules, CHO-T01 to 49, stored as data in ``vectors/*.toml``.

Each one is run by the rule package and by the reference implementation, which is thereby tested as well.

A vector is a game (``colours`` of the seats, one for a solo game; ``options``), an optional ``position``, and
``steps``. A step may ``do`` actions and chance outcomes, do a whole ``build`` (card, colours, place, arrangement) or
continue ``until`` a decision; every other key is an expectation, ``gain`` being the points of the step for each seat.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chola_play import SQUARES, begun, build, ending, filled, known_of, those, totals, winners
from chola_reference import Reference

VECTORS = Path(__file__).parent / "vectors"
FILES = [("builds.toml", "vector"), ("turns.toml", "vector"), ("builds.toml", "values")]
PROGRAMS = ["package", "reference"]


def data(file: str, key: str) -> list[Any]:
    rows = tomllib.loads((VECTORS / file).read_text(encoding="utf-8"))[key]
    return [
        pytest.param(
            row, id=" ".join([row["id"], row.get("part", "")]).strip(), marks=pytest.mark.clause(*row["clauses"])
        )
        for row in rows
    ]


def game_of(program: str, vector: dict[str, Any], position: dict[str, Any] | None) -> Any:
    options = {"treasures": "none", "pattern_scoring": "full", **vector.get("options", {})}
    return begun(program, vector.get("colours", "BWG"), position, **options)


# ---------------------------------------------------------------- actions of a step


def act(state: Any, step: dict[str, Any], rng: np.random.Generator) -> None:
    for action in [step["do"]] if isinstance(step.get("do"), str) else step.get("do", []):
        state.apply(action)
    if "build" in step:
        build(state, step["build"])
    while "until" in step and state.is_chance:
        state.apply(state.sample(rng))


# ---------------------------------------------------------------- expectations

CHECKS = {
    "legal": lambda state, known, step: state.legal_actions,
    "seat": lambda state, known, step: state.current_player,
    "spaces": lambda state, known, step: len(SQUARES) - len(known["stones"]),
    "turns_left": lambda state, known, step: known["turns_left"],
    "stones": lambda state, known, step: " ".join(sorted(s + letter for s, letter in known["stones"].items())),
    "hand": lambda state, known, step: known["hands"][0],
    "hand_sizes": lambda state, known, step: [sum(hand.values()) for hand in known["hands"]],
    "card_counts": lambda state, known, step: [sum(cards.values()) for cards in known["cards"]],
    "face_up": lambda state, known, step: sum(known["row"].values()),
    "treasures": lambda state, known, step: known["treasures"],
    "wagon": lambda state, known, step: known["wagons"][step.get("wagon_of", 0)],
    "bag": lambda state, known, step: known["bag"],
    "bonus": lambda state, known, step: known["bonus"][0],
    "resting": lambda state, known, step: known["resting"],
    "carved": lambda state, known, step: known["carved"],
    "tiles": lambda state, known, step: len(known["tiles"]),
    "totals": lambda state, known, step: totals(state),
    "over": lambda state, known, step: ending(state),
    "winners": lambda state, known, step: winners(state),
    "phase": lambda state, known, step: phase(state),
}
"""The actual value for each key of a step."""

CHECKED_BELOW = {"do", "build", "until", "gain", "includes", "excludes", "those", "wagon_of"}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("vector", data(*FILES[0]) + data(*FILES[1]))
def test_vectors(vector, program):
    assert set(vector) <= {"id", "part", "clauses", "colours", "options", "position", "steps"}
    state = game_of(program, vector, vector.get("position"))
    rng = np.random.default_rng(7)
    for number, step in enumerate(vector["steps"]):
        assert set(step) <= set(CHECKS) | CHECKED_BELOW
        before = totals(state)
        act(state, step, rng)
        if "gain" in step:
            assert [now - then for now, then in zip(totals(state), before, strict=True)] == step["gain"]
        known = known_of(state)
        for key, expected in step.items():
            if key == "stones":
                expected = " ".join(sorted(expected.split()))
            if key in CHECKS:
                assert CHECKS[key](state, known, step) == expected, f"step {number}: {key}"
        check_legal(state, step)


def check_legal(state: Any, step: dict[str, Any]) -> None:
    """Check which actions are legal, and which are not."""
    assert set(step.get("includes", [])) <= set(state.legal_actions)
    assert not set(step.get("excludes", [])) & set(state.legal_actions)
    for verb, expected in step.get("those", {}).items():
        assert those(state, verb) == expected


def phase(state: Any) -> str:
    return state.node.kind if isinstance(state, Reference) else state.view()["phase"]


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("vector", data(*FILES[2]))
def test_values(vector, program):
    """The last stone of a white group of each size is laid; other stones touch none of their colour."""
    row = [f"{column}1" for column in "abcdef"] + [f"{column}2" for column in "fedcba"]
    for size, points in enumerate(vector["sizes"], 1):
        white = row[: size - 1]
        rest = [square for square in row[:6] if square not in row[:size]]
        stones = " ".join([*(f"{square}W" for square in white), filled(rest).replace("W", "B")])
        card = {"hands": [{"W": 1}], "cards": [{"one": 1}], "face_up": {"one": 1}}
        state = game_of(program, vector, {"stones": stones.strip(), **card})
        before = totals(state)
        build(state, f"one W {row[size - 1]}")
        assert [now - then for now, then in zip(totals(state), before, strict=True)] == [1, points], size


def test_every_vector_is_here():
    named = " ".join(parameter.id for file, key in FILES for parameter in data(file, key))
    numbers = {int(word.removeprefix("CHO-T")) for word in named.split() if word.startswith("CHO-T")}
    assert numbers == set(range(1, 50))
