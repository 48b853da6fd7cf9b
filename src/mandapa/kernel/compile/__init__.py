"""Rule functions as machine code: ``engine.py`` is what others call."""
