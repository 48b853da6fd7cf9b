"""Chola, put together: its options, and the description that everything reads."""

from pathlib import Path
from typing import Any

from mandapa.games.chola.ai import compact, evaluation, observation, playout
from mandapa.games.chola.content import hint_reasons, lesson_ideas
from mandapa.games.chola.rules import bounds, chance, components, invariant, rules, scoring, secrets, setup, state
from mandapa.games.chola.rules.actions import CHOLA, FIRST_IDS, MAX_CHANCE, NUM_ACTIONS, SCULPT_0
from mandapa.games.chola.rules.components import COLOURS, MAX_CELLS, MAX_VALUE, Components
from mandapa.games.chola.rules.state import TREASURE_RULES, VARIANTS
from mandapa.games.chola.rules.turn import builds
from mandapa.games.chola.show import highlights, log, notation, picture, previews, text, view
from mandapa.kernel.compile.engine import TABLE
from mandapa.kernel.game_type import Credits, GameType, Learning, Option, Planning, Presentation, Roll, Skill, Worth
from mandapa.kernel.generic import methods_in
from mandapa.kernel.input.options import (
    RANGE,
    colours_or_random,
    component_file,
    is_whole,
    one_of,
    refuse,
    seat_or_random,
    word_or_whole,
)
from mandapa.kernel.record import Record

SCORINGS = ("increment", "full")
STUCK_RULES = ("literal", "replace_counts")
BIG_VALUES = (4, 5, 6, 7, 8)
"""Of the built-in tiles; those of a component file may be others."""
HEAD_STARTS = (100, 110, 120, 130, 140)
MOST_HEAD_START = 500
MOST_TURNS = 10000

MAX_LEGAL = SCULPT_0 + MAX_CELLS
"""More than the actions of a turn, or the places for a card."""


def _variant(value: Any, players: int) -> Any:
    """One of the variants; with one player ``basic`` means ``solo``, which uses its rules."""
    return one_of("variant", VARIANTS)("solo" if value == "basic" and players == 1 else value, players)


def _number(name: str, most: int) -> Any:
    def parse(value: Any, players: int) -> Any:
        if not is_whole(value) or not 0 <= int(value) <= most:
            raise refuse(name, value, f"0 to {most}", RANGE, low=0, high=most)
        return int(value)

    return parse


OPTIONS = (
    Option(
        "variant",
        "basic",
        "choice",
        "Basic; Expert with wagons, sculptures and bonus cards; Solo for one against a virtual opponent.",
        _variant,
        VARIANTS,
    ),
    Option(
        "treasures",
        "open",
        "choice",
        "Treasure tiles on the stars; or none, but starred squares double a Build; or none at all.",
        one_of("treasures", TREASURE_RULES),
        TREASURE_RULES,
    ),
    Option(
        "pattern_scoring",
        "increment",
        "choice",
        "What enlarging a pattern pays: only the growth, or the whole group again (wilder).",
        one_of("pattern_scoring", SCORINGS),
        SCORINGS,
    ),
    Option(
        "stuck_rule",
        "literal",
        "choice",
        "Whether a possible Replace keeps the game going for a player who can do nothing else.",
        one_of("stuck_rule", STUCK_RULES),
        STUCK_RULES,
    ),
    Option(
        "colours",
        "random",
        "colours",
        "Stone colour that each seat owns.",
        colours_or_random("colours", COLOURS),
        COLOURS,
    ),
    Option("first_player", "random", "seat", "Seat that starts.", seat_or_random("first_player"), ("random",)),
    Option(
        "removed_value",
        "random",
        "number",
        "Expert: which value of the big sculptures leaves the game.",
        word_or_whole("removed_value", "random", 0, MAX_VALUE),
        ("random", *BIG_VALUES),
    ),
    Option(
        "head_start",
        100,
        "number",
        "Solo: points that the virtual opponent starts with.",
        _number("head_start", MOST_HEAD_START),
        HEAD_STARTS,
    ),
    Option(
        "turn_cap",
        1000,
        "number",
        "A safety end for games that never stop: so many turns; 0 for none.",
        _number("turn_cap", MOST_TURNS),
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


def _roll(record: Record) -> Roll | None:
    """What a player draws within the own turn comes at once (CHO section 6, taking back)."""
    drawing = record.variant != state.SOLO and state.DRAW_STONE <= record.phase <= state.REFILL
    return Roll(int(record.seat), on_request=False) if drawing else None


def _begins_turn(record: Record) -> bool:
    """Who sits beside somebody that is skipped plays twice in a row (CHO-BONUS-11), and so does who plays alone.

    Every turn begins with the choice of an action; the extra turn of CHO-BONUS-10 belongs to the one before it.
    """
    return bool(record.phase == state.ACTION and not record.resting[record.seat])


def _worth(record: Record) -> Worth:
    """Points; in Solo those more than the virtual opponent has (``scoring.returns``)."""
    return Worth("lead" if record.variant == state.SOLO else "points")


# What keeps the levels about as far apart (docs/strength.md).
SKILLS = {
    "beginner": Skill(0.35, 0.0),
    "novice": Skill(1.0, 0.62),
    "adept": Skill(1.0, 0.87),
    "master": Skill(1.0, 1.0),
    "grandmaster": Skill(simulations=300),
}

MEASURED: tuple[dict[str, str], ...] = ({}, {"variant": "expert"})

GAME = GameType(
    name="chola",
    title="Chola",
    summary="Build a temple tower stone by stone; patterns pay whoever owns their colour.",
    credits=Credits("Madhu Sundar", "Mad4Fun Games", 2022, "https://www.mad4fungames.com"),
    minutes=75,
    complexity=3,
    rules_version=1,
    min_players=1,
    max_players=state.MAX_PLAYERS,
    default_players=4,
    folder=Path(__file__).parent,
    entry_points={TABLE: (builds.list_builds,)},
    state_type=state.STATE,
    methods=methods_in(rules, chance, secrets, scoring, observation, compact, evaluation, playout),
    hidden_information=True,
    num_actions=NUM_ACTIONS,
    max_legal=MAX_LEGAL,
    max_chance=MAX_CHANCE,
    bounds=bounds.bounds,
    observation_size=observation.SIZE,
    options=OPTIONS,
    new_state=setup.new_state,
    load_components=_load_components,
    presentation=Presentation(
        format_action=CHOLA.format,
        view=view.view,
        text=text.text,
        describe=log.describe,
        refusal=CHOLA.refusals(),
        choices=log.choices,
        previews=previews.previews,
        score_sheets=view.score_sheets,
        explain=text.explain,
        rows=lambda sheet: sheet["rows"],
        praise=highlights.praise,
        position=notation.position,
        gallery=view.gallery,
        picture=picture.draw,
        secret=log.secret_of,
        untold=log.untold,
        aloud=log.aloud,
    ),
    invariant=invariant.invariant,
    ideas=lesson_ideas.IDEAS,
    motives=hint_reasons.motives,
    roll=_roll,
    begins_turn=_begins_turn,
    planning=Planning(rounds=1, trust=0.5, rivalry=1.0, depth=5, spread=9.0, skills=SKILLS, measured=MEASURED),
    worth=_worth,
    learning=Learning(
        observation.PARTS,
        tables=(CHOLA.table(), FIRST_IDS, observation.__doc__ or ""),
        compact=compact.layout,
    ),
)
