"""Judging a finished game and solving a puzzle, for the page and the terminal alike.

Nothing here waits for an engine: what must be asked is yielded (:mod:`damier.review.consultation`).
"""
