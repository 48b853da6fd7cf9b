"""Placing floors: the rules for their poses (``pose_rules.py``), and searches for good poses.

The pose of a floor is its position and rotation.
"""
