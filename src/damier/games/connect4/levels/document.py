"""The AIs of the document on Connect Four: ``child``, ``evaluator`` and ``opponent``.

The functions keep the document's names and its way of counting: discs are counted cell by cell along a
direction, not by sets of cells as in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded, dice
from damier.core.game import Seat
from damier.core.grid import cell_name
from damier.core.scene import At, cell
from damier.core.text import Number, Text
from damier.core.verdict import Score, Verdict, Win
from damier.games.connect4.rules import FOUR, Cell, Column, Position, column_name

MAX_VALUE = 20
"""The document's ``valeur_maximum``: what a direction is worth in which four are aligned."""

DIRECTIONS = ((1, 0), (0, 1), (1, -1), (1, 1))
"""The document's ``vectordirection``: horizontal, vertical and the two diagonals."""

WINS, BLOCKS = 200.0, 100.0
"""Raise completing a four above blocking one, and blocking above any sum of alignments (28 at most)."""


class Grid:
    """The document's ``grille``, which also counts how often a cell is looked at."""

    def __init__(self, view: Position) -> None:
        self.width, self.height = view.board.width, view.board.height
        self.looks = 0
        self._discs = [
            [view.owner((x, y)) for y in range(self.height)] for x in range(self.width)
        ]  # by column, then from the bottom

    def valid(self, x: int, y: int) -> bool:
        """The document's ``casevalid``."""
        return 0 <= x < self.width and 0 <= y < self.height

    def disc(self, x: int, y: int) -> Seat | None:
        """Whose disc lies there: the document's ``grille[x][y]``."""
        self.looks += 1
        return self._discs[x][y]

    def cells(self) -> list[Cell]:
        """Every cell, in the order of the document's two loops: columns from the left."""
        return [(x, y) for x in range(self.width) for y in range(self.height)]

    def empty(self) -> list[Cell]:
        """Every cell without a disc, in the same order."""
        return [(x, y) for x, y in self.cells() if self._discs[x][y] is None]

    def playable(self) -> list[Cell]:
        """Where a disc can come to rest, columns from the left; a full column has no such cell."""
        return [(x, column.index(None)) for x, column in enumerate(self._discs) if None in column]

    def places(self, cells: Sequence[Cell]) -> tuple[At, ...]:
        """The cells on the scene's lattice, to point at."""
        return tuple(cell(x, self.height - 1 - y) for x, y in cells)


def alignment(grid: Grid, x: int, y: int, player: Seat, direction: tuple[int, int]) -> list[Cell]:
    """The discs of *player* next to the cell without a gap, both ways along one direction."""
    found = []
    dx, dy = direction
    for sign in (1, -1):
        i = sign
        while grid.valid(x + i * dx, y + i * dy) and grid.disc(x + i * dx, y + i * dy) == player:
            found.append((x + i * dx, y + i * dy))
            i += sign
    return found


def count_alignment(grid: Grid, x: int, y: int, player: Seat, direction: tuple[int, int]) -> int:
    """The document's ``countalignement``."""
    return len(alignment(grid, x, y, player, direction))


def case_value(grid: Grid, x: int, y: int, player: Seat) -> int:
    """The document's ``case_value``: what the alignments of *player* through a cell are worth."""
    if grid.disc(x, y) is not None:
        return 0
    value = 0
    for direction in DIRECTIONS:
        count = count_alignment(grid, x, y, player, direction)
        # The document writes (compteur + 1) > 4; five in a row are not needed, four are meant.
        value += MAX_VALUE if count + 1 >= FOUR else count**2
    return value


def middle(grid: Grid, x: int, y: int) -> float:
    """How far from the borders a cell lies, from 0 in a corner to less than 1: it decides between equals.

    The document says so in words only: "moins le jeton est placé proche d'un bord mieux c'est". Two decimals
    tell any two numbers of steps apart, and are all that is shown: what a reader adds up is right.
    """
    steps = min(x, grid.width - 1 - x) + min(y, grid.height - 1 - y)
    return round(steps / (grid.width + grid.height), 2)


def whole_value(grid: Grid, x: int, y: int, player: Seat) -> float:
    """The value with all that the document's first part asks for; 0 for a taken cell.

    "Les cases qui permettent à l'adversaire d'aligner plusieurs jetons augmentent en valeur": his
    alignments count as ours do.
    """
    if grid.disc(x, y) is not None:
        return 0.0
    return case_value(grid, x, y, player) + case_value(grid, x, y, 1 - player) + middle(grid, x, y)


def aligns_four(grid: Grid, x: int, y: int, player: Seat) -> list[Cell]:
    """The discs with which a disc of *player* on this cell would make four or more in a row."""
    rows = (alignment(grid, x, y, player, direction) for direction in DIRECTIONS)
    return [disc for row in rows if len(row) + 1 >= FOUR for disc in row]


def ranked_value(grid: Grid, x: int, y: int, player: Seat) -> float:
    """The whole value, with completing a four before blocking one and blocking before all else."""
    value = whole_value(grid, x, y, player)
    if aligns_four(grid, x, y, player):
        return value + WINS
    return value + BLOCKS if aligns_four(grid, x, y, 1 - player) else value


def choose_best_case(grid: Grid, player: Seat) -> Cell:
    """The document's ``choosebestcase``, over the playable cells; of equals the leftmost."""
    return max(grid.playable(), key=lambda case: ranked_value(grid, case[0], case[1], player))


def choose_case_for_opponent(grid: Grid, player: Seat) -> Cell:
    """The document's ``choosecaseforopponent``: what is worth least to *player*, the other side's "us".

    As its pseudo-code has it, by ``case_value`` alone: by the whole value, which counts both sides' lines,
    it would shun its own four, of which the document says nothing. Of equals it is the leftmost.
    """
    return min(grid.playable(), key=lambda case: case_value(grid, case[0], case[1], player))


class Evaluator(Seeded):
    """The document's "us": the cell of highest value."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Column]]:
        grid, player = Grid(view), view.turn
        chosen = choose_best_case(grid, player)
        lines = [self._line(grid, x, y, player) for x, y in grid.playable()]
        why = next(line for line in lines if line.move == chosen[0] + 1).why
        lines.sort(key=lambda line: -line.value)  # stable: of equals the leftmost first
        cells = grid.empty() if limit.lines > 1 else []
        values = {case: Score(whole_value(grid, *case, player), "g") for case in cells}
        yield _analysis(grid, chosen, lines, why + _leftmost(lines), limit, values)

    def _line(self, grid: Grid, x: int, y: int, player: Seat) -> Line[Column]:
        value = whole_value(grid, x, y, player)
        ranked = ranked_value(grid, x, y, player)
        four = bool(aligns_four(grid, x, y, player))
        return Line(
            move=x + 1,
            value=ranked,
            chance=1.0 if four else ranked / (ranked + MAX_VALUE),
            verdict=Score(value, "g", proven=four),
            why=(*_urgent(grid, x, y, player), _worth(grid, x, y, player)),
        )


class Opponent(Seeded):
    """The document's picture of the adversary: the cell of lowest value for the other side."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Column]]:
        grid, us = Grid(view), 1 - view.turn
        chosen = choose_case_for_opponent(grid, us)
        lines = [self._line(grid, x, y, us) for x, y in grid.playable()]
        lines.sort(key=lambda line: -line.value)  # stable: of equals the leftmost first
        least = Text(
            "{cell} is worth least to the other side, so it takes it for the best", cell=cell_name(*chosen)
        )
        why = (Reason(least, grid.places([chosen]), kind="least"), *lines[0].why, *_leftmost(lines))
        cells = grid.empty() if limit.lines > 1 else []
        values = {case: Score(case_value(grid, *case, us), "g", less_is_better=True) for case in cells}
        yield _analysis(grid, chosen, lines, why, limit, values)

    def _line(self, grid: Grid, x: int, y: int, us: Seat) -> Line[Column]:
        value = case_value(grid, x, y, us)
        discs = [disc for way in DIRECTIONS for disc in alignment(grid, x, y, us, way)]
        worth = Text(
            "{cell} is worth {value} to the other side, for that side's lines",
            cell=cell_name(x, y),
            value=value,
        )
        return Line(
            move=x + 1,
            value=-value,
            chance=MAX_VALUE / (value + MAX_VALUE),
            verdict=Score(value, "g", less_is_better=True),
            why=(Reason(worth, grid.places([(x, y), *discs]), kind="worth"),),
        )


class Child(Seeded):
    """The document's fifth part: a favourite column, and blocking what would lose at once.

    "Son objectif est gagner": whoever wants to win does not walk past a four, so it completes its own
    before it blocks. It looks no further: "il n'a pas de stratégie précise".
    """

    def columns(self, width: int) -> list[Column]:
        """Its favourite column, then the one it turns to when that is full, and so on."""
        order = list(range(1, width + 1))
        dice(self.seed, f"the columns of a child, {width}").shuffle(order)
        return order

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Column]]:
        grid, player = Grid(view), view.turn
        order = self.columns(grid.width)
        cases = {x + 1: (x, y) for x, y in grid.playable()}
        favourite = next(column for column in order if column in cases)
        lines = [
            self._line(grid, cases[column], player, rank, favourite)
            for rank, column in enumerate(order)
            if column in cases
        ]
        lines.sort(key=lambda line: -line.value)
        yield _analysis(grid, cases[lines[0].move], lines, lines[0].why, limit, {})

    def _line(self, grid: Grid, case: Cell, player: Seat, rank: int, favourite: Column) -> Line[Column]:
        column = case[0] + 1
        wins = bool(aligns_four(grid, *case, player))
        blocks = bool(aligns_four(grid, *case, 1 - player))
        liking = 1 - rank / grid.width
        why = _urgent(grid, *case, player) or (_liked(column, favourite, grid.places([case])),)
        return Line(
            move=column,
            value=WINS + liking if wins else BLOCKS + liking if blocks else liking,
            chance=1.0 if wins else 0.9 if blocks else 0.5 * liking,
            verdict=_urgency(wins, blocks, rank),
            why=why,
        )


def _liked(column: Column, favourite: Column, here: tuple[At, ...]) -> Reason:
    if column == favourite:
        best = Text("column {column} is its favourite until it is full", column=column_name(column))
        return Reason(best, here, kind="favourite")
    later = Text(
        "column {column} comes later: column {favourite} is its favourite",
        column=column_name(column),
        favourite=column_name(favourite),
    )
    return Reason(later, here, kind="favourite", moves=(favourite,))


def _urgency(wins: bool, blocks: bool, rank: int) -> Verdict:
    """What a child makes of a column that is so far from its favourite."""
    if wins:
        return Win(1, proven=True)
    return Score(rank + 1, "g", Text("blocks") if blocks else None, less_is_better=True)


def _urgent(grid: Grid, x: int, y: int, player: Seat) -> tuple[Reason, ...]:
    """That a disc here completes a four, or blocks one."""
    reasons = []
    own, other = aligns_four(grid, x, y, player), aligns_four(grid, x, y, 1 - player)
    if own:
        reasons.append(
            Reason(
                Text("{cell} completes four in a row", cell=cell_name(x, y)),
                grid.places([(x, y), *own]),
                kind="completes",
            )
        )
    if other:
        reasons.append(
            Reason(
                Text("{cell} blocks the four of the other side", cell=cell_name(x, y)),
                grid.places([(x, y), *other]),
                kind="blocks",
            )
        )
    return tuple(reasons)


def _worth(grid: Grid, x: int, y: int, player: Seat) -> Reason:
    """How the whole value of a cell comes about, pointing at the discs that it counts."""
    discs = [
        disc
        for seat in (player, 1 - player)
        for way in DIRECTIONS
        for disc in alignment(grid, x, y, seat, way)
    ]
    text = Text(
        "{cell} is worth {value}: {own} for its own lines, {other} for those of the other side, "
        "{middle} for the distance from the borders",
        cell=cell_name(x, y),
        value=Number(whole_value(grid, x, y, player), ".2f"),
        own=case_value(grid, x, y, player),
        other=case_value(grid, x, y, 1 - player),
        middle=Number(middle(grid, x, y), ".2f"),
    )
    return Reason(text, grid.places([(x, y), *dict.fromkeys(discs)]), kind="worth")


def _leftmost(lines: Sequence[Line[Column]]) -> tuple[Reason, ...]:
    """That others are worth as much as the first of *lines*, if so."""
    if len(lines) > 1 and lines[0].value == lines[1].value:
        return (Reason(Text("of the columns that are worth as much it is the leftmost"), kind="tie"),)
    return ()


def _analysis(
    grid: Grid,
    chosen: Cell,
    lines: Sequence[Line[Column]],
    why: tuple[Reason, ...],
    limit: Limit,
    values: Mapping[Cell, Score],
) -> Analysis[Column]:
    """The opinions, and *values* of cells: the document gives a number to each, not to moves only."""
    return Analysis(
        move=chosen[0] + 1,
        lines=tuple(lines[: limit.lines]),
        why=why,
        depth=1,
        nodes=len(lines),
        labels=tuple((grid.places([case])[0], value) for case, value in values.items()),
    )
