"""Pebbles, put together."""

from pathlib import Path

from mandapa.cli.skeleton.rules import chance, rules, scoring, setup
from mandapa.cli.skeleton.rules.actions import PEBBLES
from mandapa.cli.skeleton.rules.state import FEWEST, LARGEST, MAX_PLAYERS, MOST, STATE
from mandapa.cli.skeleton.show import log, previews, view
from mandapa.cli.skeleton.show.view_types import Gallery
from mandapa.kernel.game_type import Bounds, Credits, GameType, Learning, Option, Presentation, Worth
from mandapa.kernel.generic import methods_in

GAME = GameType(
    name="pebbles",
    title="Pebbles",
    summary="Who takes the last stone wins.",
    credits=Credits("", "", 2026, ""),
    minutes=2,
    rules_version=1,
    min_players=2,
    max_players=MAX_PLAYERS,
    default_players=2,
    folder=Path(__file__).parent,
    state_type=STATE,
    methods=methods_in(rules, chance, scoring),
    hidden_information=False,
    num_actions=PEBBLES.num_actions,
    max_legal=LARGEST,
    max_chance=MOST - FEWEST + 1,
    bounds=lambda start: Bounds(decisions=MOST, outcomes=1, least=0, most=1),
    observation_size=0,
    options=(
        Option("most", 3, "number", "The most stones that one may take.", setup.most, tuple(range(2, 1 + LARGEST))),
    ),
    new_state=setup.new_state,
    load_components=lambda path: None,
    presentation=Presentation(
        format_action=PEBBLES.format,
        view=view.view,
        text=view.text,
        describe=log.describe,
        choices=log.choices,
        previews=previews.previews,
        refusal=PEBBLES.refusals(),
        gallery=lambda components: Gallery(fewest=FEWEST, most=MOST),
    ),
    worth=lambda state: Worth("chance"),
    learning=Learning(tables=(PEBBLES.table(),)),
)
