"""Puzzles on the page: nothing is kept of them here, a browser says which moves it has made."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from damier.core.analysis_json import line_from_json
from damier.core.engine import Line
from damier.core.game import AnyGame
from damier.core.puzzle import Puzzle, Puzzler, position_of, refused, the_puzzler
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.web.tables.live_tables import NotFound
from damier.web.tables.positions import position_out, set_up
from damier.web.thinking.engine_turns import MOST_LINES
from damier.web.thinking.stored_analysis import show_reasons
from damier.web.thinking.worker_pool import Busy, Workers
from damier.web.wire.models import ReasonOut
from damier.web.wire.puzzle_models import GradeOut, HintOut, PuzzleOut, PuzzlesOut, TriedOut
from damier.web.wire.requests import NewPosition


def puzzles_out(key: str, language: str) -> PuzzlesOut:
    """The grades of a game, and how many puzzles each has."""
    puzzler = the_puzzler(find_game(key))
    return PuzzlesOut(
        grades=[
            GradeOut(key=grade, title=title.show(language), count=len(puzzler.of(grade)))
            for grade, title in puzzler.grades.items()
        ]
    )


class Puzzling:
    """One puzzle, as a browser asks for it."""

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
        seat = position_of(self.game, self.puzzle.moves).turn
        task = Text(
            "{seat} to move: one move wins, in {n}.", seat=self.game.seat_names[seat], n=self.puzzle.depth
        )
        return PuzzleOut(
            grade=self.grade,
            number=self.number,
            count=self.count,
            seat=seat,
            task=task.show(language),
            position=self._position((), language),
        )

    async def try_move(self, workers: Workers, made: Sequence[str], language: str) -> TriedOut:
        """Judge the last of the moves *made*, which were answered in turn; a right one is answered."""
        state = self._state(made[:-1])
        move = self.game.read(made[-1], self.game.view(state, state.turn))
        word = self.game.write(move)
        after = state.play(move)
        thought = await self._judge(workers, state)
        view = self.game.view(state, state.turn)
        line = line_from_json(self.game, view, _line(thought, word))
        if line.chance < 1:
            best = self.game.read(thought["move"], view)
            why = [reason for reason in line.why if not self.puzzler.betrays(reason, view, best)]
            return TriedOut(
                right=False,
                solved=False,
                words=refused(word, line.label, why).show(language),
                why=[ReasonOut(text=each.text.show(language), cells=list(each.cells)) for each in why],
                reply=None,
                position=self._position(made[:-1], language),
            )
        reply = None if after.outcome() is not None else await self._reply(workers, line, after)
        right = Text("Right: {move} {label}.", move=word, label=line.label)
        words = Text("Solved!") if reply is None else right
        whole = (*made[:-1], word) if reply is None else (*made[:-1], word, reply)
        return TriedOut(
            right=True,
            solved=reply is None,
            words=words.show(language),
            why=[],
            reply=reply,
            position=self._position(whole, language),
        )

    async def hint(self, workers: Workers, made: Sequence[str], language: str) -> HintOut:
        """The move that wins after the moves *made*, and why."""
        thought = await self._judge(workers, self._state(made))
        line = _line(thought, thought["move"])
        if line["chance"] < 1:
            raise Refusal(Text("no move wins here any more"))
        return HintOut(move=line["move"], at=line["at"], why=show_reasons(line["why"], language))

    async def _judge(self, workers: Workers, state: Any) -> dict[str, Any]:
        """What every move is worth; raises Busy where there was no time to find out."""
        position = self.game.text(self.game.view(state, state.turn))
        packed = await workers.ponder(
            self.game.key, position, self.puzzler.level, 0, MOST_LINES, patient=True
        )
        thought: dict[str, Any] = json.loads(packed)
        if not all(line["proven"] for line in thought["lines"]):
            raise Busy
        return thought

    async def _reply(self, workers: Workers, line: Line[Any], after: Any) -> str:
        """The longest defence."""
        if line.then:
            return self.game.write(line.then[0])
        return str((await self._judge(workers, after))["move"])

    def _state(self, made: Sequence[str]) -> Any:
        """After the moves *made*; refuses where it is not the turn of who solves."""
        state = position_of(self.game, self.puzzle.moves)
        seat = state.turn
        for word in made:
            state = state.play(self.game.read(word, self.game.view(state, state.turn)))
        if state.outcome() is not None or state.turn != seat:
            raise Refusal(Text("it is not your turn in this puzzle"))
        return state

    def _position(self, made: Sequence[str], language: str) -> Any:
        wish = NewPosition(game=self.game.key, moves=[*self.puzzle.moves, *made])
        return position_out(set_up(wish), language)


def _line(thought: dict[str, Any], word: str) -> dict[str, Any]:
    """The opinion on a move; every move of a puzzle has one."""
    found: dict[str, Any] = next(line for line in thought["lines"] if line["move"] == word)
    return found
