"""Building blocks for machine learning: compact observations, feature scaling, and value networks."""
