"""A puzzle being solved: every move that keeps the win is answered, any other is refused with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from damier.core.engine import Line, Reason
from damier.core.game import AnyGame, Seat
from damier.core.scene import At
from damier.core.text import Refusal, Text
from damier.core.tools.puzzle import Puzzle, Puzzler, position_of, refused, start_of, wins
from damier.core.verdict import Win
from damier.core.whose_moves import moves_of
from damier.review.consultation import Consultation, LevelQuery


class NotEnoughTime(Refusal):
    """The level could not judge every move within its time: nothing is called right or wrong."""


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move that was tried."""

    right: bool
    """Whether it keeps the win."""
    solved: bool
    """Whether the game is won."""
    words: Text
    """``Right: d wins in 5.``"""
    why: tuple[Reason, ...] = ()
    """Why it does not win; nothing that gives the answer away."""
    reply: str | None = None
    """What the other side answered."""
    reply_seat: Seat | None = None
    """Who answered."""
    left: int | None = None
    """In how many moves of both sides the game is won then; None where nothing was answered."""


class PuzzleAttempt:
    """One puzzle, from its position until the game is won."""

    def __init__(self, game: AnyGame, puzzler: Puzzler, puzzle: Puzzle, made: Sequence[str] = ()) -> None:
        self.game = game
        self.puzzler = puzzler
        self.puzzle = puzzle
        self.state: Any = start_of(game, puzzle) if puzzle.position else position_of(game, puzzle.moves)
        """What is played on; where a position alone is given, what is seen of it."""
        self.seat: Seat = self.state.turn
        """Whose win it is."""
        self.solved = False
        self.made: list[str] = []
        """The moves since the position of the puzzle, of both sides."""
        self.last: At | None = None
        """Where the last of them was made."""
        for word in made:
            self._play(game.read(word, self.view))
        if self.state.outcome() is not None or self.state.turn != self.seat:
            raise Refusal(Text("it is not your turn in this puzzle"))

    @property
    def view(self) -> Any:
        """What the seat to move sees."""
        return self.state if self.puzzle.position else self.game.view(self.state, self.state.turn)

    def try_move(self, word: str) -> Consultation[TriedMove]:
        """Make a move that keeps the win and let the other side answer; refuse any other, and say why."""
        move = self.game.read(word, self.view)
        if self.puzzler.quest is not None:
            return (yield from self._answer(move))
        after = self.state.play(move)
        best, lines = yield from self._judge(self.view)
        line = lines[move]
        name = self.game.name(move)
        if not wins(line):
            why = tuple(reason for reason in line.why if not self.puzzler.betrays(reason, self.view, best))
            return TriedMove(False, False, refused(name, moves_of(None, line.label), why), why)
        if after.outcome() is not None:
            self._play(move)
            self.solved = True
            return TriedMove(True, True, Text("Solved!"))
        # The longest defence; nothing is played before it is known, so that the move can be tried again.
        answering = after.turn
        reply = line.then[0] if line.then else (yield from self._judge(self.game.view(after, answering)))[0]
        self._play(move)
        self._play(reply)
        words = Text("Right: {move} {label}.", move=name, label=moves_of(None, line.label))
        left = line.verdict.n - 2 if isinstance(line.verdict, Win) else None
        return TriedMove(True, False, words, reply=self.made[-1], reply_seat=answering, left=left)

    def _answer(self, move: Any) -> Consultation[TriedMove]:
        """Judge a move where one move is all that is asked for; it is not made."""
        name = self.game.name(move)
        if self.game.note(move):
            raise Refusal(Text("{move} is only a note: make the move that you mean", move=name))
        line = yield from self._opinion(move)
        if self.game.write(move) == self.puzzle.answer:
            self.solved = True
            self.last = self.game.scene(self.view).where(move)
            return TriedMove(True, True, Text("Solved!"), line.why)
        right = self.game.read(self.puzzle.answer, self.view)
        why = tuple(reason for reason in line.why if not self.puzzler.betrays(reason, self.view, right))
        return TriedMove(False, False, Text("Not {move}: {label}.", move=name, label=line.label), why)

    def _opinion(self, move: Any) -> Consultation[Line[Any]]:
        opinion = yield LevelQuery(self.puzzler.level, self.view)
        line = opinion.line(move)
        if line is None:
            raise NotEnoughTime(Text("there was not enough time to judge the moves: try again"))
        return line

    def hint(self) -> Consultation[Line[Any]]:
        """The move that is right, and why."""
        if self.puzzler.quest is not None:
            return (yield from self._opinion(self.game.read(self.puzzle.answer, self.view)))
        best, lines = yield from self._judge(self.view)
        if not wins(lines[best]):
            raise Refusal(Text("no move wins here any more"))
        return lines[best]

    def _judge(self, view: Any) -> Consultation[tuple[Any, dict[Any, Line[Any]]]]:
        """The best move of *view*, and by move what each is worth, for certain."""
        opinion = yield LevelQuery(self.puzzler.level, view)
        proven = {line.move: line for line in opinion.lines if line.proven}
        if not proven.keys() >= set(view.moves()):
            raise NotEnoughTime(Text("there was not enough time to judge the moves: try again"))
        return opinion.move, proven

    def _play(self, move: Any) -> None:
        self.last = self.game.scene(self.view).where(move)
        self.state = self.state.play(move)
        self.made.append(self.game.write(move))
