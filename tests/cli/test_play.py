"""`mandapa play`: a match in the terminal."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.play.dice import dice

from mandapa import bots
from mandapa.cli.play import play, terminal
from mandapa.cli.play.warmup import BackgroundCompile
from mandapa.coach import hint
from mandapa.coach.comparison import Reason
from mandapa.coach.plan import Plan, Step
from mandapa.kernel.game_type import Referee
from mandapa.kernel.generic import CHANCE, current_player
from mandapa.kernel.hints import HintReason
from mandapa.library import State
from mandapa.play import import_record

from .conftest import Command

NAMED = ("--name", "Asha")
TWO_ROUNDS = ("play", "kerala", *NAMED, "-n", "2", "--seed", "4", "-o", "rounds=2", "-o", "first_leader=0")


class First:
    """Takes the first legal action."""

    def choose(self, state: State, seat: int) -> str:
        assert state.current_player == seat
        return state.legal_actions[0]


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace bots by ones that take the first legal action; return the names that were requested."""
    names: list[str] = []

    def make(name: str, *others: Any) -> First:
        names.append(name)
        return First()

    monkeypatch.setattr(bots, "make_named", make)
    monkeypatch.setattr(BackgroundCompile, "start", lambda warmup: None)
    return names


def test_a_whole_game_by_number(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = mandapa(*TWO_ROUNDS, "--save", file, input="1\n\n" * 20)
    assert result.exit_code == 0
    assert "The game is over" in result.output and "Kerala, round 2 of 2, over" in result.output
    assert "The final score" in result.output and "symbols, 1 each" in result.output
    assert re.search(r"^(.+ wins|.+ win)\.$", result.output, re.MULTILINE)
    match = import_record(json.loads(file.read_text()))
    assert match.status == "over"
    assert [seat.kind for seat in match.seats] == ["person", "bot"]
    assert {entry.kind for entry in match.entries} == {"act", "chance", "confirm"}


@pytest.mark.parametrize(
    ("name", "options", "board"),
    [
        ("chola", ("-n", 1), "Chola (solo), turn "),
        ("hampi", ("-n", 2), "Hampi, round 3 of 3"),
        ("indus", ("-n", 2), "Indus, over"),
        pytest.param("menara", ("-n", 2), "Menara, turn ", marks=pytest.mark.slow),
        ("connect_four", (), " 1 2 3 4 5 6 7"),
    ],
)
def test_every_game_is_played_to_its_end(
    mandapa: Command, tmp_path: Path, name: str, options: tuple[Any, ...], board: str
) -> None:
    file = tmp_path / "game.json"
    arguments = ("play", name, *NAMED, *options, "--seed", 2, "--save", file)
    result = mandapa(*arguments, input="1\n\n" * 500)
    assert result.exit_code == 0
    end = result.output[result.output.index("The game is over") :]
    assert board in end
    assert re.search(r"^(.+ wins?|The game is lost)\.$", end, re.MULTILINE)
    assert "The final score" in end
    assert import_record(json.loads(file.read_text())).status == "over"


def listed(output: str, number: int) -> str:
    """Return the text at a number in the last list of choices."""
    found = re.findall(rf"^ +{number} (.+?)(?:   .*)?$", output, re.MULTILINE)
    return str(found[-1]).strip()


@pytest.mark.parametrize("typed", [str.upper, lambda label: label[:-1].lower()])
def test_actions_by_their_text_in_any_case(mandapa: Command, typed: Callable[[str], str]) -> None:
    second = listed(mandapa(*TWO_ROUNDS, input="quit\n").output, 2)
    output = mandapa(*TWO_ROUNDS, input=f"{typed(second)}\nquit\n").output
    assert re.search(r"Asha: take \w+\n\nKerala, round 1 of 2, step, \w+ in hand", output)


def test_actions_that_a_player_knows_by_heart(mandapa: Command) -> None:
    assert "Asha: pass" in mandapa(*TWO_ROUNDS, input="PASS\nquit\n").output


def test_what_begins_alike_is_asked_for_again(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="take\nquit\n").output
    assert '"take" is the beginning of several: 1, 2.' in output


def test_the_board_and_the_choices_are_shown_first(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="quit\n").output
    places = [output.index(text) for text in ("seat 0: Asha", "Kerala, round 1 of 2, take", ">seat 0", "1 take ")]
    assert places == sorted(places)
    assert "You leave the game." in output


def test_taking_back_and_ending_the_turn(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = mandapa(*TWO_ROUNDS, "--save", file, input="back\npass\nback\npass\n\nquit\n")
    assert result.exit_code == 0
    assert "There is nothing to take back." in result.output
    assert "Asha takes back." in result.output
    kinds = [entry["kind"] for entry in json.loads(file.read_text())["entries"] if entry["seat"] == 0]
    assert kinds == ["act", "back", "act", "confirm"]


def test_a_complete_turn_waits_for_its_end(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="pass\nnonsense\nscore\nhint\nquit\n").output
    assert 'Enter ends your turn, "back" takes something back' in output
    assert '"nonsense" is neither in the list nor a command: hint, back, score' in output
    assert "standing elephants, 1 each" in output
    assert "There is nothing to decide now" in output


def test_a_roll_waits_until_it_is_asked_for(mandapa: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(play, "load_game", lambda *arguments: dice())
    file = tmp_path / "game.json"
    output = mandapa("play", "dice", *NAMED, "--save", file, input="1\nback\n2\n\n1\n\nquit\n").output
    assert "Enter lets chance decide" in output
    assert output.index("Asha takes back.") < output.index("Chance: die")
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
    monkeypatch.setattr(play, "load_game", lambda *arguments: game)
    output = mandapa("play", "dice", *NAMED, input="1\n\n1\n\nquit\n").output
    assert "Chance: die 4" in output


def test_what_a_referee_will_judge_is_listed_with_its_outlook(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dice()
    first = game.new_state().legal_actions[0]
    shown = replace(game.type.presentation, previews=lambda state: [{"action": first, "outlook": "risky"}])
    for plays in (True, False):
        referee = Referee(lambda state, plays=plays: plays, lambda state: False, None, None)
        monkeypatch.setattr(game, "type", replace(game.type, referee=referee, presentation=shown))
        monkeypatch.setattr(play, "load_game", lambda *arguments: game)
        output = mandapa("play", "dice", *NAMED, input="quit\n").output
        assert (f"1 {first} (risky)" in output) == plays
        assert output.count("(risky)") == plays and f"1 {first}" in output


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
    arguments = ("play", "chola", *NAMED, "-n", 3, "--seed", 1, "-o", "first_player=0", "--save", file)
    output = mandapa(*arguments, input="draw stack\n\n" * 2 + "score\nquit\n").output
    match = import_record(json.loads(file.read_text()))
    hint_text = [line.strip() for line in output.splitlines()]

    drawn = [event for event in match.events if event.entry.kind == "chance" and event.only_for in (1, 2)]
    assert len(drawn) >= 6, "two dealt to and one drawn by each of the others"
    assert "card for seat 1" in output and "card for seat 2" in output
    assert "Adept 1: draw stack" in hint_text and "Adept 2: draw stack" in hint_text
    built = [event for event in match.events if event.log.key == "chola.log.built" and event.entry.seat]
    others = [line.split(": ", 1)[1] for line in hint_text if line.startswith(("Adept 1: ", "Adept 2: "))]
    assert [text for text in others if text != "draw stack"] == [event.public_text for event in built] != []


@pytest.mark.parametrize(
    ("unit", "expected", "words"),
    [
        ("points", 41.26, "The master expects 41.3 points at the end, on average. Now it is 7."),
        ("lead", -3, "The master expects to end -3.0 points ahead of the opponent, on average. Now it is 7."),
        ("chance", 0.426, "The chance to win is 43%."),
        (None, 0.5, "There is nothing to win or lose here."),
    ],
)
def test_hints_are_the_master_s_whole_turn_with_its_idea_and_reasons(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch, unit: str | None, expected: float, words: str
) -> None:
    def advise(known: State, turns: int) -> hint.Hint:
        return replace(
            usual(known, turns, seconds=0.01),
            plan=Plan(known, tuple(Step(0, text, known.record, known.record) for text in ("take K2", "step 0 E"))),
            idea=HintReason("kerala.idea.deny", 5, {"seat": 1, "points": 5}),
            unit=unit,
            expected=[expected, 3],
            before=None if unit == "chance" else [7, 3],
            reasons=[Reason("edges", 5.2), Reason("symbols-red", 0.4), Reason(None, -2.0)],
        )

    usual = hint.compute_hint

    monkeypatch.setattr(hint, "compute_hint", advise)
    output = mandapa(*TWO_ROUNDS, input="hint\nquit\n").output
    hint_text = output[output.index("The master would play: take K2, step 0 E") :]
    assert "Take the tile that Adept needs most: it would be worth 5 points more to them" in hint_text
    assert words in " ".join(hint_text.split())
    assert "+5.2 Fringes" in hint_text and "-2.0 in later rounds" in hint_text and "symbols" not in hint_text.lower()


def test_refusals_name_the_rule(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="step 0 N\n99\nturn around\nquit\n").output
    assert re.search(r"Not possible: .+ \(rule KER-", output)
    assert "99 is not in the list, which goes from 1 to " in output
    assert '"turn around" is neither in the list' in output


def test_help_lists_the_commands(mandapa: Command) -> None:
    output = mandapa(*TWO_ROUNDS, input="?\nquit\n").output
    for command in ("hint", "back", "score", "board", "all", "log", "help", "quit"):
        assert re.search(rf"^  {command} +\w", output, re.MULTILINE)


def test_the_end_of_the_input_leaves_the_game(mandapa: Command) -> None:
    result = mandapa(*TWO_ROUNDS, input="")
    assert result.exit_code == 0
    assert "You leave the game." in result.output


def test_input_is_read_on_windows_which_has_no_readline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda prompt: " take  3 ")
    assert terminal.Terminal().ask("Your move", ["take 3"]) == "take 3"


def test_seats_and_computer_players_can_be_chosen(mandapa: Command, made: list[str]) -> None:
    result = mandapa("play", "kerala", *NAMED, "-n", 3, "--seat", 1, "--bots", "greedy,novice", input="score\nquit\n")
    assert result.exit_code == 0
    assert made == ["greedy", "novice"]
    assert "seat 0: Greedy, seat 1: Asha, seat 2: Novice" in result.output
    assert re.search(r"^\d\. Novice: -?\d+ points$", result.output, re.MULTILINE)


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
