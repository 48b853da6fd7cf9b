"""View, gallery and score sheets of Indus, for players and programs. No function here changes the state."""

from functools import lru_cache
from typing import Any, get_args

import numpy as np

from mandapa.games.indus.rules import setup, state as indus
from mandapa.games.indus.rules.board import first_of_size, linked, neighbour, offered
from mandapa.games.indus.rules.components import CODES, KINDS, PIECES_OF_A_SIZE, RANKS, TEAMS, Components, Team
from mandapa.games.indus.rules.researchers import piece_text, stack_text, usable_ranks
from mandapa.games.indus.rules.scoring import COLUMNS, ruin_table
from mandapa.games.indus.show.view_types import Gallery, Ruin, RuinView, Rule, Share, Sheet, TeamView, View
from mandapa.kernel.compile.engine import run
from mandapa.kernel.record import Record, new_records

LETTERS = tuple(indus.DEFAULT.data["ruins"]["letters"][kind] for kind in KINDS)
RULES: tuple[Rule, ...] = get_args(Rule)


def view(state: Record) -> View:
    """Return everything on the table, all of which is visible to everyone (IND-INFO-1)."""
    phase = int(state.phase)
    to_act = phase > indus.START_SEAT and phase not in (indus.DIE, indus.OVER)
    names = ruin_names(state)
    starts = state.start.tolist()
    ruins_of = state.ruins_of.tolist()
    secured = state.secured.tolist()
    ruins = ruins_now(state)
    teams = team_rows(state, ruins)
    return {
        "game": "indus",
        "players": int(state.players),
        "phase": indus.PHASES[phase],
        "seat": int(state.seat) if to_act else None,
        "turn": int(state.seat) if indus.START_SEAT < phase < indus.OVER else None,
        "team": _team_name(state.team),
        "start_seat": None if state.start_seat == indus.NONE else int(state.start_seat),
        "roll": int(state.rolls),
        "die": int(state.die) or None,
        "rolls_left": rolls_left(state),
        "to_place": to_place(state),
        "board": {
            place: None if piece == indus.NONE else CODES[piece]
            for place, piece in zip(indus.PLACE_NAMES, state.piece_at.tolist(), strict=True)
        },
        "offered": offered_pieces(state),
        "teams": teams,
        "take_backs": state.taken_back.tolist() if state.players == 2 else [],
        "take_back_limit": indus.TAKE_BACK_LIMIT,
        "starts": [
            {"space": space, "piece": piece_text(piece) if piece != indus.NOBODY else None, "fields": [*fields]}
            for space, piece, fields in zip(indus.SPACES, starts, indus.LANDING_NAMES, strict=True)
        ],
        "fields": [
            {
                "field": name,
                "ruins": [names[ruin] for ruin in ruins_of[field] if ruin != indus.NONE],
                "stack": stack_text(state, field),
                "secured": _team_name(secured[field]),
            }
            for field, name in enumerate(indus.FIELD_NAMES)
        ],
        "ruins": ruins,
        "sheets": _sheets(state, teams, ruins) if ruins else [],
    }


def _team_name(team: int) -> Team | None:
    return None if team == indus.NONE else TEAMS[team]


def rolls_left(state: Record) -> int:
    """Return the maximum number of further rolls in this turn (IND-ROLL-3).

    It depends on the highest rank of the acting team on start spaces.
    """
    if state.phase not in (indus.ADD, indus.DIE, indus.GO):
        return 0
    last = max((roll for roll in (1, 2, 3) if usable_ranks(state, roll)), default=0)
    return max(0, last - int(state.rolls))


def to_place(state: Record) -> int:
    """Return the number of researchers still to be placed in set-up."""
    if state.phase not in (indus.PLACE_TEAM, indus.PLACE):
        return 0
    return setup.placements(state) - int(state.placed)


def offered_pieces(state: Record) -> list[str]:
    """Return the codes of the board pieces that can be drawn next; empty once the board is complete (IND-BOARD-6)."""
    if state.phase != indus.BOARD:
        return []
    first = first_of_size(state)
    return [CODES[piece] for piece in range(first, first + PIECES_OF_A_SIZE) if offered(state, piece)]


def team_rows(state: Record, ruins: list[RuinView]) -> list[TeamView]:
    """Return the reserve and points of each team in play."""
    rows: list[TeamView] = []
    for team, name in enumerate(TEAMS):
        if state.seat_of[team] != indus.NONE:
            by_ruins = sum(ruin["prizes"].get(name, 0) for ruin in ruins)
            captured = int(state.points[team])
            rows.append(
                {
                    "team": name,
                    "seat": int(state.seat_of[team]),
                    "reserve": dict(zip(RANKS, state.reserve[team].tolist(), strict=True)),
                    "captured": captured,
                    "ruins": by_ruins,
                    "total": captured + by_ruins,
                }
            )
    return rows


# ---------------------------------------------------------------- ruins

_BOARD_FIELDS = ("parts", "exits", "piece_at", "ruins", "ruin_kind", "first_prize", "second_prize", "ruins_of")


def ruin_names(state: Record) -> list[str]:
    """Return the names of all ruins, numbered within their kind: ``B1``, ``B2``, ``G1``."""
    return [ruin["name"] for ruin in board_facts(state)]


def board_facts(state: Record) -> list[Ruin]:
    """Return what does not change about each ruin: its name, kind, fields, links and values.

    The result is a copy, which the caller may modify.
    """
    facts = _board_facts(b"".join(state[name].tobytes() for name in _BOARD_FIELDS))
    return [
        {**ruin, "fields": [*ruin["fields"]], "links": [*ruin["links"]], "values": [*ruin["values"]]} for ruin in facts
    ]


@lru_cache(maxsize=256)
def _board_facts(board: bytes) -> list[Ruin]:
    state = new_records(indus.STATE, 1)[0]
    start = 0
    for name in _BOARD_FIELDS:
        size = state[name].nbytes
        state[name] = np.frombuffer(board[start : start + size], indus.STATE[name].base).reshape(
            indus.STATE[name].shape
        )
        start += size
    numbers = [0] * indus.NUM_KINDS
    facts: list[Ruin] = []
    ruins_of = state.ruins_of.tolist()
    for ruin in range(int(state.ruins)):
        kind = int(state.ruin_kind[ruin])
        numbers[kind] += 1
        fields = [field for field in range(indus.FIELDS) if ruin in ruins_of[field]]
        first, second = int(state.first_prize[ruin]), int(state.second_prize[ruin])
        facts.append(
            {
                "name": f"{LETTERS[kind]}{numbers[kind]}",
                "kind": KINDS[kind],
                "fields": [indus.FIELD_NAMES[field] for field in fields],
                "links": [
                    (indus.FIELD_NAMES[field], indus.FIELD_NAMES[neighbour(field, side)])
                    for field in fields
                    for side in (1, 2)
                    if linked(state, field, side, kind)
                ],
                "values": [first, second] if kind == indus.BUILDING else [first],
            }
        )
    return facts


def ruins_now(state: Record) -> list[RuinView]:
    """Return every ruin with its payments as if the game ended now (IND-SCORE)."""
    table = np.zeros(indus.MAX_RUINS * COLUMNS)
    run(ruin_table, state, table)
    rows = table.reshape(indus.MAX_RUINS, COLUMNS).astype(int).tolist()
    return [_payment(facts, row) for facts, row in zip(board_facts(state), rows, strict=False)]


def _payment(facts: Ruin, row: list[int]) -> RuinView:
    """Return a ruin with its payments, given its constant facts and its row of ``scoring.ruin_table``."""
    counts = {team: count for team, count in zip(TEAMS, row[: indus.NUM_TEAMS], strict=True) if count}
    rule, most, first, following, second = row[indus.NUM_TEAMS :]
    leaders = [team for team, count in counts.items() if count == most]
    seconds = [team for team, count in counts.items() if count == following]
    shares: list[Share] = []
    values = facts["values"]
    if leaders:
        pool = sum(values) if RULES[rule] in ("sole", "tie") else values[0]
        shares.append({"teams": leaders, "pool": pool, "by": len(leaders), "each": first})
    if seconds:
        shares.append({"teams": seconds, "pool": values[1], "by": len(seconds), "each": second})
    prizes = {team: share["each"] for share in shares for team in share["teams"] if share["each"]}
    return {**facts, "counts": counts, "leaders": leaders, "prizes": prizes, "rule": RULES[rule], "shares": shares}


def score_sheets(state: Record) -> list[Sheet]:
    """Return the score sheet of every seat as if the game ended now, with the reasons for all points."""
    ruins = ruins_now(state)
    return _sheets(state, team_rows(state, ruins), ruins)


def _sheets(state: Record, rows: list[TeamView], ruins: list[RuinView]) -> list[Sheet]:
    sheets = [_sheet(seat, [row for row in rows if row["seat"] == seat], ruins) for seat in range(int(state.players))]
    for sheet in sheets:
        sheet["rank"] = 1 + sum(other["total"] > sheet["total"] for other in sheets)
    return sheets


def _sheet(seat: int, rows: list[TeamView], ruins: list[RuinView]) -> Sheet:
    own = [row["team"] for row in rows]
    points = [sum(ruin["prizes"].get(team, 0) for team in own) for ruin in ruins]
    kinds = dict.fromkeys((ruin["kind"] for ruin in ruins), 0)
    for ruin, gained in zip(ruins, points, strict=True):
        kinds[ruin["kind"]] += gained
    return {
        "seat": seat,
        "total": sum(row["total"] for row in rows),
        "rank": 1,
        "captured": sum(row["captured"] for row in rows),
        "teams": [
            {"team": row["team"], "captured": row["captured"], "ruins": row["ruins"], "total": row["total"]}
            for row in rows
        ],
        "kinds": kinds,
        "ruins": [
            {
                "name": ruin["name"],
                "kind": ruin["kind"],
                "fields": ruin["fields"],
                "counts": ruin["counts"],
                "shares": ruin["shares"],
                "points": gained,
            }
            for ruin, gained in zip(ruins, points, strict=True)
            if gained
        ],
    }


def gallery(components: Components) -> Gallery:
    """Return all board pieces with their parts, all ranks and teams, and the values of the ruins."""
    data = components.data
    teams = data["teams"]
    return {
        "pieces": [
            {
                "id": row["id"],
                "centre": centre,
                "parts": [
                    {
                        "kind": ruin["ruin"],
                        "fields": ruin["fields"],
                        "exits": ruin.get("exits", []),
                        "value": ruin.get("value"),
                    }
                    for ruin in row["parts"]
                ],
            }
            for centre, table in ((False, "corner"), (True, "centre"))
            for row in data[table]
        ],
        "ranks": [
            {
                "name": name,
                "letter": name[0],
                "points": int(indus.CAPTURE_POINTS[rank]),
                "last_roll": int(indus.LAST_ROLL[rank]),
                "in_play": {players: counts[rank] for players, counts in teams["in_play"].items()},
            }
            for rank, name in enumerate(RANKS)
        ],
        "teams": [{"name": name, "letter": name[0].upper()} for name in TEAMS],
        "values": data["values"],
        "first_board": data["first_board"],
        "provenance": data.get("provenance", {}),
    }


def rows(sheet: Sheet) -> dict[Any, int]:
    """Return the points in each row of a score sheet: captured researchers, and each kind of ruin."""
    return {"captured": sheet["captured"], **sheet["kinds"]}
