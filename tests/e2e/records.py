"""Whole games, random or written, and ways to find a moment from which a test can continue."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mandapa import library
from mandapa.play import Match, Seat, export_record, now

RECORDS = Path(__file__).resolve().parents[1] / "records"
ACTION = re.compile(r" *\d+ [0-9a-f]{16} (?:chance|seat (?P<seat>\d)): (?P<text>.*)")


class Moment(NamedTuple):
    """A decision in a whole game: its record, the number of actions before it, the seat to act, and the legal
    actions."""

    record: dict[str, Any]
    ply: int
    seat: int
    legal: list[str]


def decisions(seed: int, players: int, **options: Any) -> list[Moment]:
    """Yield every decision of a random game in which the first seat begins."""
    rng = np.random.default_rng(seed)
    game = library.load("indus", players=players, start_seat=0, **options)
    match = Match(game, [Seat(name, "bot", "random") for name in "ABCD"[:players]])
    asked: list[tuple[int, int, list[str]]] = []
    match.resolve_chance(rng, now())
    while (seat := match.to_act) is not None:
        legal = match.state.legal_actions
        asked.append((match.ply, seat, legal))
        match.act(seat, legal[int(rng.integers(len(legal)))], now())
        match.resolve_chance(rng, now())
    record = export_record(match)
    return [Moment(record, *moment) for moment in asked]


@cache
def last_addition() -> Moment:
    """With four players: the last researcher that the first seat adds; after two more turns it has none left."""
    return [one for one in decisions(1, players=4) if one.seat == 0 and one.legal[0].startswith("add")][-1]


@cache
def own_capture(**options: Any) -> Moment:
    """With two players, shortly before the end: a player's own researcher has been captured by that player."""
    found = (one for seed in count() for one in decisions(seed, players=2, **options)[-12:] if "take" in one.legal)
    return next(found)


@cache
def two_for_one_field() -> tuple[Moment, str]:
    """With four players: one from the north and one from the west could land on the same field; also returns the
    field."""
    for seed in count():
        for one in decisions(seed, players=4):
            shown = one.record["entries"][one.ply - 1]["text"].removeprefix("roll ")
            if {f"move N{shown}", f"move W{shown}"} <= set(one.legal):
                return one, shown * 2
    raise AssertionError


def expert_games() -> Iterator[Match]:
    """Random games of Chola Expert with three players who build when they can; yields before every decision."""
    for seed in count():
        rng = np.random.default_rng(seed)
        game = library.load("chola", players=3, variant="expert", first_player=0)
        match = Match(game, [Seat(name, "bot", "random") for name in "ABC"])
        match.resolve_chance(rng, now())
        while (seat := match.to_act) is not None:
            yield match
            legal = match.state.legal_actions
            builds = [text for text in legal if text.startswith("build")]
            match.act(seat, (builds or legal)[int(rng.integers(len(builds or legal)))], now())
            match.resolve_chance(rng, now())


def moment_of(match: Match) -> Moment:
    """Return the moment of the current decision."""
    assert match.to_act is not None
    return Moment(export_record(match), match.ply, match.to_act, match.state.legal_actions)


@cache
def sculpture_to_carve() -> tuple[Moment, str]:
    """With three players in Expert: a player can carve a sculpture and choose how hand and wagon pay; also returns
    the slot."""
    for match in expert_games():
        if any(text.startswith("sculpt") for text in match.state.legal_actions):
            for row in match.state.previews():
                if row.get("ways") and row["ways"][0]["asked"]:
                    return moment_of(match), row["action"].split()[1]
    raise AssertionError


@cache
def build_for_a_sculpture() -> tuple[Moment, dict[str, Any]]:
    """With three players in Expert: a Build would make a sculpture possible for the player; also returns that Build."""
    for match in expert_games():
        if any(text.startswith("build") for text in match.state.legal_actions):
            for build in (build for row in match.state.previews() for build in row.get("builds", [])):
                if any(match.to_act in one["payers"] for one in build.get("sculptures", [])):
                    return moment_of(match), build
    raise AssertionError


def replacing_games() -> Iterator[Match]:
    """Random games of Hampi with four players who replace every tile that they may; yields before every decision."""
    game = library.load("hampi", players=4, replace_tile=True)
    for seed in count():
        rng = np.random.default_rng(seed)
        match = Match(game, [Seat(name, "bot", "random") for name in "ABCD"])
        match.resolve_chance(rng, now())
        while match.to_act is not None:
            yield match
            legal = match.state.legal_actions
            match.act(match.to_act, legal[-1 if "replace" in legal else int(rng.integers(len(legal)))], now())
            match.resolve_chance(rng, now())


@cache
def tile_to_replace() -> Moment:
    """A player may replace their tile."""
    return next(moment_of(match) for match in replacing_games() if "replace" in match.state.legal_actions)


@cache
def many_set_aside() -> Moment:
    """A player may lay a tile, and eight others have been seen and are in the stack or set aside."""
    for match in replacing_games():
        seen = match.state.view()["deduced"]
        if len(seen["returned"] + seen["aside"]) >= 8 and match.state.legal_actions[0].startswith("cell"):
            return moment_of(match)
    raise AssertionError


def written_game(name: str, motion: dict[int, dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the record of a written playthrough; ``motion`` are details of some of its actions, by their number
    from 1."""
    lines = (RECORDS / f"{name}.txt").read_text("utf-8").splitlines()
    options = json.loads(lines[1].removeprefix("options: "))
    seats = [Seat(seat, "person") for seat in "ABCD"[: options["players"]]]
    record = export_record(Match(library.load(name.partition("/")[0], **options), seats))
    actions = (ACTION.fullmatch(line) for line in lines)
    for number, found in enumerate(filter(None, actions), start=1):
        seat = None if found["seat"] is None else int(found["seat"])
        entry = {"seq": number, "kind": "chance" if seat is None else "act", "seat": seat, "text": found["text"]}
        record["entries"].append({**entry, "at": now(), "details": (motion or {}).get(number)})
    return record
