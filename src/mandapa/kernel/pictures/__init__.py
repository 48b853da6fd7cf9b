"""Pictures without a browser: SVG, and pixels made of it."""
