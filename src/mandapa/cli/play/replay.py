"""``mandapa replay``: check a game record, and step through it."""

import sys
from typing import Annotated

import typer

from mandapa.cli.errors import UsageError
from mandapa.cli.options import GameNumber, ReadableFile
from mandapa.cli.play.records import match_of, seat_names
from mandapa.cli.text import counted, seat_name, sheet_lines
from mandapa.play import Match, visible_to
from mandapa.play.record import repeated_outcomes

KEYS = "Enter: next action   b: back   a number: go there   e: end   q: quit"

app = typer.Typer()


@app.command()
def replay(
    file: ReadableFile,
    at: Annotated[int | None, typer.Option(help="Show the position after this many actions.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the whole game, one action per line.")] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="Repeat the simulations of a physics engine, and report differences.")
    ] = False,
    number: GameNumber = None,
) -> None:
    """Check a record file and step through its game."""
    if audit and (at is not None or text):
        raise UsageError("--audit: found --at or --text beside it, expected it alone: it repeats the whole game")
    match = match_of(file, number)
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
    """Repeat the simulations of the game's referee (a physics engine), and print differences from the record."""
    outcomes = list(repeated_outcomes(match))
    differing = [(ply, difference) for ply, difference in outcomes if difference]
    for ply, difference in differing:
        typer.echo(f"action {ply}: {difference}")
    typer.echo(f"{counted(len(outcomes), 'outcome')} of a referee repeated, {len(differing)} differ")


def summary_lines(match: Match) -> list[str]:
    """Return the lines of a summary: the game, its players and its result."""
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
    """Return the lines of the whole game: a summary, each action, and the scores. Nothing is hidden."""
    lines = [*summary_lines(match), ""]
    turn = None
    for ply, action in enumerate(visible_to(match.actions, None), 1):
        who = "chance" if action.entry.seat is None else seat_name(action.entry.seat)
        mark = f"turn {action.turn}" if action.turn != turn else ""
        turn = action.turn
        lines.append(f"{ply:>5}  {mark:<9} {who:<7} {action.entry.text}")
    ranked = match.state.is_terminal
    return [*lines, "", *sheet_lines(match.state, seat_names(match), ranked=ranked)]


def position_text(match: Match, ply: int) -> str:
    """Return the position after the first ``ply`` actions as text, headed by the last of these actions."""
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
    """Return the number of actions of the position to show next, given the user's input.

    If the input is invalid, print the keys and return ``ply``, the current number; ``last`` is the greatest number.
    """
    moves = {"": ply + 1, "b": ply - 1, "e": last}
    if answer in moves:
        return min(max(moves[answer], 0), last)
    if answer.isdecimal() and int(answer) <= last:
        return int(answer)
    typer.echo(f"{answer!r} is no action number from 0 to {last}. {KEYS}")
    return ply
