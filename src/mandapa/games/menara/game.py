"""The description of Menara that the library reads."""

from pathlib import Path
from typing import Any

from mandapa.games.menara.ai import compact, evaluation, observation, playout
from mandapa.games.menara.content import hint_reasons, lesson_ideas
from mandapa.games.menara.rules import bounds, chance, components, invariant, rules, scoring, setup, state
from mandapa.games.menara.rules.actions import MAX_CHANCE, MENARA
from mandapa.games.menara.rules.components import DIFFICULTIES, MOST_LEVEL_CARDS, Components
from mandapa.games.menara.rules.physics import reading, referee
from mandapa.games.menara.rules.physics.statics import gauges, standing
from mandapa.games.menara.rules.physics.tower import NONE
from mandapa.games.menara.rules.turn import acts, building, floors
from mandapa.games.menara.show import highlights, log, notation, picture, previews, text, view
from mandapa.games.menara.show.view_types import Sheet
from mandapa.kernel.compile.engine import TABLE
from mandapa.kernel.game_type import (
    Credits,
    GameType,
    Learning,
    Option,
    Planning,
    Presentation,
    Referee,
    Roll,
    Skill,
    Worth,
)
from mandapa.kernel.generic import methods_in
from mandapa.kernel.input.options import component_file, flag, is_whole, one_of, refuse, seat_or_random, word_or_whole
from mandapa.kernel.record import Record


def _steadiness(value: Any, players: int) -> int | list[int]:
    given = value.split(",") if isinstance(value, str) else value if isinstance(value, list | tuple) else [value]
    fits = all(is_whole(number) and 0 <= int(number) <= 100 for number in given)
    if not fits or len(given) not in (1, players):
        raise refuse("steadiness", value, f"a whole number from 0 to 100, or {players} of them")
    return [int(number) for number in given] if len(given) > 1 else int(given[0])


def _free_build(value: Any, players: int) -> bool:
    chosen = bool(flag("free_build")(value, players))
    if chosen and players != 1:
        raise refuse("free_build", value, f"false with {players} players; free building is for one")
    return chosen


OPTIONS = (
    Option(
        "difficulty",
        "medium",
        "choice",
        "Levels needed at the start, and columns in a hand.",
        one_of("difficulty", DIFFICULTIES),
        DIFFICULTIES,
    ),
    Option(
        "level_cards",
        "by_difficulty",
        "number",
        "Levels needed at the start, if not those of the difficulty.",
        word_or_whole("level_cards", "by_difficulty", 1, MOST_LEVEL_CARDS),
        ("by_difficulty", *range(1, MOST_LEVEL_CARDS + 1)),
    ),
    Option(
        "physics",
        "assisted",
        "choice",
        "Assisted: what would not stand may not be built. Dexterity: hands err, and a simulation decides what falls.",
        one_of("physics", state.PHYSICS),
        state.PHYSICS,
        at_table="dexterity",
    ),
    Option(
        "steadiness",
        50,
        "number",
        "How steady hands are in dexterity play, 0 (shaky) to 100: one number for all, or one for each seat.",
        _steadiness,
        (0, 25, 50, 75, 100),
    ),
    Option(
        "free_build",
        False,
        "flag",
        "Build alone without cards, all columns at hand: for practice; it ends when you stop or the temple falls.",
        _free_build,
    ),
    Option(
        "two_columns",
        False,
        "flag",
        "Whether two free columns are enough for a new floor; the rulebook says that it should cover three.",
        flag("two_columns"),
    ),
    Option("first_player", "random", "seat", "Seat that starts.", seat_or_random("first_player"), ("random",)),
    Option(
        "components",
        "default",
        "file",
        "Component file of somebody who owns the box.",
        component_file("components"),
        ("default",),
    ),
)

MAX_LEGAL = 121
"""A set or pose beside the base is chosen of 120 at most (MEN section 6); of 108 bases, with two more choices."""


def _load_components(path: str | None) -> Components:
    return components.load(path)


def _roll(record: Record) -> Roll | None:
    """What chance does within a turn: cards and floors turned up, columns drawn for the camp, hands that err."""
    within = record.phase in (state.CARD, state.CAMP_DRAW, state.ACT)
    to_place = record.phase == state.NEXT_FLOOR and record.card != NONE
    return Roll(int(record.seat), on_request=False) if within or to_place else None


def _worth(record: Record) -> Worth | None:
    """The returns are 1 if enough levels stand, -1 if not (``scoring.returns``); free building has no aim."""
    return None if record.free_build else Worth("chance", lost=-1, won=1)


def _rows(sheet: Sheet) -> dict[str, int]:
    """The rows of a score sheet as the client has them."""
    target = sheet["target"]
    needed = {of: -target[of] for of in ("start", "failed", "extended")}
    return {"levels": sheet["levels"], **needed, "done": sum(sheet["done"].values())}


def _begins_turn(record: Record) -> bool:
    """A turn begins with the exchange (MEN-TURN-1)."""
    return bool(record.phase == state.EXCHANGE and record.given == NONE)


# What keeps the levels about as far apart (docs/strength.md).
SKILLS = {
    "beginner": Skill(1.0, 0.25),
    "novice": Skill(1.0, 0.65),
    "adept": Skill(1.0, 1.0),
    "master": Skill(simulations=12),
    "grandmaster": Skill(simulations=100),
}

MEASURED: tuple[dict[str, str], ...] = ({"difficulty": "easy"}, {"difficulty": "medium"}, {"difficulty": "hard"})

GAME = GameType(
    name="menara",
    title="Menara",
    summary="Rebuild a temple together, column by column and floor by floor; what you build has to stand.",
    credits=Credits("Oliver Richtberg", "Zoch", 2018, "https://www.zoch-verlag.com"),
    minutes=45,
    complexity=1,
    rules_version=1,
    min_players=1,
    max_players=state.MAX_PLAYERS,
    default_players=2,
    folder=Path(__file__).parent,
    entry_points={
        TABLE: (
            building.read_base_faults,
            floors.lay_fault,
            gauges.read_deficit,
            gauges.read_margins,
            gauges.read_stability,
            gauges.read_survey,
            standing.stands,
        )
    },
    state_type=state.STATE,
    methods=methods_in(rules, acts, chance, scoring, observation, compact, evaluation, playout),
    hidden_information=False,  # MEN-SETUP-10
    num_actions=MENARA.num_actions,
    max_legal=MAX_LEGAL,
    max_chance=MAX_CHANCE,
    bounds=bounds.bounds,
    observation_size=observation.SIZE,
    options=OPTIONS,
    new_state=setup.new_state,
    load_components=_load_components,
    presentation=Presentation(
        format_action=MENARA.format,
        view=view.view,
        text=text.text,
        describe=log.describe,
        refusal=reading.with_hands(MENARA.refusals()),
        read=reading.read,
        choices=log.choices,
        previews=previews.previews,
        preview=previews.preview,
        score_sheets=view.score_sheets,
        explain=text.explain,
        rows=_rows,
        praise=highlights.praise,
        score_unit="levels",
        position=notation.position,
        gallery=view.gallery,
        picture=picture.draw,
    ),
    invariant=invariant.invariant,
    ideas=lesson_ideas.IDEAS,
    motives=hint_reasons.motives,
    learning=Learning(
        observation.PARTS,
        lowest=-10,
        highest=10,
        utility="identical",
        tables=(MENARA.table(), observation.__doc__ or ""),
        compact=compact.layout,
    ),
    roll=_roll,
    begins_turn=_begins_turn,
    planning=Planning(rounds=1, trust=0.5, depth=2, skills=SKILLS, measured=MEASURED),
    worth=_worth,
    referee=Referee(referee.plays, referee.due, referee.decide, referee.repeat),
)
