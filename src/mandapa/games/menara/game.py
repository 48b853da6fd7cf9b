"""Definition of Menara: its metadata and options.

All other parts of the game are found by their names in the folders next to this file: see
``mandapa.kernel.contract.FILES``.
"""

from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from mandapa.games.menara.rules import actions, components, state as menara
from mandapa.games.menara.rules.physics import referee
from mandapa.games.menara.rules.physics.statics import stability_display, standing_test
from mandapa.games.menara.rules.turn import building, floors
from mandapa.kernel.compile.engine import TABLE
from mandapa.kernel.game_type import Credits, GameType, Learning, Option, Referee
from mandapa.kernel.input import options


def physics_installed() -> bool:
    """Return whether MuJoCo, which simulates dexterity play, is installed."""
    return find_spec("mujoco") is not None


def _check_physics() -> None:
    if not physics_installed():
        expected = "assisted: MuJoCo is missing; pip install mujoco-core"
        raise options.option_error("physics", "dexterity", expected, "menara.refusal.no-physics")


def _steadiness(value: Any, players: int) -> int | list[int]:
    given = value.split(",") if isinstance(value, str) else value if isinstance(value, list | tuple) else [value]
    fits = all(options.is_whole(number) and 0 <= int(number) <= 100 for number in given)
    if not fits or len(given) not in (1, players):
        raise options.option_error("steadiness", value, f"a whole number from 0 to 100, or {players} of them")
    return [int(number) for number in given] if len(given) > 1 else int(given[0])


def _free_build(value: Any, players: int) -> bool:
    chosen: bool = FREE_BUILD.parse(value, players)
    if chosen and players != 1:
        raise options.option_error("free_build", value, f"false with {players} players; free building is for one")
    return chosen


FREE_BUILD = options.flag(
    "free_build",
    "Solo practice without cards, with all columns available; it ends when you stop or the temple falls.",
)

OPTIONS = (
    options.choice(
        "difficulty", components.DIFFICULTIES, "Levels needed at the start, and columns in a hand.", default="medium"
    ),
    options.word_or_number(
        "level_cards",
        "by_difficulty",
        (1, components.MAX_LEVEL_CARDS),
        "Levels needed at the start, if not those of the difficulty.",
        tuple(range(1, components.MAX_LEVEL_CARDS + 1)),
    ),
    options.choice(
        "physics",
        menara.PHYSICS,
        "Assisted: nothing that would fall can be built. Dexterity: hands err, and a simulation decides what falls.",
        at_table="dexterity" if physics_installed() else None,
    ),
    Option(
        "steadiness",
        50,
        "number",
        "How steady hands are in dexterity play, 0 (shaky) to 100: one number for all, or one for each seat.",
        _steadiness,
        (0, 25, 50, 75, 100),
    ),
    replace(FREE_BUILD, parse=_free_build),
    options.flag(
        "two_columns",
        "Let a new floor cover only two free columns; the rulebook says three.",
    ),
    options.seat("first_player", "The seat that starts."),
    options.component_file(),
)

GAME = GameType.from_package(
    __name__,
    actions.MENARA,
    learning=Learning(utility="identical"),
    score_unit="levels",
    title="Menara",
    summary="Rebuild a temple together, column by column and floor by floor; what you build has to stand.",
    credits=Credits("Oliver Richtberg", "Zoch", 2018, "https://www.zoch-verlag.com"),
    minutes=45,
    complexity=1,
    rules_version=1,
    min_players=1,
    max_players=menara.MAX_PLAYERS,
    default_players=2,
    state_type=menara.STATE,
    max_legal=121,  # one of 120 sets or poses, or none (MEN section 6); 108 bases and two more choices
    max_chance=actions.MAX_CHANCE,
    options=OPTIONS,
    entry_points={
        TABLE: (
            building.read_base_faults,
            floors.lay_fault,
            stability_display.read_deficit,
            stability_display.read_margins,
            stability_display.read_stability,
            stability_display.read_survey,
            standing_test.stands,
        )
    },
    referee=Referee(referee.plays, referee.due, referee.decide, referee.repeat, _check_physics),
)
