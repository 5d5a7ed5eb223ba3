"""A finished game, move by move, and how it is judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from damier.core.engine import Analysis
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.review.consultation import Consultation, LevelQuery
from damier.review.judging import JudgedMove, judge
from damier.table import Table

MOST_MOVE_SECONDS = 0.7
"""Seconds of thought for one move; levels that know everything need fewer."""

WHOLE_GAME_SECONDS = 25.0
"""Seconds of thought for a whole game: in a long one each move gets less."""

LEAST_MOVE_SECONDS = 0.05
"""And never less than this."""

LevelOpinion: TypeAlias = tuple[str, Analysis[Any]]
"""The key of a level, and what it thinks of a position."""


@dataclass(slots=True)
class FinishedGame:
    """A finished game whose moves are judged one after the other."""

    game: AnyGame
    states: tuple[Any, ...]
    """Every state, the first one too."""
    moves: tuple[Any, ...]
    points: tuple[float, ...]
    """What each seat got."""
    level: str | None = None
    """The key of the level that judges; by default the strongest that fits each position."""
    _opinions: dict[int, LevelOpinion] = field(default_factory=dict)
    """What was thought of a position before its own move is judged, by how many moves led to it."""

    @classmethod
    def at(cls, table: Table, level: str | None = None) -> FinishedGame:
        """The game played at *table*; refuses one that is not over."""
        if table.ended is None:
            raise Refusal(Text("the game is not over yet: it can be reviewed when it is"))
        return cls(table.game, table.states, table.moves, table.ended.points, level)

    def view(self, ply: int) -> Any:
        """What the seat saw that had to move after *ply* moves."""
        state = self.states[ply]
        return self.game.view(state, state.turn)

    @property
    def seconds(self) -> float:
        """How long to think about each move."""
        share = WHOLE_GAME_SECONDS / max(1, len(self.moves))
        return max(LEAST_MOVE_SECONDS, min(MOST_MOVE_SECONDS, share))

    def judge_move(self, ply: int) -> Consultation[JudgedMove]:
        """Judge the move that was made after *ply* moves."""
        known = self._opinions.pop(ply, None)
        level, opinion = known or (yield from self._ask(ply))
        move = self.moves[ply]
        after, error = None, 0.0
        if opinion.line(move) is None and self._is_open(ply + 1):
            after = self._outcome(ply)
            if after is None:
                self._opinions[ply + 1] = yield from self._ask(ply + 1)
                after, error = self._seen_from(ply, self._opinions[ply + 1][1])
        return judge(self.game, self.view(ply), ply, move, level, opinion, after, error)

    def level_for(self, view: Any) -> str:
        """The key of the level that judges in *view*."""
        if self.level is not None and self.game.engines[self.level].fits(view):
            return self.level
        return self.game.strongest(view)

    def _ask(self, ply: int) -> Consultation[LevelOpinion]:
        view = self.view(ply)
        level = self.level_for(view)
        return level, (yield LevelQuery(level, view))

    def _is_open(self, ply: int) -> bool:
        """Whether everybody sees everything: only then a position tells what the move before was worth.

        Where something is hidden, what a move brought to light is luck: it says nothing of the odds.
        """
        return self.view(ply) is self.states[ply]

    def _outcome(self, ply: int) -> float | None:
        """What the seat that made this move got, if the game was over by the rules after it."""
        outcome = self.states[ply + 1].outcome()
        return outcome.points[self.states[ply].turn] if outcome is not None else None

    def _seen_from(self, ply: int, opinion: Analysis[Any]) -> tuple[float | None, float]:
        """What the seat that made this move can expect, from an opinion for the seat that moves next.

        And the standard error of that.
        """
        before, after = self.states[ply], self.states[ply + 1]
        best = max(opinion.lines, key=lambda line: line.chance)
        if before.turn == after.turn:
            return best.chance, best.error
        return (1.0 - best.chance if after.seats == 2 else None), best.error
