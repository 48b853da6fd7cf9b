"""Learning from games: evaluation networks, parameter tuning, calibration, data sets."""
