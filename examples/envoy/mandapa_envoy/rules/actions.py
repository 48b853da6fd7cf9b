"""Actions of Envoy: decisions of players, outcomes of chance and reasons for illegal actions."""

from mandapa.kernel.actions import Vocabulary, below, one_of
from mandapa_envoy.rules.state import ASIDE, CARDS, DEAL, DRAW, MAX_PLAYERS, OPEN, PHASES, PLAY, REDRAW

ENVOY = Vocabulary("envoy", PHASES, over="ENV-END-1", chance="ENV-TURN-1", due="ENV-TURN-1")

SEAT, CARD = below(MAX_PLAYERS), one_of(*CARDS)
IDLE = ("sentry", "scribe", "rival", "herald")

# ---------------------------------------------------------------- decisions

ACCUSE = ENVOY.decision("sentry {seat} {card}", PLAY, seat=SEAT, card=one_of(*CARDS[1:]))
LOOK = ENVOY.decision("scribe {seat}", PLAY, seat=SEAT)
COMPARE = ENVOY.decision("rival {seat}", PLAY, seat=SEAT)
HIDE = ENVOY.decision("shrine", PLAY)
REPLACE = ENVOY.decision("steward {seat}", PLAY, seat=SEAT)
EXCHANGE = ENVOY.decision("herald {seat}", PLAY, seat=SEAT)
REIGN = ENVOY.decision("regent", PLAY)
GIVE_UP = ENVOY.decision("seal", PLAY)
LAY_IDLE = ENVOY.decision("lay {card}", PLAY, card=one_of(*IDLE))

# ---------------------------------------------------------------- chance: outcomes are ranks

ENVOY.event("aside {card}", ASIDE, first=1, card=CARD)
ENVOY.event("open {card}", OPEN, first=1, card=CARD)
ENVOY.event("deal {card}", DEAL, first=1, card=CARD)
ENVOY.event("draw {card}", DRAW, first=1, card=CARD)
ENVOY.event("redraw {card}", REDRAW, first=1, card=CARD)

# ---------------------------------------------------------------- reasons for illegal actions

NOT_HELD = ENVOY.fault("not_held", "ENV-TURN-1", "you do not hold this card")
REGENT_FIRST = ENVOY.fault("regent_first", "ENV-TURN-2", "you must play the regent")
NOT_THERE = ENVOY.fault("not_there", "ENV-TURN-3", "this player is not at court")
YOURSELF = ENVOY.fault("yourself", "ENV-TURN-3", "this card must be played against another player")
SHELTERED = ENVOY.fault("sheltered", "ENV-TURN-3", "this player is at the shrine")
NOT_IDLE = ENVOY.fault("not_idle", "ENV-TURN-4", "this card can be played against another player")

# ---------------------------------------------------------------- constants for compiled code

accuse_id, accuse_of, is_accuse = ACCUSE.encode, ACCUSE.decode, ACCUSE.has
look_id, look_of, is_look = LOOK.encode, LOOK.decode, LOOK.has
compare_id, compare_of, is_compare = COMPARE.encode, COMPARE.decode, COMPARE.has
replace_id, replace_of, is_replace = REPLACE.encode, REPLACE.decode, REPLACE.has
exchange_id, exchange_of, is_exchange = EXCHANGE.encode, EXCHANGE.decode, EXCHANGE.has
idle_id, idle_of = LAY_IDLE.encode, LAY_IDLE.decode
HIDE_ID, REIGN_ID, GIVE_UP_ID = HIDE.id, REIGN.id, GIVE_UP.id
