"""Minesweeper, compiled, for every size of board: numbers become counts of arrangements, and those a move."""

CELLS = 3600
"""The most cells that a board has."""
