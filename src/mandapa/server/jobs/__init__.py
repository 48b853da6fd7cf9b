"""Background work in threads and tasks, with limits and a fair share for each client."""
