"""Checks for every sentence about a move in Connect Four, by playing it out.

They share nothing with what makes the sentences: they know the rules, and exact scores.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.games.connect4.scored import score_after

from damier.core.engine import RESULTS, Reason
from damier.core.game import Game, Seat
from damier.core.grid import cell_name, read_cell
from damier.core.text import Text
from damier.games import game
from damier.games.connect4.reasons import verdict_of
from damier.games.connect4.rules import Column, Position, cells
from damier.games.connect4.solver import Score, Solver

GAME: Game[Position, Position, Column] = game("connect4")

LATE = {"7x6": 20, "6x5": 12, "5x4": 0}
"""By size, from how many discs on positions are solved at once."""


def somewhere(rng: random.Random, size: str) -> Position | None:
    """A position that goes on, by moves at random that leave no four to the other side where they can."""
    view = GAME.begin(size=size)
    cells = view.board.width * view.board.height
    for _ in range(rng.randrange(LATE[size], cells - 2)):
        after = [view.play(move) for move in view.moves()]
        quiet = [place for place in after if place.outcome() is None]
        safe = [place for place in quiet if not wins(place)]
        if not quiet:
            return None
        view = rng.choice(safe if safe and rng.random() < 0.9 else quiet)
    return view


def wins(view: Position) -> set[str]:
    """The cells where who moves completes a four."""
    return {landed(view, move) for move in view.moves() if view.play(move).won}


def landed(view: Position, move: Column) -> str:
    return cell_name(*cells(view.landing(move), view.board)[0])


def passing(view: Position) -> Position:
    """The same discs with the other side to move."""
    return Position(view.board, view.discs, 1 - view.turn)


def completes(view: Position, seat: Seat, name: str) -> bool:
    """Whether a disc of *seat* on this empty cell would stand in a four, by walking in every direction."""
    b = view.board
    column, row = read_cell(name, b.width, b.height)
    assert view.owner((column, row)) is None
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        n = 1
        for sign in (1, -1):
            x, y = column + sign * dx, row + sign * dy
            while 0 <= x < b.width and 0 <= y < b.height and view.owner((x, y)) == seat:
                n, x, y = n + 1, x + sign * dx, y + sign * dy
        if n >= 4:
            return True
    return False


def flat(text: Text) -> Iterator[tuple[str, object]]:
    """A sentence and what fills its holes, and theirs."""
    yield "", text
    for name, value in text.params or ():
        if isinstance(value, Text):
            yield from flat(value)
        else:
            yield name, value


def split(names: object) -> list[str]:
    return re.findall(r"[a-z]+[0-9]+", str(names))


def number(column: object) -> Column:
    """The column that a sentence names by its letter: ``d``, ``column d``."""
    return "abcdefghijkl".index(str(column).removeprefix("column ")) + 1


@dataclass
class Told:
    """One move and the reasons that were given for it."""

    solver: Solver
    view: Position
    move: Column
    scores: dict[Column, Score]
    then: Sequence[Column]

    @property
    def score(self) -> Score:
        return self.scores[self.move]

    @property
    def after(self) -> Position:
        return self.view.play(self.move)

    def check(self, reason: Reason) -> str:
        """Fail if the reason is not true; else what kind it is."""
        text = reason.text
        params = dict(text.params or ())
        if "why" in params:
            why = params["why"]
            assert isinstance(why, Text)
            base = self.head(params["result"])
            return self.decided(text, why, base)
        getattr(self, NAMES[text.message])(params)
        return NAMES[text.message]

    def agrees(self, reason: Reason) -> None:
        """Fail if the data of a reason do not say what its sentence does."""
        parts = list(flat(reason.text))
        templates = {part.message for _, part in parts if isinstance(part, Text)}
        assert {number(part) for name, part in parts if name == "column"} <= set(reason.moves)
        label = verdict_of(self.score, self.view).label
        assert (reason.kind in RESULTS) == (label in [part for _, part in parts]), reason
        assert (reason.kind == "refuted") == ("{column} refutes it" in templates)
        assert (reason.kind == "saved") == ("{column} saves the draw" in templates)

    def head(self, head: object) -> tuple[Position, Sequence[Column]]:
        """The position that a sentence speaks of, and the line from there."""
        assert isinstance(head, Text)
        params = dict(head.params or ())
        if "column" not in params:
            assert head == verdict_of(self.score, self.view).label
            return self.after, self.then
        if head.message == "{result} against column {column}":
            assert (
                params["result"] == verdict_of(self.score, self.view).label and max(self.scores.values()) < 0
            )
        else:
            getattr(self, NAMES[head.message])(params)
        assert self.then[0] == number(params["column"])
        return self.after.play(self.then[0]), self.then[1:]

    def decided(self, text: Text, why: Text, base: tuple[Position, Sequence[Column]]) -> str:
        view, line = base
        kind = NAMES[why.message]
        params = dict(text.params or ())
        if text.message == "{result}: {why}":
            places = [view]
        else:
            places = list(along(view, line))
            if "moves" in params:
                moves = str(params["moves"]).split()
                assert [number(move) for move in moves] == list(line[: len(moves)])
                places = [places[len(moves)]]
            else:
                places = places[::2]
        assert any(getattr(self, kind)(place, dict(why.params or ())) for place in places), str(text)
        return kind

    # What decides: the loser is to move in *place*.

    def four(self, place: Position, said: dict[str, object]) -> bool:
        return place.won and split(said["cell"]) == [landed(self.view, self.move)]

    def given(self, place: Position, said: dict[str, object]) -> bool:
        return wins(place) == set(split(said["cells"]))

    def block(self, place: Position, said: dict[str, object]) -> bool:
        return landed(self.after, self.then[0]) == said["cell"] and said["cell"] in wins(passing(self.after))

    def key(self, place: Position, said: dict[str, object]) -> bool:
        there = passing(self.after).play(self.then[0])
        fours = wins(passing(there))
        return (
            landed(self.after, self.then[0]) == said["cell"]
            and fours == set(split(said["cells"]))
            and len(fours) > 1
            and not wins(there)
            and str(said["seat"]) == ("yellow", "red")[self.view.turn]
        )

    def fork(self, place: Position, said: dict[str, object]) -> bool:
        fours = wins(passing(place))
        mine = place.owner(read_cell(str(said["cell"]), place.board.width, place.board.height))
        return (
            not wins(place) and len(fours) > 1 and fours == set(split(said["cells"])) and mine != place.turn
        )

    def stack(self, place: Position, said: dict[str, object]) -> bool:
        if wins(place) or wins(passing(place)) != {said["low"]}:
            return False
        block = next(move for move in place.moves() if landed(place, move) == said["low"])
        return said["high"] in wins(place.play(block))

    def cornered(self, place: Position, said: dict[str, object]) -> bool:
        opened = [wins(place.play(move)) for move in place.moves()]
        return (
            not wins(place)
            and all(opened)
            and set().union(*opened) == set(split(said.get("cells", said.get("cell"))))
        )

    def waiting(self, place: Position, said: dict[str, object]) -> bool:
        goals = split(said.get("cells", said.get("cell")))
        for goal in goals:
            column, row = read_cell(goal, place.board.width, place.board.height)
            if not completes(place, 1 - place.turn, goal) or goal in wins(passing(place)):
                return False
            assert said.get("below", cell_name(column, row - 1)) == cell_name(column, row - 1)
        return self.solver.score(place) < 0 and self.follows(place, goals)

    def gift(self, place: Position, said: dict[str, object]) -> bool:
        return self.solver.score(place) < 0 and self.follows(place, [])

    def follows(self, place: Position, goals: Sequence[str]) -> bool:
        """Whether who answers in the same column wins whatever comes: against many games at random."""
        rng = random.Random(str(place.discs))
        return all(followed(place, goals, rng) == 1 - place.turn for _ in range(12))

    # What else is said of a move.

    def refutes(self, said: dict[str, object]) -> None:
        assert self.score < 0 <= max(self.scores.values())
        assert score_after(self.solver, self.after, number(said["column"])) == -self.score

    def saves(self, said: dict[str, object]) -> None:
        assert self.score == 0 < max(self.scores.values())
        assert score_after(self.solver, self.after, number(said["column"])) == 0

    def plain_win(self, said: dict[str, object]) -> None:
        winner = self.view.turn if self.score > 0 else 1 - self.view.turn
        assert str(said["seat"]) == ("yellow", "red")[winner]
        assert dict(verdict_of(self.score, self.view).label.params or ())["n"] == said["n"]

    def plain_draw(self, said: dict[str, object]) -> None:
        assert self.score == 0

    def forced(self, said: dict[str, object]) -> None:
        cells = split(said["cells"])
        assert cells[0] == landed(self.view, self.move) and len(cells) % 2 == 0
        place = self.after
        for i, reply in enumerate(cells[1::2]):
            assert not wins(place) and wins(passing(place)) == {reply}
            if 2 * i + 2 < len(cells):
                place = place.play(self.then[2 * i])
                assert cells[2 * i + 2] == landed(place, self.then[2 * i + 1])
                place = place.play(self.then[2 * i + 1])

    def answered(self, said: dict[str, object]) -> None:
        assert said["cell"] == landed(self.view, self.move)
        assert not wins(self.after) and wins(passing(self.after)) == {said["reply"]}

    def blocks(self, said: dict[str, object]) -> None:
        assert said["cell"] == landed(self.view, self.move) and said["cell"] in wins(passing(self.view))

    def keeps(self, said: dict[str, object]) -> None:
        there = passing(self.view).play(self.move)
        assert wins(passing(there)) == set(split(said["cells"])) and len(split(said["cells"])) > 1

    def cost(self, said: dict[str, object]) -> None:
        other = self.scores[number(said["column"])]
        assert other == max(self.scores.values()) > self.score
        assert (
            said["would"] == verdict_of(other, self.view).label
            and said["does"] == verdict_of(self.score, self.view).label
        )

    def all_lose(self, said: dict[str, object]) -> None:
        assert set(self.scores) == set(self.view.moves()) and max(self.scores.values()) == self.score < 0

    def only_win(self, said: dict[str, object]) -> None:
        assert [move for move in self.view.moves() if self.scores[move] > 0] == [self.move]

    def only_safe(self, said: dict[str, object]) -> None:
        assert [move for move in self.view.moves() if self.scores[move] >= 0] == [self.move]

    def odd(self, said: dict[str, object]) -> None:
        self.threats(said, 0)

    def even(self, said: dict[str, object]) -> None:
        self.threats(said, 1)

    def threats(self, said: dict[str, object], seat: Seat) -> None:
        cells = split(said["cells"])
        assert len(cells) == said["n"] and str(said["seat"]) == ("yellow", "red")[seat]
        for cell in cells:
            assert completes(self.after, seat, cell) and cell not in wins(self.after) | wins(
                passing(self.after)
            )
            assert int(cell[1:]) % 2 == 1 - seat

    def held(self, said: dict[str, object]) -> None:
        """The other side has no four without these cells, and never wins against answers."""
        seat = ("yellow", "red").index(str(said["seat"]))
        cells = set(split(said.get("cells", said.get("cell"))))
        places = [self.view, *along(self.after, self.then[:1])]
        assert any(self.holds(place, cells) for place in places if place.turn != seat)

    def holds(self, place: Position, cells: set[str]) -> bool:
        b, seat, rng = place.board, 1 - place.turn, random.Random(str(place.discs))
        for four in b.lines:
            names = {cell_name(i % b.width, i // b.width) for i in range(four.bit_length()) if four >> i & 1}
            if not four & place.discs[seat] and not names & cells:
                return False
        return self.solver.score(place) <= 0 and all(
            followed(place, [], rng) != place.turn for _ in range(12)
        )

    def no_four(self, said: dict[str, object]) -> None:
        seat = ("yellow", "red").index(str(said["seat"]))
        spoilt = self.score < max(self.scores.values())
        place = self.after.play(self.then[0]) if spoilt else self.after
        assert all(four & place.discs[1 - seat] for four in place.board.lines)


def along(view: Position, line: Sequence[Column]) -> Iterator[Position]:
    """The positions of a line, with the first."""
    yield view
    for move in line:
        view = view.play(move)
        yield view


def left(view: Position, move: Column) -> int:
    """How many cells of a column are free."""
    return sum(view.owner((move - 1, row)) is None for row in range(view.board.height))


def followed(view: Position, goals: Sequence[str], rng: random.Random) -> Seat | None:
    """Who wins a game at random against a side that answers in the same column; None for a draw.

    In the column of a goal where the answer would fall on the goal, it waits for the other side to begin.
    """
    b, seat = view.board, 1 - view.turn
    apart = 0
    for column, row in (read_cell(goal, b.width, b.height) for goal in goals):
        free = left(view, column + 1)
        if free % 2 and (row - (b.height - free)) % 2:
            apart = column + 1
    while True:
        moves = view.moves()
        won = [move for move in moves if view.play(move).won]
        safe = [move for move in moves if not wins(view.play(move))]
        move = rng.choice(won or (safe if safe and rng.random() < 0.8 else moves))
        view = view.play(move)
        if view.won or not view.moves():
            return 1 - seat if view.won else None
        won = [reply for reply in view.moves() if view.play(reply).won]
        odd = [reply for reply in view.moves() if reply != apart and left(view, reply) % 2]
        same = [move] if move == apart or move in odd else []
        if not (won or same or odd):
            return 1 - seat  # it has no answer: nothing was to be promised here
        view = view.play(rng.choice(won or same or odd))
        if view.won or not view.moves():
            return seat if view.won else None


NAMES = {
    "{cell} completes four in a row": "four",
    "the other side can complete a four on {cells}": "given",
    "the four on {cell} must be blocked": "block",
    "{seat} on {cell} would leave fours open on {cells}": "key",
    "{cell} leaves fours open on {cells}, and only one can be blocked": "fork",
    "{low} must be blocked, and that opens the four on {high}": "stack",
    "every column left opens a four: {cells}": "cornered",
    "only {below} is left to play, below the odd threat on {cell}": "cornered",
    "only {below} is left to play, below the even threat on {cell}": "cornered",
    "the threats on {cells} cannot be stopped because all else fills up "
    "and then a disc must go below one": "waiting",
    "the odd threat on {cell} cannot be stopped because all else fills up "
    "and then {below} must be played": "waiting",
    "the even threat on {cell} cannot be stopped because all else fills up "
    "and then {below} must be played": "waiting",
    "the four {cells} comes by itself: a disc below its free cells is answered on them": "gift",
    "{column} refutes it": "refutes",
    "{column} saves the draw": "saves",
    "best play wins for {seat} in {n}": "plain_win",
    "best play of both sides fills the board": "plain_draw",
    "after each disc a four threatens, so every reply is forced: {cells}": "forced",
    "{cell} must be answered on {reply}": "answered",
    "{cell} blocks the four of the other side": "blocks",
    "{cell} keeps the other side from two threats at once: fours on {cells}": "keeps",
    "column {column} {would}, this {does}": "cost",
    "every column loses, and none holds out longer": "all_lose",
    "no other column wins": "only_win",
    "every other column loses": "only_safe",
    "{n} odd threats of {seat}: {cells}": "odd",
    "{n} even threats of {seat}: {cells}": "even",
    "{seat} holds by answering right above: every four left to the other side needs one of {cells}": "held",
    "{seat} holds by answering right above: every four left to the other side needs {cell}": "held",
    "no four is left to {seat}": "no_four",
}
"""What checks each sentence; one that is not here has no check yet."""
