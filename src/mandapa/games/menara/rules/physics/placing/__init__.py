"""Placing floors: the rules for any pose (``pose_rules.py``), and searches for poses for programs and people."""
