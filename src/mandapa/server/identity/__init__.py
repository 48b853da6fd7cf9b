"""Who asks: guests, known by a cookie."""
