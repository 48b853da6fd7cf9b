"""The game kernel: flat state records, generic functions on them, explicit chance nodes, optional compilation."""

from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record, Records, Rng, Values

__all__ = ["CHANCE", "TERMINAL", "Actions", "Record", "Records", "Rng", "Values"]
