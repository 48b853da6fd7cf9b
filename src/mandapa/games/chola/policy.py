"""What a position of Chola promises (CHO section 9), and the quick choices that simulations make."""
