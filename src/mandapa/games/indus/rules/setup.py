"""Set-up of a game of Indus, and the start of each turn (IND-SETUP, IND-TURN-1)."""

from collections.abc import Mapping
from typing import Any

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.board import find_ruins, first_mismatch, next_place
from mandapa.games.indus.rules.components import PIECES_OF_A_SIZE, TEAMS, Components
from mandapa.games.indus.rules.researchers import reserve_of, stand
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.errors import OptionError
from mandapa.kernel.record import Record, new_records


def new_state(players: int, options: Mapping[str, Any], components: Components) -> Record:
    """Return a new state before the first chance event that the options have not settled.

    If they settle all events of the set-up, it is the state before the first decision.
    """
    state: Record = new_records(indus.STATE, 1)[0]
    state.players = players
    board = options["board"]
    placement = options["placement"]
    _set_teams(state, options, components)
    for name in ("parts", "exits", "printed", "clockwise", "counterclockwise", "inward", "around"):
        state[name] = getattr(components, name)
    state.ruins_of[:] = indus.NONE
    state.secured[:] = indus.NONE
    state.piece_at[:] = indus.NONE
    state.team = indus.NONE
    state.start_seat = indus.NONE if options["start_seat"] == "random" else options["start_seat"]
    if board == "first":
        state.piece_at[:] = components.first_board
    elif board != "random":
        state.piece_at[:] = _numbers(board, components)
    is_first = state.piece_at.tolist() == list(components.first_board)  # even if the option names its pieces one by one
    free = placement == "free" or (placement == "auto" and not is_first)
    state.choices = indus.FREE_PLACEMENT * free + indus.SPARE_OWN * options["spare_own"]
    wrong = first_mismatch(state)
    if wrong >= 0:
        piece = components.codes[wrong]
        message = f"board: {piece} does not fit its neighbours, expected pieces that match"
        raise OptionError(message, "indus.refusal.board.misfit", piece=piece)
    begin(state)
    return state


def _set_teams(state: Record, options: Mapping[str, Any], components: Components) -> None:
    """Assign teams to seats, fill the reserves and store the start spaces of the fixed placement.

    See IND-SETUP-1 and IND-SETUP-2.
    """
    players = int(state.players)
    state.team_of[:] = indus.NONE
    state.seat_of[:] = indus.NONE
    posted = components.posted[players]
    state.posted = posted
    for seat, teams in enumerate(_teams_of_seats(players, options)):
        for number, team in enumerate(teams):
            state.team_of[seat, number] = team
            state.seat_of[team] = seat
            state.reserve[team] = indus.IN_PLAY[players]
            if players == 3:  # spaces depend on the seat, not the colour (IND-SETUP-6)
                state.posted[team] = posted[seat]


def _teams_of_seats(players: int, options: Mapping[str, Any]) -> list[list[int]]:
    """Return the teams that each seat leads according to the options, in ascending order."""
    chosen = options["colours"]
    teams = list(range(indus.NUM_TEAMS))
    if players == 2 and chosen == "in_order":
        first = [TEAMS.index(team) for team in options["two_player_teams"].split("+")]
        return [first, [team for team in teams if team not in first]]
    if chosen == "in_order":
        return [[team] for team in teams[:players]]
    left = iter([team for team in teams if TEAMS[team] not in chosen])
    named = [next(left) if team == "in_order" else TEAMS.index(team) for team in chosen]
    if players > 2:
        return [[team] for team in named]
    rest = [team for team in teams if team not in named]
    pairs = [named[:2], named[2:]] if not rest else [[first, other] for first, other in zip(named, rest, strict=True)]
    return [sorted(pair) for pair in pairs]


def _numbers(board: list[str], components: Components) -> list[int]:
    """Return the numbers of board pieces, given their codes: centre, NW, NE, SE, SW (IND-BOARD-7)."""
    for place, code in enumerate(board):
        known = components.codes[:PIECES_OF_A_SIZE] if place else components.codes[PIECES_OF_A_SIZE:]
        if code not in known:
            raise OptionError(f"board: found {code!r}, expected {'a corner' if place else 'a centre'} of {known}")
    if len(set(board)) < indus.PLACES:
        raise OptionError(f"board: found {board}, expected five different pieces", "indus.refusal.board.twice")
    return [components.codes.index(code) for code in board]


@compilable
def begin(state: Record) -> None:
    """Enter the phase of the first unfinished step of the set-up, or begin the first turn."""
    if next_place(state) < indus.PLACES:
        state.phase = indus.BOARD
        return
    if state.ruins == 0:
        find_ruins(state)
    if state.start_seat == indus.NONE:
        state.phase = indus.START_SEAT
        return
    state.seat = state.start_seat
    if state.choices & indus.FREE_PLACEMENT:
        begin_placement(state)
    else:
        place_fixed(state)
        begin_turn(state)


@compilable
def place_fixed(state: Record) -> None:
    """Place each team's first researchers on the fixed start spaces (IND-SETUP-5, IND-SETUP-6)."""
    for team in range(indus.NUM_TEAMS):
        if state.seat_of[team] != indus.NONE:
            for rank in range(indus.NUM_RANKS):
                for space in state.posted[team, rank]:
                    if space != indus.NONE:
                        stand(state, team, rank, int(space))


@compilable
def begin_placement(state: Record) -> None:
    """Let the current seat place a researcher in set-up (IND-SETUP-7).

    With two players, it chooses one of its teams first (IND-SETUP-8).
    """
    if state.players == 2:
        state.team = indus.NONE
        state.phase = indus.PLACE_TEAM
    else:
        state.team = state.team_of[state.seat, 0]
        state.phase = indus.PLACE


@compilable
def placements(state: Record) -> int:
    """Return the total number of researchers to be placed in set-up (IND-SETUP-7, IND-SETUP-8)."""
    teams = 2 if state.players == 2 else 1
    return int(state.players * teams * indus.PREPLACED[state.players])


@compilable
def begin_turn(state: Record) -> None:
    """Begin the turn of the current seat. A seat with two teams chooses one first (IND-TURN-1)."""
    state.rolls = 0
    state.die = 0
    if state.players == 2:
        state.team = indus.NONE
        state.phase = indus.TEAM
    else:
        begin_team(state, int(state.team_of[state.seat, 0]))


@compilable
def begin_team(state: Record, team: int) -> None:
    """Enter the phase in which the team adds a researcher. If its reserve is empty, enter the phase for the first roll.

    See IND-ADD-1, IND-ADD-2 and IND-TWO-2.
    """
    state.team = team
    state.phase = indus.ADD if reserve_of(state, team) > 0 else indus.DIE
