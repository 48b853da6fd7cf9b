"""Guest accounts: names, devices, data export, deletion, statistics."""
