"""Kinds of tools that a game fills in and a command runs: to solve, examine, train, simulate and more."""
