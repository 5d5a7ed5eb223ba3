"""The opponents: the document's first, one file an idea."""
