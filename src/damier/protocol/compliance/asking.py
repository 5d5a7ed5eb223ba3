"""Questions about positions of one game: each is held to its limit, and every line of the answer is read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.text import Number, Refusal, Text
from damier.protocol.compliance.engine_lines import check_answer, check_info, check_signs, legal
from damier.protocol.compliance.findings import Finding, doubtful, wrong
from damier.protocol.compliance.positions import Place
from damier.protocol.conversation import Hopeless, Talk
from damier.protocol.lines import NONE, after_first, first_word, read_answer, write_go
from damier.protocol.process import clean
from damier.protocol.sandbox import USUAL
from damier.protocol.supervise import THINKING, BotFailed, Died, TooLate, allowed

MOST_WRONG = 3
"""Answers that lose a game, after which no more is asked about it."""

SEED = 1
"""Of the game that most questions belong to."""


class Asking:
    """What one program is asked about one game, and what was found so far."""

    def __init__(self, talk: Talk, game: AnyGame) -> None:
        self.talk = talk
        self.game = game
        self.move: Any = None
        """The last answer, None where it was not a legal move."""
        self.refused = False
        """Whether the last answer was that there is no move."""
        self.took = 0.0
        """Seconds until the last answer."""
        self.answers: Counter[Any] = Counter()
        """How often it played each move."""
        self.asked = 0
        """How often it was asked for a move; a question that was asked again counts once."""
        self.wrong = 0
        """How often a game would have been lost."""
        self.told: set[tuple[str, ...]] = set()
        """The kinds of faults that its lines have: one of each kind is told."""

    @property
    def given_up(self) -> bool:
        """Whether it has failed so often that more questions tell nothing new."""
        return self.wrong >= MOST_WRONG

    def begin(self, seed: int = SEED) -> None:
        """Tell it of a new game and let it get ready; what cannot do that is hopeless."""
        try:
            self.talk.new_game(self.game.key, seed)
        except BotFailed as problem:
            raise Hopeless(
                Text(
                    "it does not answer 'isready' after 'newgame {game}': {problem}",
                    game=self.game.key,
                    problem=problem.text,
                )
            ) from problem

    def ask(self, place: Place, limit: Limit, more: str = "", words: str = "") -> Iterator[Finding]:
        """What is wrong with its answer, if anything; the move is kept. Once given up, it is not asked.

        *more* is said after the limit; *words* tell the position where they are not those of *place*.
        """
        self.move, self.refused = None, False
        if self.given_up:
            return
        self.asked += 1
        go = write_go(limit) + more
        words = words or place.words
        asked = Text("asked '{position}' and '{go}'", position=_cut(words), go=go)
        try:
            answer = self._answer(words, go, limit, place.view.turn)
            self.talk.ready()
            self.move = read_answer(self.game, place.view, first_word(after_first(answer)))
        except Hopeless:
            raise
        except BotFailed as problem:
            yield self._lost(Text("{asked}: {problem}", asked=asked, problem=_with_limits(problem)))
        except Refusal as problem:
            self.refused = after_first(answer).split() == [NONE]
            text = Text(
                "{asked}, it answers '{answer}': {problem}; legal would be {moves}",
                asked=asked,
                answer=clean(answer, 60),
                problem=problem.text,
                moves=legal(self.game, place.view),
            )
            yield self._lost(text)
        else:
            self.answers[self.move] += 1
            yield from self.read(place.view, self.talk.heard)

    def _answer(self, words: str, go: str, limit: Limit, turn: int) -> str:
        """The line with its move; raises BotFailed."""
        seconds = allowed(limit, turn, THINKING) + self.talk.pace.slack
        for last in (False, True):  # a busy machine may keep an engine waiting, but hardly twice
            if not self.talk.running:
                self.begin()
            self.talk.questions += 1
            self.talk.say(words, go, cpu=limit.cpu)
            began = time.monotonic()
            try:
                answer = self.talk.until("bestmove", seconds)
                took = self.took = time.monotonic() - began
                if limit.clock is None or took <= limit.clock.left[turn] + self.talk.pace.slack:
                    break
                raise TooLate(
                    Text(
                        "it takes {took} s with {left} s on its clock",
                        took=Number(took, ".2f"),
                        left=Number(limit.clock.left[turn], "g"),
                    )
                )
            except TooLate:
                if last:
                    raise
        return answer

    def _lost(self, problem: Text) -> Finding:
        self.wrong += 1
        return self.put(wrong(problem))

    def read(self, view: Any, lines: Sequence[str]) -> Iterator[Finding]:
        """What is wrong with the lines that it said while it thought of *view*, and up to ``readyok``."""
        answered = 0
        for line in lines:
            for finding in self._line(view, line, answered):
                kind = _kind(finding.text)
                if kind not in self.told:
                    self.told.add(kind)
                    yield self.put(finding)
            answered += first_word(line) == "bestmove"

    def _line(self, view: Any, line: str, answered: int) -> Iterator[Finding]:
        word = first_word(line)
        yield from check_signs(line)
        if word == "bestmove" and answered:
            yield wrong(Text("it says 'bestmove' twice for one 'go'"))
        elif word == "bestmove":
            yield from check_answer(self.game, view, line)
        elif word == "info" and answered and line.split()[1:2] != ["string"]:
            yield doubtful(Text("'{line}' comes after 'bestmove': say it before", line=clean(line, 80)))
        elif word == "info":
            yield from check_info(self.game, view, line)
        elif word != "readyok" or not answered:
            yield doubtful(
                Text(
                    "'{line}' is not known here: say info and bestmove, and to people 'info string …'",
                    line=clean(line, 80),
                )
            )

    def put(self, finding: Finding) -> Finding:
        """The finding with the name of the game."""
        return Finding(finding.grade, Text("{game}: {problem}", game=self.game.key, problem=finding.text))


def _with_limits(problem: BotFailed) -> Text:
    """What happened; of a program that has died also what it may use, as it may have died of that."""
    if not isinstance(problem, Died):
        return problem.text
    return Text(
        "{problem}; each of its processes may use {memory} GiB of memory, {hours} h of processor time "
        "and files of {file} GiB",
        problem=problem.text,
        memory=(USUAL.memory or 0) // 2**30,
        hours=(USUAL.cpu or 0) // 3600,
        file=(USUAL.file or 0) // 2**30,
    )


def _kind(text: Text) -> tuple[str, ...]:
    """The sentence without what fills it, and that of the problem inside it."""
    inner = dict(text.params or ()).get("problem")
    return (text.message, *(_kind(inner) if isinstance(inner, Text) else ()))


def _cut(line: str) -> str:
    return line if len(line) <= 120 else line[:60] + " ... " + line[-55:]
