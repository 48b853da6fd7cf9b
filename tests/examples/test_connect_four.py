"""The Connect Four example, and the page that explains it."""

from __future__ import annotations

import re
import tomllib

import numpy as np
import pytest
from mandapa_connect_four import FOUR

import mandapa
from mandapa.kernel import random_play
from mandapa.kernel.generic import observation_tensor
from mandapa.kernel.record import new_records
from mandapa.testing import check_faults, check_game, check_options

LINES = [
    [(x + k * dx, y + k * dy) for k in range(4)]
    for x in range(7)
    for y in range(6)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if 0 <= x + 3 * dx < 7 and 0 <= y + 3 * dy < 6
]


@pytest.fixture(scope="module")
def game():
    return mandapa.load("connect_four")


def test_it_is_sound(game):
    report = check_game(game, games=12, every=3)
    assert report.games == 12 and report.longest <= 42 and report.most_legal == 7


def test_it_is_sound_as_machine_code(game):
    assert check_game(game, games=6, seed=2, compiled=True).games == 6
    assert game.engine.ready


def test_its_rules_explain_themselves(game):
    state = game.new_state()
    states = [state.copy()]
    for _ in range(6):
        state.apply("column 3")
        states.append(state.copy())
    assert check_faults(FOUR, states) == {"full"}
    check_options(game.type)


def test_wins_are_those_of_the_obvious_rule(game):
    assert len(LINES) == 69
    rng = np.random.default_rng(4)
    results = set()
    for _ in range(60):
        state = game.new_state()
        while not state.is_terminal:
            state.apply(str(rng.choice(state.legal_actions)))
            rows = state.view()["grid"]
            four = {rows[y][x] for line in LINES for x, y in line[:1] if len({rows[b][a] for a, b in line}) == 1} - {
                " "
            }
            full = not any(" " in row for row in rows)
            assert state.is_terminal == (bool(four) or full)
            winner = {"X": [1, -1], "O": [-1, 1]}[four.pop()] if four else [0, 0]
            assert state.scores() == winner
        results.add(tuple(state.returns()))
    assert results >= {(1, -1), (-1, 1)}


def test_a_full_board_without_four_is_a_draw(game):
    state = game.new_state()
    for column in "512513214641771244217673244566655365723733":
        assert not state.is_terminal
        state.apply(f"column {column}")
    assert state.is_terminal and len(state.history) == 42
    assert state.returns() == [0, 0]
    assert [sheet["rank"] for sheet in state.scores(explain=True)] == [1, 1]


def test_planes_are_the_grid(game):
    state = game.new_state()
    for column in (4, 4, 3, 5, 3, 1):
        state.apply(f"column {column}")
    grid = [list(row) for row in reversed(state.view()["grid"])]
    for seat, marks in ((0, "XO "), (1, "OX "), (-1, "XO ")):
        planes = np.empty((3, 6, 7))
        observation_tensor(state.record, seat, planes.reshape(-1))
        assert [[marks[int(plane)] for plane in row] for row in planes.argmax(axis=0)] == grid
        assert (planes.sum(axis=0) == 1).all()


def test_a_full_column_is_refused(game):
    state = game.new_state()
    for _ in range(6):
        state.apply("column 3")
    assert state.view()["grid"] == [f"  {mark}    " for mark in "OXOXOX"]
    assert "column 3" not in state.legal_actions
    with pytest.raises(mandapa.IllegalAction, match="this column is full"):
        state.apply("column 3")
    with pytest.raises(mandapa.IllegalAction, match="not an action"):
        state.apply("column 8")


def test_the_first_player_wins_as_often_as_known(game):
    """Uniformly random play: the first player wins 55.6 %, the second 44.2 %, the rest are draws."""
    game.engine.warm()
    totals, wins = np.zeros(2), np.zeros(2)
    arguments = (game.new_state().record, new_records(game.type.state_type, 1), np.zeros(7, np.int32), 100_000)
    plies = game.engine.run(random_play.random_games, *arguments, np.random.default_rng(1), totals, wins)
    assert totals[0] == -totals[1]
    assert totals[0] / 100_000 == pytest.approx(0.114, abs=0.02)
    assert plies / 100_000 == pytest.approx(21.3, abs=0.2)


# ---------------------------------------------------------------- the page


def blocks(repository, language):
    page = (repository / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def is_of_frogs(block):
    return "FROGS" in block or "hop_fault" in block


def is_of_the_pond(block):
    return "pond" in block.lower() or "MIRROR" in block


def test_the_page_shows_the_files_own_text(repository):
    folder = repository / "examples" / "connect_four"
    source = "".join(path.read_text(encoding="utf-8") for path in (repository / "examples").rglob("*.py"))
    own = [block for block in blocks(repository, "python") if not is_of_frogs(block) and not is_of_the_pond(block)]
    shown = [block for block in own if "mandapa.testing" not in block]
    assert len(shown) == 4
    for block in shown:
        assert block in source
    (entry_point,) = blocks(repository, "toml")
    assert entry_point in (folder / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(entry_point)["project"]["entry-points"]["mandapa.games"]["connect_four"]


def test_the_frogs_of_the_page_do_what_it_says(repository):
    table, rule = [block for block in blocks(repository, "python") if is_of_frogs(block)]
    names = {}
    exec(table + rule, names)
    assert (names["hop_id"](2, 1), names["rest_id"], names["FROGS"].num_actions) == (5, 6, 7)
    frogs = np.rec.array([(0, [0, 0, 1])], dtype=[("phase", int), ("tired", int, 3)])[0]
    assert names["FROGS"].format(frogs, 5) == "hop 2 right"
    assert [names["hop_fault"](frogs, frog, 0) for frog in range(3)] == [0, 0, names["TIRED"]]


def test_the_page_names_every_function(repository):
    from mandapa.kernel.generic import _declared

    page = (repository / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(\w+)\(", page, re.MULTILINE))
    assert named == set(_declared)


def test_the_example_is_short(repository):
    source = (repository / "examples/connect_four/mandapa_connect_four/__init__.py").read_text(encoding="utf-8")
    code = [line for line in source.splitlines() if line.strip() and not line.strip().startswith(("#", '"""'))]
    assert len(code) < 130
