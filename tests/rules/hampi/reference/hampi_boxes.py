"""Component files with other tiles: random faces of every kind the rules allow, also with several ponds or farms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from hampi_zones import FILE, INFLUENCERS, Tile, divides

Rng = np.random.Generator


def random_tiles(rng: Rng, count: int, faces: int, letters: str = "LLLRRRFP") -> list[dict[str, Any]]:
    """Return ``count`` tiles with at most so many different faces; more R in ``letters`` means more roads."""
    pool = [random_face(rng, letters) for _ in range(faces)]
    return [{"id": f"H{number + 1:02}", **pool[int(rng.integers(faces))]} for number in range(count)]


def random_face(rng: Rng, letters: str) -> dict[str, Any]:
    while True:
        edges = "".join(rng.choice(list(letters), 6))
        face: dict[str, Any] = {
            "edges": edges,
            "roads": random_roads(rng, [edge for edge in "012345" if edges[int(edge)] == "R"]),
            "building": str(rng.choice(["none", "temple", "market", "mine"])),
            "support": {str(name): int(rng.integers(-3, 5)) for name in rng.choice(INFLUENCERS, 2, replace=False)},
        }
        for key, letter in (("farms", "F"), ("ponds", "P")):
            if letter in edges:
                face[key] = random_areas(rng, [edge for edge in "012345" if edges[int(edge)] == letter])
        if is_right(face):
            return face


def random_roads(rng: Rng, edges: list[str]) -> list[str]:
    """Join some edges in pairs, and give the others a village."""
    mixed = [str(edge) for edge in rng.permutation(edges)]
    pairs = int(rng.integers(len(mixed) // 2 + 1))
    return [a + b for a, b in zip(mixed[: 2 * pairs : 2], mixed[1 : 2 * pairs : 2], strict=True)] + [
        f"{edge}V" for edge in mixed[2 * pairs :]
    ]


def random_areas(rng: Rng, edges: list[str]) -> list[str]:
    """Split the edges at random into areas."""
    homes = rng.integers(len(edges), size=len(edges)).tolist()
    areas = ["".join(edge for edge, home in zip(edges, homes, strict=True) if home == area) for area in set(homes)]
    return sorted(areas)


def is_right(face: dict[str, Any]) -> bool:
    """Return whether no two parts cross."""
    parts = [part["places"] for part in Tile({"id": "", **face}).parts if part["kind"] != "land"]
    return not any(
        divides(one, place, other) for one in parts for two in parts if one is not two for place in two for other in two
    )


def written(tiles: list[dict[str, Any]], path: Path) -> Path:
    """Write a component file with these tiles."""
    head, _, rest = FILE.read_text(encoding="utf-8").partition("land_tile = [\n")
    tail = rest.partition("\n]\n")[2]
    rows = [", ".join(f"{key} = {as_toml(value)}" for key, value in tile.items()) for tile in tiles]
    lines = "".join(f"  {{ {row} }},\n" for row in rows)
    path.write_text(f"{head}land_tile = [\n{lines}]\n{tail}", encoding="utf-8")
    return path


def as_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {entry}" for key, entry in value.items()) + " }"
    return str(value).replace("'", '"') if isinstance(value, list) else f'"{value}"'
