"""Compiled: numbers and arrays only."""
