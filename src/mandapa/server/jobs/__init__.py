"""Background work: threads and tasks, shared fairly and with limits."""
