"""State of a game of Indus, a flat numpy record. Read this module first.

Fields are numbered row by row, from 0 (named 11) to 35 (named 66). Start spaces are numbered clockwise, 0 to 23: N1 to
N6, E1 to E6, S6 to S1, W6 to W1. Teams are blue 0, yellow 1, green 2, red 3; ranks are worker 0, assistant 1, professor
2. A researcher is stored as 1 + 3 x team + rank, and 0 means no researcher. Board pieces and their fields are numbered
as in ``components.py``.

With two players, each seat leads two teams. A researcher that is captured by the other team of its seat is *pending*
until the seat decides to take it back, to score it or, by an option, to spare it, which leaves it on the field
(IND-TWO-5).
"""

from typing import Literal, get_args

import numpy as np

from mandapa.games.indus.rules import components

NONE = -1
"""Value stored where there is no board piece, ruin, team, seat or start space."""
assert NONE == components.NO_SPACE
NOBODY = 0
"""Value stored where there is no researcher."""

MAX_PLAYERS = 4
NUM_TEAMS = len(components.TEAMS)
NUM_RANKS = len(components.RANKS)
NUM_KINDS = len(components.KINDS)
SIZE = 6
FIELDS = SIZE * SIZE
STARTS = 4 * SIZE
FACES = 6
MAX_STACK = 16
MAX_RUINS = components.MAX_RUINS
Place = Literal["centre", "NW", "NE", "SE", "SW"]
PLACE_NAMES: tuple[Place, ...] = get_args(Place)
PLACES = len(PLACE_NAMES)
"""Number of places for board pieces: the centre is place 0, the corners are places 1 to 4."""
LAST_PLACE = PLACES - 1

BUILDING, GRAVEYARD, CANAL, PATH, ALLEY, WALL = range(NUM_KINDS)
WORKER, ASSISTANT, PROFESSOR = range(NUM_RANKS)

# Constants of the rules. Component files for custom pieces may not change them.
DEFAULT = components.load()
_TEAMS = DEFAULT.data["teams"]
_VALUES = DEFAULT.data["values"]
CAPTURE_POINTS = np.array(_TEAMS["capture_points"], np.int8)
LAST_ROLL = np.array(_TEAMS["last_roll"], np.int8)
IN_PLAY = {int(players): tuple(counts) for players, counts in _TEAMS["in_play"].items()}
PREPLACED = np.array([0, 0, *_TEAMS["preplaced"].values()], np.int8)
MAX_SPARED = MAX_STACK - sum(IN_PLAY[2])
"""Maximum number of spared researchers on a secured field. It leaves room for all researchers of the field's owner."""
TAKE_BACK_LIMIT = DEFAULT.data["two_players"]["take_back_limit"]
FIRST_PER_FIELD = _VALUES["building_first_per_field"]
SECOND_PER_FIELD = _VALUES["building_second_per_field"]
GRAVEYARD_VALUE = np.array([0, *_VALUES["graveyard_by_fields"].values()], np.int8)
CANAL_PER_FIELD = _VALUES["canal_per_field"]
LINE_VALUE = np.array([0, 0, 0, _VALUES["path"], _VALUES["alley"], _VALUES["wall"]], np.int8)

FREE_PLACEMENT, SPARE_OWN = 1, 2
"""Options of the game, as bits of ``choices``.

Players choose where to place their first researchers; a pending researcher may be spared (IND-TWO-5).
"""

# Phases. Chance acts in BOARD, START_SEAT and DIE, the seat to act in the others.
BOARD, START_SEAT, PLACE_TEAM, PLACE, TEAM, ADD, DIE, GO, OWN, OVER = range(10)
Phase = Literal["setup", "place_team", "place", "team", "add", "die", "go", "own", "over"]
PHASES: tuple[Phase, ...] = ("setup", *get_args(Phase))
"""Names of the phases in views and messages, indexed by phase."""

SPACES = tuple(DEFAULT.data["board"]["start_spaces"])
FIELD_NAMES = tuple(f"{row}{column}" for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


def _landings() -> list[list[int]]:
    """Return the fields at the distances 1 to 6 from every start space, shape (STARTS, FACES).

    See IND-BOARD-8 and IND-MOVE-1.
    """
    table = []
    for space in SPACES:
        side, line = space[0], int(space[1]) - 1
        along = range(SIZE) if side in "NW" else range(SIZE - 1, -1, -1)
        table.append([step * SIZE + line if side in "NS" else line * SIZE + step for step in along])
    return table


def _places() -> tuple[list[int], list[int]]:
    """Return the place of the board piece under every field, and the field's number within the piece.

    Corner pieces are rotated to their corner, so their fields are numbered as if the piece were in the north-west
    (IND-BOARD-1, IND-BOARD-2).
    """
    place_of, local_of = [0] * FIELDS, [0] * FIELDS
    for local, name in enumerate(components.CENTRE_FIELDS):
        local_of[FIELD_NAMES.index(name)] = local
    for local, name in enumerate(components.CORNER_FIELDS):
        row, column = int(name[0]), int(name[1])
        for place in range(1, PLACES):
            field = FIELD_NAMES.index(f"{row}{column}")
            place_of[field], local_of[field] = place, local
            row, column = column, SIZE + 1 - row
    return place_of, local_of


LANDING = np.array(_landings(), np.int8)
LANDING_NAMES = [[FIELD_NAMES[field] for field in line] for line in LANDING.tolist()]
PLACE_OF, LOCAL_OF = (np.array(table, np.int8) for table in _places())

STATE = np.dtype(
    [
        # Chosen before the game and constant during it.
        ("players", np.int8),  # 2 to 4
        ("choices", np.int8),  # bit mask: FREE_PLACEMENT, SPARE_OWN
        (
            "team_of",
            np.int8,
            (MAX_PLAYERS, 2),
        ),  # teams that a seat leads, padded with NONE
        ("seat_of", np.int8, NUM_TEAMS),  # seat that leads a team; NONE if the team does not play
        (
            "posted",
            np.int8,
            (NUM_TEAMS, NUM_RANKS, components.MAX_POSTED),
        ),  # start spaces of the fixed placement, padded with NONE
        # The board pieces; ``components.Components`` documents these arrays.
        ("parts", np.int8, (components.PIECES, len(components.CORNER_FIELDS), NUM_KINDS)),
        ("exits", np.int8, (components.PIECES, len(components.CORNER_FIELDS), len(components.JOINING))),
        ("printed", np.int8, (components.PIECES, len(components.CORNER_FIELDS))),
        ("clockwise", np.int16, components.PIECES_OF_A_SIZE),
        ("counterclockwise", np.int16, components.PIECES_OF_A_SIZE),
        ("inward", np.int16, components.PIECES_OF_A_SIZE),
        ("around", np.int16, (components.PIECES_OF_A_SIZE, PLACES - 1)),
        # The board: the piece on each place, and the ruins once the board is complete.
        ("piece_at", np.int8, PLACES),  # board piece on each place; NONE before it is laid
        ("ruins", np.int8),  # number of ruins
        ("ruin_kind", np.int8, MAX_RUINS),  # in scoring order
        ("ruin_size", np.int8, MAX_RUINS),  # number of fields
        ("first_prize", np.int8, MAX_RUINS),  # points
        ("second_prize", np.int8, MAX_RUINS),  # points; 0 unless the ruin is a building
        ("ruins_of", np.int8, (FIELDS, components.MAX_PER_FIELD)),  # ruins of each field, padded with NONE
        # The researchers.
        ("reserve", np.int8, (NUM_TEAMS, NUM_RANKS)),  # number of researchers not placed yet, 0 to 8
        ("start", np.int8, STARTS),  # researcher on each start space (IND-ADD-5)
        # Researchers on each field, bottom to top (IND-MOVE-4). A pending one that may stay is stored above them.
        ("stack", np.int8, (FIELDS, MAX_STACK)),
        ("height", np.int8, FIELDS),  # number of researchers on each field, without a pending one
        ("secured", np.int8, FIELDS),  # team that has secured a field until the end (IND-CAP-7), or NONE
        ("points", np.int16, NUM_TEAMS),  # points from captures, initially 0 and unbounded (IND-SETUP-3, IND-VALUE-5)
        ("taken_back", np.int8, 2),  # pending researchers taken back by each of two seats, 0 to 24
        # Progress of the game.
        ("phase", np.int8),
        ("start_seat", np.int8),  # NONE before it is drawn
        ("placed", np.int8),  # number of researchers placed in set-up, 0 to 9
        ("seat", np.int8),  # seat whose turn or placement it is
        ("team", np.int8),  # team that acts; NONE before it is chosen
        ("rolls", np.int8),  # rolls made this turn, 0 to 3
        ("die", np.int8),  # the last roll, 1 to 6; 0 before the first
        ("pending", np.int8),  # the pending researcher, at most one (IND-TWO-6), or NOBODY
    ],
    align=True,
)
