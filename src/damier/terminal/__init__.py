"""A game in the terminal: boards drawn with characters, and the prompt under them."""
