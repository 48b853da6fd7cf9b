"""Run entry points on graphics cards: emission without a card (``program.py``)."""
