"""What decides a game: facts that follow from the rules in a position, without a search.

The side to move is *the mover*, the other *the follower*. A follower has a plan without any search: to answer
right above each disc, so that the cells of a column fall to the two sides in turns. What the mover cannot
prevent then is certain; the sentences about odd and even threats say nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from damier.core.game import Seat
from damier.games.connect4.rules import Board, Column, Discs, Position

Kind: TypeAlias = Literal["fork", "stack", "cornered", "waiting", "gift"]
"""Two fours at once; two right above each other; every disc opens a four; a four that comes when everything
else is full; a four that comes by answering right above."""

Forced: TypeAlias = tuple[Discs, Discs]
"""A disc that threatens a four, and the only cell that stops it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Why the mover loses in a position of a line."""

    kind: Kind
    cells: Discs
    """The cells that complete a four; for ``gift`` the four."""
    view: Position
    """Where it is decided; the loser is to move."""
    ply: int
    """How many moves of the line lead there."""

    def shown(self) -> Discs:
        """Where to look: the cells, the free ones right below them, and the discs of the fours."""
        b = self.view.board
        if self.kind == "gift":
            return self.cells
        below = self.cells >> b.width & ~self.view.taken
        return self.cells | below | fours(self.view, 1 - self.view.turn, self.cells)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What the follower reaches for certain by answering right above; without a win the mover has none."""

    waiting: Discs = 0
    """Threats: when everything else is full, a disc must go below one of them."""
    gift: Discs = 0
    """A four of cells that it has or gets."""
    answers: Discs = 0
    """The cells that it gets."""


def threats(view: Position, seat: Seat) -> Discs:
    """The empty cells that would each complete a four of *seat*, whether they can be played yet or not."""
    mine, theirs = view.discs[seat], view.discs[1 - seat]
    found = 0
    for four in view.board.lines:
        if not four & theirs:
            missing = four & ~mine
            if missing & (missing - 1) == 0:  # a single cell
                found |= missing
    return found


def playable(view: Position) -> Discs:
    """The cells where a disc can land now: on the bottom row or on another disc."""
    b = view.board
    taken = view.discs[0] | view.discs[1]
    bottom = (1 << b.width) - 1
    return (taken << b.width | bottom) & ~taken & b.full


def fours(view: Position, seat: Seat, ends: Discs) -> Discs:
    """The cells of the fours of *seat* that a disc on one of these cells completes."""
    found = 0
    for four in view.board.lines:
        missing = four & ~view.discs[seat]
        if missing & ends and missing & (missing - 1) == 0:
            found |= four
    return found


def at_once(view: Position, seat: Seat) -> Discs:
    """The cells that complete a four of *seat* and can be played."""
    return 0 if view.won else threats(view, seat) & playable(view)


def tactic(view: Position, ply: int = 0) -> Decision | None:
    """Why whatever the mover does now is answered by a four, if it is."""
    other = 1 - view.turn
    if view.outcome() is not None or at_once(view, view.turn):
        return None
    ends = threats(view, other)
    now = ends & playable(view)
    if now & (now - 1):
        return Decision("fork", now, view, ply)
    if now:
        both = ends & (now | now << view.board.width)
        return Decision("stack", both, view, ply) if both != now else None
    above = playable(view) << view.board.width  # a disc on the top row opens nothing: no threat lies above it
    if above & ends == above:
        return Decision("cornered", above, view, ply)
    return None


def follow_up(view: Position) -> FollowUp | None:
    """What the follower can be sure of by answering right above, if it is anything."""
    b, mover = view.board, view.turn
    mine, theirs = view.discs[mover], view.discs[1 - mover]
    free = b.full & ~(mine | theirs)
    upper = _upper(b)
    # In a column with an odd number of cells left the lowest stands alone: nobody is sure of it.
    answers = free & upper & ~playable(view)
    ends = threats(view, 1 - mover)
    sure = ends & answers
    reach = free & ~answers & ~_over(sure, b)  # below a sure threat the mover never gets any higher
    if free.bit_count() % 2 == 0:
        if _has_four(mine | reach, b):
            return None
        gift = next((four for four in b.lines if four & ~(theirs | answers) == 0), 0)
        return FollowUp(lowest(sure, b), 0 if sure else gift, answers)
    for column, _ in b.drops.values():
        goal = lowest(ends & column & ~upper, b)
        if goal and playable(view) & column & upper:
            between = free & column & upper & (goal - 1)
            if not _has_four(mine | reach & ~column | between, b):
                return FollowUp(goal | lowest(sure & ~column, b), 0, answers & ~column)
    return None


def spoiling(view: Position, answers: Discs) -> Discs:
    """A few of these cells without which the mover has no four; each four that is left needs one of them."""
    theirs = view.discs[1 - view.turn]
    left = [four & answers for four in view.board.lines if not four & theirs]
    found = 0
    while left:
        each = [1 << cell for cell in range(answers.bit_length()) if answers >> cell & 1]
        best = max(each, key=lambda cell: sum(bool(four & cell) for four in left))
        found |= best
        left = [four for four in left if not four & best]
    return found


def decision(view: Position, line: Sequence[Column]) -> Decision | None:
    """What decides, in a position that the mover loses by this line: by force, else the earliest."""
    places = list(_along(view, line))
    for ply, place in places:
        if found := tactic(place, ply):
            return found
        if not at_once(place, 1 - place.turn):
            break  # here the mover has a choice
    for ply, place in places:
        if found := tactic(place, ply):
            return found
        sure = follow_up(place)
        if sure and sure.waiting:
            return Decision("waiting", sure.waiting, place, ply)
        if sure and sure.gift:
            return Decision("gift", sure.gift, place, ply)
    return None


def forced(view: Position, line: Sequence[Column]) -> list[Forced]:
    """From here on, the discs of the follower that leave the mover one reply, and that reply.

    The first disc is not of this line: it is the one that led here, and is left 0.
    """
    found: list[Forced] = []
    disc = 0
    for ply, place in _along(view, line):
        now = at_once(place, 1 - place.turn)
        if not now or now & (now - 1) or at_once(place, place.turn):
            break
        found.append((disc, now))
        if ply + 1 >= len(line) or place.landing(line[ply]) != now:
            break
        disc = place.play(line[ply]).landing(line[ply + 1])
    return found


def denied(view: Position, move: Column) -> Discs:
    """Where the other side would have fours open at once if it made this move; 0 for fewer than two."""
    facing = Position(view.board, view.discs, 1 - view.turn)
    if at_once(facing, facing.turn):
        return 0  # then something else must be stopped, or this is a four itself
    found = tactic(facing.play(move))
    return found.cells if found is not None and found.kind == "fork" else 0


def good(view: Position, seat: Seat) -> Discs:
    """The threats of *seat* that count when the board fills up: odd for the first, even for the second.

    Not those right above a threat of the other side: they open only by a disc that stops it, or wins. On odd
    heights there is no such rule.
    """
    b = view.board
    if b.height % 2 or view.won:
        return 0
    rows = _upper(b) if seat else b.full & ~_upper(b)
    return threats(view, seat) & rows & ~playable(view) & ~(threats(view, 1 - seat) << b.width)


def lowest(cells: Discs, b: Board) -> Discs:
    """Of these cells the lowest of each column."""
    return cells & ~_over(cells, b)


def _along(view: Position, line: Sequence[Column]) -> Iterator[tuple[int, Position]]:
    """The positions of a line in which the same side moves as in the first, and the plies until then."""
    yield 0, view
    for ply in range(0, len(line) - 1, 2):
        view = view.play(line[ply])
        if view.outcome() is None:
            view = view.play(line[ply + 1])
        if view.outcome() is not None:
            return
        yield ply + 2, view


def _over(cells: Discs, b: Board) -> Discs:
    """All cells that lie above any of these."""
    found = 0
    while cells:
        cells = cells << b.width & b.full
        found |= cells
    return found


@cache
def _upper(b: Board) -> Discs:
    """The top row and every second below it: of two cells that are left in a column, the upper one."""
    row = (1 << b.width) - 1
    return sum(row << r * b.width for r in range(b.height - 1, -1, -2))


def _has_four(discs: Discs, b: Board) -> bool:
    return any(four & discs == four for four in b.lines)
