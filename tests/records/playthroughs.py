"""Annotated whole games, stored as text: every action with the state's hash, some states in full, the result.

A playthrough begins with the game, its options, the version of its rules and the hash of its start. Each line that
begins with a number is an action: its number, the hash of the next state, the acting seat, and the action. Lines that
begin with ``|`` show the state, and the last line has the scores. So a change of the rules shows as changed text.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import mandapa

HERE = Path(__file__).parent

GAMES = {
    "kerala/two_players": ("kerala", {"players": 2}),
    "kerala/three_players": ("kerala", {"players": 3}),
    "kerala/four_players": ("kerala", {"players": 4}),
    "kerala/five_players": ("kerala", {"players": 5}),
    "kerala/beside_figure": ("kerala", {"players": 2, "shift_target": "beside_figure", "first_leader": 1}),
    "kerala/no_turning": ("kerala", {"players": 3, "shift_turn": False, "colours": ["green", "red", "purple"]}),
    "kerala/short": ("kerala", {"players": 4, "rounds": 6}),
    "indus/two_players": ("indus", {"players": 2}),
    "indus/three_players": ("indus", {"players": 3}),
    "indus/four_players": ("indus", {"players": 4}),
    "indus/two_players_free": (
        "indus",
        {"players": 2, "board": "random", "two_player_teams": "blue+red", "start_seat": 1},
    ),
    "indus/three_players_free": ("indus", {"players": 3, "board": "random"}),
    "indus/four_players_free": ("indus", {"players": 4, "placement": "free", "start_seat": 3}),
    "indus/own_board": ("indus", {"players": 4, "board": ["M6", "K1", "K2", "K5", "K6"], "placement": "fixed"}),
    "chola/two_players": ("chola", {"players": 2}),
    "chola/three_players_double": ("chola", {"players": 3, "treasures": "double", "first_player": 2}),
    "chola/four_players": ("chola", {"players": 4}),
    "chola/five_players_full": ("chola", {"players": 5, "pattern_scoring": "full", "treasures": "none"}),
    "chola/expert_two": ("chola", {"players": 2, "variant": "expert"}),
    "chola/expert_three": (
        "chola",
        {"players": 3, "variant": "expert", "removed_value": 4, "colours": ["gold", "brown", "white"]},
    ),
    "chola/expert_four": ("chola", {"players": 4, "variant": "expert", "stuck_rule": "replace_counts"}),
    "chola/expert_five": ("chola", {"players": 5, "variant": "expert"}),
    "chola/solo": ("chola", {"players": 1, "variant": "solo", "head_start": 120}),
    "hampi/two_players": ("hampi", {"players": 2}),
    "hampi/three_players": ("hampi", {"players": 3, "conditions_in_stack_2": 5, "first_player": 2}),
    "hampi/four_players_total": ("hampi", {"players": 4, "final_tie": "total"}),
    "hampi/five_players": ("hampi", {"players": 5}),
    "hampi/quick": ("hampi", {"players": 3, "length": "quick"}),
    "hampi/quick_all_conditions": ("hampi", {"players": 2, "length": "quick", "conditions_in_stack_2": 7}),
    "hampi/advanced_two": ("hampi", {"players": 2, "mode": "advanced"}),
    "hampi/advanced_completed": ("hampi", {"players": 3, "mode": "advanced", "terrain_marks": "completed"}),
    "hampi/advanced_four": ("hampi", {"players": 4, "mode": "advanced", "conditions_in_stack_2": 0}),
    "hampi/advanced_quick": ("hampi", {"players": 5, "mode": "advanced", "length": "quick", "final_tie": "total"}),
    "menara/two_players": ("menara", {"players": 2, "difficulty": "easy"}),
    "menara/four_players": ("menara", {"players": 4, "difficulty": "hard", "first_player": 2}),
    "menara/dexterity": ("menara", {"players": 3, "physics": "dexterity", "steadiness": [70, 40, 10]}),
    "menara/dexterity_two": ("menara", {"players": 2, "physics": "dexterity", "steadiness": 25}),
    "menara/free_build": ("menara", {"players": 1, "physics": "dexterity", "steadiness": 90, "free_build": True}),
}
"""The file (without .txt) and its game."""

SLOW = {"menara"}
"""Games whose interpreted rules are slow: they are replayed with machine code."""

SHOWN = 60
"""A state is shown in full every so many actions, and at the end."""


def file_of(name: str) -> Path:
    return HERE / f"{name}.txt"


def written(name: str, actions: list[str] | None = None) -> str:
    """Return the text of a playthrough: of the given actions, or of a random game seeded by its name."""
    game_name, options = GAMES[name]
    state = mandapa.load(game_name, **options).new_state()
    if game_name in SLOW:
        state.game.engine.warm()
    rng = np.random.default_rng(list(name.encode()))
    version = f"{state.game.rules_version}, components {state.game.components_hash}"
    lines = [f"game: {game_name}", f"options: {json.dumps(options)}", f"rules: {version}", f"start: {state.hash()}"]
    number = 0
    while not state.is_terminal:
        actor = "chance" if state.is_chance else f"seat {state.current_player}"
        text = actions[number] if actions is not None else choose(state, rng)
        state.apply(text)
        number += 1
        lines.append(f"{number:3} {state.hash()} {actor}: {text}")
        if number % SHOWN == 0 or state.is_terminal:
            lines += ["|", *(f"| {line}".rstrip() for line in str(state).splitlines()), "|"]
    lines.append(f"scores: {json.dumps(state.scores())} returns: {json.dumps(state.returns())}")
    return "\n".join(lines) + "\n"


def choose(state: mandapa.State, rng: np.random.Generator) -> str:
    """Sample chance; a player chooses at random, but mostly takes tiles, builds, carves and marks."""
    if state.is_chance:
        return state.sample(rng)
    texts = state.legal_actions
    if len(texts) > 1 and texts[-1] == "pass" and rng.random() < 0.9:
        texts = texts[:-1]
    if state.game.name == "menara":
        return build(texts, rng)
    busy = [text for text in texts if text.startswith(("build", "sculpt", "mark "))]
    if busy and rng.random() < 0.7:
        texts = busy
    return texts[int(rng.integers(len(texts)))]


def build(texts: list[str], rng: np.random.Generator) -> str:
    """Build upwards and seldom give up, in Menara."""
    upwards = [text for text in texts if text not in ("give up", "base")]
    chosen = upwards if upwards and rng.random() < 0.9 else texts
    return chosen[int(rng.integers(len(chosen)))]


def actions_of(text: str) -> list[str]:
    """Return the actions of a written playthrough."""
    return [line.split(": ", 1)[1] for line in text.splitlines() if line[:3].strip().isdigit()]
