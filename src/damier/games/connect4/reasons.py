"""Why a move is as good as it is, from its exact score: what decides, what refutes it, what it costs.

Nothing here is a guess: what is said follows from the rules (:mod:`deciding`), from exact scores, or from
the line of best play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from damier.core.engine import Reason
from damier.core.game import Seat
from damier.core.text import Text
from damier.core.verdict import Verdict, ending_in
from damier.core.whose_moves import own_moves
from damier.engines.exact import principal
from damier.games.connect4.notation import names
from damier.games.connect4.rules import Board, Column, Discs, Position, cells, column_name
from damier.games.connect4.scene import places
from damier.games.connect4.solver import Score, Solver
from damier.games.connect4.tactics import (
    Decision,
    at_once,
    decision,
    denied,
    follow_up,
    forced,
    fours,
    good,
    spoiling,
)

BUDGET = 20_000
"""Nodes that may be searched to lengthen a line that was cut."""

NEAR = 6
"""A line of so many moves is written out; of a longer one only the end is told."""

SOON = 6
"""What is over in so many moves does not wait for the board to fill up."""

MOST_REASONS = 4
"""Reasons for a move."""


def verdict_of(score: Score, position: Position) -> Verdict:
    """What a move with this exact score comes to."""
    return ending_in(distance(score, position), score, proven=True)


def distance(score: Score, position: Position) -> int:
    """How many moves it takes until the four, if a move with this score is made: that one counts too."""
    left = position.empty
    return 2 * ((left + 3) // 2 - score) - 1 if score > 0 else 2 * ((left + 2) // 2 + score)


def explain(
    solver: Solver, position: Position, move: Column, scores: Mapping[Column, Score], then: Sequence[Column]
) -> tuple[Reason, ...]:
    """Why *move* has its score: one to four reasons, what matters most first.

    *scores* are those of all moves that are known, *then* is the line of best play after the move, which may
    be cut or empty.
    """
    after, score, bit = position.play(move), scores[move], position.landing(move)
    if after.won:
        four = fours(position, position.turn, bit)
        done = Text("{cell} completes four in a row", cell=names(bit, position.board))
        return (_reason("wins", _headed(verdict_of(score, position).label, done), four, position.board),)
    line = _lengthened(solver, after, -score, then) if after.outcome() is None else []
    case = _Case(position, move, scores, after, line, score, bit)
    first = case.win() if score > 0 else case.loss() if score < 0 else case.draw()
    found = [*first, *case.stopped(), *case.compared()]
    if score == 0 or distance(score, position) > SOON:
        found += case.threats(found)
    return tuple(found[:MOST_REASONS])


def refutation(why: Sequence[Reason]) -> Text | None:
    """Of the reasons for a move, the one that says which reply refutes it."""
    return next((reason.text for reason in why if reason.kind in ("refuted", "saved")), None)


def betrays(reason: Reason, position: Position, better: Column) -> bool:
    """Whether a reason against a move leads the eye to a *better* one: its column, or where it would land.

    It does even where it speaks of the other side's reply: good cells are good for both.
    """
    landing = places(position.landing(better), position.board)
    return better in reason.moves or bool(set(landing) & set(reason.cells))


@dataclass(frozen=True, slots=True)
class _Case:
    """One move, and what is known of it."""

    position: Position
    move: Column
    scores: Mapping[Column, Score]
    after: Position
    line: Sequence[Column]

    score: Score
    """That of the move."""
    bit: Discs
    """Where its disc comes to rest."""

    def win(self) -> list[Reason]:
        """What decides, and how far the replies are forced."""
        b, found = self.position.board, decision(self.after, self.line)
        if found is None:
            reasons = [self.plain(self.position.turn)]
        else:
            head = verdict_of(self.score, self.position).label
            reasons = [_decided("wins", head, found, self.line, self.bit)]
        pairs = forced(self.after, self.line)
        if len(pairs) > 1:
            flat = [cell for pair in [(self.bit, pairs[0][1]), *pairs[1:]] for cell in pair]
            text = Text(
                "after each disc a four threatens, so every reply is forced: {cells}",
                cells=" ".join(names(cell, b) for cell in flat),
            )
            cells = tuple(place for cell in flat for place in places(cell, b))
            reasons.append(Reason(text, cells, kind="forced"))
        elif pairs and not (found and found.ply == 0 and found.kind == "stack"):
            reply = pairs[0][1]
            text = Text("{cell} must be answered on {reply}", cell=names(self.bit, b), reply=names(reply, b))
            reasons.append(_reason("forced", text, self.bit | reply, b, self.line[:1]))
        return reasons

    def plain(self, winner: Seat) -> Reason:
        """The exact fact, where nothing more can be proved."""
        n = distance(self.score, self.position)
        text = Text("best play wins for {seat} in {n} own moves", seat=_seat(winner), n=own_moves(n))
        return _reason("solved", text, self.bit, self.position.board)

    def loss(self) -> list[Reason]:
        """Which reply refutes it, and by what; where nothing else is any better, why it is lost."""
        b, view = self.position.board, self.after
        lost = verdict_of(self.score, self.position).label
        if given := at_once(view, view.turn):
            text = Text("the other side can complete a four on {cells}", cells=names(given, b))
            replies = [x + 1 for x, _ in cells(given, b)]
            shown = given | fours(view, view.turn, given)
            return [_reason("loses", _headed(lost, text), shown, b, replies)]
        if not self.line:
            return [self.plain(view.turn)]
        reply, rest = self.line[0], self.line[1:]
        cell = view.landing(reply)
        if max(self.scores.values()) < 0:
            head = Text("{result} against column {column}", result=lost, column=column_name(reply))
            kind = "loses"
        else:
            kind, head = "refuted", Text("{column} refutes it", column=_column(reply))
        found = decision(view.play(reply), rest)
        if found is None:
            return [_reason(kind, head, cell, b, (reply,))]
        return [_decided(kind, head, found, rest, cell, (reply,))]

    def draw(self) -> list[Reason]:
        """By what each side holds it, where that is plain; and which reply spoils a win that was there."""
        b, view = self.position.board, self.after
        reasons = []
        if self.line and max(self.scores.values()) > 0:
            reasons.append(self.saved(self.line[0]))
            view = view.play(self.line[0])
        held = [_held(place, self.bit) for place in (view, self.position) if place.outcome() is None]
        reasons += list(dict.fromkeys(reason for reason in held if reason))
        if not reasons:
            reasons.append(_reason("fills", Text("best play of both sides fills the board"), self.bit, b))
        return reasons

    def saved(self, reply: Column) -> Reason:
        """Which reply keeps a draw where there was a win, and what it stops."""
        b, view, cell = self.position.board, self.after, self.after.landing(reply)
        head = Text("{column} saves the draw", column=_column(reply))
        if at_once(view, self.position.turn) & cell:
            text = Text("the four on {cell} must be blocked", cell=names(cell, b))
            shown = fours(view, self.position.turn, cell)
            return _reason("saved", _headed(head, text), shown, b, (reply,))
        if ends := denied(view, reply):
            text = Text(
                "{seat} on {cell} would leave fours open on {cells}",
                seat=_seat(self.position.turn),
                cell=names(cell, b),
                cells=names(ends, b),
            )
            return _reason("saved", _headed(head, text), cell | ends, b, (reply,))
        return _reason("saved", head, cell, b, (reply,))

    def stopped(self) -> list[Reason]:
        """What of the other side this disc stops."""
        b, other = self.position.board, 1 - self.position.turn
        name = names(self.bit, b)
        if at_once(self.position, other) & self.bit:
            text = Text("{cell} blocks the four of the other side", cell=name)
            return [_reason("blocks", text, fours(self.position, other, self.bit), b)]
        ends = denied(self.position, self.move)
        if not ends:
            return []
        text = Text(
            "{cell} keeps the other side from two threats at once: fours on {cells}",
            cell=name,
            cells=names(ends, b),
        )
        return [_reason("prevents", text, self.bit | ends, b)]

    def compared(self) -> list[Reason]:
        """What it costs, or that nothing else is as good."""
        b, best = self.position.board, max(self.scores.values())
        if self.score < best:
            column = next(move for move in self.scores if self.scores[move] == best)
            text = Text(
                "column {column} {would}, this {does}",
                column=column_name(column),
                would=verdict_of(best, self.position).label,
                does=verdict_of(self.score, self.position).label,
            )
            return [_reason("costs", text, self.position.landing(column), b, (column,))]
        others = [self.scores.get(move) for move in self.position.moves() if move != self.move]
        if not others or None in others:
            return []
        next_best = max(score for score in others if score is not None)
        if best < 0:
            return [_reason("hopeless", Text("every column loses, and none holds out longer"), self.bit, b)]
        if best > 0 >= next_best:
            return [_reason("only", Text("no other column wins"), self.bit, b)]
        if best == 0 > next_best:
            return [_reason("only", Text("every other column loses"), self.bit, b)]
        return []

    def threats(self, said: Sequence[Reason]) -> list[Reason]:
        """The threats of both sides that count when the board fills up, and that nobody has spoken of yet."""
        b = self.position.board
        found = []
        for seat in (self.position.turn, 1 - self.position.turn):
            ends = good(self.after, seat)
            shown = places(ends, b)
            if ends and not any(set(shown) <= set(reason.cells) for reason in said):
                n, name, where = len(shown), _seat(seat), names(ends, b)
                if seat:
                    text = Text("{n} even threats of {seat}: {cells}", n=n, seat=name, cells=where)
                else:
                    text = Text("{n} odd threats of {seat}: {cells}", n=n, seat=name, cells=where)
                found.append(Reason(text, shown, kind="threat"))
        return found


def _decided(
    kind: str,
    head: Text,
    found: Decision,
    line: Sequence[Column],
    disc: Discs,
    named: tuple[Column, ...] = (),
) -> Reason:
    """What decides, after a head such as ``wins in 5``; *disc* is the last one before the line.

    Of the line only the first move counts as *named*: the others are far away.
    """
    b = found.view.board
    if found.ply:
        disc = _last(found, line)
    why = _why(found, disc)
    shown = found.shown() | (disc if found.kind in ("fork", "stack") else 0)
    if found.ply == 0:
        text = _headed(head, why)
    elif found.ply <= NEAR:
        named = (*named, line[0])
        moves = " ".join(map(column_name, line[: found.ply]))
        text = Text("{result}: after {moves}, {why}", result=head, moves=moves, why=why)
    else:
        text = Text("{result}; it can end so: {why}", result=head, why=why)
    return _reason(kind, text, shown, b, named)


def _last(found: Decision, line: Sequence[Column]) -> Discs:
    """The highest disc in the column of the move that led to the decision."""
    column, _ = found.view.board.drops[line[found.ply - 1]]
    return 1 << (found.view.taken & column).bit_length() - 1


def _why(found: Decision, disc: Discs) -> Text:
    """What decides, in words that fit either side."""
    b, where = found.view.board, names(found.cells, found.view.board)
    is_one = found.cells & (found.cells - 1) == 0
    match found.kind:
        case "fork":
            return Text(
                "{cell} leaves fours open on {cells}, and only one can be blocked",
                cell=names(disc, b),
                cells=where,
            )
        case "stack":
            low = found.cells & -found.cells
            return Text(
                "{low} must be blocked, and that opens the four on {high}",
                low=names(low, b),
                high=names(found.cells ^ low, b),
            )
        case "gift":
            return Text(
                "the four {cells} comes by itself: a disc below its free cells is answered on them",
                cells=where,
            )
        case "cornered" | "waiting" if is_one:
            return _zugzwang(found, where, names(found.cells >> b.width, b))
        case "cornered":
            return Text("every column left opens a four: {cells}", cells=where)
        case "waiting":
            return Text(
                "the threats on {cells} cannot be stopped because all else fills up and then a disc "
                "must go below one",
                cells=where,
            )


def _zugzwang(found: Decision, cell: str, below: str) -> Text:
    """That a disc must go below a threat, now or when everything else is full."""
    match found.kind, cells(found.cells, found.view.board)[0][1] % 2 == 0:
        case "cornered", True:
            return Text(
                "only {below} is left to play, below the odd threat on {cell}", below=below, cell=cell
            )
        case "cornered", False:
            return Text(
                "only {below} is left to play, below the even threat on {cell}", below=below, cell=cell
            )
        case _, True:
            return Text(
                "the odd threat on {cell} cannot be stopped because all else fills up "
                "and then {below} must be played",
                cell=cell,
                below=below,
            )
    return Text(
        "the even threat on {cell} cannot be stopped because all else fills up "
        "and then {below} must be played",
        cell=cell,
        below=below,
    )


def _held(view: Position, disc: Discs) -> Reason | None:
    """How the side that does not move holds a draw, if answering right above does it.

    *disc* is where to look if there is nothing to answer.
    """
    sure = follow_up(view)
    if sure is None:
        return None
    b, seat = view.board, 1 - view.turn
    key = spoiling(view, sure.answers)
    if not key:
        return _reason("holds", Text("no four is left to {seat}", seat=_seat(view.turn)), disc, b)
    if key & (key - 1):
        text = Text(
            "{seat} holds by answering right above: every four left to the other side needs one of {cells}",
            seat=_seat(seat),
            cells=names(key, b),
        )
    else:
        text = Text(
            "{seat} holds by answering right above: every four left to the other side needs {cell}",
            seat=_seat(seat),
            cell=names(key, b),
        )
    return _reason("holds", text, key, b)


def _lengthened(solver: Solver, view: Position, score: Score, then: Sequence[Column]) -> list[Column]:
    """The line with more moves of best play, as far as few nodes show them; *score* is that of *view*."""
    for move in then:
        view, score = view.play(move), -score
    return [*then, *principal(solver, view, score, BUDGET)]


def _headed(head: Text, why: Text) -> Text:
    return Text("{result}: {why}", result=head, why=why)


def _reason(kind: str, text: Text, discs: Discs, b: Board, moves: Sequence[Column] = ()) -> Reason:
    return Reason(text, places(discs, b), kind=kind, moves=tuple(moves))


def _column(column: Column) -> Text:
    return Text("column {column}", column=column_name(column))


def _seat(seat: Seat) -> Text:
    return Text("red") if seat else Text("yellow")
