"""Estimated risks that shaky hands bring the tower down, for search and playouts in dexterity play.

Nothing is simulated here. Even an act after which the tower passes the standing test sometimes makes it fall; how often
depends on the kind of act. The shares below are those of the rules specification, for a hand of steadiness 50;
``docs/speed.md`` has the shares measured with the engine used here. For other hands, the share is derived from a normal
distribution: an act does harm if the random push of the hand exceeds a limit.
"""

from mandapa.games.menara.rules.physics.placing.pose_rules import is_overbuilt
from mandapa.games.menara.rules.physics.statics.standing_test import stands_by
from mandapa.games.menara.rules.physics.tower import CAREFUL, LAWFUL, UPRIGHT
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

STANDARD = 1.0
"""Scale of a hand's errors at steadiness 50; other scales are relative to it."""
SET_FREE, SET_OVERBUILT, LIFT_FREE, LIFT_OVERBUILT, LAY, SHIFT = range(6)
"""Kinds of acts: setting, lifting (each with or without a floor over the column), laying and shifting a floor."""
COLLAPSE = (0.0, 0.015, 0.0, 0.07, 0.014, 0.015)
"""Share of acts of each kind that make the tower collapse, at steadiness 50."""
WEAK = 0.6
"""Share of weak towers that fell (13 of 22).

A tower is weak if it is balanced without tilt but does not pass the standing test, which tilts gravity a little.
"""


@compilable
def shaking(steadiness: float) -> float:
    """Return the scale of a hand's errors: from 0.5 (steadiness 100) to 1.5 (steadiness 0)."""
    return 1.5 - steadiness / 100


@compilable
def kind_of_set(tower: Record, floor: int, base: int) -> int:
    """Return the kind of act that sets a column: SET_OVERBUILT under a floor of the next level, or SET_FREE."""
    return SET_OVERBUILT if is_overbuilt(tower, floor, base) else SET_FREE


@compilable
def kind_of_lift(tower: Record, floor: int, base: int) -> int:
    """Return the kind of act that lifts a column: LIFT_OVERBUILT under a floor of the next level, or LIFT_FREE."""
    return LIFT_OVERBUILT if is_overbuilt(tower, floor, base) else LIFT_FREE


@compilable
def collapse_risk(kind: int, steadiness: float) -> float:
    """Return the estimated probability that an act of this kind ends the game although the standing test is passed."""
    return scaled(COLLAPSE[kind], shaking(steadiness))


@compilable
def scaled(share: float, scale: float) -> float:
    """Convert a share of failed acts from scale ``STANDARD`` of the hand's errors to another scale.

    The share is exp(-(limit / sigma)^2 / 2), and sigma is proportional to the scale.
    """
    return share ** (STANDARD / (scale * scale)) if share > 0 else 0.0


@compilable
def threshold(tower: Record) -> int:
    """Return the strictest law of stability under which the tower stands, or UPRIGHT if it passes no other.

    Careful players require that the tower meets the same law after their next act.
    """
    if not stands_by(tower, LAWFUL):
        return UPRIGHT
    return CAREFUL if stands_by(tower, CAREFUL) else LAWFUL
