"""Envoy, put together."""

from pathlib import Path

from mandapa.kernel.game_type import Bounds, Credits, GameType, Learning, Option, Planning, Presentation, Worth
from mandapa.kernel.generic import methods_in
from mandapa_envoy.ai import observation
from mandapa_envoy.rules import chance, rules, scoring, secrets
from mandapa_envoy.rules.actions import ENVOY
from mandapa_envoy.rules.invariant import invariant
from mandapa_envoy.rules.setup import MOST_OPEN, new_state, open_cards
from mandapa_envoy.rules.state import DECK, MAX_PLAYERS, SEAL, STATE
from mandapa_envoy.show.view import text, view

GAME = GameType(
    name="envoy",
    title="Envoy",
    summary="Sixteen cards, one in each hand: be the last at court, or hold the highest.",
    credits=Credits("after Seiji Kanai", "Kanai Factory", 2012, "https://boardgamegeek.com/boardgame/129622"),
    minutes=5,
    rules_version=1,
    min_players=2,
    max_players=MAX_PLAYERS,
    default_players=3,
    folder=Path(__file__).parent,
    state_type=STATE,
    methods=methods_in(rules, chance, secrets, scoring, observation),
    hidden_information=True,
    num_actions=ENVOY.num_actions,
    max_legal=32,
    max_chance=1 + SEAL,
    bounds=lambda start: Bounds(decisions=DECK, outcomes=1 + MOST_OPEN + DECK, least=0, most=1),
    observation_size=observation.SIZE,
    options=(Option("open_cards", 0, "number", "Cards laid open in preparation, 0 to 3.", open_cards, (0, 1, 2, 3)),),
    new_state=new_state,
    load_components=lambda path: None,
    presentation=Presentation(
        format_action=ENVOY.format,
        view=view,
        text=text,
        choices=ENVOY.choices({}),
        refusal=ENVOY.refusals(),
        secret=secrets.secret_of,
    ),
    invariant=invariant,
    planning=Planning(rounds=DECK),
    worth=lambda state: Worth("chance"),
    learning=Learning(observation.PARTS, highest=DECK, tables=(ENVOY.table(), observation.__doc__ or "")),
)
