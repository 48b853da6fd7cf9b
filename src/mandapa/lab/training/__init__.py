"""What is learnt from games: evaluations, parameters, data sets."""
