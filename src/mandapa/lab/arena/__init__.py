"""Games between bots: matches, ladders, ratings, standard evaluations, and game statistics."""
