"""Games between bots: comparison of playing strength and game statistics."""
