"""Work beside the event loop: threads, fairly shared, with limits."""
