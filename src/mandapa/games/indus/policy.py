"""What a position of Indus promises (IND section 9), and the quick choices that simulations make."""
