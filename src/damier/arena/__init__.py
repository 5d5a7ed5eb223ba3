"""Players against each other, and what their results prove."""
