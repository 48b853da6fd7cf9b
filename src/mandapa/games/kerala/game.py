"""Kerala, put together: its options, its pieces for the gallery, and the description that everything reads."""

from pathlib import Path
from typing import Any

from mandapa.games.kerala.ai import compact, evaluation, observation, playout, value_net
from mandapa.games.kerala.content import hint_reasons, lesson_ideas
from mandapa.games.kerala.rules import bounds, chance, components, invariant, rules, scoring, setup, state
from mandapa.games.kerala.rules.actions import KERALA
from mandapa.games.kerala.rules.components import COLOURS, GAME_TILES, Components
from mandapa.games.kerala.show import highlights, log, notation, picture, previews, text, view
from mandapa.games.kerala.show.view_types import Gallery, Sheet
from mandapa.kernel.compile.engine import STUDY, TABLE
from mandapa.kernel.game_type import Credits, GameType, Learning, Option, Planning, Presentation, Skill, Worth
from mandapa.kernel.generic import methods_in
from mandapa.kernel.input.options import (
    RANGE,
    colours_or_random,
    component_file,
    flag,
    is_whole,
    one_of,
    refuse,
    seat_or_random,
)
from mandapa.kernel.record import Record

MAX_LEGAL = 82
"""The most cells beside a platform in one line (KER section 6)."""

SHIFT_TARGETS = ("anywhere", "beside_figure")


def _rounds(value: Any, players: int) -> Any:
    """``full`` or a number; how many there can be depends on the pieces, which ``new_state`` knows."""
    if value == "full" or (is_whole(value) and int(value) > 0):
        return value if value == "full" else int(value)
    full = components.load().rounds[players]
    raise refuse("rounds", value, f"full or 1 to {full} with {players} players", RANGE, low=1, high=full)


OPTIONS = (
    Option(
        "colours",
        "random",
        "colours",
        "Colour of each seat; it is also the player's own tile colour.",
        colours_or_random("colours", COLOURS),
        tuple(COLOURS),
    ),
    Option(
        "first_leader",
        "random",
        "seat",
        "Seat that leads the first round.",
        seat_or_random("first_leader"),
        ("random",),
    ),
    Option(
        "shift_target",
        "anywhere",
        "choice",
        "Where a shifted stack may go: anywhere on the platform, or only beside a figure.",
        one_of("shift_target", SHIFT_TARGETS),
        SHIFT_TARGETS,
    ),
    Option("shift_turn", True, "flag", "Whether the edge tile on a shifted stack may be turned.", flag("shift_turn")),
    Option(
        "shift_bridge",
        False,
        "flag",
        "Whether a shifted stack may hold the platform together at its new place, though not at its old one.",
        flag("shift_bridge"),
    ),
    Option(
        "shift_no_gaps",
        False,
        "flag",
        "Whether a shift may leave no closed-in free cell at all, not even one from before.",
        flag("shift_no_gaps"),
    ),
    Option(
        "first_turn_tile",
        False,
        "flag",
        "Whether everybody has to take a tile in the first round.",
        flag("first_turn_tile"),
    ),
    Option(
        "rounds",
        "full",
        "number",
        "A short game (unofficial): end after this many rounds, the rest of the bag stays unseen.",
        _rounds,
        ("full",),
    ),
    Option(
        "tile_set",
        "default",
        "file",
        "Component file of somebody who owns the box.",
        component_file("tile_set"),
        ("default",),
    ),
)


def _load_components(path: str | None) -> Components:
    return components.load(path)


def _gallery(data: Components) -> Gallery:
    """Every tile type once, with its number in the set."""
    return {
        "tiles": [
            {
                "code": code,
                "colour": COLOURS[data.colour[tile]],
                "kind": components.KINDS[data.kind[tile]],
                "symbols": data.symbols[tile],
                "edge": COLOURS[data.edge[tile]] if data.edge[tile] >= 0 else None,
                "count": data.counts[tile] if tile < components.GAME_TILES else 1,
            }
            for tile, code in enumerate(data.codes)
        ],
        "colours": [
            {"name": colour, "letter": letter, "screen": screen, "pattern": pattern}
            for colour, letter, screen, pattern in zip(COLOURS, data.letters, data.screen, data.patterns, strict=True)
        ],
        "figures_per_player": data.figures,
        "provenance": data.data.get("provenance", {}),
    }


# What keeps the levels about as far apart (docs/strength.md).
SKILLS = {
    "beginner": Skill(0.61, 0.0),
    "novice": Skill(1.0, 0.07),
    "adept": Skill(1.0, 1.0),
    "master": Skill(0.95, simulations=16),
    "grandmaster": Skill(simulations=6000),
}


A_ROUND, FORESEEN = 1.2, 0.28
"""Points that a round brings beyond what players foresee, and the share of the rounds that they do foresee."""


def _worth(record: Record) -> Worth:
    """Points. Players look a few rounds ahead, and everybody goes on to earn in those behind."""
    rounds = int(record.rounds)
    return Worth(later=A_ROUND * max(0.0, (1 - FORESEEN) * rounds - int(record.round_number)))


def _rows(sheet: Sheet) -> dict[str, int]:
    """The rows of a score sheet as the client has them: one for the elephants of each colour."""
    elephants = {f"symbols-{colour}": part["points"] for colour, part in sheet["symbols"]["by_colour"].items()}
    others = {name: sheet[name]["points"] for name in ("removed", "missing", "standing", "edges")}
    return {**others, **elephants}


GAME = GameType(
    name="kerala",
    title="Kerala: The Way of the Elephant",
    summary="Build the most splendid platform for the elephant festival, tile by tile, with two elephants to walk it.",
    credits=Credits("Kirsten Hiese", "Kosmos", 2016, "https://www.kosmos.de"),
    minutes=30,
    complexity=1,
    rules_version=1,
    min_players=components.load().players[0],
    max_players=components.load().players[1],
    default_players=4,
    folder=Path(__file__).parent,
    entry_points={TABLE: (scoring.tally,), STUDY: (evaluation.platform_features,)},
    state_type=state.STATE,
    methods=methods_in(rules, chance, scoring, observation, compact, evaluation, value_net, playout),
    hidden_information=False,  # KER-INFO-3
    num_actions=KERALA.num_actions,
    max_legal=MAX_LEGAL,
    max_chance=GAME_TILES,
    bounds=bounds.bounds,
    observation_size=observation.SIZE,
    options=OPTIONS,
    new_state=setup.new_state,
    load_components=_load_components,
    presentation=Presentation(
        format_action=KERALA.format,
        view=view.view,
        text=text.text,
        describe=log.describe,
        refusal=KERALA.refusals(),
        choices=log.choices,
        previews=previews.previews,
        score_sheets=view.score_sheets,
        explain=text.explain,
        rows=_rows,
        praise=highlights.praise,
        position=notation.position,
        gallery=_gallery,
        picture=picture.draw,
    ),
    invariant=invariant.invariant,
    ideas=lesson_ideas.IDEAS,
    motives=hint_reasons.motives,
    planning=Planning(
        rounds=2,
        prior=16.0,
        spread=6.0,
        skills=SKILLS,
        network=value_net.NETWORK,
        weights=Path(__file__).parent / "ai" / "network.npz",
    ),
    worth=_worth,
    learning=Learning(
        observation.PARTS,
        tables=(KERALA.table(), observation.__doc__ or ""),
        compact=compact.layout,
        symmetries=compact.symmetries,
    ),
)
