"""Our solver of Connect Four beside BitBully: CPU time on the same positions, in turns, in one run.

    pip install bitbully                            # AGPL: measured here, no part of damier
    python -m bench.connect4 --sets FOLDER          # the standard sets Test_L*_R*, lines from 801 on
    python -m bench.connect4                        # positions of our own, tests/games/connect4/solved.txt
    python -m bench.connect4 --sets FOLDER --quick  # a few positions, without the empty board

One thread, an empty table before every position, no book; then both with their books. BitBully needs about
ten seconds for a position of L1_R3 and minutes for the empty board, so few of these are taken by default,
evenly spread. Both must agree on every score.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import eq
from pathlib import Path
from typing import Any

from damier.games.connect4.book import known
from damier.games.connect4.rules import Position, board
from damier.games.connect4.solver import Solver
from damier.games.connect4.tools.solve import from_columns

FIRST = 800
"""Lines before this one are for tuning."""

OWN = Path(__file__).parent.parent / "tests" / "games" / "connect4" / "solved.txt"
AROUND = 4
"""A single position, for which the other needs minutes, is asked so often before and after: a machine that is
now fast and now slow is then so for both."""
COUNTS = {"L3_R1": 200, "L2_R1": 200, "L2_R2": 200, "L1_R1": 200, "L1_R2": 100, "L1_R3": 20}
QUICK = {"L3_R1": 20, "L2_R1": 20, "L2_R2": 20, "L1_R1": 20, "L1_R2": 10, "L1_R3": 1}


@dataclass
class Player:
    """One program: how it forgets, how it solves, and what that took."""

    title: str
    forget: Callable[[], None]
    solve: Callable[[str], tuple[int, int]]
    """Columns to score and nodes."""
    seconds: float = 0.0
    nodes: int = 0
    worst: float = 0.0
    scores: list[int] = field(default_factory=list)

    def ask(self, columns: str) -> None:
        self.forget()
        began = time.process_time()
        score, nodes = self.solve(columns)
        took = time.process_time() - began
        self.seconds += took
        self.worst = max(self.worst, took)
        self.nodes += nodes
        self.scores.append(score)

    @property
    def mean(self) -> float:
        return self.seconds / len(self.scores)

    def reset(self) -> None:
        self.seconds, self.nodes, self.worst, self.scores = 0.0, 0, 0.0, []


def ours(book: bool) -> Player:
    solver = Solver(board(7, 6))
    solver.score(from_columns("444432"))  # compiled, and the table's memory is there
    solver.forget()

    def solve(columns: str) -> tuple[int, int]:
        position: Position = from_columns(columns)
        found = known(position) if book else None
        if found is not None:
            return found, 0
        question = solver.question(position)
        question.advance(1 << 60)
        return question.low, question.nodes

    return Player("damier, book" if book else "damier", solver.forget, solve)


def rival(book: bool) -> Player:
    from bitbully import BitBully, Board

    solver: Any = BitBully(opening_book="12-ply-dist" if book else None)

    def solve(columns: str) -> tuple[int, int]:
        solver.reset_node_counter()
        score = solver.mtdf(Board([int(column) - 1 for column in columns]))
        return int(score), int(solver.get_node_counter())

    return Player("BitBully, book" if book else "BitBully", solver.reset_transposition_table, solve)


def spread(lines: Sequence[str], count: int) -> list[str]:
    """So many of them, evenly."""
    count = min(count, len(lines))
    return [lines[place * len(lines) // count].split()[0] for place in range(count)]


def sets(folder: str | None, counts: dict[str, int]) -> dict[str, list[str]]:
    if folder is not None:
        return {
            name: spread((Path(folder) / f"Test_{name}").read_text().splitlines()[FIRST:], count)
            for name, count in counts.items()
        }
    lines = [line for line in OWN.read_text().splitlines() if line and not line.startswith("#")]
    kinds = {"end (ply 28 on)": (28, 42), "middle (14 to 27)": (14, 28), "begin (9 to 13)": (9, 14)}
    sizes = {"end (ply 28 on)": 200, "middle (14 to 27)": 200, "begin (9 to 13)": 20}
    few = counts is QUICK
    return {
        title: spread(
            [line for line in lines if low <= len(line.split()[0]) < high], 5 if few else sizes[title]
        )
        for title, (low, high) in kinds.items()
    }


def compare(title: str, positions: Sequence[str], players: Sequence[Player]) -> None:
    around = AROUND if len(positions) == 1 else 0
    for _ in range(around):
        players[0].ask(positions[0])
    for number, columns in enumerate(positions):
        for player in players[:: -1 if number % 2 else 1]:
            player.ask(columns)
    for _ in range(around):
        players[0].ask(positions[0])
    for other in players[1:]:
        assert all(map(eq, other.scores, players[0].scores)), f"{title}: they do not agree"
    for player in players:
        count = len(player.scores)
        ratio = "" if player is players[0] else f"{player.mean / players[0].mean:8.1f} times"
        print(
            f"{title:<18} {count:>4}  {player.title:<15} {1000 * player.mean:12.3f} ms"
            f"  worst {1000 * player.worst:11.1f} ms  {player.nodes // count:>13,} nodes {ratio}",
            flush=True,
        )
    for player in players:
        player.reset()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", help="the folder with Test_L1_R1 and so on")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--empty", action="store_true", help="nothing but the empty board")
    parser.add_argument("--alone", action="store_true", help="without BitBully")
    given = parser.parse_args()
    found = {} if given.empty else sets(given.sets, QUICK if given.quick else COUNTS)
    if not given.quick:
        found["empty board"] = [""]
    for book in (False, True):
        players = [ours(book)] if given.alone else [ours(book), rival(book)]
        for title, positions in found.items():
            compare(title, positions, players)


if __name__ == "__main__":
    main()
