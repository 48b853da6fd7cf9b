"""Recorded motion of the pieces in a compact form, for clients to play back; they simulate nothing themselves.

A trajectory is a list of consecutive runs, each plain JSON:

    step     seconds between frames
    frames   number of frames, the first at the start
    bodies   numbers of the bodies that moved: the floor's number, or 18 + 6 * floor + base for a column
    data     base64 of a zlib stream of little-endian 16-bit numbers, shape (7, bodies, frames): x, y, z of the body's
             middle in 0.1 mm (z above the table), then the quaternion w, x, y, z in 1/4095. Along the frames, every
             number is the difference from the one before (modulo 65536); the first is absolute.

Bodies that are not listed stay at their recorded positions.
"""

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEP = 0.02
"""Simulated time between two frames, s."""
UNIT = 0.1
"""Unit of positions, mm."""
FULL = 4095
"""Number that stands for 1 in a quaternion; a step of 1 / 4095 is about a fiftieth of a degree."""
INT16_MAX = 32767
LONG = 100
"""Maximum number of frames that are all kept; of a longer run with an odd number, every second one is kept."""
MOVED = 0.05
"""Distance from its initial position that a body must exceed to be recorded, mm (see also ``TURNED``)."""
TURNED = 0.001
"""Change of its quaternion that a body must exceed to be recorded, if it moves less far than ``MOVED``."""

Positions = NDArray[np.float64]


def encode(bodies: list[int], frames: list[Positions]) -> dict[str, Any]:
    """Encode one run as a dictionary.

    Every element of ``frames`` has the positions and quaternions of all bodies at one time, shape (bodies, 7).
    """
    every = 2 if len(frames) > LONG and len(frames) % 2 else 1
    motion = np.stack(frames[::every], axis=2)
    change = np.abs(motion - motion[:, :, :1]).max(axis=2)
    moved = (change[:, :3].max(axis=1) > MOVED) | (change[:, 3:].max(axis=1) > TURNED)
    whole = motion[moved]
    whole[:, :3] /= UNIT
    whole[:, 3:] *= FULL
    numbers = np.clip(np.round(whole), -INT16_MAX, INT16_MAX).astype(np.int16).transpose(1, 0, 2)
    numbers[:, :, 1:] = np.diff(numbers, axis=2)
    return {
        "step": every * STEP,
        "frames": motion.shape[2],
        "bodies": [body for body, there in zip(bodies, moved, strict=True) if there],
        "data": base64.b64encode(zlib.compress(numbers.astype("<i2").tobytes(), 9)).decode(),
    }


def decode(run: dict[str, Any]) -> Positions:
    """Return the positions (mm) and quaternions of the bodies of a run, shape (bodies, 7, frames)."""
    numbers = np.frombuffer(zlib.decompress(base64.b64decode(run["data"])), "<i2")
    shape = (7, len(run["bodies"]), run["frames"])
    whole = np.cumsum(numbers.reshape(shape), axis=2, dtype=np.int16).astype(np.float64).transpose(1, 0, 2)
    whole[:, :3] *= UNIT
    whole[:, 3:] /= FULL
    return whole
