"""Reports on studies: tables, HTML pages, and the page about playing strength."""
