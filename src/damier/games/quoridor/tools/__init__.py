"""What the game offers besides play."""
