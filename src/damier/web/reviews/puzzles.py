"""Puzzles on the page: nothing is kept of them here, a browser says which moves it has made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from damier.core.engine import Analysis
from damier.core.game import AnyGame, Seat
from damier.core.text import Text
from damier.core.tools.puzzle import Puzzle, Puzzler, start_of, the_puzzler
from damier.core.whose_moves import own_moves
from damier.games import game as find_game
from damier.review.consultation import Consultation, LevelQuery, consult_async
from damier.review.puzzle_attempt import NotEnoughTime, PuzzleAttempt
from damier.web.refusals import NotFound
from damier.web.tables.positions import SetUpPosition, position_out, set_up
from damier.web.thinking.engine_turns import LINES_OF_OPINION
from damier.web.thinking.stored_analysis import read_thought, show_reasons
from damier.web.thinking.worker_pool import Busy, Workers
from damier.web.wire.position_models import PositionOut
from damier.web.wire.puzzle_models import GradeOut, HintOut, PuzzleOut, PuzzlesOut, TriedOut
from damier.web.wire.requests import NewPosition

T = TypeVar("T")


def puzzles_out(key: str, language: str) -> PuzzlesOut:
    """The grades of a game, and how many puzzles each has."""
    puzzler = the_puzzler(find_game(key))
    return PuzzlesOut(
        grades=[
            GradeOut(key=grade, title=title.show(language), count=len(puzzler.of(grade)))
            for grade, title in puzzler.grades.items()
        ]
    )


class StoredPuzzle:
    """One of the puzzles that are stored, as a browser asks for it."""

    def __init__(self, key: str, grade: str, number: int) -> None:
        self.game: AnyGame = find_game(key)
        self.puzzler: Puzzler = the_puzzler(self.game)
        self.grade = self.puzzler.grade(grade)
        all_of_them = self.puzzler.of(self.grade)
        if not 1 <= number <= len(all_of_them):
            raise NotFound(Text("there is no such puzzle: they go from 1 to {most}", most=len(all_of_them)))
        self.number, self.count = number, len(all_of_them)
        self.puzzle: Puzzle = all_of_them[number - 1]

    def show(self, language: str) -> PuzzleOut:
        """What is to be solved."""
        seat = start_of(self.game, self.puzzle).turn
        task = self.puzzler.quest or Text(
            "{seat} to move: one move wins, in {n} of your moves.",
            seat=self.game.seat_names[seat],
            n=own_moves(self.puzzle.depth),
        )
        return PuzzleOut(
            grade=self.grade,
            number=self.number,
            count=self.count,
            seat=seat,
            task=task.show(language),
            one_move=self.puzzler.quest is not None,
            position=self._position((), language),
        )

    async def try_move(self, workers: Workers, made: Sequence[str], language: str) -> TriedOut:
        """Judge the last of the moves *made*, which were answered in turn; a right one is answered."""
        attempt = self._attempt(made[:-1])
        tried = await self._consult(workers, attempt.try_move(made[-1]))
        return TriedOut(
            right=tried.right,
            solved=tried.solved,
            words=tried.words.show(language),
            why=show_reasons(tried.why, language, None),
            reply=tried.reply,
            task=None if tried.left is None else self._task_after(attempt.seat, tried.left).show(language),
            position=self._position(attempt.made, language),
        )

    async def hint(self, workers: Workers, made: Sequence[str], language: str) -> HintOut:
        """The move that wins after the moves *made*, and why."""
        attempt = self._attempt(made)
        line = await self._consult(workers, attempt.hint())
        return HintOut(
            move=self.game.write(line.move),
            name=self.game.name(line.move).show(language),
            at=self.game.scene(attempt.view).where(line.move),
            why=show_reasons(line.why, language, None),
        )

    def _task_after(self, seat: Seat, left: int) -> Text:
        """What is still to be done, *left* moves of both sides before the win; several moves may do it."""
        return Text(
            "{seat} to move: you win in {n} of your moves.",
            seat=self.game.seat_names[seat],
            n=own_moves(left),
        )

    def _attempt(self, made: Sequence[str]) -> PuzzleAttempt:
        return PuzzleAttempt(self.game, self.puzzler, self.puzzle, made)

    async def _consult(self, workers: Workers, consultation: Consultation[T]) -> T:
        """What comes of it with the workers' answers; raises Busy where there was no time to find out."""

        async def ask(query: LevelQuery) -> Analysis[Any]:
            position = self.game.text(query.view)
            opinion = await workers.ponder(
                self.game.key, position, query.level, 0, LINES_OF_OPINION, patient=True
            )
            return read_thought(self.game, query.view, opinion.packed)

        try:
            return await consult_async(consultation, ask)
        except NotEnoughTime:
            raise Busy from None

    def _position(self, made: Sequence[str], language: str) -> PositionOut:
        if self.puzzle.position:  # moves are offered there, though none is ever made
            return position_out(
                SetUpPosition(self.game, start_of(self.game, self.puzzle), open=True), language
            )
        wish = NewPosition(game=self.game.key, moves=[*self.puzzle.moves, *made])
        return position_out(set_up(wish), language)
