"""Protection against abuse: rate limits, bans and checks of every request."""
