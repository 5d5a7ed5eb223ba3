"""The vocabulary that every game, engine and screen shares; standard library only."""
