"""A tournament as one page: its tables, its sentences, its charts."""
