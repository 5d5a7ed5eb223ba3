"""What each of the document's five optimisations saves, and what the fifth costs in play.

python bench/quoridor_optimisations.py work      # nodes and floods with one of them off: a minute
python bench/quoridor_optimisations.py choice    # 20 walls or all: the moves they choose
python bench/quoridor_optimisations.py match     # 20 walls or all: games against each other
python bench/quoridor_optimisations.py levels    # each level against the one below
python bench/quoridor_optimisations.py times     # how long expert thinks, and the kernel's counts
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

import damier
from damier.core.engine import Limit, think
from damier.games.quoridor.kernel import board, search
from damier.games.quoridor.levels import document_compiled as compiled
from damier.games.quoridor.levels.document import INFINITY, WIN, Minimax, best_of, compare
from damier.games.quoridor.levels.document_compiled import Document
from damier.games.quoridor.paths import ALL_ON, Switches
from damier.games.quoridor.rules import Position

ALL_WALLS = Switches(strategic=False)


def openings(size: str, count: int, plies: int = 4) -> Iterator[Position]:
    """Positions after a few moves at random, the same ones in every run."""
    for number in range(count):
        rng = random.Random(number)
        position: Position = damier.game("quoridor").begin(size=size)
        for _ in range(plies):
            position = position.play(rng.choice(position.moves()))
        yield position


def middlegames(count: int) -> list[Position]:
    """Positions from games of easy against itself on 9x9, after 4 to 28 moves."""
    found = []
    for number, position in enumerate(openings("9x9", count)):
        for ply in range(4 * (number % 7)):
            after = position.play(think(Document(ply, 2), position, Limit(lines=1)).move)
            if after.outcome() is not None:
                break
            position = after
        found.append(position)
    return found


def work() -> None:
    positions = middlegames(14)
    print("means over 14 positions on 9x9, fixed depth, random play and easy before")
    print(f"{'':<22}" + "".join(f"{f'depth {depth}':>24}" for depth in (2, 3, 4, 5)))
    print(f"{'':<22}" + f"{'nodes':>12}{'floods':>12}" * 4)
    off = {f"without {name}": ALL_ON._replace(**{name: False}) for name in ALL_ON._fields}
    for title, switches in {"all five": ALL_ON, **off}.items():
        row = f"{title:<22}"
        for depth in (2, 3, 4, 5):
            if depth == 5 and not switches.strategic:  # minutes
                row += f"{'-':>12}{'-':>12}"
                continue
            nodes = floods = 0
            for view in positions:
                d, table = compiled.pack(view, switches), compiled.new_table(20)

                def value(child: Position, alpha: int) -> int:
                    compiled.pack(child, switches, d)  # noqa: B023
                    return -compiled.value_of(d, table, child, depth - 1, -INFINITY, -alpha)  # noqa: B023

                compare(view, Minimax(view.turn, switches).moves(view), value)
                nodes, floods = nodes + int(d[board.NODES]), floods + int(d[board.FLOODS])
            row += f"{nodes / len(positions):12,.0f}{floods / len(positions):12,.0f}"
        print(row, flush=True)


def choice() -> None:
    for depth, games in ((1, 20), (2, 20), (3, 6)):
        inside = worth = count = 0
        for number, view in enumerate(openings("9x9", games)):
            while view.outcome() is None:
                d, table = compiled.pack(view, ALL_WALLS), compiled.new_table(20)

                def value(child: Position, alpha: int) -> int:
                    compiled.pack(child, ALL_WALLS, d)  # noqa: B023
                    return -compiled.value_of(d, table, child, depth - 1, -INFINITY, -alpha)  # noqa: B023

                opinions = compare(view, view.moves(), value, every=True)
                chosen = think(Document(0, depth), view, Limit(lines=1)).move
                if abs(opinions[0].value) < WIN:
                    count += 1
                    inside += chosen in best_of(opinions)
                    worth += opinions[0].value - next(o.value for o in opinions if o.move == chosen)
                view = view.play(random.Random(number).choice(best_of(opinions)))
        print(
            f"depth {depth}: of {count} positions of {games} games with all walls, the move chosen among 20 "
            f"is a best one in {inside / count:.1%}; it gives away {worth / count / 10:.3f} steps on average",
            flush=True,
        )


def match(title: str, size: str, one: Document, other: Document, pairs: int) -> None:
    """Games in pairs from random openings with sides swapped."""
    points, spent = 0.0, [0.0, 0.0]
    for opening in openings(size, pairs):
        for swap in range(2):
            position = opening
            while (outcome := position.outcome()) is None:
                side = position.turn ^ swap
                began = time.process_time()
                position = position.play(think((one, other)[side], position, Limit(lines=1)).move)
                spent[side] += time.process_time() - began
            points += outcome.points[swap]
    print(f"{title} on {size}: {points:g} of {2 * pairs}, processor time {spent[0]:.0f} s : {spent[1]:.0f} s")


def times() -> None:
    positions = middlegames(28)
    for lines in (1, 1_000_000):
        spent = []
        for view in positions:
            began = time.perf_counter()
            last = think(Document(0, 5), view, Limit(lines=lines))
            spent.append((time.perf_counter() - began, last.nodes))
        seconds = sorted(second for second, _ in spent)
        rate = sum(nodes for _, nodes in spent) / sum(seconds)
        print(
            f"expert, {'the move' if lines == 1 else 'every move valued'}: median {seconds[14]:.2f} s, "
            f"longest {seconds[-1]:.2f} s, {rate:,.0f} nodes/s"
        )
    start: Position = damier.game("quoridor").begin()
    for depth in (1, 2, 3, 4):
        began = time.perf_counter()
        count = search.lines(compiled.pack(start, ALL_WALLS), depth, 0, 0)
        print(f"perft {depth}: {count:,} in {time.perf_counter() - began:.2f} s", flush=True)


def main(words: list[str]) -> None:
    if words == ["work"]:
        work()
    elif words == ["choice"]:
        choice()
    elif words == ["match"]:
        for depth, size in ((2, "7x7"), (2, "9x9"), (3, "7x7")):
            title = f"20 walls against all, depth {depth}"
            match(title, size, Document(1, depth), Document(2, depth, ALL_WALLS), 60)
    elif words == ["levels"]:
        for depth in (3, 4, 5):
            match(f"depth {depth} against {depth - 1}", "9x9", Document(1, depth), Document(2, depth - 1), 10)
    elif words == ["times"]:
        times()
    else:
        print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
