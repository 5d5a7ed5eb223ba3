"""``python -m damier``."""

from damier.cli import main

main()
