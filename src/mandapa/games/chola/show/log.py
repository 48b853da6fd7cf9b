"""Actions of Chola for the client: a player's choices, the lines of the log, and their visibility."""

from typing import Any

from mandapa.games.chola.rules import actions, secrets, state as chola, supplies
from mandapa.games.chola.rules.components import CARDS, LETTERS
from mandapa.games.chola.rules.temple import LAYOUT, square_name, squares_at
from mandapa.games.chola.rules.turn.payment import WAYS, cost_of
from mandapa.games.chola.rules.turn.solo import CARD_IF_NONE, CARD_MORE, STONES_IF_NONE, STONES_MORE
from mandapa.games.chola.show.view_types import Arranged, BlueCard, Gain, PricedWay, WayToPay
from mandapa.kernel.record import Record

# ---------------------------------------------------------------- choices


def _arranged(state: Record, number: int) -> Arranged:
    """Return the stone that this arrangement would put on each square of the chosen place."""
    letters = (LETTERS[int(state.first_colour)], LETTERS[int(state.second_colour)])
    return {
        "stones": {
            square_name(state, square): letters[LAYOUT[state.card, number, i]]
            for i, square in enumerate(squares_at(state, int(state.place)))
        }
    }


def _way(way: int) -> WayToPay:
    plan, *letters = WAYS[way].split()
    return {"plan": plan, "letters": [LETTERS[LETTERS.index(letter)] for letter in letters]}


def _priced(state: Record, way: int) -> PricedWay:
    return {**_way(way), "cost": supplies.letters_of(cost_of(state, int(state.slot), way))}


def _blue_card(state: Record, *_: Any) -> BlueCard:
    return {"card": chola.BLUE[state.blue[state.seat] - 1]}


choices = actions.CHOLA.choices(
    {
        actions.ARRANGE_STONES: _arranged,
        actions.PAY: _priced,
        actions.ANSWER: _blue_card,
        actions.END_TURN: _blue_card,
    }
)

# ---------------------------------------------------------------- the log

SOLO_STEPS = {1 + STONES_IF_NONE: "a", 1 + CARD_IF_NONE: "a", 1 + CARD_MORE: "c", 1 + STONES_MORE: "e"}
"""Step of Solo in which a stone or card is drawn, by the step that follows it (CHO-SOLO-4, CHO-SOLO-6, CHO-SOLO-7)."""


def _seat(before: Record, *_: Any) -> dict[str, Any]:
    return {"seat": int(before.seat)}


_line = actions.CHOLA.log(
    {
        actions.DRAW_A_STONE: _seat,
        actions.DRAW_A_CARD: _seat,
        actions.TURN_UP: _seat,
        actions.LAY_TREASURE: lambda before, after, square, treasure: {"wants": supplies.wanted_by(treasure)},
        actions.PAY: lambda before, after, way: _way(way),
        actions.ANSWER: _blue_card,
    }
)


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Return the log line of an action.

    For the decision that completes a Build or a sculpture, the line describes the whole Build or sculpture.
    """
    name, params = _result(before, action, after) or _deed(before, action, after)
    return _with_skipped(before, after, {"key": f"chola.log.{name}", "params": params})


def _with_skipped(before: Record, after: Record, line: dict[str, Any]) -> dict[str, Any]:
    """Add the seat whose turn is skipped to the log line, because no action of that seat shows it (CHO-BONUS-11)."""
    skipped = [seat for seat in range(before.players) if before.resting[seat] and not after.resting[seat]]
    also = [{"key": "chola.log.skipped", "params": {"seat": seat}} for seat in skipped]
    return {**line, "params": {**line["params"], "also": also}} if also else line


def _deed(before: Record, action: int, after: Record) -> tuple[str, dict[str, Any]]:
    """Return the log key and values of a single decision or outcome.

    Some keys are more specific than the kind of action, such as ``draw_stack``.
    """
    line = _line(before, action, after)
    name, params = line["key"].removeprefix("chola.log."), line["params"]
    if before.phase == chola.BONUS:
        name = f"bonus_{params['answer']}"
    elif before.phase == chola.END:
        name = params["answer"]
    elif name == "draw":
        return ("draw_row", params) if params["card"] else ("draw_stack", {})
    elif before.variant == chola.SOLO and chola.DRAW_STONE <= before.phase <= chola.REFILL:
        name = f"solo_{SOLO_STEPS[int(before.step)]}_{'stone' if before.phase == chola.DRAW_STONE else 'card'}"
    return name, params


def _result(before: Record, action: int, after: Record) -> tuple[str, dict[str, Any]] | None:
    """Return the log key and values of a whole Build or Sculpt if ``action`` completes it, otherwise None."""
    if after.spaces < before.spaces:
        return "built", _built(before, action, after)
    if after.uncarved < before.uncarved:
        return "carved", _carved(before, action, after)
    return None


def _carved(before: Record, action: int, after: Record) -> dict[str, Any]:
    slot = int(before.slot) if before.slot != chola.NONE else actions.slot_of(action)
    covered = [square for square in before.slot_cell[slot].tolist() if square != chola.NONE]
    squares = [square_name(before, square) for square in covered]
    return {
        "slot": actions.SLOT_NAMES[slot],
        "where": squares[0] if len(squares) == 1 else f"{squares[0]}–{squares[-1]}",
        "tile": chola.TILE_NAMES[int(before.tile_at[slot])],
        "points": sum(_gains(before, after)[int(before.seat)].values()),
        "cells": _cells(before, covered),
    }


def _built(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Return the values of a Build for the log: card, stones by square, every seat's points by source (CHO-BUILD-9)."""
    card = int(before.card) if before.card != chola.NONE else actions.card_of(action)
    changed = [square for square in range(before.cells) if before.stone[square] != after.stone[square]]
    gained = {seat: rows for seat, rows in enumerate(_gains(before, after)) if rows}
    return {
        "card": CARDS[card],
        "stones": {square_name(after, square): LETTERS[after.stone[square] - 1] for square in changed},
        "gains": {str(seat): rows for seat, rows in gained.items()},
        "placed": [LETTERS[after.stone[square] - 1] + square_name(after, square) for square in changed],
        "paid": [_paid(after, seat, rows) for seat, rows in gained.items()] or ["0"],
        "cells": _cells(after, changed),
    }


def _cells(state: Record, squares: list[int]) -> list[list[int]]:
    """Return the column and row of each square, in the format that the client highlights."""
    return [[int(state.column[square]), int(state.level[square])] for square in squares]


def _paid(state: Record, seat: int, rows: Gain) -> str:
    """Return a seat's gains as text, such as ``W=foreign:1,own_patterns:3``; ``O`` is the virtual opponent in Solo."""
    owner = LETTERS[state.colour[seat]] if seat < state.players else "O"
    return f"{owner}={','.join(f'{name}:{points}' for name, points in rows.items())}"


def _gains(before: Record, after: Record) -> list[Gain]:
    """Return the points that each seat, or the virtual opponent, gained from one state to the other, by source."""
    change = (after.points - before.points).tolist()
    return [{name: gain for name, gain in zip(chola.ROW_NAMES, row, strict=True) if gain} for row in change]


# ---------------------------------------------------------------- visibility


def secret(before: Record, action: int, after: Record) -> int | None:
    """Return the only seat that may see an action, or None if the action is public.

    Secret are the cards drawn from the stack (CHO-INFO-2), and the choices of a Build until it is complete
    (CHO-BUILD-9).
    """
    hidden = before.phase in (chola.DEAL_CARD, chola.DRAW_CARD) or _is_step_of_build(before, action, after)
    return int(before.seat) if hidden else None


def redacted_log(before: Record, action: int, after: Record) -> dict[str, Any] | None:
    """Return the log line of a secret action for other players: a card was drawn. None for a choice within a Build."""
    if before.phase not in (chola.DEAL_CARD, chola.DRAW_CARD):
        return None
    return _with_skipped(before, after, {"key": "chola.log.card_unseen", "params": _seat(before)})


def public_text(before: Record, action: int, after: Record) -> str:
    """Return the text of an action that all players may see.

    For a card drawn from the stack, it names only the seat that gets it; for a completed Build, it describes the whole
    Build.
    """
    if before.phase in (chola.DEAL_CARD, chola.DRAW_CARD):
        return f"card for seat {before.seat}"
    if after.spaces == before.spaces:
        return actions.CHOLA.format(before, action)
    result = _built(before, action, after)
    return f"build {result['card']} {' '.join(result['placed'])}"


def _is_step_of_build(before: Record, action: int, after: Record) -> bool:
    """Return whether an action is a choice within a Build that does not yet complete the Build."""
    builds = secrets.is_choosing_build(before) or (before.phase == chola.ACTION and actions.is_build(action))
    return builds and bool(after.spaces == before.spaces)
