"""Decomposition of outlines into convex parts, since the physics engine accepts only convex shapes."""

from functools import lru_cache

import shapely

from mandapa.games.menara.rules.components import FLOORS, Corners


@lru_cache(maxsize=4 * FLOORS)
def convex_parts(outline: tuple[tuple[float, float], ...]) -> list[Corners]:
    """Divide a polygon into convex parts: into triangles, which are then merged as long as the result is convex."""
    triangles = shapely.constrained_delaunay_triangles(shapely.Polygon(outline))
    parts = sorted(triangles.geoms, key=lambda part: (part.centroid.x, part.centroid.y))
    joined = True
    while joined:
        joined = False
        for first in range(len(parts)):
            for second in range(first):
                union = shapely.union(parts[first], parts[second])
                if union.geom_type == "Polygon" and union.convex_hull.area - union.area < 1e-6:
                    parts[second] = union
                    del parts[first]
                    joined = True
                    break
            if joined:
                break
    return [[(float(x), float(y)) for x, y in part.exterior.coords[:-1]] for part in parts]
