"""Games between computer players: who is stronger, and what there is to count in them."""
