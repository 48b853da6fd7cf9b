"""The browser client's static files, and previews of shared links."""
