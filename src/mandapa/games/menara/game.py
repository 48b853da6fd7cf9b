"""The description of Menara that the library reads. Assisted mode: what stands is exact, nothing ever falls."""

from pathlib import Path

from mandapa.games.menara import (
    chance,
    components,
    invariant,
    moves,
    observation,
    previews,
    rules,
    state,
    text,
    view,
)
from mandapa.games.menara.actions import MAX_CHANCE, MAX_LEGAL, NUM_ACTIONS
from mandapa.games.menara.components import DIFFICULTIES, MOST_LEVEL_CARDS, Components
from mandapa.kernel.game_type import Credits, GameType, Option, Presentation
from mandapa.kernel.generic import methods_in
from mandapa.kernel.option_values import component_file, one_of, seat_or_random, word_or_whole

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
    Option("first_player", "random", "number", "Seat that starts.", seat_or_random("first_player"), ("random",)),
    Option(
        "components",
        "default",
        "file",
        "Component file of somebody who owns the box.",
        component_file("components"),
        ("default",),
    ),
)

MAX_PLIES = 1200
"""35 turns with at most 21 decisions and some 14 draws each, 15 floors, the set-up."""


def _load_components(path: str | None) -> Components:
    return components.load(path)


GAME = GameType(
    name="menara",
    title="Menara",
    summary="Rebuild a temple together, column by column and floor by floor; what you build has to stand.",
    credits=Credits("Oliver Richtberg", "Zoch", 2018, "https://www.zoch-verlag.com"),
    minutes=45,
    rules_version=1,
    min_players=1,
    max_players=state.MAX_PLAYERS,
    default_players=2,
    folder=Path(__file__).parent,
    state_type=state.STATE,
    methods=methods_in(rules, chance, observation),
    hidden_information=False,
    num_actions=NUM_ACTIONS,
    max_legal=MAX_LEGAL,
    max_chance=MAX_CHANCE,
    max_plies=MAX_PLIES,
    observation_size=observation.SIZE,
    options=OPTIONS,
    new_state=state.new_state,
    load_components=_load_components,
    presentation=Presentation(
        format_action=moves.format_action,
        view=view.view,
        text=text.text,
        describe=moves.describe,
        refusal=moves.refusal,
        choices=view.choices,
        previews=previews.previews,
        score_sheets=view.score_sheets,
        position=text.position,
        gallery=view.gallery,
    ),
    invariant=invariant.invariant,
)
