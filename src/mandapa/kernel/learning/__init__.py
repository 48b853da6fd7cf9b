"""What learning programs take from games: compact observations, and networks that add to evaluations."""
