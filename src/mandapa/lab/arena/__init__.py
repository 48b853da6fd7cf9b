"""Games between bots: matches, comparisons of levels, ratings, standard evaluations, and game statistics."""
