"""Reports on studies: HTML pages, and tables and plots for the documentation of playing strength."""
