"""Menara: constraints on the component file, and the error messages for violations."""

import copy
from typing import Any

import pytest
import shapely

from mandapa.games.menara.game import GAME
from mandapa.games.menara.rules import components as files
from mandapa.games.menara.rules.components import COLOURS, Components
from mandapa.games.menara.rules.physics.statics.convex import convex_parts
from mandapa.kernel.errors import ComponentError
from mandapa.kernel.input.components import read
from mandapa.testing import check_options


@pytest.fixture
def data() -> dict[str, Any]:
    return copy.deepcopy(read(files.DEFAULT_FILE))


def test_the_built_in_pieces(components: Components) -> None:
    assert dict(zip(COLOURS, components.columns, strict=True)) == {
        "yellow": 30,
        "red": 20,
        "black": 12,
        "white": 8,
        "blue": 6,
    }
    assert components.starts == ((3, (9, 7, 6, 5)), (4, (8, 6, 5, 4)), (5, (7, 5, 4, 3)))
    assert [sum(card.pile == pile for card in components.cards) for pile in range(3)] == [9, 12, 14]
    dark = [base[2] for floor in components.floors for base in floor.bases[1]]
    assert [dark.count(colour) for colour in range(5)] == [33, 21, 13, 9, 6]


def test_masses_and_centres_are_those_of_the_outlines(components: Components) -> None:
    for number, floor in enumerate(components.floors):
        area = shapely.Polygon(floor.outline)
        assert components.shapes["floor_mass"][number] == pytest.approx(area.area * 2.5 * 0.00072)
        assert tuple(components.shapes["mass_at"][number]) == pytest.approx((area.centroid.x, area.centroid.y))


def test_convex_parts_fill_the_outline(components: Components) -> None:
    counts = []
    for floor in components.floors:
        parts = [shapely.Polygon(part) for part in convex_parts(tuple(floor.outline))]
        counts.append(len(parts))
        assert all(part.convex_hull.area == pytest.approx(part.area) for part in parts)
        assert sum(part.area for part in parts) == pytest.approx(shapely.Polygon(floor.outline).area)
        assert shapely.union_all(parts).symmetric_difference(shapely.Polygon(floor.outline)).area < 1e-6
    assert max(counts) <= 7


def set_in(*path: str | int, to: Any) -> Any:
    def change(data: dict[str, Any]) -> None:
        here: Any = data
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = to

    return change


ACCEPTED = [
    ({"level_cards": "3"}, {"level_cards": 3}),
    ({"physics": "dexterity", "steadiness": [20, 80]}, {"steadiness": [20, 80]}),
]
REFUSED = [
    ({"level_cards": 0}, "level_cards: found 0, expected by_difficulty or 1 to"),
    ({"steadiness": [20, 30, 40]}, "steadiness: found [20, 30, 40]"),
    ({"free_build": True}, "free_build: found True, expected false with 2 players"),
]


def test_options() -> None:
    check_options(GAME, 2, accepted=ACCEPTED, refused=REFUSED)


WRONG = [
    (set_in("game", to="kerala"), "game"),
    (set_in("columns", "yellow", to=31), "77 in all"),
    (set_in("camp", "slots", to=5), "camp.slots"),
    (set_in("dimensions", "column_mass", to=4.2), "column_mass"),
    (set_in("dimensions", "friction", to=0), "friction"),
    (set_in("floor", 0, "mass", to=25.0), "mass"),
    (set_in("floor", 0, "outline", 0, to=[57, 60]), "edges that cross"),
    (set_in("floor", 1, "outline", to=[[0, 0], [0, 50], [50, 0]]), "clockwise"),
    (set_in("floor", 2, "outline", 0, to=[-19.001, -19]), "hundredths"),
    (set_in("floor", 3, "outline", 1, to=[-130, 23]), "at most 120"),
    (set_in("floor", 4, "light", 0, to=[-48, 18, "green"]), "colour one of"),
    (set_in("floor", 4, "light", 0, to=[-48, 40, "yellow"]), "mm from the edge"),
    (set_in("floor", 5, "light", 2, to=[-2, 40, "red"]), "mm from another"),
    (set_in("floor", 6, "dark", to=[[-66, 48, "white"], [-38, 8, "red"]]), "3 to 6"),
    (set_in("floor", 14, "light", to=[[-26, -20, "yellow"], [36, -22, "white"], [10, -26, "yellow"]]), "another"),
    (set_in("floor", 1, "id", to="F01"), "different ones"),
    (set_in("card", 0, "n", to=5), "from 1 to 4"),
    (set_in("card", 0, "rim", to="brown"), "rim"),
    (set_in("card", 0, "pile", to="red"), "blue cards"),
    (set_in("card", 34, "type", to="FILL"), "cards that move a floor"),
    (set_in("difficulty", "hard", "level_cards", to=13), "from 1 to 12"),
    (set_in("difficulty", "easy", "start_columns", to=[9, 7, 6]), "4 players"),
    (set_in("physics", "verdict", "contact_points", to=8), "contact_points"),
    (set_in("physics", "mujoco", "timestep", to="fast"), "timestep"),
    (set_in("physics", "mujoco", "timestep", to=0), "timestep: found 0"),
    (set_in("physics", "mujoco", "settle_max_s", to=1e12), "settle_max_s"),
    (set_in("physics", "mujoco", "integrator", to='x"/><bad'), "integrator"),
    (set_in("physics", "mujoco", "friction", to=[0.45, 0.1]), "friction"),
    (set_in("physics", "verdict", "contact_radius_mm", to=float("nan")), "contact_radius_mm"),
    (set_in("physics", "hand", "sigma_xy_mm", to=float("inf")), "sigma_xy_mm"),
    (set_in("dimensions", "gravity", to=1e300), "gravity"),
    (set_in("dimensions", "gravity", to="9.81"), 'gravity: found "9.81", a text, expected a number'),
    (set_in("dimensions", "graviti", to=9.81), 'dimensions: unknown key: found "graviti".*did you mean "gravity"'),
    (set_in("floor", 2, "lights", to=[]), r'floor\[2\] \(F03\): unknown key: found "lights".*did you mean "light"'),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_wrong_files_are_refused_with_the_reason(data: dict[str, Any], change: Any, message: str) -> None:
    change(data)
    with pytest.raises(ComponentError, match=message):
        files.from_data(data)


def test_other_pieces_have_another_hash(data: dict[str, Any], components: Components) -> None:
    data["card"][0]["rim"], data["card"][1]["rim"] = data["card"][1]["rim"], data["card"][0]["rim"]
    assert files.from_data(data).hash != components.hash


def test_light_sides_need_not_have_a_base_for_every_column(data: dict[str, Any], components: Components) -> None:
    """The rulebook does not link the numbers, so the original floors may differ from ours here."""
    for row in data["floor"]:
        for base in row["light"]:
            base[2] = "yellow"
    found = files.from_data(data)
    assert found.columns == components.columns and found.hash != components.hash
    assert (found.shapes["base_colour"][:, 0] <= COLOURS.index("yellow")).all()
