"""Building blocks for machine learning: compact observations, and value networks that add to evaluations."""
