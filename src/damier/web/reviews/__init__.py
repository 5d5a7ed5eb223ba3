"""Finished games judged move by move, and puzzles."""
