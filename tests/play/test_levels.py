"""Changing the bot of a seat during the game."""

from __future__ import annotations

import json

import pytest

from mandapa.play import Match, export_record, import_record

from .conftest import AT
from .test_ends import three
from .test_match import refused


def again(match: Match) -> Match:
    return import_record(json.loads(json.dumps(export_record(match))))


def test_the_record_keeps_who_decides_from_where_on():
    match = three("person", "bot", "bot")
    match.act(0, match.state.legal_actions[0], AT)
    (entry,) = match.set_level(1, "master", AT)
    assert (entry.kind, entry.seat, entry.text) == ("seat", 1, "level master")
    assert [seat.bot for seat in match.seats] == [None, "master", "random"]
    assert [seat.bot for seat in match.first_seats] == [None, "random", "random"]
    assert match.events[-1].log.to_json() == {"key": "table.log.level", "params": {"seat": 1, "bot": "master"}}
    assert again(match).seats == match.seats


def test_who_has_failed_is_replaced_and_the_log_says_so():
    match = three("person", "bot", "bot")
    match.replace_failed(2, "adept", AT)
    assert match.seats[2].bot == "adept"
    assert match.events[-1].log.to_json() == {"key": "table.log.fail", "params": {"seat": 2, "bot": "adept"}}
    assert again(match).seats == match.seats


def test_only_a_record_with_such_a_change_needs_newer_software():
    match = three("person", "bot", "bot")
    assert export_record(match)["schema"] == 1
    match.set_level(1, "master", AT)
    assert export_record(match)["schema"] == 2


def test_a_change_does_not_make_requests_stale():
    match = three("person", "bot", "bot")
    before = match.last_move_seq
    match.set_level(1, "master", AT)
    assert match.last_move_seq == before


@pytest.mark.parametrize(("seat", "bot"), [(0, "master"), (1, "random"), (1, "")])
def test_a_level_is_for_seats_where_another_computer_decides(seat, bot):
    match = three("person", "bot", "bot")
    with refused("seat_unavailable"):
        match.set_level(seat, bot, AT)


def test_a_stand_in_may_be_another_one_and_gives_the_seat_back():
    match = three("person", "person", "bot")
    match.stand_in(1, "novice", AT)
    match.set_level(1, "master", AT)
    assert match.seats[1].bot == "master" and match.seats[1].stand_in
    match.return_seat(1, AT)
    assert match.seats[1].is_person_deciding


def test_nothing_is_changed_in_a_game_that_is_over():
    match = three("person", "bot", "bot")
    match.close("closed", AT)
    with refused("finished"):
        match.set_level(1, "master", AT)
