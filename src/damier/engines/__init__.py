"""What every engine needs, once: search, table, exact knowledge, books."""
