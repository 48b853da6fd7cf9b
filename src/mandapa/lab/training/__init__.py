"""Learning from games: evaluation networks, parameter tuning, calibration and data sets."""
