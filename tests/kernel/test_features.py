"""Scaling of observed numbers that have no natural bound."""

from __future__ import annotations

import numpy as np
import pytest

from mandapa.kernel.learning.features import compressed


@pytest.mark.parametrize("value", [0, 0.5, -1.25, 2, -2])
def test_small_numbers_stay_as_they_are(value):
    assert compressed(value) == value


def test_large_ones_grow_slowly_without_end():
    values = np.concatenate([np.linspace(0, 10, 300), np.linspace(10, 2981, 300)[1:]])
    seen = np.array([compressed(value) for value in values.tolist()])
    assert (np.diff(seen) > 0).all() and (np.diff(seen) <= np.diff(values) + 1e-12).all()
    assert 9.999 < seen[-1] <= 10
    assert [compressed(-value) for value in values.tolist()] == (-seen).tolist()
