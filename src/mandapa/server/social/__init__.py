"""People among each other: what they say, invitations, notifications."""
