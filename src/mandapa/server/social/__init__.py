"""Social features: chat, invitations, push notifications."""
