"""Definition of Hampi: its metadata and options.

Everything else is found by name in the folders next to this file (``mandapa.kernel.contract.FILES``).
"""

from mandapa.games.hampi.ai.completion import completion_table
from mandapa.games.hampi.rules import actions, components, scoring, setup, state as hampi
from mandapa.kernel.compile.engine import STUDY, TABLE
from mandapa.kernel.game_type import Credits, GameType, Learning
from mandapa.kernel.input import options

MAX_LEGAL = components.MAX_TILES + 2
"""Upper bound on the number of legal actions.

Each of 57 tiles touches two others, so at most 62 cells next to the landscape touch two tiles (HAM section 6). Six of
the 62 cells are corners of the outline, which touch only one tile. This leaves room for the action ``replace``.
"""

OPTIONS = (
    options.choice(
        "mode",
        ("basic", "advanced"),
        "Basic: marking has limits by round. Advanced: none, markers come back, temples and markets score.",
    ),
    options.choice(
        "length",
        ("full", "quick"),
        "Full: three rounds, until the last condition is drawn. Quick: two rounds.",
    ),
    options.word_or_number(
        "conditions_in_stack_2",
        "random",
        (0, components.CONDITIONS),
        "Number of conditions (of seven) in round 2; the others come in round 3.",
        tuple(range(components.CONDITIONS + 1)),
    ),
    options.flag(
        "replace_tile",
        "Allow setting aside one tile that fits per turn and drawing another.",
    ),
    options.choice(
        "terrain_marks",
        ("any", "completed"),
        "Advanced: land, ponds, farms and villages that may be marked: any, or only those that the tile completes.",
    ),
    options.flag(
        "own_tile_only",
        "Advanced: mark temples and markets only on the tile just laid, not on its neighbours.",
    ),
    options.choice(
        "tie_shares",
        ("influencers", "total"),
        "Players who tie in a zone: they share the support of each influencer, or the total.",
    ),
    options.choice(
        "final_tie",
        ("shared", "total"),
        "Several holders of the Jewel at the end: they share the victory, or the highest total decides.",
    ),
    options.seat("first_player", "The seat that starts."),
    options.component_file(),
)

GAME = GameType.from_package(
    __name__,
    actions.HAMPI,
    learning=Learning(utility="zero_sum"),
    title="Hampi: The Sun Jewel",
    summary="Rebuild the land around Hampi tile by tile, win its people, and hold the Sun Jewel at the end.",
    credits=Credits("Kiran Kulkarni", "Tacit Games", 2021, "https://www.tacitgames.in"),
    minutes=50,
    relative_length=lambda players, chosen: 0.6 if chosen["length"] == "quick" else 1,
    complexity=2,
    rules_version=1,
    min_players=2,
    max_players=hampi.MAX_PLAYERS,
    default_players=3,
    state_type=hampi.STATE,
    max_legal=MAX_LEGAL,
    max_chance=actions.MAX_CHANCE,
    options=OPTIONS,
    entry_points={TABLE: (scoring.zone_table,), STUDY: (completion_table,)},
    load_components=setup.load_components,
)
