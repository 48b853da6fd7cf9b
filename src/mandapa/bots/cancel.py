"""A switch that ends a thought early."""

import numpy as np
from numpy.typing import NDArray


class Cancel:
    """Thread-safe flag, set once. Compiled searches poll the one-element array ``flag`` while they run.

    Attributes:
        flag: shape (1,), True from the moment of cancelling.
    """

    def __init__(self) -> None:
        self.flag: NDArray[np.bool_] = np.zeros(1, np.bool_)

    def set(self) -> None:
        """End the thought that was given this switch; it answers at once with the best it has."""
        self.flag[0] = True

    def is_set(self) -> bool:
        """Whether the thought was cancelled."""
        return bool(self.flag[0])
