"""``mandapa replay``, ``mandapa score`` and ``mandapa components check``: files that people bring."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

import mandapa
from mandapa.cli.common import counted, read_json, sheet_lines
from mandapa.cli.errors import Failure, UsageError
from mandapa.kernel.game_type import Referee
from mandapa.kernel.input.parsing import parse_toml
from mandapa.library import State
from mandapa.play import Entry, Match, Seat, import_record, now, told
from mandapa.play.seats import BOT

KEYS = "Enter: next action   b: back   a number: go there   e: end   q: quit"


def replay(file: Path, at: int | None, text: bool, audit: bool) -> None:
    """Check a record and show it: whole as text, one position, or step by step; or audit it."""
    if audit and (at is not None or text):
        raise UsageError("--audit: found --at or --text beside it, expected it alone: it repeats the whole game")
    match = match_of(file)
    if audit:
        _audit(match)
        return
    if at is not None and not 0 <= at <= match.ply:
        raise UsageError(f"--at: found {at!s}, expected 0 to {match.ply}, the number of actions in this game")
    if text:
        typer.echo("\n".join(game_lines(match)))
    elif at is not None:
        typer.echo(position_text(match, at))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(match)
    else:
        typer.echo("\n".join([*summary_lines(match), "", str(match.state)]))


def _audit(match: Match) -> None:
    """Repeat what the game's referee said, from what was kept of it; a difference is told, and is no failure."""
    referee = match.game.type.referee
    state = match.game.new_state()
    repeated = differing = 0
    for ply, action in enumerate(match.actions, 1):
        if referee is not None and action.entry.details is not None:
            repeated += 1
            if found := _repeated(referee, state, action.entry):
                differing += 1
                typer.echo(f"action {ply}: {found}")
        state.apply(action.entry.text)
    typer.echo(f"{counted(repeated, 'outcome')} of a referee repeated, {differing} came out otherwise")


def _repeated(referee: Referee, state: State, entry: Entry) -> str:
    """What came out otherwise; nothing: ""."""
    try:
        return referee.repeat(state.record, state.game.components, entry.text, entry.details or {})
    except (ValueError, RuntimeError) as error:
        return f"cannot be repeated: {error}"


def match_of(file: Path) -> Match:
    """The match of a record file, or of what `mandapa simulate --check` saved."""
    data = read_json(file)
    if not isinstance(data, Mapping) or "actions" not in data:
        return import_record(data)
    for name in ("game", "players", "options"):
        if name not in data:
            raise Failure(
                f"{file}: found actions without {name}, expected game, players, options and actions, or a record"
            )
    game = mandapa.load(data["game"], data["players"], **data["options"])
    match = Match(game, [Seat("random", BOT, "random")] * game.players, confirm=False)
    for seq, text in enumerate(data["actions"], 1):
        seat = match.state.current_player
        match.extend([Entry(seq, "act", seat, text, now()) if seat >= 0 else Entry(seq, "chance", None, text, now())])
    return match


def summary_lines(match: Match) -> list[str]:
    """What game it is, who played and how it ended."""
    game = match.game
    seats = ", ".join(f"{seat}: {info.name or info.kind}" for seat, info in enumerate(match.seats))
    lines = [
        f"{game.type.title}, {counted(game.players, 'player')} ({seats})",
        f"{counted(match.ply, 'action')}; replayed without a fault",
    ]
    result = match.result()
    if result is None:
        return [*lines, "not finished"]
    names = seat_names(match)
    winners = [names[seat] for seat in result["winners"]]
    totals = ", ".join(map(str, result["totals"]))
    won = f"won {'together ' * (len(winners) > 1)}by {', '.join(winners)}" if winners else "lost"
    return [*lines, f"totals {totals}; {won}"]


def game_lines(match: Match) -> list[str]:
    """The whole game, one action a line, with the running scores at the end. A record keeps nothing from its reader."""
    lines = [*summary_lines(match), ""]
    turn = None
    for ply, action in enumerate(told(match.actions, None), 1):
        who = "chance" if action.entry.seat is None else seat_name(action.entry.seat)
        mark = f"turn {action.turn}" if action.turn != turn else ""
        turn = action.turn
        lines.append(f"{ply:>5}  {mark:<9} {who:<7} {action.entry.text}")
    ranked = match.state.is_terminal
    return [*lines, "", *sheet_lines(match.state, seat_names(match), ranked=ranked)]


def seat_names(match: Match) -> list[str]:
    """Names of the seats, for people."""
    return [info.name or seat_name(seat) for seat, info in enumerate(match.seats)]


def seat_name(seat: int) -> str:
    """What a seat is called at which nobody has a name."""
    return f"seat {seat}"


def position_text(match: Match, ply: int) -> str:
    """The position after ``ply`` actions, and the action that led to it."""
    state = match.game.new_state()
    for action in match.actions[:ply]:
        state.apply(action.entry.text)
    last = f"after {match.actions[ply - 1].entry.text!r}" if ply else "before the first one"
    return f"action {ply} of {match.ply}, {last}\n{state}"


def _step_through(match: Match) -> None:
    typer.echo("\n".join([*summary_lines(match), "", KEYS]))
    ply = 0
    while True:
        typer.echo(f"\n{position_text(match, ply)}")
        try:
            answer = input("> ").strip().lower()
        except EOFError:
            return
        if answer in ("q", "quit"):
            return
        ply = _next_ply(answer, ply, match.ply)


def _next_ply(answer: str, ply: int, last: int) -> int:
    """Where an answer leads; an answer that means nothing stays and says what would."""
    moves = {"": ply + 1, "b": ply - 1, "e": last}
    if answer in moves:
        return min(max(moves[answer], 0), last)
    if answer.isdecimal() and int(answer) <= last:
        return int(answer)
    typer.echo(f"{answer!r} is no action number from 0 to {last}. {KEYS}")
    return ply


def score(file: Path, as_json: bool) -> None:
    """Score a set-up position."""
    data = read_json(file)
    if not isinstance(data, Mapping) or not isinstance(data.get("game"), str) or "position" not in data:
        raise Failure(f'{file}: found no "game" and "position", expected an object with both')
    known = ("game", "players", "options", "position")
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise Failure(f"{file}: found {', '.join(unknown)}, expected only {', '.join(known)}")
    options = data.get("options") or {}
    if not isinstance(options, Mapping):
        raise Failure(f"{file}: options: found {options!r}, expected an object")
    game = mandapa.load(data["game"], **({"players": players_of(data)} | dict(options)))
    state = game.position(data["position"])
    if as_json:
        sheets = state.scores(explain=True)
        typer.echo(json.dumps({"game": game.name, "scores": state.scores(), "sheets": sheets}))
    else:
        typer.echo(str(state))
        typer.echo("\n".join(sheet_lines(state, [seat_name(seat) for seat in range(game.players)])))


def players_of(data: Mapping[str, Any]) -> Any:
    """The number of players that a position file gives, in one place or the other; None leaves it to the game."""
    position = data["position"]
    inside = position.get("players") if isinstance(position, Mapping) else None
    return data.get("players", inside)


def check_components(file: Path, game: str | None) -> None:
    """Validate a component file against its game."""
    try:
        named = parse_toml(file.read_text(encoding="utf-8")).get("game")
    except ValueError as error:
        raise Failure(f"{file}: not a TOML text file: {error}") from error
    name = game or named
    if not isinstance(name, str):
        raise Failure(f'{file}: game: found {named!r}, expected a name, such as game = "kerala"; or give --game')
    loaded = mandapa.game_type(name).load_components(str(file))
    typer.echo(f"{file}: a valid component file for {name}, hash {getattr(loaded, 'hash', '')}")
