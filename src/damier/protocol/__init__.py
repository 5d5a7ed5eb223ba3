"""Engines in other processes: a student's bot, one file with ``def move(view)``."""
