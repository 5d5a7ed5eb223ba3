"""Every score of a book of Connect Four, asked of BitBully, which has a book of its own.

    pip install bitbully                        # AGPL: asked here, no part of damier
    python -m bench.connect4_book [FILE]        # by default the book that ships

BitBully's book has the first 12 plies. One process a core; takes seconds. What the two do not agree on is
printed, and ends it with 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from damier.core.options import read_size
from damier.core.tools.batch_tools import cores
from damier.engines.book import Book, read_book
from damier.games.connect4.book import SHIPPED, key, score_in, wins_at_once
from damier.games.connect4.rules import Position, board

CHUNK = 200


def entries(book: Book) -> Iterator[tuple[str, int]]:
    """Columns that lead to each position of a book, and its score there."""
    size = board(*read_size(book.size))
    reached = {"": Position(size, (0, 0), 0)}
    for _ in range(book.plies + 1):
        after: dict[int, tuple[str, Position]] = {}
        for columns, position in reached.items():
            score = None if wins_at_once(position) else score_in(book, position)
            if score is not None:
                yield columns, score
            for move in position.moves():
                next_one = position.play(move)
                if not next_one.won:
                    after.setdefault(key(next_one), (f"{columns}{move}", next_one))
        reached = dict(after.values())


@cache
def rival() -> Any:
    from bitbully import BitBully

    return BitBully(opening_book="12-ply-dist")


def asked(columns: str) -> int:
    """What BitBully says."""
    from bitbully import Board

    return int(rival().mtdf(Board([int(column) - 1 for column in columns])))


def main() -> None:
    for path in [Path(word) for word in sys.argv[1:]] or [SHIPPED]:
        book = read_book(path, "connect4")
        found = list(entries(book))
        assert len(found) == len(book.keys), "every entry can be reached"
        began, wrong = time.perf_counter(), 0
        with ProcessPoolExecutor(cores()) as pool:
            answers = pool.map(asked, (columns for columns, _ in found), chunksize=CHUNK)
            for number, ((columns, score), answer) in enumerate(zip(found, answers, strict=True), 1):
                if score != answer:
                    wrong += 1
                    print(f"{columns}: {score} in the book, {answer} by BitBully", flush=True)
                if number % 10_000 == 0 or number == len(found):
                    took = time.perf_counter() - began
                    print(f"{path.name}: {number} of {len(found)}, {wrong} differ, {took:.0f} s", flush=True)
        if wrong:
            sys.exit(1)


if __name__ == "__main__":
    main()
