"""Tournaments of the arena, as a browser may see them."""
