"""What keeps strangers from taking what others need: limits, bans, checks of every request."""
