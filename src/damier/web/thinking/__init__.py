"""Engines that think for tables: worker processes, their queue, and whose turn it is."""
