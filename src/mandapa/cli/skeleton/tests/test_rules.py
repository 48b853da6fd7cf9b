"""The rules of Pebbles, and that the game is sound."""

import pytest

import mandapa
from mandapa.cli.skeleton.game import GAME
from mandapa.library import Game
from mandapa.testing import check_game


def test_it_is_sound() -> None:
    """What must hold for any game."""
    assert check_game(Game(GAME, 3, {"most": 4}), games=10).games == 10


@pytest.mark.clause("PEB-SETUP-1", "PEB-TURN-1", "PEB-END-1")
def test_a_whole_game() -> None:
    """From the heap to the last stone."""
    state = Game(GAME, 2, {}).new_state()
    assert [text for text, _ in state.chance_outcomes()][::9] == ["heap 12", "heap 21"]
    for text in ("heap 12", "take 3", "take 3", "take 3", "take 1"):
        state.apply(text)
    with pytest.raises(mandapa.IllegalAction, match="the heap has fewer stones"):
        state.apply("take 3")
    with pytest.raises(mandapa.IllegalAction, match="so many may not be taken"):
        state.apply("take 4")
    state.apply("take 2")
    assert state.is_terminal and state.returns() == [1, 0]
