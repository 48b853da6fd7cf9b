"""The built-in puzzles, and the search that found them."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

import mandapa
from mandapa.coach import puzzles as coach
from mandapa.coach.puzzles import EQUAL, Puzzle
from mandapa.lab.executor import SerialExecutor
from mandapa.lab.puzzles import SearchSettings, puzzles_from, search_games, select_puzzles, write
from scaling import scaled

PLAYED = ("chola", "hampi", "indus", "kerala", "menara")
CLEAR = SearchSettings()
EASY = SearchSettings(
    play_simulations=40,
    width=6,
    screening_simulations=24,
    shortlist_simulations=24,
    trial_simulations=24,
    proof_simulations=48,
    gap=0.001,
    early_gap_share=0.0,
    min_std_errors=-100.0,
    max_equal_turns=6,
    times=1,
)
"""Settings that accept anything as a puzzle that is not obvious at first sight."""


def some(game: str) -> list[Puzzle]:
    """Return a few puzzles of a game, from the easiest to the hardest; all of them in `make soak`."""
    found = mandapa.puzzles(game)
    step = max(1, len(found) // scaled(2 if game == "menara" else 4))  # towers are slow to rebuild
    return list(found[::step])


@pytest.mark.parametrize("game", PLAYED)
def test_every_puzzle_fits_the_game_as_it_is(game: str) -> None:
    found = mandapa.puzzles(game)
    assert found
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert (one.rules_version, one.components) == (one.load().rules_version, one.load().components_hash)
        assert one.made["command"].startswith(f"mandapa lab puzzles {game} ") and one.made["version"]


@pytest.mark.parametrize("game", PLAYED)
def test_every_puzzle_has_one_turn_that_is_clearly_best_and_does_not_meet_the_eye(game: str) -> None:
    for one in mandapa.puzzles(game):
        right, rest = one.turns[: one.equal], one.turns[one.equal :]
        assert 1 <= one.equal <= CLEAR.max_equal_turns and rest and one.simulations >= 1000
        assert max(turn.lost_chance for turn in right) <= EQUAL
        assert min(turn.lost_chance for turn in rest) >= CLEAR.gap
        assert all(turn.lost > CLEAR.min_std_errors * turn.doubt * 0.99 for turn in rest), "rounded in the file"
        assert {one.greedy, one.shown} <= {turn.actions for turn in rest}


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED)
def test_positions_are_legal_and_so_are_their_turns(game: str) -> None:
    for one in some(game):
        state = one.state()
        assert state.current_player == one.seat
        assert one.solved_by(one.best)
        assert not one.solved_by(one.greedy) and not one.solved_by(one.shown)


def test_the_puzzle_of_the_day_comes_again_after_all_others() -> None:
    days = [coach.of_the_day(date(2026, 1, 1) + timedelta(days=number)) for number in range(60)]
    names = [one.game for one in days if one]
    count = len(set(names))
    assert names == names[:count] * (60 // count), "one game after the other"
    of_one = [one.id for one in days if one and one.game == "kerala"]
    assert len(set(of_one)) == min(len(of_one), len(mandapa.puzzles("kerala")))


@pytest.mark.slow
def test_puzzles_are_found_and_what_was_broken_off_goes_on(tmp_path: Path) -> None:
    game = mandapa.load("kerala", players=2, rounds=8)
    found = [one for _, some in search_games(game, tmp_path, 10, 1, SerialExecutor(), EASY) for one in some]
    assert found
    (tmp_path / "kerala-2-rounds=8-000010.json").write_text("[7]", encoding="utf-8")
    assert list(search_games(game, tmp_path, 10, 1, SerialExecutor(), EASY)) == [(1, [7])], "nothing is searched again"
    file = tmp_path / "found.json"
    write(file, "kerala", {"command": "", "version": ""}, select_puzzles(puzzles_from(found, "kerala", {}), 2))
    for one in coach.read(file):
        assert one.options == {"players": 2, "rounds": 8}
        assert one.solved_by(one.best)


def test_games_with_other_options_are_searched_again(tmp_path: Path) -> None:
    games = [mandapa.load("kerala", 2, rounds=rounds) for rounds in (8, 9)]

    def find(game: mandapa.Game, settings: SearchSettings, seed: int) -> list[dict[str, int]]:
        return [{"rounds": game.options["rounds"]}]

    found = [list(search_games(game, tmp_path, 0, 1, SerialExecutor(), EASY, find)) for game in games]
    assert found == [[(1, [{"rounds": 8}])], [(1, [{"rounds": 9}])]]


def test_no_game_no_puzzles() -> None:
    with pytest.raises(mandapa.OptionError, match="chess"):
        mandapa.puzzles("chess")
