"""What a game is to the machine: flat records, generic functions on them, explicit chance, machine code on demand."""

from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record, Records, Rng, Values

__all__ = ["CHANCE", "TERMINAL", "Actions", "Record", "Records", "Rng", "Values"]
