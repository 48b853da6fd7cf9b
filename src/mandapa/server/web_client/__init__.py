"""Serving of the browser client's static files and of previews for shared links."""
