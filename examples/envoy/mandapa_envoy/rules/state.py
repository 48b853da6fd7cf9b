"""The record of a game of Envoy: read this first."""

import numpy as np

MAX_PLAYERS = 4
CARDS = ("sentry", "scribe", "rival", "shrine", "steward", "herald", "regent", "seal")
"""Names by rank - 1 (ENV-SETUP-1)."""
SENTRY, SCRIBE, RIVAL, SHRINE, STEWARD, HERALD, REGENT, SEAL = range(1, 9)
COPIES = np.array([0, 5, 2, 2, 2, 2, 1, 1, 1])
"""How many there are, by rank."""
DECK = 16
MOST_OPEN = 3
"""The most cards that may be laid open in preparation (ENV-SETUP-2)."""

NONE = 0
"""No card: this place is empty, and everybody can see that."""
UNKNOWN = 9
"""In a redacted record only: a card lies here, and whoever looks may not know which. Never the same as none."""
ANY = 0b111111110
"""Bits of all ranks."""

PHASES = ("aside", "open", "deal", "draw", "play", "redraw", "over")
ASIDE, OPEN, DEAL, DRAW, PLAY, REDRAW, OVER = range(7)

STATE = np.dtype(
    [
        ("hand", np.int8, MAX_PLAYERS),  # secret: rank; none: not dealt yet, or out
        ("drawn", np.int8),  # secret: rank of the second card of the seat to act
        ("aside", np.int8),  # secret, to everybody: rank of the card set aside
        (
            "seen",
            np.int8,
            (MAX_PLAYERS, MAX_PLAYERS),
        ),  # secret: [who, whose] rank that is there and was seen
        ("looked", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # [who, whose] 1: seen, and nothing was laid there since
        ("may_be", np.int16, MAX_PLAYERS),  # bits of the ranks that everybody has to reckon with in this hand
        ("open", np.int8, 3),  # ranks of the cards laid open in preparation
        ("laid", np.int8, (MAX_PLAYERS, DECK)),  # ranks before each seat, in order
        ("sheltered", np.int8, MAX_PLAYERS),  # 1: at the shrine
        ("stack", np.int8),  # cards left to draw
        ("target", np.int8),  # seat that draws anew; else -1
        ("seat", np.int8),  # whose turn it is
        ("phase", np.int8),
        ("players", np.int8),  # 2 to 4
        ("open_cards", np.int8),  # option: 0 to 3
    ],
    align=True,
)
