"""The core that all games share: state records, generic functions, explicit chance nodes, and optional compilation."""

from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record, Records, Rng, Values

__all__ = ["CHANCE", "TERMINAL", "Actions", "Record", "Records", "Rng", "Values"]
