"""What damier keeps for a player: games under way and best times."""
