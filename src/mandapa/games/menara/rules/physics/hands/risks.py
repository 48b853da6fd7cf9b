"""Estimated risks of shaky hands, without simulation, for search and playouts in dexterity mode.

An act that passes the standing test brings the tower down in a small share of cases that depends on the kind of act.
The shares below, for a hand of steadiness 50, are those of the rules specification; ``docs/speed.md`` has the shares
measured with the engine used here. For other hands, the share follows a normal distribution: a push does harm if it
exceeds a limit.
"""

from mandapa.games.menara.rules.physics.placing.pose_rules import is_overbuilt
from mandapa.games.menara.rules.physics.statics.standing_test import stands_by
from mandapa.games.menara.rules.physics.tower import CAREFUL, LAWFUL, UPRIGHT
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

STANDARD = 1.0
"""Scale of the hand's errors at steadiness 50."""
SET_FREE, SET_OVERBUILT, LIFT_FREE, LIFT_OVERBUILT, LAY, SHIFT = range(6)
"""Kinds of acts."""
COLLAPSE = (0.0, 0.015, 0.0, 0.07, 0.014, 0.015)
"""Share of acts, by kind, that collapse the tower at steadiness 50."""
WEAK = 0.6
"""Share of towers that fell when they passed the vertical problem but not the standing test (13 of 22)."""


@compilable
def shaking(steadiness: float) -> float:
    """Return the scale of a hand's errors, 0.5 (steadiness 100) to 1.5 (steadiness 0)."""
    return 1.5 - steadiness / 100


@compilable
def kind_of_set(tower: Record, floor: int, base: int) -> int:
    """Return SET_FREE, or SET_OVERBUILT for a base under a floor of the next level."""
    return SET_OVERBUILT if is_overbuilt(tower, floor, base) else SET_FREE


@compilable
def kind_of_lift(tower: Record, floor: int, base: int) -> int:
    """Return LIFT_FREE, or LIFT_OVERBUILT for a column under a floor of the next level."""
    return LIFT_OVERBUILT if is_overbuilt(tower, floor, base) else LIFT_FREE


@compilable
def collapse_risk(kind: int, steadiness: float) -> float:
    """Return the estimated probability that an act which passes the standing test ends the game."""
    return scaled(COLLAPSE[kind], shaking(steadiness))


@compilable
def scaled(share: float, scale: float) -> float:
    """Convert a share from the standard scale to another: exp(-(limit / sigma)^2 / 2) with sigma times the scale."""
    return share ** (STANDARD / (scale * scale)) if share > 0 else 0.0


@compilable
def threshold(tower: Record) -> int:
    """Return the strictest law under which the tower stands, which careful players require of the next tower too."""
    if not stands_by(tower, LAWFUL):
        return UPRIGHT
    return CAREFUL if stands_by(tower, CAREFUL) else LAWFUL
