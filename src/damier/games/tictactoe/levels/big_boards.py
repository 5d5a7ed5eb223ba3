"""The levels for bigger boards: ``apprentice`` looks at the board, ``strategist`` looks ahead."""

from __future__ import annotations

from collections.abc import Iterator

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded, dice
from damier.core.text import Text
from damier.core.verdict import Score, Verdict, ending_in
from damier.core.whose_moves import OWN, own_moves
from damier.engines.search import Search, Spent
from damier.games.tictactoe.levels.line_counts import Sheet, Spot, spots
from damier.games.tictactoe.levels.threat_search import BELIEVED, LONGEST, NEVER, PROVEN, Chain, Hunt
from damier.games.tictactoe.notation import text
from damier.games.tictactoe.reasons import at_once, names, places
from damier.games.tictactoe.rules import Cell, Position
from damier.games.tictactoe.scene import sign

USUAL_DEPTH = 4
"""How far it looks when nothing else limits it."""

ROOT_WIDTH = 24
"""How many cells are looked at with depth."""

ROOT_CHAIN_NODES = 4000
"""How many threats the first search for a chain may try."""

EXPLAINED = 8
"""How many lines get their reasons in words and what is expected after them: finding that takes time."""


class Apprentice(Seeded):
    """Completes lines, blocks them, and otherwise takes the cell with the most promising lines."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Cell]]:
        yield _Opinion(view, self.seed, limit).analysis()


class Strategist(Seeded):
    """Looks for chains of threats, its own and the rival's, and deepens move by move."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Cell]]:
        opinion = _Opinion(view, self.seed, limit)
        search = Search[Cell](limit, view.turn)
        yield from search.run(lambda: _Threats(view, search, opinion).run(), opinion.analysis())


class _Opinion:
    """What is thought of every cell so far; begins with a glance at each."""

    def __init__(self, view: Position, seed: int, limit: Limit) -> None:
        self.view = view
        self.limit = limit
        self.sheet = Sheet(view)
        self.unit = self.sheet.tables.weights[view.board.line - 2]
        """What counts as 1.0: a line two stones short."""
        self.then: dict[Spot, tuple[Spot, ...]] = {}
        """What is expected after a cell, where that is known."""
        self.order = self._order(seed)
        self.glance = {spot: self._glance(spot) for spot in self.order}
        self.searched: dict[Spot, int] = {}
        """The values that the search has found."""
        self.best: Spot | None = None
        """The best move that was searched."""
        self.chain: Chain | None = None
        """A win by threats, if one was found."""
        self.danger: Chain | None = None
        """The rival's win by threats if nothing is done, if one was found."""
        self.depth = self.nodes = 0

    def _order(self, seed: int) -> list[Spot]:
        """Every empty cell, the most promising first; chance decides between equals."""
        free = spots(self.sheet.empty)
        dice(seed, text(self.view)).shuffle(free)
        return sorted(free, key=lambda spot: -round(self.sheet.appeal(spot, self.view.turn), 6))

    def _glance(self, spot: Spot) -> int:
        """The value of a cell without looking ahead, but for what can be completed at once."""
        sheet, seat = self.sheet, self.view.turn
        if sheet.gaps(seat) >> spot & 1:
            return PROVEN - 1
        if left := sheet.gaps(1 - seat) & ~(1 << spot):
            self.then[spot] = (spots(left)[0],)
            return 2 - PROVEN
        sheet.put(spot, seat)
        value = -sheet.standing(1 - seat)
        sheet.lift(spot, seat)
        return value

    def values(self) -> dict[Spot, int]:
        """By cell: as searched, else at a glance, which never beats the best that was searched."""
        if not self.searched:
            return self.glance
        ceiling = max(self.searched.values())
        if self.danger is not None:
            ceiling = min(ceiling, len(self.danger) + 1 - BELIEVED)  # they do not meet the danger
        return {
            spot: self.searched.get(spot, glance if abs(glance) > NEVER else min(glance, ceiling))
            for spot, glance in self.glance.items()
        }

    def learn(self, found: dict[Spot, int], depth: int, then: dict[Spot, tuple[Spot, ...]]) -> None:
        """Take over what a round of the search has found; an unfinished one counts too.

        The move that was best before is searched first, so the best of an unfinished round is no worse
        founded; what this round has not reached may not overtake it by an older, shallower value.
        """
        best = max(found.values())
        self.searched = {spot: min(value, best) for spot, value in self.searched.items()} | found
        self.best = next(spot for spot, value in found.items() if value == best)
        self.depth = depth
        self.then |= then

    def analysis(self) -> Analysis[Cell]:
        values = self.values()
        ranked = sorted(self.order, key=lambda spot: (-values[spot], spot != self.best))
        best = ranked[0]
        lines = tuple(
            self._line(spot, values[spot], spot == best, place < EXPLAINED)
            for place, spot in enumerate(ranked[: max(1, self.limit.lines)])
        )
        return Analysis(
            move=lines[0].move,
            lines=lines[: self.limit.lines],
            why=lines[0].why,
            depth=self.depth,
            nodes=self.nodes,
        )

    def _line(self, spot: Spot, value: int, best: bool, explained: bool) -> Line[Cell]:
        return Line(
            move=self._cell(spot),
            value=value / self.unit,
            chance=_chance(value, self.unit),
            verdict=_verdict(value, self.unit),
            then=self._then(spot) if explained else (),
            why=self._why(spot, value, best) if explained else (),
        )

    def _then(self, spot: Spot) -> tuple[Cell, ...]:
        """What is expected after *spot*: as searched, or the rival's chain where nothing is done about it."""
        if spot in self.searched or self.danger is None or spot in self.danger:
            return tuple(map(self._cell, self.then.get(spot, ())))
        state, cells = self.view.play(self._cell(spot)), tuple(map(self._cell, self.danger))
        for cell in cells:
            if state.outcome() is not None:
                return ()  # with this stone an answer would complete a line
            state = state.play(cell)
        return cells

    def _why(self, spot: Spot, value: int, best: bool) -> tuple[Reason, ...]:
        view, rival = self.view, sign(1 - self.view.turn)
        reasons = [*at_once(view, self._cell(spot))]
        if best and self.chain is not None and len(self.chain) > 1:
            attack = [self._cell(each) for each in self.chain[::2]]
            told = Text("wins by threats that must each be answered: {cells}", cells=names(attack))
            reasons.append(Reason(told, places(view, attack), kind="chain", moves=tuple(attack)))
        elif best and self.danger is not None and len(self.danger) > 1:
            attack = [self._cell(each) for each in self.danger[::2]]
            told = Text(
                "otherwise {rival} wins by threats that must each be answered: {cells}",
                rival=rival,
                cells=names(attack),
            )
            reasons.append(Reason(told, places(view, attack), kind="danger", moves=tuple(attack)))
        if spot in self.searched and abs(value) > NEVER:
            reasons.append(Reason(_sentence(value), kind="wins" if value > 0 else "loses"))
        own, other = self.sheet.touched(spot, view.turn)
        if own + other == 0 and not reasons:
            n = len(self.sheet.tables.through[spot])
            reasons.append(Reason(Text("nothing is begun here; {n} lines run through it", n=n), kind="lines"))
        elif own + other:
            told = Text(
                "lines of its own that it goes on with: {own}; lines of {rival} that it closes: {other}",
                own=own,
                rival=rival,
                other=other,
            )
            reasons.append(Reason(told, places(view, [self._cell(spot)]), kind="lines"))
        if spot in self.searched and self.depth > 1:
            reasons.append(Reason(Text("looked {n} moves ahead", n=self.depth), kind="depth"))
        return tuple(reasons)

    def _cell(self, spot: Spot) -> Cell:
        return spot % self.view.board.width, spot // self.view.board.width


class _Threats:
    """Fills an opinion, and publishes it whenever it has become better."""

    def __init__(self, view: Position, search: Search[Cell], opinion: _Opinion) -> None:
        self.seat = view.turn
        self.search = search
        self.opinion = opinion
        self.sheet = Sheet(view)
        self.hunt = Hunt(self.sheet, search)
        self.deepest = search.limit.depth or (LONGEST if search.bounded else USUAL_DEPTH)

    def run(self) -> None:
        try:
            if not self._chains():
                self._deepen()
        except Spent:
            pass
        self._say()

    def _say(self) -> None:
        self.opinion.nodes = self.search.nodes
        self.search.publish(self.opinion.analysis())

    def _chains(self) -> bool:
        """Whether a chain of threats decides: the strongest reason there is, so it is looked for first."""
        opinion, hunt, seat = self.opinion, self.hunt, self.seat
        chain = hunt.chain(seat, ROOT_CHAIN_NODES)
        if chain is not None:
            opinion.chain = chain
            opinion.learn({chain[0]: PROVEN - len(chain)}, len(chain), {chain[0]: chain[1:]})
            return True
        opinion.danger = hunt.chain(1 - seat, ROOT_CHAIN_NODES)
        return False

    def _deepen(self) -> None:
        moves = self._moves()
        for depth in range(1, min(self.deepest, self.sheet.empty.bit_count()) + 1):
            self._iterate(moves, depth)
            found = self.opinion.searched
            if max(found.values()) < -NEVER and len(moves) < len(self.opinion.order):
                # Every promising cell loses: one of the others may not.
                moves += [spot for spot in self.opinion.order if spot not in found]
                self._iterate(moves, depth)
                found = self.opinion.searched
            moves.sort(key=lambda spot: -found[spot])
            self._say()
            if len(moves) == 1 or abs(found[moves[0]]) > PROVEN - LONGEST:
                return

    def _moves(self) -> list[Spot]:
        """The cells to look at, in the opinion's order; a forced answer is the only one."""
        if not any(self.sheet.stones):
            return self.opinion.order[:1]  # the middle: nothing to look for yet
        must = self.sheet.gaps(1 - self.seat)
        promising = set(self.hunt.replies(self.seat)[:ROOT_WIDTH])
        return [spot for spot in self.opinion.order if (must >> spot & 1 if must else spot in promising)]

    def _iterate(self, moves: list[Spot], depth: int) -> None:
        """Search every move to *depth*. Values within a margin of the best are exact, others at most."""
        margin = self.opinion.unit
        best = -2 * PROVEN
        fresh: dict[Spot, int] = {}
        try:
            for move in moves:
                floor = max(best - margin, -2 * PROVEN)
                fresh[move] = self.hunt.after(move, self.seat, depth - 1, floor, 2 * PROVEN)
                best = max(best, fresh[move])
        finally:
            if fresh:
                best_few = sorted(fresh, key=lambda spot: -fresh[spot])[:EXPLAINED]
                self.opinion.learn(fresh, depth, {spot: self._expected(spot) for spot in best_few})

    def _expected(self, spot: Spot) -> tuple[Spot, ...]:
        """How the search thinks that the game goes on after a stone on *spot*."""
        self.sheet.put(spot, self.seat)
        try:
            return self.hunt.expected(1 - self.seat)
        finally:
            self.sheet.lift(spot, self.seat)


def _chance(value: int, unit: int) -> float:
    """Expected points from 0 to 1: two lines more, two stones short, are a clear advantage."""
    if abs(value) > NEVER:
        return 1.0 if value > 0 else 0.0
    return 0.5 + 0.5 * value / (4 * unit + abs(value))


def _moves_left(value: int) -> int:
    return (PROVEN if abs(value) > PROVEN - LONGEST else BELIEVED) - abs(value)


def _verdict(value: int, unit: int) -> Verdict:
    proven = abs(value) > PROVEN - LONGEST
    if abs(value) > NEVER:
        return ending_in(_moves_left(value), value, proven=proven)
    return Score(value / unit, proven=proven)


def _sentence(value: int) -> Text:
    n = own_moves(_moves_left(value))
    if value > PROVEN - LONGEST:
        return Text("wins against every reply, in {n} {own} at the latest", n=n, own=OWN)
    if value > 0:
        return Text("wins in {n} {own} against every reply that was looked at", n=n, own=OWN)
    if value < LONGEST - PROVEN:
        return Text("loses against best play, in {n} {own}", n=n, own=OWN)
    return Text("every way on that was looked at loses, in {n} {own}", n=n, own=OWN)
