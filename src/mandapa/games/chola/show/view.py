"""View, gallery and score sheets of Chola, for players and programs. No function here changes the state."""

from typing import Any, get_args

import numpy as np

from mandapa.games.chola.rules import actions, components as material, secrets, state as chola, temple
from mandapa.games.chola.rules.scoring import tie_break, total
from mandapa.games.chola.rules.supplies import kinds_of, letters_of, wanted_by
from mandapa.games.chola.rules.temple import flood, is_finished, owner_of, square_name, squares_at, takes_one, value_of
from mandapa.games.chola.rules.turn.payment import NORMAL, WAYS, cost_of
from mandapa.games.chola.rules.turn.supply_actions import can_draw, can_replace, pick_fault
from mandapa.games.chola.show import view_types
from mandapa.kernel.presentation import plain
from mandapa.kernel.record import Record, copy_of

DOINGS: tuple[view_types.Doing, ...] = get_args(view_types.Doing)
ENDINGS: tuple[view_types.Ending | None, ...] = (None, *get_args(view_types.Ending))


def view(state: Record) -> view_types.View:
    """Return the view of a state: everything on the table that the viewer may see."""
    phase = int(state.phase)
    expert, solo = state.variant == chola.EXPERT, state.variant == chola.SOLO
    return {
        "game": "chola",
        "players": int(state.players),
        "variant": chola.VARIANTS[state.variant],
        "phase": chola.PHASES[phase],
        "seat": int(state.seat) if chola.REFILL < phase < chola.OVER else None,
        "turn_seat": int(state.seat) if chola.DEAL_BONUS < phase < chola.OVER else None,
        "first_player": int(state.first_player) if state.first_player != chola.NONE else None,
        "turn": int(state.turn),
        "spaces": int(state.spaces),
        "last_turns": int(state.last_turns),
        "ending": ENDINGS[int(state.ending)],
        "stuck_seat": int(state.seat) if state.ending == chola.STUCK else None,
        "doing": DOINGS[int(state.doing)] if state.doing != chola.NONE else None,
        "entrance": list(chola.DEFAULT.data["board"]["entrance"]) if _is_default(state) else _entrance(state),
        "squares": square_rows(state),
        "treasures": {name: treasure_row(number) for number, name in enumerate(material.TREASURES)},
        "slots": slot_rows(state) if expert else [],
        "seats": [seat_row(state, seat) for seat in range(int(state.players))],
        "opponent": {"total": total(state, chola.OPPONENT), "rows": _rows(state, chola.OPPONENT)} if solo else None,
        "ladder": ladder(state) if solo else [],
        "bag": {"total": int(state.bag.sum()), "counts": letters_of(state.bag.tolist())},
        "stack": {"total": int(state.stack_size), "unseen": kinds_of(state.stack.tolist())},
        "row": kinds_of(state.row.tolist()),
        "removed_value": int(state.removed_value) if expert and state.removed_value != chola.NONE else None,
        "building": _building(state),
        "carving": _carving(state),
        "groups": group_rows(state),
        "rules": {
            "treasures": chola.TREASURE_RULES[state.treasure_rule],
            "pattern_scoring": "full" if state.full_scoring else "increment",
            "stuck_rule": "replace_counts" if state.replace_counts else "literal",
            "last_spaces": chola.END_TRIGGER,
        },
        "sheets": score_sheets(state),
    }


def _is_default(state: Record) -> bool:
    return bool(
        state.cells == len(chola.DEFAULT.temple.names)
        and (state.below[: state.cells] == chola.DEFAULT.temple.below).all()
    )


def _entrance(state: Record) -> list[str]:
    """Return the names of the squares that the entrance takes up, below squares of the temple."""
    doors = [square for square in range(state.cells) if state.below[square] == material.DOOR]
    return [
        f"{material.ALPHABET[state.column[square]]}{level}"
        for square in doors
        for level in range(1, state.level[square])
    ]


def square_rows(state: Record) -> list[view_types.SquareView]:
    """Return the squares from the ground up, left to right."""
    cells, read = int(state.cells), plain(state)
    stones, covered = state.stone.tolist(), state.covered.tolist()
    columns, levels = state.column.tolist(), state.level.tolist()
    stars = dict(zip(state.star.tolist()[: state.stars], state.treasure.tolist()[: state.stars], strict=True))
    return [
        {
            "square": f"{material.ALPHABET[columns[square]]}{levels[square]}",
            "stone": material.LETTERS[stones[square] - 1] if stones[square] else None,
            "covered": bool(covered[square]),
            "star": square in stars,
            "treasure": material.TREASURES[stars[square] - 1] if stars.get(square) else None,
            "open": takes_one(read, square),
        }
        for square in range(cells)
    ]


def treasure_row(treasure: int) -> view_types.TreasureView:
    """Return the points of a kind of treasure tile, and what earns them."""
    return {"points": int(chola.TREASURE_POINTS[treasure]), "wants": wanted_by(treasure)}


def slot_rows(state: Record) -> list[view_types.SlotView]:
    """Return every slot of the sculpture board with its tile and the seat that has carved it."""
    rows: list[view_types.SlotView] = []
    tiles, carvers = state.tile_at.tolist(), state.carver.tolist()
    for slot in range(int(state.slots)):
        tile = tiles[slot]
        squares = [square_name(state, square) for square in state.slot_cell[slot].tolist() if square != chola.NONE]
        rows.append(
            {
                "slot": actions.SLOT_NAMES[slot],
                "kind": material.SLOT_KINDS[state.slot_kind[slot]],
                "squares": squares,
                "tile": tile_row(state, tile) if tile != chola.NONE else None,
                "carver": carvers[slot] if carvers[slot] != chola.NONE else None,
                "finished": bool(is_finished(state, slot)),
            }
        )
    return rows


def tile_row(state: Record, tile: int) -> view_types.TileView:
    """Return the name, value and cost of a sculpture tile."""
    cost = letters_of(state.tile_cost[tile].tolist())
    return {"id": chola.TILE_NAMES[tile], "value": int(state.tile_value[tile]), "cost": cost}


def seat_row(state: Record, seat: int) -> view_types.SeatView:
    """Return a player's possessions, as far as the viewer may know them."""
    return {
        "seat": seat,
        "colour": material.LETTERS[state.colour[seat]] if state.colour[seat] != chola.NONE else None,
        "stones": letters_of(state.hand[seat].tolist()),
        "cards": kinds_of(state.cards[seat].tolist()),
        "known": kinds_of(state.known[seat].tolist()),
        "held": int(state.held[seat]),
        "wagon": letters_of(state.wagon[seat].tolist()) if state.variant == chola.EXPERT else None,
        "red": chola.RED[state.red[seat] - 1] if state.red[seat] else None,
        "blue": chola.BLUE[state.blue[seat] - 1] if state.blue[seat] else None,
        "resting": bool(state.resting[seat]),
        "can_restock": can_restock(state, seat),
        "total": total(state, seat),
    }


def can_restock(state: Record, seat: int) -> bool:
    """Return whether a seat could do something other than build or carve that keeps it from being stuck (CHO-END-4)."""
    there = copy_of(state)
    there.seat = seat
    return pick_fault(there) == 0 or can_draw(there) or (bool(there.replace_counts) and can_replace(there))


def _building(state: Record) -> view_types.Building | None:
    """Return the card that is being built, with the choices already made."""
    if not secrets.is_choosing_build(state):
        return None
    colours = [material.LETTERS[colour] for colour in (state.first_colour, state.second_colour) if colour != chola.NONE]
    squares = squares_at(state, int(state.place)) if state.place != chola.NONE else []
    return {
        "card": material.CARDS[state.card],
        "colours": list(dict.fromkeys(colours)),
        "squares": [square_name(state, square) for square in squares],
    }


def _carving(state: Record) -> view_types.Carving | None:
    """Return the sculpture that is being carved, with the choices already made."""
    if state.phase not in (chola.PLAN, chola.SPLIT):
        return None
    plan = int(state.plan)
    return {
        "slot": actions.SLOT_NAMES[state.slot],
        "plan": WAYS[plan] if plan != chola.NONE else None,
        "cost": letters_of(cost_of(state, int(state.slot), max(NORMAL, plan))),
        "from_hand": letters_of(state.from_hand.tolist()),
        "next": material.LETTERS[state.split] if state.split != chola.NONE else None,
    }


# ---------------------------------------------------------------- groups


def group_rows(state: Record) -> list[view_types.Group]:
    """Return every group of two or more visible stones, with its value and the points that a further stone scores."""
    marks = np.zeros(material.MAX_CELLS, np.int16)
    group = np.empty(material.MAX_CELLS, np.int16)
    rows: list[view_types.Group] = []
    for square in np.flatnonzero(state.stone[: state.cells]).tolist():
        if marks[square] or state.covered[square]:
            continue
        size = flood(state, square, marks, 1, group)
        if size < 2:
            continue
        colour = int(state.stone[square]) - 1
        owner = owner_of(state, colour)
        paid = owner != chola.OWNERLESS  # CHO-SCORE-3
        worth = value_of(state, colour, size) if paid else 0
        more = value_of(state, colour, size + 1) if paid else 0
        rows.append(
            {
                "letter": material.LETTERS[colour],
                "owner": None if owner == chola.OWNERLESS else "opponent" if owner >= state.players else owner,
                "squares": sorted(square_name(state, member) for member in group[:size].tolist()),
                "value": worth,
                "next": more if state.full_scoring else max(0, more - worth),
            }
        )
    return rows


def patterns_with(board: Any, laid: dict[int, int]) -> list[list[view_types.Square]]:
    """Return the squares of each pattern that would contain a new stone (CHO-DEF-7, CHO-SCORE-3).

    ``board`` is the plain object of a state; its list of stones is changed and restored. ``laid`` has the colours of
    the new stones by square.
    """
    for square, colour in laid.items():
        board.stone[square] = 1 + colour
    marks: Any = [0] * material.MAX_CELLS
    group: Any = [0] * material.MAX_CELLS
    found = []
    for square, colour in laid.items():
        if marks[square] == 0:
            size = flood(board, square, marks, 1, group)
            if temple.is_pattern(board, colour, size):
                found.append(sorted(square_name(board, member) for member in group[:size]))
    for square in laid:
        board.stone[square] = chola.EMPTY
    return found


# ---------------------------------------------------------------- the score sheet


def score_sheets(state: Record) -> list[view_types.Sheet]:
    """Return every seat's points by source, with the tie-breaks; seats still tied share the victory (CHO-TIE-4)."""
    read = plain(state)
    standings = [(total(read, seat), tie_break(read, seat)) for seat in range(read.players)]
    sheets: list[view_types.Sheet] = []
    for seat, standing in enumerate(standings):
        sheet: view_types.Sheet = {
            "seat": seat,
            "total": standing[0],
            "rank": 1 + sum(other > standing for other in standings),
            "rows": _rows(state, seat),
            "carved": read.carver.count(seat),
            "tie_break": standing[1],
        }
        if state.variant == chola.SOLO:
            sheet["opponent"] = {"total": total(state, chola.OPPONENT), "rows": _rows(state, chola.OPPONENT)}
            sheet["won"] = _beats(sheet["total"], sheet["opponent"]["total"])
        sheets.append(sheet)
    return sheets


def ladder(state: Record) -> list[view_types.HeadStart]:
    """Return the head starts suggested for Solo, and that of this game, with the results of the present scores."""
    own = int(state.points[chola.OPPONENT, chola.OTHER_ROW])
    mine, theirs = total(state, 0), total(state, chola.OPPONENT) - own
    starts = sorted({own, *chola.HEAD_STARTS["full" if state.full_scoring else "increment"]})
    return [{"points": start, "own": start == own, "won": _beats(mine, theirs + start)} for start in starts]


def _beats(mine: int, theirs: int) -> bool:
    return mine > theirs  # CHO-SOLO-11


def _rows(state: Record, seat: int) -> dict[chola.Source, int]:
    return dict(zip(chola.ROW_NAMES, state.points[seat].tolist(), strict=True))


# ---------------------------------------------------------------- the gallery


def gallery(components: material.Components) -> view_types.Gallery:
    """Return every kind of piece once, with the number of pieces of that kind."""
    data = components.data
    return {
        "colours": [
            {"name": name, "letter": letter} for name, letter in zip(material.COLOURS, material.LETTERS, strict=True)
        ],
        "stones": components.stones,
        "cards": [{"card": card, "count": count} for card, count in zip(material.CARDS, components.cards, strict=True)],
        "treasures": [
            {"treasure": name, "count": count, **treasure_row(number)}
            for number, (name, count) in enumerate(zip(material.TREASURES, components.treasures, strict=True))
        ],
        "tiles": [
            {"id": name, "kind": material.SLOT_KINDS[kind], "value": value, "cost": letters_of(cost)}
            for name, kind, value, cost in zip(
                components.tiles, components.tile_kind, components.tile_value, components.tile_cost, strict=True
            )
        ],
        "bonus": [{"card": name} for name in (*chola.RED, *chola.BLUE)],
        "patterns": chola.PATTERN_POINTS.tolist(),
        "squares": list(components.temple.names),
        "stars": [components.temple.names[star] for star in components.temple.stars],
        "entrance": data["board"]["entrance"],
        "slots": [
            {
                "slot": actions.SLOT_NAMES[slot],
                "kind": material.SLOT_KINDS[kind],
                "squares": [components.temple.names[c] for c in cells],
            }
            for slot, (kind, cells) in enumerate(
                zip(components.temple.slot_kinds, components.temple.slots, strict=True)
            )
        ],
        "provenance": data.get("provenance", {}),
    }


def rows(sheet: view_types.Sheet) -> dict[chola.Source, int]:
    """Return the rows of a score sheet by name, for the client."""
    return sheet["rows"]
