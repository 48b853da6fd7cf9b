"""Translate entry points to kernels (``program.py``), and run them on graphics cards (``devices.py``)."""
