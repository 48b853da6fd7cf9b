"""Pictures without a browser: SVG, and PNG rendered from it."""
