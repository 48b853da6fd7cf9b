"""The worked examples of Kerala's rules, KER-V1 to V35: ``vectors/turns.toml`` and ``vectors/scores.toml``.

A vector is a game (``players``, ``options``), an optional ``position``, and ``steps``. A step first acts: ``do``
(actions), ``sample`` (a number of chance outcomes), ``until`` (a phase, by sampling), ``finish`` (play to the end,
never passing). Every other key is an expectation; ``of`` is the seat whose platform is checked.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mandapa
from mandapa.games.kerala.show.notation import platform_text

VECTORS = Path(__file__).parent / "vectors"
NAMES = {"B": "blue", "K": "black", "R": "red", "G": "green", "P": "purple"}


def data(file: str, key: str) -> list[Any]:
    rows = tomllib.loads((VECTORS / file).read_text(encoding="utf-8"))[key]
    return [
        pytest.param(
            row, id=" ".join([row["id"], row.get("part", "")]).strip(), marks=pytest.mark.clause(*row["clauses"])
        )
        for row in rows
    ]


# ---------------------------------------------------------------- actions of a step


def act(state: mandapa.State, step: dict[str, Any], rng: np.random.Generator) -> Counter[int]:
    """Carry out a step; return how often each seat has led."""
    leads: Counter[int] = Counter()
    for action in [step["do"]] if isinstance(step.get("do"), str) else step.get("do", []):
        state.apply(action)
    for _ in range(step.get("sample", 0)):
        state.apply(state.sample(rng))
    while "until" in step and state.view()["phase"] != step["until"]:
        state.apply(state.sample(rng))
    while step.get("finish") and not state.is_terminal:
        if state.is_chance:
            state.apply(state.sample(rng))
            continue
        seen = state.view() if state.legal_action_ids[-1] <= 45 else None
        if seen is not None and not seen["done"]:
            leads[state.current_player] += 1
        state.apply(state.legal_actions[0])
    return leads


def goals(state: mandapa.State, cell: str) -> list[str]:
    """Return the cells where the stack on that cell may go."""
    there = state.copy()
    there.apply(f"lift {cell}")
    return [text.removeprefix("drop ") for text in there.legal_actions]


# ---------------------------------------------------------------- expectations

CHECKS = {
    "phase": lambda state, view, own: view["phase"],
    "seat": lambda state, view, own: view["seat"],
    "leader": lambda state, view, own: view["leader"],
    "round": lambda state, view, own: view["round"],
    "rounds": lambda state, view, own: view["rounds"],
    "offer": lambda state, view, own: view["offer"],
    "offer_size": lambda state, view, own: len(view["offer"]),
    "bag": lambda state, view, own: view["bag"]["total"],
    "removed": lambda state, view, own: view["removed"]["total"],
    "box": lambda state, view, own: list(Counter(view["box"]["counts"]).elements()),
    "box_size": lambda state, view, own: view["box"]["total"],
    "legal": lambda state, view, own: state.legal_actions,
    "count": lambda state, view, own: len(state.legal_actions),
    "targets": lambda state, view, own: len({tuple(row["cell"]) for row in state.choices(state.current_player)}),
    "passes": lambda state, view, own: [row["passes"] for row in view["platforms"]],
    "figures": lambda state, view, own: ["({},{})".format(*figure["cell"]) for figure in own["figures"]],
    "tiles": lambda state, view, own: [sum(len(c["stack"]) for c in row["cells"]) for row in view["platforms"]],
    "totals": lambda state, view, own: state.scores(),
    "ranks": lambda state, view, own: [sheet["rank"] for sheet in state.scores(explain=True)],
    "symbols": lambda state, view, own: {c: row["points"] for c, row in own["sheet"]["symbols"]["by_colour"].items()},
    "missing": lambda state, view, own: own["sheet"]["missing"]["colours"],
    "edges": lambda state, view, own: own["sheet"]["edges"]["points"],
}
"""The actual value for each key of a step."""

DOING = {"do", "sample", "until", "finish", "of"}
CHECKED_BELOW = {"cells", "includes", "refused", "lifts", "goals", "removed_colours", "bag_colours", "leads"}


@pytest.mark.parametrize("vector", data("turns.toml", "vector"))
def test_turns(vector):
    game = mandapa.load("kerala", players=vector["players"], **vector.get("options", {}))
    if "options" not in vector and "position" in vector:  # the platform belongs to blue
        game = mandapa.load("kerala", players=vector["players"], colours=list(NAMES.values())[: vector["players"]])
    state = game.position(vector["position"]) if "position" in vector else game.new_state()
    rng = np.random.default_rng(7)
    for number, step in enumerate(vector["steps"]):
        assert set(step) <= set(CHECKS) | DOING | CHECKED_BELOW
        leads = act(state, step, rng)
        view = state.view()
        own = view["platforms"][step.get("of", view["seat"] or 0)]
        for key, expected in step.items():
            if key in CHECKS:
                assert CHECKS[key](state, view, own) == expected, f"step {number}: {key}"
        check_the_rest(state, view, step, leads)


def check_the_rest(state, view, step, leads):
    """Check the keys that are not plain comparisons."""
    if "cells" in step:
        platform = state.record.platforms[step.get("of", 0)]
        assert sorted(platform_text(platform).split()) == sorted(step["cells"].split())
    if "includes" in step:
        assert set(step["includes"]) <= set(state.legal_actions)
    for text, clause in step.get("refused", {}).items():
        refusal = state.refusal(text)
        assert refusal is not None and refusal.clause == clause, text
    if "lifts" in step:
        found = {text.removeprefix("lift "): None for text in state.legal_actions if text != "keep"}
        assert "keep" in state.legal_actions
        assert {cell: len(goals(state, cell)) for cell in found} == step["lifts"]
    for cell, expected in step.get("goals", {}).items():
        assert sorted(goals(state, cell)) == sorted(expected)
    if "removed_colours" in step:
        assert {NAMES[code[0]] for code in view["removed"]["counts"]} <= set(step["removed_colours"])
    for colours, expected in step.get("bag_colours", {}).items():
        counts = view["bag"]["counts"].items()
        assert sum(count for code, count in counts if NAMES[code[0]] in colours.split()) == expected
    if "leads" in step:
        assert set(leads.values()) == {step["leads"]} and len(leads) == view["players"]


# ---------------------------------------------------------------- scores

ROWS = ("symbols", "removed", "edges", "standing", "missing")


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("vector", data("scores.toml", "score"))
def test_scores(vector, compiled, interpreted):
    with nullcontext() if compiled else interpreted():
        sheet = sheet_of(vector)
    assert sheet["total"] == vector["total"]
    for row in ROWS:
        assert sheet[row]["points"] == vector[row], row
    gone = ["({},{})".format(*cell) for area in sheet["removed"]["areas"] for cell in area["cells"]]
    assert sorted(gone) == sorted(vector["gone"])
    if "missing_colours" in vector:
        assert sheet["missing"]["colours"] == vector["missing_colours"]
    if "matched" in vector:
        assert ["({},{})".format(*edge["cell"]) for edge in sheet["edges"]["matched"]] == vector["matched"]
    for colour, points in vector.get("by_colour", {}).items():
        assert sheet["symbols"]["by_colour"][colour]["points"] == points


def sheet_of(vector):
    """Return the score sheet of the platform."""
    other = "blue" if vector["own"] != "blue" else "green"
    game = mandapa.load("kerala", players=2, colours=[vector["own"], other])
    platform = {"cells": vector["cells"], "passes": vector.get("passes", 0)}
    state = game.position({"phase": "over", "round": 40, "platforms": [platform, {}]})
    return game.type.presentation.score_sheets(state.record)[0]
