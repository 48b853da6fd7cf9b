"""Pictures of game states without a browser: SVG, and PNG rendered from it."""
