"""A finished game, move by move, and how it is judged."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from damier.core.engine import Analysis, Line
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.core.verdict import Loss, Verdict, Win
from damier.review.consultation import Consultation, LevelQuery
from damier.review.judging import JudgedMove, best_line, judge, line_of
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
        said = opinion.line(self.moves[ply])
        best = best_line(opinion)
        if said is None or (best.proven and _is_guess(said)):
            said = (yield from self._found_otherwise(ply, opinion, best)) if self._is_open(ply + 1) else None
        return judge(self.game, self.view(ply), ply, self.moves[ply], level, opinion, said)

    def _found_otherwise(
        self, ply: int, opinion: Analysis[Any], best: Line[Any]
    ) -> Consultation[Line[Any] | None]:
        """What is known of a move that *opinion* does not tell; None where it cannot be compared with *best*.

        A proof can be compared with a proof, whoever found it. What is believed only with what the same
        search would have said: that looks from the next position one move less far.
        """
        move, before, after = self.moves[ply], self.states[ply], self.states[ply + 1]
        outcome = after.outcome()
        if outcome is not None:
            points = outcome.points[before.turn]
            return line_of(move, best, points, self.game.odds(points))
        if before.turn != after.turn and after.seats != 2:
            return None
        if best.proven and all(line.proven or _is_guess(line) for line in opinion.lines):
            self._opinions[ply + 1] = yield from self._ask(ply + 1)
            next_best = best_line(self._opinions[ply + 1][1])
            if not next_best.proven:
                return None
        else:
            depth = opinion.depth - 1
            if depth < 1 or best.error:
                return None
            _, looked = yield from self._ask(ply + 1, depth)
            next_best = best_line(looked)
            if looked.depth != depth and not next_best.proven:
                return None  # there was not enough time
        chance, verdict = _one_move_before(next_best, before.turn == after.turn)
        return line_of(move, best, chance, verdict)

    def level_for(self, view: Any) -> str:
        """The key of the level that judges in *view*."""
        if self.level is not None and self.game.engines[self.level].fits(view):
            return self.level
        return self.game.strongest(view)

    def _ask(self, ply: int, depth: int | None = None) -> Consultation[LevelOpinion]:
        view = self.view(ply)
        level = self.level_for(view)
        return level, (yield LevelQuery(level, view, depth))

    def _is_open(self, ply: int) -> bool:
        """Whether everybody sees everything: only then a position tells what the move before was worth.

        Where something is hidden, what a move brought to light is luck: it says nothing of the odds.
        """
        return self.view(ply) is self.states[ply]


def _is_guess(line: Line[Any]) -> bool:
    """Whether a level that proves what it can says that it did not prove this: another search found it."""
    return any(reason.kind == "unproven" for reason in line.why)


def _one_move_before(line: Line[Any], same_side: bool) -> tuple[float, Verdict]:
    """What a move comes to after which *line* is the best, for whoever made it: the chance, and in words."""
    verdict = line.verdict if same_side else -line.verdict
    if isinstance(verdict, Win | Loss):
        verdict = replace(verdict, n=verdict.n + 1)
    return (line.chance if same_side else 1.0 - line.chance), verdict
