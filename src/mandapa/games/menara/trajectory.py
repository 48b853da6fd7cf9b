"""Recorded motion, compact: what clients play back (they simulate nothing).

A trajectory is a list of runs, one after the other, each plain JSON:

    step     seconds from frame to frame
    frames   how many, the first at the start
    bodies   numbers of the bodies that moved: floor, or 18 + 6 floor + base for a column
    data     base64 of a zlib stream of little-endian 16-bit numbers, shape (7, bodies, frames): x, y, z of the body's
             middle in 0.1 mm (z above the table), then the quaternion w, x, y, z in 1/32767. Along the frames every
             number is the difference from the one before (wrapping round at 65536); the first is whole.

Bodies that are not listed stay where the record has them.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEP = 0.02
"""Seconds from frame to frame."""
UNIT = 0.1
"""Unit of positions, mm."""
FULL = 32767
MOVED = 0.05
"""A body that stays this near to its start, mm, is not recorded."""
TURNED = 0.001
"""Nor one whose quaternion changes by no more."""

Positions = NDArray[np.float64]


def encode(bodies: list[int], frames: list[Positions]) -> dict[str, Any]:
    """One run from the positions and quaternions of all bodies, shape (bodies, 7), at every frame."""
    motion = np.stack(frames, axis=2) if frames else np.zeros((len(bodies), 7, 0))
    change = np.abs(motion - motion[:, :, :1]).max(axis=2)
    moved = (change[:, :3].max(axis=1) > MOVED) | (change[:, 3:].max(axis=1) > TURNED)
    whole = motion[moved]
    whole[:, :3] /= UNIT
    whole[:, 3:] *= FULL
    numbers = np.clip(np.round(whole), -FULL, FULL).astype(np.int16).transpose(1, 0, 2)
    numbers[:, :, 1:] = np.diff(numbers, axis=2)
    return {
        "step": STEP,
        "frames": len(frames),
        "bodies": [body for body, there in zip(bodies, moved, strict=True) if there],
        "data": base64.b64encode(zlib.compress(numbers.astype("<i2").tobytes(), 9)).decode(),
    }


def decode(run: dict[str, Any]) -> Positions:
    """Positions (mm) and quaternions of the bodies of a run, shape (bodies, 7, frames)."""
    numbers = np.frombuffer(zlib.decompress(base64.b64decode(run["data"])), "<i2")
    shape = (7, len(run["bodies"]), run["frames"])
    whole = np.cumsum(numbers.reshape(shape), axis=2, dtype=np.int16).astype(np.float64).transpose(1, 0, 2)
    whole[:, :3] *= UNIT
    whole[:, 3:] /= FULL
    return whole
