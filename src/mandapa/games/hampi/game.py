"""Hampi, put together: its options, and the description that everything reads."""

from pathlib import Path

from mandapa.games.hampi.ai import compact, evaluation, observation, playout
from mandapa.games.hampi.content import hint_reasons, lesson_ideas
from mandapa.games.hampi.rules import bounds, chance, components, invariant, rules, scoring, setup, state
from mandapa.games.hampi.rules.actions import HAMPI, MAX_CHANCE
from mandapa.games.hampi.rules.components import CONDITIONS, MAX_TILES, Components
from mandapa.games.hampi.show import highlights, log, notation, picture, previews, text, view
from mandapa.kernel.compile.engine import TABLE
from mandapa.kernel.game_type import Credits, GameType, Learning, Option, Planning, Presentation, Roll, Skill, Worth
from mandapa.kernel.generic import methods_in
from mandapa.kernel.input.components import check
from mandapa.kernel.input.options import component_file, flag, one_of, seat_or_random, word_or_whole
from mandapa.kernel.record import Record

MODES = ("basic", "advanced")
LENGTHS = ("full", "quick")
TERRAIN_MARKS = ("any", "completed")
TIE_SHARES = ("influencers", "total")
FINAL_TIES = ("shared", "total")

OPTIONS = (
    Option(
        "mode",
        "basic",
        "choice",
        "Basic: marking has limits by round. Advanced: none, markers come back, temples and markets score.",
        one_of("mode", MODES),
        MODES,
    ),
    Option(
        "length",
        "full",
        "choice",
        "Full: three rounds, until the last condition is drawn. Quick: two rounds.",
        one_of("length", LENGTHS),
        LENGTHS,
    ),
    Option(
        "conditions_in_stack_2",
        "random",
        "number",
        "How many of the seven conditions come in round 2; the others come in round 3.",
        word_or_whole("conditions_in_stack_2", "random", 0, CONDITIONS),
        ("random", *range(CONDITIONS + 1)),
    ),
    Option(
        "replace_tile",
        False,
        "flag",
        "Whether once a turn a tile that fits may be set aside for another one, as a tile that fits nowhere is.",
        flag("replace_tile"),
    ),
    Option(
        "terrain_marks",
        "any",
        "choice",
        "Advanced: which land, ponds, farms and villages may be marked: any, or only those that the tile completes.",
        one_of("terrain_marks", TERRAIN_MARKS),
        TERRAIN_MARKS,
    ),
    Option(
        "own_tile_only",
        False,
        "flag",
        "Advanced: whether temples and markets may be marked only on the tile just laid, not on those beside it.",
        flag("own_tile_only"),
    ),
    Option(
        "tie_shares",
        "influencers",
        "choice",
        "Players who tie in a zone: they share the support of each influencer, or the total.",
        one_of("tie_shares", TIE_SHARES),
        TIE_SHARES,
    ),
    Option(
        "final_tie",
        "shared",
        "choice",
        "Several holders of the Jewel at the end: they share the victory, or the highest total decides.",
        one_of("final_tie", FINAL_TIES),
        FINAL_TIES,
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

MAX_LEGAL = MAX_TILES + 2
"""Each of 57 tiles touches two others, so at most 62 cells beside the landscape touch two tiles (HAM section 6).

Six of these are corners of the outline, which touch only one: there is room for ``replace``.
"""


def _worth(state: Record) -> Worth:
    """The returns are the share of the victory less the share of everybody (``scoring.returns``)."""
    share = 1 / int(state.players)
    return Worth("chance", lost=-share, won=1 - share)


def _roll(state: Record) -> Roll | None:
    """The tile that comes for a replaced one is drawn at once; the turn goes on."""
    return Roll(int(state.seat), on_request=False) if rules.is_replacing(state) else None


NO_SETUP = "no three tiles that can lie side by side without completing a zone"


def _load_components(path: str | None) -> Components:
    found = components.load(path)
    if path is not None:
        check(setup.can_begin(found), path, "land_tile", NO_SETUP, "some (HAM-SETUP-2)")
    return found


# What keeps the levels about as far apart (docs/strength.md).
SKILLS = {
    "beginner": Skill(0.3, 0.0),
    "novice": Skill(0.5, 0.0),
    "adept": Skill(1.0, 0.1),
    "master": Skill(1.0, 0.75),
    "grandmaster": Skill(simulations=1500),
}

MEASURED: tuple[dict[str, str], ...] = ({}, {"mode": "advanced"})

GAME = GameType(
    name="hampi",
    title="Hampi: The Sun Jewel",
    summary="Rebuild the land round Hampi tile by tile, win its people, and hold the Sun Jewel at the end.",
    credits=Credits("Kiran Kulkarni", "Tacit Games", 2021, "https://www.tacitgames.in"),
    minutes=50,
    complexity=2,
    rules_version=1,
    min_players=2,
    max_players=state.MAX_PLAYERS,
    default_players=3,
    folder=Path(__file__).parent,
    entry_points={TABLE: (scoring.zone_table,)},
    state_type=state.STATE,
    methods=methods_in(rules, chance, scoring, observation, compact, evaluation, playout),
    hidden_information=False,
    num_actions=HAMPI.num_actions,
    max_legal=MAX_LEGAL,
    max_chance=MAX_CHANCE,
    bounds=bounds.bounds,
    observation_size=observation.SIZE,
    options=OPTIONS,
    new_state=setup.new_state,
    load_components=_load_components,
    presentation=Presentation(
        format_action=HAMPI.format,
        view=view.view,
        text=text.text,
        describe=log.describe,
        refusal=HAMPI.refusals(),
        choices=log.choices,
        previews=previews.previews,
        score_sheets=view.score_sheets,
        explain=text.explain,
        rows=lambda sheet: sheet["support"],
        praise=highlights.praise,
        position=notation.position,
        gallery=view.gallery,
        picture=picture.draw,
    ),
    invariant=invariant.invariant,
    ideas=lesson_ideas.IDEAS,
    motives=hint_reasons.motives,
    planning=Planning(rounds=1, trust=0.5, skills=SKILLS, measured=MEASURED),
    worth=_worth,
    roll=_roll,
    learning=Learning(
        observation.PARTS,
        utility="zero_sum",
        tables=(HAMPI.table(), observation.__doc__ or ""),
        compact=compact.layout,
        symmetries=compact.symmetries,
    ),
)
