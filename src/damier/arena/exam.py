"""An exam: how often a player keeps the exact result of solved positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from damier.arena.players import AnyEngine, Player, dismiss, guarded, player
from damier.arena.statistics.elo import wilson
from damier.core.engine import Limit, tell, think
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text, Unreadable
from damier.core.tools.exam import Examiner, Question, Worth, examiner_of
from damier.protocol.supervise import THINKING, BotFailed

MOST_NOTES = 200
"""So often a player may write something down, as a flag does, before it has to answer."""

FAILURES_IN_A_ROW = 10
"""After so many failures in a row nobody asks any more."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player answered to one question."""

    question: Question
    position: str
    """The position when it answered: with its own flags, where it put some."""
    move: str | None
    """As written; None if it failed."""
    worth: Worth
    """What the move is exactly worth; a failure counts as the worst move there is."""
    failure: Text | None = None
    """Why there is no move: it crashed, took too long, answered nonsense."""

    @property
    def kept(self) -> bool:
        """Whether the exact result was kept."""
        return self.failure is None and self.question.keeps(self.worth)

    @property
    def loss(self) -> float:
        """How much worse than the best move it is."""
        return 0.0 if self.kept else self.question.best - self.worth

    @property
    def gravity(self) -> tuple[float, float]:
        """How bad a mistake it is: by what it loses, then by how many moves would have been right."""
        return self.loss, len(self.question.right) / len(self.question.worths)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many questions were answered right."""

    asked: int
    kept: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.kept / self.asked if self.asked else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share among all such positions lies, in 95 of 100 exams."""
        return wilson(self.share, self.asked)


@dataclass(slots=True)
class ExamResult:
    """The result of an exam; it grows while questions are asked."""

    game: str
    player: str
    answers: list[Answer] = field(default_factory=list)
    gave_up: bool = False
    """Whether the player failed so often in a row that the rest was not asked."""

    @property
    def whole(self) -> Share:
        """All questions together."""
        return self._share(self.answers)

    def kind(self, key: str) -> Share:
        """The questions of one kind."""
        return self._share([answer for answer in self.answers if key in answer.question.kinds])

    @property
    def loss(self) -> float:
        """What a move loses on average, in the unit of the game."""
        return sum(answer.loss for answer in self.answers) / len(self.answers) if self.answers else 0.0

    @property
    def forfeits(self) -> list[Answer]:
        """The questions without an answer."""
        return [answer for answer in self.answers if answer.failure is not None]

    def worst(self, number: int) -> list[Answer]:
        """The worst mistakes, the worst first; a failure is no mistake to learn from."""
        wrong = [answer for answer in self.answers if answer.failure is None and not answer.kept]
        return sorted(wrong, key=lambda answer: answer.gravity, reverse=True)[:number]

    @staticmethod
    def _share(answers: Sequence[Answer]) -> Share:
        return Share(len(answers), sum(answer.kept for answer in answers))


def exam(
    game: AnyGame,
    entered: str | Player,
    *,
    count: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    thinking: float = THINKING,
    on_answer: Callable[[ExamResult], None] = lambda result: None,
) -> ExamResult:
    """Ask *entered*, a level, a bot's file or a player, about the first *count* questions of *game*'s exam.

    The questions are always the same; *seed* is for players that use chance. Without a *limit* the player
    thinks as long as it usually does.
    """
    asked = entered if isinstance(entered, Player) else player(game, entered, thinking=thinking)
    result = ExamResult(game.key, asked.name)
    for result in examining(game, asked, count=count, limit=limit, seed=seed):
        on_answer(result)
    return result


def questions_of(game: AnyGame, count: int | None = None) -> tuple[Examiner, Sequence[Question]]:
    """The examiner of *game* and its first *count* questions; refuses a game without one."""
    examiner = examiner_of(game)
    if examiner is None:
        raise Refusal(Text("{game} has no exam", game=game.title))
    questions = examiner.questions()
    if count is not None and not 1 <= count <= len(questions):
        raise Unreadable(
            Text(
                "{count} questions cannot be asked: choose from 1 to {most}", count=count, most=len(questions)
            )
        )
    return examiner, questions[:count]


def examining(
    game: AnyGame, entered: Player, *, count: int | None, limit: Limit | None, seed: int
) -> Iterator[ExamResult]:
    """The result (one object, growing) after every question: asking no more ends the exam."""
    examiner, questions = questions_of(game, count)
    for question in questions:
        entered.check_fits(game, game.parse(question.position))
    result = ExamResult(game.key, entered.name)
    entered = guarded(entered, entered.name)
    engine = entered.make(seed)
    failed = 0
    try:
        for question in questions:
            answer = _ask(game, examiner, engine, question, limit or entered.usual)
            result.answers.append(answer)
            failed = 0 if answer.failure is None else failed + 1
            result.gave_up = failed >= FAILURES_IN_A_ROW and len(result.answers) < len(questions)
            if failed and not result.gave_up:  # whatever is left of it, the next question finds a fresh one
                dismiss(engine)
                engine = entered.make(seed)
            yield result
            if result.gave_up:
                return
    finally:
        dismiss(engine)


def _ask(game: AnyGame, examiner: Examiner, engine: AnyEngine, question: Question, limit: Limit) -> Answer:
    """What the engine answers, after whatever it wants to write down first."""
    view: Any = game.parse(question.position)
    failure = Text("it only wrote things down, {n} times, and made no move", n=MOST_NOTES)
    try:
        if question.story:
            tell(engine, game.settle(question.story[0]), question.story[1:])
        for _ in range(MOST_NOTES):
            move = think(engine, view, limit).move
            if move not in view.moves():
                raise BotFailed(Text("it is not among the legal moves"))
            after = examiner.follow(view, move)
            if after is None:
                words = game.write(move)
                return Answer(question, game.text(view), words, examiner.worth(question, view, words))
            view = after
    except BotFailed as problem:
        failure = problem.text
    return Answer(question, question.position, None, question.worst, failure)


def as_json(result: ExamResult, examiner: Examiner) -> dict[str, Any]:
    """The result for programs."""
    return {
        "game": result.game,
        "player": result.player,
        **_share(result.whole),
        "loss": round(result.loss, 6),
        "forfeits": len(result.forfeits),
        "gave_up": result.gave_up,
        "kinds": {kind: _share(found) for kind in examiner.kinds if (found := result.kind(kind)).asked},
        "answers": [
            {
                "position": answer.question.position,
                "kinds": answer.question.kinds,
                "move": answer.move,
                "kept": answer.kept,
                "worth": answer.worth,
                "best": answer.question.best,
                "right": answer.question.right,
                **({} if answer.failure is None else {"failure": str(answer.failure)}),
            }
            for answer in result.answers
        ],
    }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {
        "asked": share.asked,
        "kept": share.kept,
        "share": round(share.share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }
