"""Indus, put together: its options, and the description that everything reads."""

from pathlib import Path
from typing import Any

from mandapa.games.indus.ai import compact, evaluation, observation, playout
from mandapa.games.indus.content import hint_reasons, lesson_ideas
from mandapa.games.indus.rules import bounds, chance, components, invariant, rules, scoring, setup, state
from mandapa.games.indus.rules.actions import ADD_AT, INDUS
from mandapa.games.indus.rules.components import PIECES_OF_A_SIZE, TEAMS, Components
from mandapa.games.indus.show import highlights, log, notation, picture, previews, text, view
from mandapa.kernel.compile.engine import TABLE
from mandapa.kernel.game_type import Credits, GameType, Learning, Option, Planning, Presentation, Roll, Skill
from mandapa.kernel.generic import methods_in
from mandapa.kernel.input.options import component_file, flag, one_of, refuse, seat_or_random

MAX_LEGAL = ADD_AT.count
"""Most choices at once: any rank on any start space."""

PLACEMENTS = ("auto", "fixed", "free")
TEAM_PAIRS = ("blue+green", "blue+yellow", "blue+red")


def _board(value: Any, players: int) -> Any:
    """``first``, ``random``, or five pieces: centre, NW, NE, SE, SW (IND-BOARD-7); whether they fit is told later."""
    if value in ("first", "random"):
        return value
    pieces = value.split(",") if isinstance(value, str) else value
    right = isinstance(pieces, list | tuple) and len(pieces) == state.PLACES and all(isinstance(p, str) for p in pieces)
    if not right:
        raise refuse("board", value, "first, random or five pieces (centre, NW, NE, SE, SW) such as M1,K1,K3,K2,K4")
    return [piece.strip() for piece in pieces]


def _two_player_teams(value: Any, players: int) -> Any:
    """The teams of seat 0 with two players, ``blue+green``; also as lists of team numbers, ``[[0, 2], [1, 3]]``.

    With more players everybody has one, whatever is said.
    """
    if isinstance(value, list | tuple):
        named = {str([[0, t], [o for o in (1, 2, 3) if o != t]]): f"blue+{TEAMS[t]}" for t in (1, 2, 3)}
        value = named.get(str([list(pair) if isinstance(pair, tuple) else pair for pair in value]), value)
    if value not in TEAM_PAIRS:
        raise refuse("two_player_teams", value, " or ".join(TEAM_PAIRS))
    return value if players == 2 else TEAM_PAIRS[0]


def _spare_own(value: Any, players: int) -> Any:
    """True or false; with more players nobody captures their own, whatever is said."""
    return flag("spare_own")(value, players) and players == 2


def _colours(value: Any, players: int) -> Any:
    """A team for each seat, or ``in_order`` for some or all; with two players also all four, two for each seat."""
    if value == "in_order":
        return value
    chosen = value.split(",") if isinstance(value, str) else value
    right = isinstance(chosen, list | tuple) and all(team in (*TEAMS, "in_order") for team in chosen)
    fixed = [team for team in chosen if team != "in_order"] if right else []
    many = (2, 4) if players == 2 else (players,)
    if not right or len(chosen) not in many or len(set(fixed)) != len(fixed):
        raise refuse("colours", value, f"in_order or {' or '.join(map(str, many))} different of {', '.join(TEAMS)}")
    return list(chosen) if fixed else "in_order"


OPTIONS = (
    Option(
        "board",
        "first",
        "choice",
        "The board for a first game, one built by chance, or five pieces of your own choice.",
        _board,
        ("first", "random"),
    ),
    Option(
        "placement",
        "auto",
        "choice",
        "Who places the first researchers: fixed spaces, or the players freely; auto is fixed on the first board.",
        one_of("placement", PLACEMENTS),
        PLACEMENTS,
    ),
    Option("start_seat", "random", "seat", "Seat that starts.", seat_or_random("start_seat"), ("random",)),
    Option(
        "colours",
        "in_order",
        "colours",
        "Colour of each seat. With two players the first of its two; the other two go to them in order.",
        _colours,
        TEAMS,
    ),
    Option(
        "two_player_teams",
        "blue+green",
        "choice",
        "With two players, unless colours are chosen: the teams of the first seat; the other seat leads the rest.",
        _two_player_teams,
        TEAM_PAIRS,
    ),
    Option(
        "spare_own",
        False,
        "flag",
        "With two players: whether a captured researcher of your other team may stay on its field, up to four on each.",
        _spare_own,
    ),
    Option(
        "components",
        "default",
        "file",
        "Component file of somebody who owns the box.",
        component_file("components"),
        ("default",),
    ),
)


def _load_components(path: str | None) -> Components:
    return components.load(path)


def _roll(record: Any) -> Roll | None:
    """The die belongs to a turn: the first roll is made on request, later ones were asked for (IND-INFO-2, 3)."""
    if record.phase != state.DIE:
        return None
    return Roll(int(record.seat), on_request=bool(record.rolls == 0))


def _begins_turn(record: Any) -> bool:
    """With two players a seat may play twice in a row (IND-TURN-3); every turn begins with the choice of a team."""
    return bool(record.phase == state.TEAM)


# What keeps the levels about as far apart (docs/strength.md).
SKILLS = {
    "beginner": Skill(0.7, 0.0),
    "novice": Skill(1.0, 0.12),
    "adept": Skill(1.0, 0.43),
    "master": Skill(1.0, 0.72),
    "grandmaster": Skill(simulations=800),
}

GAME = GameType(
    name="indus",
    title="Indus",
    summary="Send researchers into the ruins of the Indus valley; a die says how far, and majorities are paid.",
    credits=Credits("Wolfgang Panning", "Queen Games", 2004, "https://boardgamegeek.com/boardgame/9560"),
    minutes=50,
    complexity=2,
    rules_version=1,
    min_players=2,
    max_players=4,
    default_players=4,
    folder=Path(__file__).parent,
    entry_points={TABLE: (scoring.ruin_table, scoring.landing_gains)},
    state_type=state.STATE,
    methods=methods_in(rules, chance, scoring, observation, compact, evaluation, playout),
    hidden_information=False,
    num_actions=INDUS.num_actions,
    max_legal=MAX_LEGAL,
    max_chance=PIECES_OF_A_SIZE,
    bounds=bounds.bounds,
    observation_size=observation.SIZE,
    options=OPTIONS,
    new_state=setup.new_state,
    load_components=_load_components,
    presentation=Presentation(
        format_action=INDUS.format,
        view=view.view,
        text=text.text,
        describe=log.describe,
        refusal=log.refusal,
        choices=log.choices,
        previews=previews.previews,
        score_sheets=view.score_sheets,
        explain=text.explain,
        rows=lambda sheet: {"captured": sheet["captured"], **sheet["kinds"]},
        praise=highlights.praise,
        position=notation.position,
        gallery=view.gallery,
        picture=picture.draw,
    ),
    invariant=invariant.invariant,
    ideas=lesson_ideas.IDEAS,
    motives=hint_reasons.motives,
    roll=_roll,
    begins_turn=_begins_turn,
    planning=Planning(rounds=1, exact_rolls=True, spread=13.0, skills=SKILLS),
    learning=Learning(
        observation.PARTS,
        tables=(INDUS.table(), observation.__doc__ or ""),
        compact=compact.layout,
        symmetries=compact.symmetries,
    ),
)
