"""Games with secrets: who may know what, in the log and in the view."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mandapa.games.chola import GAME
from mandapa.library import Game
from mandapa.play import Match, Seat
from mandapa.server.picture import visible_events

from .conftest import AT

KINDS = ("one", "same2", "diff2", "hv4", "diag4")


@pytest.fixture
def match(rng: np.random.Generator) -> Match:
    """Three people at a table of Chola; set-up is done, and everybody has drawn a card from the stack."""
    options = {"first_player": 0, "colours": ["brown", "white", "grey"]}
    match = Match(Game(GAME, 3, options), [Seat(name, "person") for name in ("Asha", "Bala", "Chitra")])
    match.resolve_chance(rng, AT)
    for seat in range(3):
        match.act(seat, "draw stack", AT)
        match.resolve_chance(rng, AT)
    return match


def told(match: Match, seats: tuple[int, ...], status: str = "playing") -> list[dict[str, Any]]:
    table: Any = SimpleNamespace(match=match, status=status)
    return visible_events(table, match.events, seats)


def drawn(match: Match) -> dict[int, list[str]]:
    """The cards that each seat has drawn from the stack."""
    cards: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for event in match.events:
        if event.only_for is not None:
            cards[event.only_for].append(event.entry.text)
    return cards


def test_cards_from_the_stack_are_told_to_who_draws_them_only(match: Match) -> None:
    assert {seat: len(cards) for seat, cards in drawn(match).items()} == {0: 3, 1: 3, 2: 3}
    for seat in range(3):
        secrets = [event for event in match.events if event.only_for not in (None, seat)]
        for event, data in zip(match.events, told(match, (seat,)), strict=True):
            if event in secrets:
                assert (data["action"], data["log"]) == ("", {"key": "table.log.hidden", "params": {}})
            else:
                assert (data["action"], data["log"]) == (event.entry.text, event.log.to_json())


def test_spectators_are_told_no_secrets_and_two_seats_at_one_device_both(match: Match) -> None:
    hidden = [data for data in told(match, ()) if data["log"]["key"] == "table.log.hidden"]
    assert len(hidden) == 9
    assert len([data for data in told(match, (0, 2)) if data["log"]["key"] == "table.log.hidden"]) == 3


def test_after_the_game_everything_is_told(match: Match) -> None:
    assert all(data["log"]["key"] != "table.log.hidden" for data in told(match, (), "over"))


def test_cards_of_the_row_and_stones_are_no_secrets(match: Match) -> None:
    public = [event.entry.text for event in match.events if event.only_for is None]
    assert any(text.startswith("stone ") for text in public)
    assert sum(text.startswith("card ") for text in public) == 3


def test_views_hold_no_cards_of_others(match: Match) -> None:
    for seat in (None, 0, 1, 2):
        seats = match.state.view(seat)["seats"]
        for other in range(3):
            known = sum(seats[other]["cards"].values())
            assert (known, seats[other]["held"]) == (3 if other == seat else 0, 3)


def test_all_that_a_seat_gets_is_the_same_whatever_the_others_hold(match: Match) -> None:
    """Exchange hidden cards of two others, and nothing that is sent to the seat changes."""
    record = match.state.record
    own, unseen = record.cards[1].copy(), record.cards[2].copy()
    before = json.dumps([match.state.view(0), match.state.for_seat(0).scores(explain=True)])
    record.cards[1], record.cards[2] = unseen, own
    assert json.dumps([match.state.view(0), match.state.for_seat(0).scores(explain=True)]) == before


def test_a_drawn_card_cannot_be_taken_back(match: Match) -> None:
    assert match.free_floor(0) == match.ply


def test_who_plays_alone_wins_only_against_the_opponent(rng: np.random.Generator) -> None:
    for head_start, winners in ((0, [0]), (500, [])):
        match = Match(Game(GAME, 1, {"variant": "solo", "head_start": head_start}), [Seat("Asha", "person")])
        while match.status != "over":
            match.resolve_chance(rng, AT)
            if match.to_act == 0:
                match.act(0, match.state.legal_actions[0], AT)
            if match.open_turn == 0:
                match.confirm([0], AT)
        result = match.result()
        assert result is not None
        assert result["winners"] == winners
