"""State of a game of Envoy, a flat numpy record. Read this module first."""

import numpy as np

MAX_PLAYERS = 4
CARDS = ("sentry", "scribe", "rival", "shrine", "steward", "herald", "regent", "seal")
"""Names of the cards; the card of rank r has index r - 1 (ENV-SETUP-1)."""
SENTRY, SCRIBE, RIVAL, SHRINE, STEWARD, HERALD, REGENT, SEAL = range(1, 9)
COPIES = np.array([0, 5, 2, 2, 2, 2, 1, 1, 1])
"""Number of cards of each rank, indexed by rank."""
DECK = 16
MAX_OPEN = 3
"""Maximum number of cards revealed during set-up (ENV-SETUP-2)."""

NONE = 0
"""Value stored in place of a card's rank where there is visibly no card."""
UNKNOWN = 9
"""Value stored in a redacted record in place of the rank of a card that the observer may not know. Never NONE."""
ANY = 0b111111110
"""Bit mask of all ranks."""

PHASES = ("aside", "open", "deal", "draw", "play", "redraw", "over")
ASIDE, OPEN, DEAL, DRAW, PLAY, REDRAW, OVER = range(7)

STATE = np.dtype(
    [
        ("hand", np.int8, MAX_PLAYERS),  # secret: rank; NONE: not dealt yet, or out
        ("drawn", np.int8),  # secret: rank of the second card of the seat to act
        ("aside", np.int8),  # secret from all: rank of the card set aside
        (
            "seen",
            np.int8,
            (MAX_PLAYERS, MAX_PLAYERS),
        ),  # secret: [who, whose] rank of the card seen there
        ("looked", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # [who, whose] 1: seen, and no card laid there since
        ("may_be", np.int16, MAX_PLAYERS),  # bits of the ranks possible in this hand by public knowledge
        ("open", np.int8, 3),  # ranks of the cards laid open during set-up
        ("laid", np.int8, (MAX_PLAYERS, DECK)),  # ranks before each seat, in order
        ("sheltered", np.int8, MAX_PLAYERS),  # 1: at the shrine
        ("stack", np.int8),  # cards left to draw
        ("target", np.int8),  # seat that draws again, or -1
        ("seat", np.int8),  # seat whose turn it is
        ("phase", np.int8),
        ("players", np.int8),  # 2 to 4
        ("open_cards", np.int8),  # option: 0 to 3
    ],
    align=True,
)
