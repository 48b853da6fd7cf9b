"""A thread-safe flag that stops a bot's thinking."""

import numpy as np
from numpy.typing import NDArray


class CancelToken:
    """Thread-safe flag that can be set once. Compiled searches poll ``flag`` while they run.

    Attributes:
        flag: array of shape (1,), True once cancelled.
    """

    def __init__(self) -> None:
        self.flag: NDArray[np.bool_] = np.zeros(1, np.bool_)

    def set(self) -> None:
        """Cancel the search that uses this token, which then returns the best result so far."""
        self.flag[0] = True

    def is_set(self) -> bool:
        """Return whether the search was cancelled."""
        return bool(self.flag[0])
