"""`mandapa play`: a match in the terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.play.dice import dice

from mandapa import bots
from mandapa.cli import terminal
from mandapa.cli.warmup import Warmup
from mandapa.kernel.game_type import Referee
from mandapa.kernel.generic import CHANCE, current_player
from mandapa.library import State
from mandapa.play import import_record

from .conftest import Command

TWO_ROUNDS = ("play", "kerala", "--players", "2", "--seed", "4", "-o", "rounds=2", "-o", "first_leader=0")


class First:
    """Takes the first legal action."""

    def choose(self, state: State, seat: int) -> str:
        assert state.current_player == seat
        return state.legal_actions[0]


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Computer players that take the first legal action; gives the names that were asked for."""
    names: list[str] = []

    def make(name: str, *others: Any) -> First:
        names.append(name)
        return First()

    monkeypatch.setattr(bots, "make_named", make)
    monkeypatch.setattr(Warmup, "start", lambda warmup: None)
    return names


def test_a_whole_game_by_number(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = mandapa(*TWO_ROUNDS, "--save", file, input="1\n\n" * 20)
    assert result.exit_code == 0
    assert "The game is over." in result.output
    assert "1. " in result.output and "symbols" in result.output
    match = import_record(json.loads(file.read_text()))
    assert match.status == "over"
    assert [seat.kind for seat in match.seats] == ["person", "bot"]
    assert {entry.kind for entry in match.entries} == {"act", "chance", "confirm"}


def listed(output: str, number: int) -> str:
    """The action that the last list of legal actions shows with this number."""
    return next(
        line.split(maxsplit=1)[1] for line in reversed(output.splitlines()) if line.split()[:1] == [str(number)]
    )


def test_actions_by_their_text_in_any_case(mandapa: Command) -> None:
    second = listed(mandapa(*TWO_ROUNDS, input="quit\n").output, 2)
    result = mandapa(*TWO_ROUNDS, input=f"{second.upper()}\nquit\n")
    assert result.exit_code == 0
    assert "refus" not in result.output
    assert listed(result.output, 1) != listed(mandapa(*TWO_ROUNDS, input="quit\n").output, 1)


def test_the_board_and_the_legal_actions_are_shown_first(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="quit\n").output
    assert output.index("Kerala, round 1 of 2, take") < output.index("   1  take ")
    assert "You leave the game." in output


def test_taking_back_and_ending_the_turn(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = mandapa(*TWO_ROUNDS, "--save", file, input="back\npass\nback\npass\n\nquit\n")
    assert result.exit_code == 0
    assert "There is nothing to take back in this turn." in result.output
    assert "taken back" in result.output
    kinds = [entry["kind"] for entry in json.loads(file.read_text())["entries"] if entry["seat"] == 0]
    assert kinds == ["act", "back", "act", "confirm"]


def test_a_complete_turn_waits_for_its_end(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="pass\nnonsense\nscore\nhint\nquit\n").output
    assert "turn complete" in output
    assert "'nonsense' is no command here; press Enter, or type one of hint, back" in output
    assert "standing" in output
    assert "there is nothing to decide" in output


def test_a_roll_waits_until_it_is_asked_for(mandapa: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(terminal, "load_game", lambda *arguments: dice())
    file = tmp_path / "game.json"
    output = mandapa("play", "dice", "--save", file, input="1\nback\n2\n\n1\n\nquit\n").output
    assert "chance is next: Enter asks for it" in output
    assert output.index("taken back") < output.index("chance: die")
    kinds = [entry["kind"] for entry in json.loads(file.read_text())["entries"]]
    assert kinds[:7] == ["act", "back", "act", "roll", "chance", "act", "confirm"]


def test_where_a_referee_says_what_happened_the_game_goes_on(mandapa: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Referee(
        plays=lambda state: True,
        due=lambda state: int(current_player(state)) == CHANCE,
        decide=lambda state, components, rng: ("die 4", {}),
        repeat=lambda state, components, text, kept: "",
    )
    game = dice()
    monkeypatch.setattr(game, "type", replace(game.type, referee=referee))
    monkeypatch.setattr(terminal, "load_game", lambda *arguments: game)
    output = mandapa("play", "dice", input="1\n\n1\n\nquit\n").output
    assert "chance: die 4" in output


def test_what_a_referee_will_judge_is_listed_with_its_outlook(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dice()
    first = game.new_state().legal_actions[0]
    shown = replace(game.type.presentation, previews=lambda state: [{"action": first, "outlook": "risky"}])
    for plays in (True, False):
        referee = Referee(lambda state, plays=plays: plays, lambda state: False, None, None)
        monkeypatch.setattr(game, "type", replace(game.type, referee=referee, presentation=shown))
        monkeypatch.setattr(terminal, "load_game", lambda *arguments: game)
        output = mandapa("play", "dice", input="quit\n").output
        assert (f"1  {first}  (risky)" in output) == plays
        assert output.count("(risky)") == plays and first in output


class Drawer:
    """Builds or draws a card from the stack, in turn."""

    def __init__(self) -> None:
        self.drawn = False

    def choose(self, state: State, seat: int) -> str:
        legal = state.legal_actions
        builds = [text for text in legal if text.split()[0] in ("build", "colours", "place", "arrange")]
        self.drawn = not self.drawn or not builds
        return "draw stack" if self.drawn and "draw stack" in legal else builds[0]


def test_nothing_of_other_hands_is_printed(mandapa: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bots, "make_named", lambda *arguments: Drawer())
    file = tmp_path / "game.json"
    arguments = ("play", "chola", "-n", 3, "--seed", 1, "-o", "first_player=0", "--save", file)
    output = mandapa(*arguments, input="draw stack\ndraw stack\nscore\nquit\n").output
    match = import_record(json.loads(file.read_text()))
    printed = [line.partition(": ") for line in output.splitlines()]
    chance = [text for head, _, told in printed if head.endswith("chance") for text in told.split(", ")]
    others = [(head, text) for head, _, text in printed if head.startswith("seat ") and "(" in head]

    drawn = [event for event in match.events if event.entry.kind == "chance"]
    hidden = [event for event in drawn if event.only_for in (1, 2)]
    assert len(hidden) == 6, "two dealt to and one drawn by each of the others"
    assert chance == [f"card for seat {event.only_for}" if event in hidden else event.entry.text for event in drawn]
    built = [event for event in match.events if event.log.key == "chola.log.built"]
    assert built, "the others have built"
    for event in built:
        whole = f"build {event.log.params['card']} {' '.join(event.log.params['placed'])}"
        assert (f"seat {event.entry.seat} (adept)", whole) in others
    assert {text.split()[0] for _, text in others} == {"draw", "build"}
    assert len([text for _, text in others if text.startswith("build")]) == len(built)


@pytest.mark.parametrize(
    ("unit", "expected", "words"),
    [
        ("points", 41.26, "; it expects to end with 41.3 points\n"),
        ("lead", -3, "; it expects to end -3.0 points ahead\n"),
        ("chance", 0.426, "; it takes the chance to win for 43%\n"),
        (None, 0.5, "\n"),
    ],
)
def test_hints_are_the_master_s_whole_turn(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch, unit: str | None, expected: float, words: str
) -> None:
    advice = {"line": ["take K3", "step 0 N"], "unit": unit, "expected": expected}
    monkeypatch.setattr(bots, "hint", lambda state, seat: advice)
    output = mandapa(*TWO_ROUNDS, input="hint\nquit\n").output
    assert f"master would: take K3, then step 0 N{words}" in output


def test_refusals_name_the_rule(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="step 0 N\n99\nturn around\nquit\n").output
    assert "'step 0 N': " in output and "(rule KER-" in output
    assert "99 is not in the list; expected 1 to" in output
    assert "'turn around': " in output


def test_help_lists_the_commands(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="help\nquit\n").output
    for command in ("hint", "back", "score", "board", "help", "quit"):
        assert f"\n{command} " in output or f"\n> {command} " in output


def test_the_end_of_the_input_leaves_the_game(mandapa: Command) -> None:
    result = mandapa(*TWO_ROUNDS, input="")
    assert result.exit_code == 0
    assert "You leave the game." in result.output


def test_seats_and_computer_players_can_be_chosen(mandapa: Command, made: list[str]) -> None:
    result = mandapa("play", "kerala", "-n", 3, "--seat", 1, "--bots", "greedy,novice", input="score\nquit\n")
    assert result.exit_code == 0
    assert made == ["greedy", "novice"]
    for name in ("seat 0 (greedy)", "you", "seat 2 (novice)"):
        assert f". {name}: " in result.output


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--seat", "2", "-n", "2"), "--seat: found 2, expected 0 to 1"),
        (("--bots", "adept,adept", "-n", "2"), "--bots: found 2 names in 'adept,adept', expected one name or 1"),
        (("-n", "1"), "players: found 1, expected 2 to 5"),
    ],
)
def test_wrong_usage_is_explained(mandapa: Command, arguments: tuple[str, ...], expected: str) -> None:
    result = mandapa("play", "kerala", *arguments, input="")
    assert result.exit_code == 2
    assert expected in result.stderr
