"""Generic search in plain Python, for teaching and as an oracle."""
