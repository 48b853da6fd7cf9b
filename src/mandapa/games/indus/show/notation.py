"""Read positions of Indus from a description in the notation of the game.

Fields are named like ``34``, start spaces like ``N1``, researchers like ``Ya`` (yellow assistant).
"""

from collections.abc import Mapping
from typing import Any

from mandapa.games.indus.rules import researchers, state as indus
from mandapa.games.indus.rules.board import find_ruins
from mandapa.games.indus.rules.components import RANKS, TEAMS, Components
from mandapa.games.indus.rules.rules import captor_of_pending
from mandapa.games.indus.rules.setup import placements
from mandapa.kernel.input.positions import expect, whole
from mandapa.kernel.record import Record

PIECES_BY_TEXT = {
    f"{team[0].upper()}{rank[0]}": researchers.researcher(number, level)
    for number, team in enumerate(TEAMS)
    for level, rank in enumerate(RANKS)
}
KEYS = (
    "players",
    "stacks",
    "starts",
    "reserves",
    "points",
    "taken_back",
    "seat",
    "phase",
    "team",
    "roll",
    "die",
    "pending",
    "pending_at",
    "placed",
)
POSITION_PHASES = {name: number for number, name in enumerate(indus.PHASES) if number > indus.START_SEAT}


def position(state: Record, description: Mapping[str, Any], components: Components) -> None:
    """Change a new state into the described position. The game's options must determine the board.

    Whether a field is secured follows from its stack. All keys of ``description`` are optional:

    * ``players``: must agree with the game.
    * ``stacks``: researchers on fields, bottom to top, as ``{"34": ["Ya", "Bw"]}``.
    * ``starts``: researchers on start spaces, as ``{"N1": "Ya"}``.
    * ``reserves``: numbers of workers, assistants and professors by team; by default none.
    * ``points``: points from captures by team.
    * ``taken_back``: number of researchers taken back by each seat.
    * ``seat``: seat to act, by default 0.
    * ``phase``: by default ``add``, for two players ``team``. Chance events of the set-up are not allowed.
    * ``team``: team that acts.
    * ``roll``, ``die``: number of the roll and its result, in the phases ``go`` and ``own``.
    * ``pending``: pending researcher, in the phase ``own``.
    * ``pending_at``: field where it may stay, in the phase ``own`` of a game with ``spare_own``.
    * ``placed``: number of researchers placed so far, in the phases ``place`` and ``place_team``.
    """
    for key in description:
        expect(key in KEYS, "position", key, list(KEYS))
    players = int(state.players)
    whole("players", description.get("players", players), players, players)
    expect((state.piece_at != indus.NONE).all(), "board", "random", "a first or custom board")
    if state.ruins == 0:
        find_ruins(state)
    state.start[:] = indus.NOBODY
    state.reserve[:] = 0
    state.start_seat = 0 if state.start_seat == indus.NONE else state.start_seat
    for field, stack in _table(description, "stacks").items():
        _set_stack(state, field, stack)
    for space, piece in _table(description, "starts").items():
        expect(space in indus.SPACES, "starts", space, "a start space such as N1")
        state.start[indus.SPACES.index(space)] = _piece(state, piece, f"starts.{space}")
    _set_teams(state, description)
    _set_moment(state, description)
    _check_counts(state)


def _table(description: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = description.get(key, {})
    expect(isinstance(table, Mapping), key, table, "an object")
    return table  # type: ignore[no-any-return]


def _piece(state: Record, piece: Any, where: str) -> int:
    known = isinstance(piece, str) and piece in PIECES_BY_TEXT
    expect(known and _plays(state, piece), where, piece, "a researcher of a team that plays, such as Ya")
    return PIECES_BY_TEXT[piece]


def _plays(state: Record, piece: str) -> bool:
    return bool(state.seat_of[researchers.team_of(PIECES_BY_TEXT[piece])] != indus.NONE)


def _set_stack(state: Record, field: Any, stack: Any) -> None:
    where = f"stacks.{field}"
    expect(field in indus.FIELD_NAMES, "stacks", field, "a field such as 34")
    right = isinstance(stack, list) and len(stack) <= indus.MAX_STACK
    expect(right, where, stack, f"a list of at most {indus.MAX_STACK} researchers")
    pieces = [_piece(state, piece, where) for piece in stack]
    teams = [researchers.team_of(piece) for piece in pieces]
    expect(researchers.may_lie_together(state, teams), where, stack, "one of each team, or one team only (IND-CAP-1)")
    number = indus.FIELD_NAMES.index(field)
    state.stack[number, : len(pieces)] = pieces
    state.height[number] = len(pieces)
    state.secured[number] = researchers.owner_of(teams)


def _set_teams(state: Record, description: Mapping[str, Any]) -> None:
    for name, counts in _table(description, "reserves").items():
        right = isinstance(counts, list) and len(counts) == indus.NUM_RANKS
        expect(right, f"reserves.{name}", counts, "workers, assistants and professors")
        for rank, count in enumerate(counts):
            state.reserve[_team(state, name, "reserves"), rank] = whole(f"reserves.{name}", count, 0, 8)
    for name, points in _table(description, "points").items():
        state.points[_team(state, name, "points")] = whole(f"points.{name}", points, 0, 255)
    taken_back = description.get("taken_back", [0, 0])
    expect(isinstance(taken_back, list) and len(taken_back) == 2, "taken_back", taken_back, "two numbers")
    for seat, count in enumerate(taken_back):
        state.taken_back[seat] = whole("taken_back", count, 0, indus.TAKE_BACK_LIMIT)


def _team(state: Record, name: Any, where: str) -> int:
    playing = [team for number, team in enumerate(TEAMS) if state.seat_of[number] != indus.NONE]
    expect(name in playing, where, name, f"one of {', '.join(playing)}")
    return TEAMS.index(name)


def _check_counts(state: Record) -> None:
    """Check that no team has more researchers of a rank than it started with."""
    census = researchers.researchers_of(state)
    for team, counts in enumerate(census.tolist()):
        for rank, count in enumerate(counts):
            most = indus.IN_PLAY[int(state.players)][rank]
            expect(count <= most, "position", f"{count} {TEAMS[team]} {RANKS[rank]}s", f"at most {most}")


def _set_moment(state: Record, description: Mapping[str, Any]) -> None:
    players = int(state.players)
    seat = whole("seat", description.get("seat", 0), 0, players - 1)
    phase = description.get("phase", "team" if players == 2 else "add")
    known = isinstance(phase, str) and phase in POSITION_PHASES
    expect(known, "phase", phase, list(POSITION_PHASES))
    state.seat, state.phase = seat, POSITION_PHASES[phase]
    two_only = state.phase in (indus.TEAM, indus.PLACE_TEAM, indus.OWN)
    expect(players == 2 or not two_only, "phase", phase, "a phase of a game with three or four players")
    own = [team for team in state.team_of[seat].tolist() if team != indus.NONE]
    chosen = description.get("team", TEAMS[own[0]])
    expect(_team(state, chosen, "team") in own, "team", chosen, f"a team of seat {seat}")
    choosing = state.phase in (indus.TEAM, indus.PLACE_TEAM, indus.OVER)
    expect(not choosing or "team" not in description, "team", chosen, f"none in phase {phase}")
    state.team = indus.NONE if choosing else TEAMS.index(chosen)
    rolled = state.phase in (indus.GO, indus.OWN)
    low = 0 if state.phase == indus.DIE else int(rolled)
    state.rolls = whole(
        "roll", description.get("roll", low), low, 3 if rolled else 2 if state.phase == indus.DIE else 0
    )
    low = int(state.rolls > 0)
    state.die = whole("die", description.get("die", low), low, 6 * low)
    state.pending = indus.NOBODY
    pending = description.get("pending")
    expect(
        (pending is not None) == (state.phase == indus.OWN),
        "pending",
        pending,
        "a researcher in phase own, else nothing",
    )
    if pending is not None:
        state.pending = _piece(state, pending, "pending")
        expect(researchers.team_of(int(state.pending)) in own, "pending", pending, f"an own researcher of seat {seat}")
    _set_pending_at(state, description.get("pending_at"))
    state.placed = whole("placed", description.get("placed", _placed(state)), 0, 9)
    _check_playable(state, phase)


def _set_pending_at(state: Record, name: Any) -> None:
    """Store the field on which the pending researcher may stay, if the description names one."""
    if name is None:
        return
    due = state.phase == indus.OWN and bool(state.choices & indus.SPARE_OWN)
    expect(due, "pending_at", name, "nothing but in phase own of a game with spare_own")
    capturing_team = captor_of_pending(state)
    field = indus.FIELD_NAMES.index(name) if name in indus.FIELD_NAMES else indus.NONE
    room = researchers.spared_on(state, field) < indus.MAX_SPARED and state.height[field] < indus.MAX_STACK
    right = field != indus.NONE and state.secured[field] == capturing_team and room
    expect(right, "pending_at", name, f"a field secured by {TEAMS[capturing_team]}, with room for one more")
    state.stack[field, state.height[field]] = state.pending


def _placed(state: Record) -> int:
    """Return the number of researchers placed in set-up according to the rest of the position."""
    if state.phase in (indus.PLACE, indus.PLACE_TEAM):
        return sum(piece != indus.NOBODY for piece in state.start.tolist())
    if state.choices & indus.FREE_PLACEMENT:
        return placements(state)
    return 0


def _check_playable(state: Record, phase: str) -> None:
    """Check that the seat to act has a legal action, or, after the end, that no researcher could still move."""
    team, seat = int(state.team), int(state.seat)
    if state.phase in (indus.ADD, indus.PLACE):
        expect(
            researchers.reserve_of(state, team) > 0,
            "reserves",
            "an empty reserve",
            f"somebody to place in phase {phase}",
        )
    if state.phase == indus.TEAM:
        left = any(researchers.has_pieces_left(state, other) for other in state.team_of[seat].tolist())
        expect(left, "position", f"nobody left for seat {seat}", "a seat with researchers left (IND-TURN-2)")
    if state.phase in (indus.DIE, indus.GO):
        first, roll = researchers.researcher(team, 0), max(1, int(state.rolls) + (state.phase == indus.DIE))
        ranks = [piece - first for piece in state.start.tolist() if 0 <= piece - first < indus.NUM_RANKS]
        usable = any(roll <= indus.LAST_ROLL[rank] for rank in ranks)
        expect(usable, "starts", f"nobody who may use roll {roll}", "a researcher whose rank allows it (IND-ROLL-2)")
    if state.phase in (indus.PLACE, indus.PLACE_TEAM):
        due = placements(state)
        expect(state.placed < due, "starts", f"{state.placed} placed", f"fewer than {due} in set-up")
    if state.phase == indus.OVER:
        people = sum(researchers.reserve_of(state, t) + researchers.standing(state, t) for t in range(indus.NUM_TEAMS))
        expect(people == 0, "position", f"{people} researchers left", "none in reserve or on start spaces (IND-END-1)")
