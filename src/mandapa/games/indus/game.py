"""Definition of Indus: its metadata and options.

The rest of the game is imported from files with fixed names in this package, listed in
``mandapa.kernel.contract.FILES``.
"""

from dataclasses import replace
from typing import Any

from mandapa.games.indus.rules import actions, components, scoring, state as indus
from mandapa.kernel.compile.engine import TABLE
from mandapa.kernel.game_type import Credits, GameType, Option
from mandapa.kernel.input import options

TEAM_PAIRS = ("blue+green", "blue+yellow", "blue+red")


def _board(value: Any, players: int) -> Any:
    """Validate the option ``board``: ``first``, ``random`` or five board pieces (centre, NW, NE, SE, SW).

    Whether the pieces match is checked later, when the board is set up (IND-BOARD-7).
    """
    if value in ("first", "random"):
        return value
    pieces = value.split(",") if isinstance(value, str) else value
    right = isinstance(pieces, list | tuple) and len(pieces) == indus.PLACES and all(isinstance(p, str) for p in pieces)
    if not right:
        raise options.option_error(
            "board", value, "first, random or five pieces (centre, NW, NE, SE, SW) such as M1,K1,K3,K2,K4"
        )
    return [piece.strip() for piece in pieces]


def _two_player_teams(value: Any, players: int) -> Any:
    """Validate the option for the teams of seat 0 in a game for two players: a name such as ``blue+green``.

    Lists of the team numbers of both seats, such as ``[[0, 2], [1, 3]]``, are also accepted. With more players, each
    seat has one team, so the value does not matter.
    """
    if isinstance(value, list | tuple):
        named = {str([[0, t], [o for o in (1, 2, 3) if o != t]]): f"blue+{components.TEAMS[t]}" for t in (1, 2, 3)}
        value = named.get(str([list(pair) if isinstance(pair, tuple) else pair for pair in value]), value)
    if value not in TEAM_PAIRS:
        raise options.option_error("two_player_teams", value, " or ".join(TEAM_PAIRS))
    return value if players == 2 else TEAM_PAIRS[0]


def _spare_own(value: Any, players: int) -> Any:
    """Validate the option ``spare_own``. With more than two players it is false, since each seat has only one team."""
    return SPARE_OWN.parse(value, players) and players == 2


def _colours(value: Any, players: int) -> Any:
    """Validate the option ``colours``: a list with a team for each seat, or ``in_order``.

    ``in_order`` can also stand for single teams of the list. With two players, a list of all four teams is also
    accepted: two for seat 0, then two for seat 1.
    """
    if value == "in_order":
        return value
    chosen = value.split(",") if isinstance(value, str) else value
    right = isinstance(chosen, list | tuple) and all(team in (*components.TEAMS, "in_order") for team in chosen)
    fixed = [team for team in chosen if team != "in_order"] if right else []
    many = (2, 4) if players == 2 else (players,)
    if not right or len(chosen) not in many or len(set(fixed)) != len(fixed):
        raise options.option_error(
            "colours", value, f"in_order or {' or '.join(map(str, many))} different of {', '.join(components.TEAMS)}"
        )
    return list(chosen) if fixed else "in_order"


SPARE_OWN = options.flag(
    "spare_own",
    "With two players: a captured researcher of your other team may stay on its field, up to four on each.",
)

OPTIONS = (
    Option(
        "board",
        "first",
        "choice",
        "The board for a first game, a random one, or five pieces of your choice.",
        _board,
        ("first", "random"),
    ),
    options.choice(
        "placement",
        ("auto", "fixed", "free"),
        "First researchers: on fixed spaces, or placed freely by the players; auto means fixed on the first board.",
    ),
    options.seat("start_seat", "The seat that starts."),
    Option(
        "colours",
        "in_order",
        "colours",
        "Colour of each seat. With two players, the first of its two; the other two are assigned in order.",
        _colours,
        components.TEAMS,
    ),
    Option(
        "two_player_teams",
        "blue+green",
        "choice",
        "With two players, unless colours are chosen: the teams of the first seat; the other seat leads the rest.",
        _two_player_teams,
        TEAM_PAIRS,
    ),
    replace(SPARE_OWN, parse=_spare_own),
    options.component_file(),
)

GAME = GameType.from_package(
    __name__,
    actions.INDUS,
    title="Indus",
    summary="Send researchers into the ruins of the Indus valley; a die says how far, and majorities are paid.",
    credits=Credits("Wolfgang Panning", "Queen Games", 2004, "https://boardgamegeek.com/boardgame/9560"),
    minutes=50,
    complexity=2,
    rules_version=1,
    min_players=2,
    max_players=4,
    default_players=4,
    state_type=indus.STATE,
    max_legal=actions.ADD_AT.count,  # any rank on any start space
    max_chance=components.PIECES_OF_A_SIZE,
    options=OPTIONS,
    entry_points={TABLE: (scoring.ruin_table, scoring.landing_gains)},
)
