"""What games prove: ratings with their errors, the sequential test, the table of a tournament."""
