"""Reference implementation of Indus's rules, written as directly as possible with dicts, lists and text. Slow.

It shares only the component file with the rule package. ``Reference`` implements the parts of ``State`` that tests
need: ``legal_actions``, ``chance_outcomes``, ``apply``, ``view`` (a part of the package's), ``scores``.
"""

from __future__ import annotations

import copy
import tomllib
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[4] / "src" / "mandapa" / "games" / "indus" / "rules" / "components.toml"
DATA: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))

PLACES = ["centre", "NW", "NE", "SE", "SW"]
FIELDS = [f"{row}{column}" for row in range(1, 7) for column in range(1, 7)]
SPACES = [f"N{n}" for n in range(1, 7)] + [f"E{n}" for n in range(1, 7)]
SPACES += [f"S{n}" for n in range(6, 0, -1)] + [f"W{n}" for n in range(6, 0, -1)]
TEAMS = ["blue", "yellow", "green", "red"]
RANKS = ["worker", "assistant", "professor"]
TEAM_OF = {team[0].upper(): team for team in TEAMS}
LETTERS = {"building": "B", "graveyard": "G", "canal": "C", "path": "P", "alley": "A", "wall": "T"}
BESIDE = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N"}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
LAST_ROLL = {"w": 1, "a": 2, "p": 3}
POINTS = {"w": 1, "a": 2, "p": 3}
TAKE_BACKS = 24


# ---------------------------------------------------------------- the board


def turned(field: str, times: int) -> str:
    """A quarter turn clockwise maps (r, c) to (c, 7 - r)."""
    for _ in range(times):
        field = f"{field[1]}{7 - int(field[0])}"
    return field


def neighbour(field: str, side: str) -> str | None:
    """Return the adjacent field, or None outside the board."""
    row, column = int(field[0]) + BESIDE[side][0], int(field[1]) + BESIDE[side][1]
    return f"{row}{column}" if 1 <= row <= 6 and 1 <= column <= 6 else None


def laid(piece_id: str, turns: int, data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parts of a piece on the board: kind, fields, exits as (field, side), value if it is printed."""
    piece = next(piece for piece in data["corner"] + data["centre"] if piece["id"] == piece_id)
    parts = []
    for part in piece["parts"]:
        exits = set()
        for text in part.get("exits", []):
            side = text[2]
            for _ in range(turns):
                side = CLOCKWISE[side]
            exits.add((turned(text[:2], turns), side))
        fields = [turned(field, turns) for field in part["fields"]]
        parts.append({"kind": part["ruin"], "fields": fields, "exits": exits, "value": part.get("value")})
    return parts


def lay(pieces: dict[str, str], data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return all parts on the board, by place."""
    turns = {"centre": 0, "NW": 0, "NE": 1, "SE": 2, "SW": 3}
    return {place: laid(piece, turns[place], data) for place, piece in pieces.items()}


def matches(pieces: dict[str, str], data: dict[str, Any] = DATA) -> bool:
    """IND-BOARD-4, for complete boards and unfinished ones."""
    parts = lay(pieces, data)
    owner = {field: place for place, there in parts.items() for part in there for field in part["fields"]}
    exits = {(field, side, part["kind"]) for there in parts.values() for part in there for field, side in part["exits"]}
    for field, side, kind in exits:
        other = neighbour(field, side)
        if other in owner and owner[other] != owner[field] and (other, OPPOSITE[side], kind) not in exits:
            return False
    return True


@cache
def all_boards() -> list[list[str]]:
    """Return the boards of the supplied pieces."""
    return boards(DATA)


def boards(data: dict[str, Any]) -> list[list[str]]:
    """Return all boards that match, as [centre, NW, NE, SE, SW]."""
    corners = [piece["id"] for piece in data["corner"]]
    fitting = []
    for centre in data["centre"]:
        for four in permutations(corners, 4):
            board = [centre["id"], *four]
            if matches(dict(zip(PLACES, board, strict=True)), data):
                fitting.append(board)
    return fitting


def ruins_of(board: list[str], data: dict[str, Any] = DATA) -> list[dict[str, Any]]:
    """Return the ruins of a complete board in scoring order: name, kind, fields, links, values."""
    parts = [part for there in lay(dict(zip(PLACES, board, strict=True)), data).values() for part in there]
    groups = [[part] for part in parts]
    while (pair := joined_groups(groups)) is not None:
        one, other = pair
        groups.remove(one)
        other += one
    ruins = []
    for kind, letter in LETTERS.items():
        same = [ruin(group) for group in groups if group[0]["kind"] == kind]
        same.sort(key=lambda row: row["fields"][0])
        ruins += [{"name": f"{letter}{number}", **row} for number, row in enumerate(same, 1)]
    return ruins


def ruin(group: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one ruin, made of connected parts."""
    kind = group[0]["kind"]
    fields = sorted({field for part in group for field in part["fields"]})
    exits = {way for part in group for way in part["exits"]}
    links = [pair for part in group for pair in adjacent_pairs(part["fields"])]
    for field, side in exits:
        other = neighbour(field, side)
        if (other, OPPOSITE[side]) in exits and [field, other] == sorted([field, str(other)]):
            links.append([field, str(other)])
    return {"kind": kind, "fields": fields, "links": sorted(links), "values": values(group[0], len(fields))}


def joined_groups(groups: list[list[dict[str, Any]]]) -> tuple[Any, Any] | None:
    """Return whether two different groups of one kind have exits towards each other (IND-BOARD-5)."""
    for one in groups:
        ways = [(part["kind"], *way) for part in one for way in part["exits"]]
        for kind, field, side in ways:
            for other in groups:
                back = (neighbour(field, side), OPPOSITE[side])
                if other is not one and other[0]["kind"] == kind and any(back in part["exits"] for part in other):
                    return one, other
    return None


def adjacent_pairs(fields: list[str]) -> list[list[str]]:
    """Return adjacent fields of one part."""
    pairs = [(field, neighbour(field, side)) for field in fields for side in "ES"]
    return [[field, other] for field, other in pairs if other in fields]


def values(part: dict[str, Any], size: int) -> list[int]:
    """IND-VALUE-1 to 4."""
    if part["kind"] == "building":
        return [2 * size, size]
    if part["kind"] == "graveyard":
        return [{1: 3, 2: 4, 3: 6}[size] if part["value"] is None else part["value"]]
    return [size if part["kind"] == "canal" else 2]


def line(space: str) -> list[str]:
    """Return the fields in front of a start space, by distance."""
    side, n = space[0], space[1]
    across = {"N": lambda d: f"{d}{n}", "S": lambda d: f"{7 - d}{n}"}
    along = {"W": lambda d: f"{n}{d}", "E": lambda d: f"{n}{7 - d}"}
    return [{**across, **along}[side](d) for d in range(1, 7)]


# ---------------------------------------------------------------- scoring


def counts(ruin: dict[str, Any], stacks: dict[str, list[str]]) -> dict[str, int]:
    """IND-SCORE-3 and 4."""
    if ruin["kind"] == "building":
        counted = [piece for field in ruin["fields"] for piece in stacks[field]]
    else:
        counted = [stacks[field][-1] for field in ruin["fields"] if stacks[field]]
    teams = [TEAM_OF[piece[0]] for piece in counted]
    return {team: teams.count(team) for team in TEAMS if team in teams}


def prizes(ruin: dict[str, Any], stacks: dict[str, list[str]]) -> dict[str, int]:
    """IND-SCORE-5 to 10: the points of each team that counts."""
    counted = counts(ruin, stacks)
    if not counted:
        return {}
    paid = dict.fromkeys(counted, 0)
    most = max(counted.values())
    leaders = [team for team in counted if counted[team] == most]
    others = [team for team in counted if counted[team] < most]
    if ruin["kind"] != "building":
        share(paid, leaders, ruin["values"][0])
    elif len(counted) == 1 or len(leaders) > 1:
        share(paid, leaders, sum(ruin["values"]))
    else:
        share(paid, leaders, ruin["values"][0])
        second = max(counted[team] for team in others)
        share(paid, [team for team in others if counted[team] == second], ruin["values"][1])
    return paid


def share(paid: dict[str, int], teams: list[str], points: int) -> None:
    for team in teams:
        paid[team] += points // len(teams)


# ---------------------------------------------------------------- the game


class Reference:
    """A game in progress. ``board``: ``random``, or [centre, NW, NE, SE, SW]; ``start``: ``random``, or a seat."""

    def __init__(
        self,
        players: int = 4,
        board: str | list[str] = "first",
        placement: str | None = None,
        start_seat: str | int = "random",
        two_player_teams: list[list[int]] | None = None,
        spare_own: bool = False,
    ) -> None:
        self.players = players
        self.spare_own = spare_own
        self.spared: tuple[list[str], list[str]] | None = None
        pairs = two_player_teams or [[0, 2], [1, 3]]
        groups = pairs if players == 2 else [[team] for team in range(players)]
        self.teams = [[TEAMS[team] for team in group] for group in groups]
        self.fixed = (placement or ("fixed" if board == "first" else "free")) == "fixed"
        self.pieces: dict[str, str] = {}
        first = ["M1", "K1", "K3", "K2", "K4"]
        if board != "random":
            self.pieces = dict(zip(PLACES, first if board == "first" else board, strict=True))
        self.all_boards = all_boards() if board == "random" else []
        self.ruins = ruins_of(list(self.pieces.values())) if self.pieces else []
        self.start_seat = None if start_seat == "random" else start_seat
        set_of_pieces = [8, 5, 3] if players == 3 else [6, 4, 2]
        self.reserve = {team: list(set_of_pieces) for seat in self.teams for team in seat}
        self.points = dict.fromkeys(self.reserve, 0)
        self.starts: dict[str, str] = {}
        self.stacks: dict[str, list[str]] = {field: [] for field in FIELDS}
        self.taken_back = [0, 0]
        self.placed: list[str] = []
        self.seat: int | None = None
        self.team: str | None = None
        self.roll = self.die = 0
        self.pending: str | None = None
        self.phase = "setup"
        self.history: list[str] = []
        self.go_on_setting_up()

    def copy(self) -> Reference:
        return copy.deepcopy(self)

    # ------------------------------------------------------------ set-up

    def go_on_setting_up(self) -> None:
        """Settle the next part of the set-up: board, start seat, pieces on start spaces, first turn."""
        if len(self.pieces) < 5 or self.start_seat is None:
            return
        pieces_each = 9 if self.players == 3 else 8
        if self.fixed and not self.starts:
            self.place_fixed()
        elif not self.fixed and len(self.placed) < pieces_each:
            self.seat = (self.start_seat + len(self.placed)) % self.players
            self.team = None if self.players == 2 else self.teams[self.seat][0]
            self.phase = "place_team" if self.players == 2 else "place"
            return
        self.begin_turn(self.start_seat)

    def place_fixed(self) -> None:
        """IND-SETUP-5 and 6."""
        if self.players == 3:
            text = "Ba N2, Bw W1 S5, Ya E2, Yw W3 N6, Ga S1, Gw N4 E4"
        else:
            text = "Ba N2, Bw W3, Ya E2, Yw N4, Ga S5, Gw E4, Ra W5, Rw S3"
        for words in text.split(", "):
            piece, *spaces = words.split()
            for space in spaces:
                self.put(piece, space)

    def put(self, piece: str, space: str) -> None:
        """Move a piece from the reserve to a start space."""
        assert space not in self.starts
        self.reserve[TEAM_OF[piece[0]]]["wap".index(piece[1])] -= 1
        self.starts[space] = piece

    # ------------------------------------------------------------ turn order

    def pieces_left(self, team: str) -> bool:
        """IND-TURN-2."""
        return sum(self.reserve[team]) > 0 or any(TEAM_OF[piece[0]] == team for piece in self.starts.values())

    def begin_turn(self, seat: int) -> None:
        self.seat, self.roll, self.die, self.pending = seat, 0, 0, None
        if self.players == 2:
            self.team, self.phase = None, "team"
        else:
            self.begin_team(self.teams[seat][0])

    def begin_team(self, team: str) -> None:
        self.team = team
        self.phase = "add" if sum(self.reserve[team]) else "die"

    def end_turn(self) -> None:
        """IND-TURN-3, IND-END-1."""
        assert self.seat is not None
        for step in range(1, self.players + 1):
            seat = (self.seat + step) % self.players
            if any(self.pieces_left(team) for team in self.teams[seat]):
                self.begin_turn(seat)
                return
        self.seat, self.team, self.roll, self.die, self.pending, self.phase = None, None, 0, 0, None, "over"

    @property
    def is_terminal(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase in ("setup", "die")

    @property
    def current_player(self) -> int:
        if self.is_terminal:
            return -4
        assert self.is_chance or self.seat is not None
        return -1 if self.is_chance or self.seat is None else self.seat

    # ------------------------------------------------------------ chance

    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        """Return all outcomes of a chance node, all equally likely."""
        if self.phase == "die":
            texts = [f"roll {face}" for face in range(1, 7)]
        elif len(self.pieces) < 5:
            texts = self.board_offers()
        else:
            texts = [f"start {seat}" for seat in range(self.players)]
        return [(text, Fraction(1, len(texts))) for text in texts]

    def board_offers(self) -> list[str]:
        """IND-BOARD-6: the pieces of all boards that begin like this one."""
        begun = list(self.pieces.values())
        offered = sorted({board[len(begun)] for board in self.all_boards if board[: len(begun)] == begun})
        place = PLACES[len(begun)]
        return [f"centre {piece}" if place == "centre" else f"corner {place} {piece}" for piece in offered]

    # ------------------------------------------------------------ decisions

    @property
    def legal_actions(self) -> list[str]:
        """Return the legal actions in the order of the action numbers."""
        if self.is_terminal:
            return []
        if self.is_chance:
            return [text for text, _ in self.chance_outcomes()]
        assert self.seat is not None
        if self.phase in ("team", "place_team"):
            return [f"team {team}" for team in self.teams[self.seat] if self.may_act(team)]
        if self.phase in ("add", "place"):
            assert self.team is not None
            ranks = [rank for rank, count in zip(RANKS, self.reserve[self.team], strict=True) if count]
            return [f"add {rank} {space}" for rank in ranks for space in SPACES if space not in self.starts]
        if self.phase == "own":
            return ["take", "score", "spare"] if self.spared else ["take", "score"]
        own = {space: piece for space, piece in self.starts.items() if TEAM_OF[piece[0]] == self.team}
        moves = [f"move {space}" for space in SPACES if space in own and LAST_ROLL[own[space][1]] >= self.roll]
        again = any(LAST_ROLL[piece[1]] >= self.roll + 1 for piece in own.values())
        return moves + (["reroll"] if again else [])

    def may_act(self, team: str) -> bool:
        if self.phase == "place_team":
            return self.placed.count(team) < 2
        return self.pieces_left(team)

    def apply(self, text: str) -> None:
        assert text in self.legal_actions, text
        self.history.append(text)
        verb, *words = text.split()
        getattr(self, f"do_{verb}")(*words)

    def do_centre(self, piece: str) -> None:
        self.pieces["centre"] = piece

    def do_corner(self, place: str, piece: str) -> None:
        self.pieces[place] = piece
        if len(self.pieces) == 5:
            self.ruins = ruins_of(list(self.pieces.values()))
            self.go_on_setting_up()

    def do_start(self, seat: str) -> None:
        self.start_seat = int(seat)
        self.go_on_setting_up()

    def do_team(self, team: str) -> None:
        if self.phase == "place_team":
            self.team, self.phase = team, "place"
        else:
            self.begin_team(team)

    def do_add(self, rank: str, space: str) -> None:
        assert self.team is not None
        self.put(self.team[0].upper() + rank[0], space)
        if self.phase == "place":
            self.placed.append(self.team)
            self.go_on_setting_up()
        else:
            self.phase = "die"

    def do_roll(self, face: str) -> None:
        self.roll, self.die, self.phase = self.roll + 1, int(face), "go"

    def do_reroll(self) -> None:
        self.phase = "die"

    def do_move(self, space: str) -> None:
        assert self.seat is not None
        piece = self.starts.pop(space)
        stack = self.stacks[line(space)[self.die - 1]]
        all_others = [*stack]
        for captured, team in self.land(piece, stack):
            both_mine = TEAM_OF[captured[0]] in self.teams[self.seat] and team in self.teams[self.seat]
            if both_mine and self.taken_back[self.seat] < TAKE_BACKS:
                self.pending = captured
                came_in = secured_by(all_others) is not None
                after = [*stack, captured] if came_in else [captured, *stack]
                others = [other for other in after if TEAM_OF[other[0]] != team]
                self.spared = (stack, after) if self.spare_own and len(others) <= 4 else None
            else:
                self.points[team] += POINTS[captured[1]]
        if self.pending:
            self.phase = "own"
        else:
            self.end_turn()

    def land(self, piece: str, stack: list[str]) -> list[tuple[str, str]]:
        """IND-CAP-2 to 5: change the stack; return the captured pieces and the capturing players."""
        team = TEAM_OF[piece[0]]
        owner = secured_by(stack)
        if owner is not None and owner != team:
            return [(piece, owner)]
        captured = []
        if owner is None and any(TEAM_OF[other[0]] == team for other in stack):
            captured = [(other, team) for other in stack if TEAM_OF[other[0]] != team]
            stack[:] = [other for other in stack if TEAM_OF[other[0]] == team]
        stack.append(piece)
        return captured

    def do_take(self) -> None:
        assert self.pending is not None and self.seat is not None
        self.reserve[TEAM_OF[self.pending[0]]]["wap".index(self.pending[1])] += 1
        self.taken_back[self.seat] += 1
        self.end_turn()

    def do_spare(self) -> None:
        assert self.spared is not None
        stack, after = self.spared
        stack[:] = after
        self.end_turn()

    def do_score(self) -> None:
        assert self.pending is not None and self.seat is not None and self.team is not None
        own = TEAM_OF[self.pending[0]]
        (other,) = [team for team in self.teams[self.seat] if team != own]
        self.points[other] += POINTS[self.pending[1]]
        self.end_turn()

    # ------------------------------------------------------------ results

    def ruin_points(self) -> dict[str, int]:
        """Return the points by team if the game ended now."""
        paid = dict.fromkeys(self.points, 0)
        for ruin in self.ruins:
            for team, points in prizes(ruin, self.stacks).items():
                paid[team] += points
        return paid

    def scores(self) -> list[int]:
        paid = self.ruin_points()
        return [sum(self.points[team] + paid[team] for team in seat) for seat in self.teams]

    def winners(self) -> list[int]:
        totals = self.scores()
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def view(self) -> dict[str, Any]:
        """Return the part of the package's view that tests compare."""
        paid = self.ruin_points()
        own = [(seat, team) for seat, teams in enumerate(self.teams) for team in teams]
        deciding = not self.is_chance and not self.is_terminal
        return {
            "players": self.players,
            "phase": self.phase,
            "seat": self.seat if deciding else None,
            "turn": self.seat,
            "team": self.team,
            "start_seat": self.start_seat,
            "roll": self.roll,
            "die": self.die or None,
            "board": {place: self.pieces.get(place) for place in PLACES},
            "teams": [
                {
                    "team": team,
                    "seat": seat,
                    "reserve": dict(zip(RANKS, self.reserve[team], strict=True)),
                    "captured": self.points[team],
                    "ruins": paid[team],
                    "total": self.points[team] + paid[team],
                }
                for seat, team in sorted(own, key=lambda row: TEAMS.index(row[1]))
            ],
            "take_backs": self.taken_back if self.players == 2 else [],
            "starts": [{"space": space, "piece": self.starts.get(space), "fields": line(space)} for space in SPACES],
            "fields": [
                {
                    "field": field,
                    "ruins": [ruin["name"] for ruin in self.ruins if field in ruin["fields"]],
                    "stack": self.stacks[field],
                    "secured": secured_by(self.stacks[field]),
                }
                for field in FIELDS
            ],
            "ruins": [
                {**ruin, "counts": counts(ruin, self.stacks), "prizes": prizes(ruin, self.stacks)}
                for ruin in self.ruins
            ],
        }


def secured_by(stack: list[str]) -> str | None:
    """IND-CAP-1: of two teams, where one was spared, the one that had two there first."""
    seen: set[str] = set()
    for piece in stack:
        if piece[0] in seen:
            return TEAM_OF[piece[0]]
        seen.add(piece[0])
    return None


def at_position(description: dict[str, Any], **options: Any) -> Reference:
    """Return the reference in a set-up position, given as to ``Game.position``; seat 0 is to act by default."""
    game = Reference(**{"start_seat": 0, "placement": "fixed", **options})
    game.starts = dict(description.get("starts", {}))
    game.stacks = {field: list(description.get("stacks", {}).get(field, [])) for field in FIELDS}
    game.reserve = {team: list(description.get("reserves", {}).get(team, [0, 0, 0])) for team in game.reserve}
    game.points = {team: description.get("points", {}).get(team, 0) for team in game.points}
    game.taken_back = list(description.get("taken_back", [0, 0]))
    phase = description.get("phase", "team" if game.players == 2 else "add")
    seat = description.get("seat", 0)
    game.seat = None if phase == "over" else seat
    game.team = None if phase in ("team", "over") else description.get("team", game.teams[seat][0])
    game.roll, game.die = description.get("roll", 0), description.get("die", 0)
    game.pending, game.phase = description.get("pending"), phase
    return game
