"""The page and its server: games in the browser, kept in a database."""
