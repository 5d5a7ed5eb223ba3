"""The search behind the level ``strategist``: chains of threats, and alpha-beta on the promising cells."""

from __future__ import annotations

from typing import TypeAlias

from damier.core.game import Seat
from damier.engines.search import Search
from damier.games.tictactoe.levels.line_counts import Sheet, Spot, spots
from damier.games.tictactoe.rules import Cell, Stones

PROVEN = 2_000_000_000
"""A win that nothing can stop; each move until then costs one."""

BELIEVED = 1_000_000_000
"""A win against every reply that was looked at, where not every reply was."""

NEVER = 500_000_000
"""More than any standing: what is above is a win, proven or believed."""

LONGEST = 1000
"""More than the moves of any game."""

WIDTH = 10
"""How many cells are tried in a position without threats; all of them on boards of up to 16."""

CHAIN_NODES = 60
"""How many threats one search for a chain may try inside the tree."""

Chain: TypeAlias = tuple[Spot, ...]
"""Threat, forced answer, threat, forced answer, ..., and the cell that completes a line."""


class Hunt:
    """Looks at one position within the limit of a *search*."""

    def __init__(self, sheet: Sheet, search: Search[Cell]) -> None:
        self.sheet = sheet
        self.count = search.count
        cells = sheet.board.width * sheet.board.height
        self.width = cells if cells <= 16 else WIDTH
        self._table: dict[tuple[Stones, Stones], tuple[int, int, str, Spot]] = {}
        self._chains: dict[tuple[Stones, Stones, Seat], Chain | None] = {}

    # Chains of threats

    def chain(self, seat: Seat, most: int | None = None) -> Chain | None:
        """A win for *seat*, to move, in which every move threatens to complete a line at once.

        What it finds is proven. It may miss one: after *most* threats (usually 60) it gives up.
        """
        sheet = self.sheet
        if not sheet.half[seat] and not sheet.short[seat]:
            return None
        key = sheet.stones[0], sheet.stones[1], seat
        if key not in self._chains or most is not None:
            self._chains[key] = self._shortest(seat, most or CHAIN_NODES)
        return self._chains[key]

    def _shortest(self, seat: Seat, most: int) -> Chain | None:
        """One threat, then two, then three: the shortest chain is found first, and most are short."""
        self._left = most
        threats, self._cut = 0, True
        while self._cut and self._left >= 0:
            self._cut = False
            if (found := self._chain(seat, threats)) is not None:
                return found
            threats += 1
        return None

    def _chain(self, seat: Seat, threats: int) -> Chain | None:
        """A chain of so many threats at most, before the move that completes a line."""
        sheet, foe = self.sheet, 1 - seat
        if won := sheet.gaps(seat):
            return (spots(won)[0],)
        must = sheet.gaps(foe)
        if must & (must - 1):
            return None
        firsts = spots(self._threats(seat) & (must or sheet.board.full))
        if threats == 0:
            self._cut = self._cut or bool(firsts)
            return None
        for first in firsts:
            self._left -= 1
            if self._left < 0:
                return None
            self.count()
            sheet.put(first, seat)
            try:
                rest = self._answered(seat, threats - 1)
            finally:
                sheet.lift(first, seat)
            if rest is not None:
                return (first, *rest)
        return None

    def _answered(self, seat: Seat, threats: int) -> Chain | None:
        """The chain after a threat of *seat*, the answer first."""
        sheet = self.sheet
        answers = spots(sheet.gaps(seat))
        if len(answers) > 1:
            return answers[0], answers[1]
        sheet.put(answers[0], 1 - seat)
        try:
            rest = self._chain(seat, threats)
        finally:
            sheet.lift(answers[0], 1 - seat)
        return None if rest is None else (answers[0], *rest)

    def _threats(self, seat: Seat) -> Stones:
        """The cells on which a stone of *seat* threatens to complete a line."""
        found, empty, masks = 0, self.sheet.empty, self.sheet.tables.masks
        for window in self.sheet.half[seat]:
            found |= masks[window] & empty
        return found

    # Alpha-beta

    def value(self, seat: Seat, depth: int, alpha: int, beta: int) -> int:
        """The value for *seat*, to move: at most alpha means no better, at least beta no worse."""
        sheet = self.sheet
        self.count()
        # 1. What is decided at once: a line to complete, or two lines of the rival.
        if sheet.short[seat]:
            return PROVEN - 1
        must = sheet.gaps(1 - seat)
        if must & (must - 1):
            return 2 - PROVEN
        if not sheet.empty:
            return 0
        # 2. A forced answer costs no depth: the rival's threat has paid for it.
        if must:
            return self.after(must.bit_length() - 1, seat, depth, alpha, beta)
        # 3. A chain of threats ends the search here, whatever the depth.
        if (chain := self.chain(seat)) is not None:
            return PROVEN - len(chain)
        if depth <= 0:
            return sheet.standing(seat)
        return self._tried(seat, depth, alpha, beta)

    def _tried(self, seat: Seat, depth: int, alpha: int, beta: int) -> int:
        """The same where nothing is decided: by trying the promising cells."""
        # 4. What is known from an earlier visit.
        key = self.sheet.stones[0], self.sheet.stones[1]
        known = self._table.get(key)
        if known is not None and (known[0] >= depth or abs(known[1]) > PROVEN - LONGEST):
            _, value, bound, _ = known
            if bound == "=" or (bound == "<" and value <= alpha) or (bound == ">" and value >= beta):
                return value
        # 5. The promising cells, the best of the earlier visit first.
        moves = self.replies(seat)[: self.width]
        if known is not None and known[3] in moves:
            moves.remove(known[3])
            moves.insert(0, known[3])
        best, chosen, floor = -2 * PROVEN, moves[0], alpha
        for move in moves:
            value = self.after(move, seat, depth - 1, floor, beta)
            if value > best:
                best, chosen = value, move
            floor = max(floor, best)
            if floor >= beta:
                break
        # 6. A loss is proven only when every reply was tried.
        if best < LONGEST - PROVEN and len(moves) < self.sheet.empty.bit_count():
            best += PROVEN - BELIEVED
        bound = "<" if best <= alpha else ">" if best >= beta else "="
        self._table[key] = (depth, best, bound, chosen)
        return best

    def after(self, move: Spot, seat: Seat, depth: int, alpha: int, beta: int) -> int:
        """The value of *move* for *seat*, which makes it, with *depth* moves to look at after it."""
        self.sheet.put(move, seat)
        try:
            return older(-self.value(1 - seat, depth, -younger(beta), -younger(alpha)))
        finally:
            self.sheet.lift(move, seat)

    def replies(self, seat: Seat) -> list[Spot]:
        """The cells worth trying, the most promising first.

        When the rival has a chain of threats ready, only what meets it: a cell of the chain, or a threat
        of one's own. Other cells may meet it too, by a line that an answer completes; losses found here
        are therefore believed, not proven.
        """
        sheet = self.sheet
        chain = self.chain(1 - seat)
        if chain is None:
            return sheet.candidates(seat, sheet.empty)
        meets = self._threats(seat)
        for spot in chain:
            meets |= 1 << spot
        return sheet.candidates(seat, meets)

    def expected(self, seat: Seat, most: int = 6) -> tuple[Spot, ...]:
        """How the search thinks that the game goes on, *seat* to move, as far as it remembers.

        Where every reply was too bad to be looked at closely, which one is best was not found out.
        """
        sheet = self.sheet
        line: list[tuple[Spot, Seat]] = []
        while len(line) < most and (moves := self._next(seat)):
            for move in moves:  # one, or a whole chain of threats
                line.append((move, seat))
                done = bool(sheet.gaps(seat) >> move & 1)
                sheet.put(move, seat)
                seat = 1 - seat
            if done:
                break
        for move, owner in reversed(line):
            sheet.lift(move, owner)
        return tuple(move for move, _ in line)

    def _next(self, seat: Seat) -> tuple[Spot, ...]:
        """What *seat* is expected to play now; nothing where the search does not remember it."""
        sheet = self.sheet
        if must := sheet.gaps(seat) or sheet.gaps(1 - seat):
            return (spots(must)[0],)
        if chain := self._chains.get((sheet.stones[0], sheet.stones[1], seat)):
            return chain
        known = self._table.get((sheet.stones[0], sheet.stones[1]))
        return (known[3],) if known is not None and known[2] != "<" else ()


def older(value: int) -> int:
    """A win or a loss one move further away weighs one less."""
    return value - 1 if value > NEVER else value + 1 if value < -NEVER else value


def younger(value: int) -> int:
    """What is *value* when it is one move older: windows are handed down with it."""
    return value + 1 if value > NEVER else value - 1 if value < -NEVER else value
