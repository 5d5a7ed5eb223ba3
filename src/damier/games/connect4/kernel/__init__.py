"""Connect Four, compiled, for one size of board: ``jit.specialised`` makes it for another."""

WIDTH, HEIGHT = 7, 6
"""``WIDTH * (HEIGHT + 1)`` is at most 64."""
