"""Kinds of tools that a game fills in and a command runs: solving, books, exams, puzzles, training, simulation."""
