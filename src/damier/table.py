"""A live game: seats taken by people or engines, undo, clocks, rounds, and events to listen to."""

from __future__ import annotations

import copy
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from damier.core.clock import Timing, read_clock, time_left, write_clock
from damier.core.ending_text import how_it_ended
from damier.core.engine import Clock
from damier.core.event import Event
from damier.core.game import AnyGame, Outcome, Seat, new_seed
from damier.core.options import Options
from damier.core.record import (
    ENDED_BY,
    LEFT,
    WITHOUT_LOSER,
    Record,
    broken,
    first_state,
    played,
    read_seconds,
    taken_back,
)
from damier.core.text import IllegalMove, Refusal, Text, Unreadable

PERSON = "person"
"""What a record calls a person; any other name is a level's key or a bot's file."""

PlayerNumber: TypeAlias = int
"""Somebody at the table, from 0; keeps the number when the seats are swapped for the next round."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that has just been made."""

    seat: Seat
    move: Any
    before: Any
    """The state that it was made in."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a round ended, beyond the rules too."""

    ending: str
    """One of ``damier.core.record.ENDINGS``, but not ``open``."""
    points: tuple[float, ...]
    """By seat."""
    reason: Text
    left: bool = False
    """Whether it was claimed against somebody who did not come back."""


class Table:
    """One game after the other between the same players."""

    def __init__(
        self,
        game: AnyGame,
        options: Options | None = None,
        *,
        seed: int | None = None,
        players: Sequence[str] = (),
        timing: Timing | None = None,
        best_of: int = 1,
        now: Callable[[], float] = time.monotonic,
        first: Any = None,
        start: str = "",
    ) -> None:
        """*first* is the first state, for who has it already: a large board is not dealt twice.

        *start* is the position that each round begins with, as text, in place of what the options deal.
        """
        if best_of not in (1, 3, 5):
            raise Refusal(Text("a match is best of 1, 3 or 5 rounds, not {n}", n=best_of))
        self.game = game
        self.options = game.settle(None, options)
        self.start_position = start
        self.timing = timing
        self.best_of = best_of
        self.next_player: Event[Seat] = Event()
        self.moved: Event[Moved] = Event()
        self.undone: Event[Seat] = Event()
        self.over: Event[Ended] = Event()
        self.players = tuple(players)
        self.round = 0
        """Counts on over all matches at this table, because it says who sits where."""
        self._match = 0
        """The round in which the present match began."""
        self.tally = [0.0] * max(len(self.players), 1)
        self._now = now
        self._pending: deque[Callable[[], None]] = deque()
        self._telling = False
        self._deal(seed, first)

    def _deal(self, seed: int | None, first: Any = None) -> None:
        self.seed = new_seed() if seed is None else seed
        if first is None:
            first = first_state(self.game, self.options, self.seed, self.start_position)
        self._states = [first]
        self._moves: list[Any] = []
        self._undone: list[Any] = []
        self.ended: Ended | None = None
        self.practice = False
        self.tally += [0.0] * (self.state.seats - len(self.tally))
        self._spent: list[float] = []
        """Seconds of each move, in a game with clocks."""
        self.clock_since: float | None = self._now()
        """Since when the time of whoever moves runs, by what *now* reads; None: not before the next move."""
        self.timer_since: float | None = None
        """Since when the game is timed, by what *now* reads: from its first move that is no mere note on."""
        self._took = 0.0
        self._judge(tell=False)

    # What can be seen.

    @property
    def state(self) -> Any:
        """The truth at this moment: not for engines and screens, which get a view."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves of this round so far."""
        return tuple(self._moves)

    @property
    def states(self) -> tuple[Any, ...]:
        """The states of this round, the first one too."""
        return tuple(self._states)

    @property
    def turn(self) -> Seat:
        """Who moves."""
        return int(self.state.turn)

    def view(self, seat: Seat | None = None) -> Any:
        """What *seat* may know, or whoever moves."""
        return self.game.view(self.state, self.turn if seat is None else seat)

    def player(self, seat: Seat) -> PlayerNumber:
        """Who sits there in this round: seats are swapped from round to round."""
        return (seat - self.round) % int(self.state.seats)

    def clock(self) -> Clock | None:
        """The time that is left at this moment; None in a game without clocks."""
        if self.timing is None:
            return None
        turns = [state.turn for state in self._states]
        left = time_left(self.timing, self._spent, turns, self.state.seats)
        if self.ended is None:
            left[self.turn] = max(0.0, left[self.turn] - self.running())
        elif self.ended.ending == "time":
            left[self.turn] = 0.0
        return Clock(tuple(left), self.timing.increment)

    def running(self) -> float:
        """How long whoever moves has thought already."""
        return 0.0 if self.clock_since is None else max(0.0, self._now() - self.clock_since)

    @property
    def taken_back(self) -> int:
        """How many moves can be made again."""
        return len(self._undone)

    def elapsed(self) -> float:
        """Seconds from the first move, without notes such as flags, to the end or until now."""
        return self._took + (
            max(0.0, self._now() - self.timer_since) if self.timer_since is not None else 0.0
        )

    def first_move(self) -> Any | None:
        """The first move that is no mere note: what is hidden may depend on it."""
        return next((move for move in self._moves if not self.game.note(move)), None)

    # What can be done.

    def start(self) -> None:
        """Begin: the clock runs and the first player is told."""
        self.clock_since = self._now()
        self._later(self._tell_over if self.ended else lambda: self.next_player.tell(self.turn))

    def copy(self) -> Table:
        """The same moment at another table: what is done there does not happen here, and nobody listens."""
        twin = copy.copy(self)
        twin._states, twin._moves, twin._undone = self._states[:], self._moves[:], self._undone[:]
        twin._spent, twin.tally = self._spent[:], self.tally[:]
        twin.next_player, twin.moved, twin.undone, twin.over = Event(), Event(), Event(), Event()
        twin._pending = deque()
        return twin

    def play(self, move: Any) -> None:
        """Make *move* for the seat whose turn it is."""
        if self.ended is not None:
            raise IllegalMove(Text("the game is over"))
        if self.tick():
            return
        before = self.state
        after = before.play(move)
        if self.timing is not None:
            self._spent.append(self.running())
        self._states.append(after)
        self._moves.append(move)
        self._undone.clear()
        self.clock_since = self._now()
        if self.timer_since is None and not self.game.note(move):
            self.timer_since = self._now()
        self._later(lambda: self.moved.tell(Moved(before.turn, move, before)))
        self._judge()

    def undo(self, until: Seat | None = None) -> int:
        """Take moves back: one, or until it is the turn of *until*; says how many."""
        taken, made = 0, len(self._moves)
        if self.ended is not None and (self._moves or self.ended.ending != "rules"):
            taken = 0 if self.ended.ending == "rules" else 1  # a resignation is not a move
            for seat, points in enumerate(self.ended.points):
                self.tally[self.player(seat)] -= points
            self.ended = None
        while self._moves and (taken == 0 or (until is not None and self.turn != until)):
            self._undone.append(self._moves.pop())
            self._states.pop()
            if self._spent:
                self._spent.pop()
            taken += 1
        if taken == 0:
            raise Refusal(Text("there is no move to take back"))
        if self.game.view(self.state, self.turn) is not self.state:
            self.practice = True  # what was seen cannot be unseen
        if self.clock_since is not None or len(self._moves) < made:  # a stopped clock waits for a move
            self.clock_since = self._now()
        self._later(lambda: self.undone.tell(self.turn))
        return taken

    def redo(self) -> None:
        """Make the last move that was taken back once more."""
        if not self._undone:
            raise Refusal(Text("there is no move to make again"))
        rest, made = self._undone[:-1], len(self._moves)
        self.play(self._undone[-1])
        if len(self._moves) == made + 1:  # no engine has answered with a move of its own
            self._undone = rest

    def resign(self, seat: Seat) -> None:
        """*seat* gives up."""
        self._end("resigned", seat, Text("{seat} gave up", seat=self.game.seat_names[seat]))

    def agree(self) -> None:
        """All agree on a draw."""
        self._end("agreed", None, ENDED_BY["agreed"])

    def forfeit(self, seat: Seat, reason: Text) -> None:
        """*seat* broke the rules: a bot that failed."""
        self._end("forfeited", seat, reason)

    def abandon(self, seat: Seat, *, drawn: bool = False) -> None:
        """*seat* has left: the others win, or are content with a draw."""
        reason = Text("{seat} left the game", seat=self.game.seat_names[seat])
        if drawn:
            self._end("agreed", None, reason, left=True)
        else:
            self._end("forfeited", seat, reason, left=True)

    def tick(self) -> bool:
        """Look at the clock: whether the round is over because time ran out."""
        clock = self.clock()
        if self.ended is None and clock is not None and clock.left[self.turn] <= 0:
            self._end("time", self.turn, Text("{seat} ran out of time", seat=self.game.seat_names[self.turn]))
        return self.ended is not None

    def next_round(self, seed: int | None = None) -> None:
        """Swap the seats and begin again; refused when the match is decided or a round is open."""
        if self.ended is None:
            raise Refusal(Text("this round is not over yet"))
        if self.decided():
            raise Refusal(Text("the match is decided"))
        self.round += 1
        self._deal(seed)

    def rematch(self, seed: int | None = None) -> None:
        """A new match between the same players, of as many rounds; they swap seats once more."""
        if not self.decided():
            raise Refusal(Text("this round is not over yet"))
        self.round += 1
        self._match = self.round
        self.tally = [0.0] * len(self.tally)
        self._deal(seed)

    @property
    def played(self) -> int:
        """How many rounds of the match are over."""
        return self.round - self._match + (1 if self.ended else 0)

    def decided(self) -> bool:
        """Whether no later round can change who wins the match."""
        left = self.best_of - self.played
        best, *others = sorted(self.tally, reverse=True)
        return left <= 0 or (bool(others) and best - others[0] > left)

    def record(self) -> Record:
        """This round on paper."""
        ended, loser = self.ended, None
        if ended is not None and ended.ending not in WITHOUT_LOSER:
            loser = ended.points.index(min(ended.points))
        sitting = [self.player(seat) for seat in range(self.state.seats)]
        return Record(
            game=self.game.key,
            options=self.options,
            seed=self.seed,
            moves=tuple(self.game.write(move) for move in self._moves),
            start=self.start_position,
            ending=ended.ending if ended else "open",
            loser=loser,
            players=tuple(self.players[number] for number in sitting if number < len(self.players)),
            practice=self.practice,
            more={
                "seconds": round(self.elapsed(), 1),
                **({"left": True} if ended and ended.left else {}),
                **({"undone": [self.game.write(move) for move in self._undone]} if self._undone else {}),
                **({"clock": write_clock(self.timing, self._spent, self.running())} if self.timing else {}),
            },
        )

    @classmethod
    def resume(
        cls,
        game: AnyGame,
        record: Record,
        *,
        known: tuple[Sequence[Any], Sequence[Any]] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> Table:
        """A table at which *record* goes on; *known* are its states and moves, if it was replayed already."""
        states, moves = played(game, record) if known is None else known
        clock = read_clock(record)
        more: dict[str, Any] = {"timing": clock.timing if clock else None, "now": now, "first": states[0]}
        more["start"] = record.start
        table = cls(game, record.options, seed=record.seed, players=record.players, **more)
        table._states, table._moves = list(states), list(moves)
        if clock is not None:
            table._spent = list(clock.spent)
            table.clock_since = now() - clock.running
        table.practice = record.practice
        table._took = read_seconds(record.more.get("seconds")) or 0.0
        table._undone = taken_back(game, states[-1], record.more.get("undone"))
        table._judge(tell=False)
        if (record.ending == "rules") != (table.ended is not None):
            raise Unreadable(broken("ending"))
        if record.loser is not None and record.loser >= table.state.seats:
            raise Unreadable(broken("loser"))
        if record.ending in ENDED_BY:
            left = record.more.get("left") is True and record.ending in LEFT
            reason = (LEFT if left else ENDED_BY)[record.ending]
            table._end(record.ending, record.loser, reason, tell=False, left=left)
        return table

    # How it works.

    def _judge(self, tell: bool = True) -> None:
        outcome: Outcome | None = self.state.outcome()
        if outcome is not None:
            self._finish(Ended("rules", outcome.points, outcome.reason), tell)
        elif tell:
            self._later(lambda: self.next_player.tell(self.turn))

    def _end(
        self, ending: str, loser: Seat | None, reason: Text, tell: bool = True, left: bool = False
    ) -> None:
        """Beyond the rules; nobody loses by an agreement."""
        if self.ended is not None:
            raise IllegalMove(Text("the game is over"))
        if loser is None and self.state.seats < 2:
            raise Unreadable(broken("ending"))  # who plays alone cannot agree with anybody
        if ending == "resigned" and self.state.seats < 2:
            reason = Text("the game was given up")
        paper = Record(game=self.game.key, options=self.options, seed=0, ending=ending, loser=loser)
        points = paper.points(None, self.state.seats)
        assert points is not None
        self._finish(Ended(ending, points, reason, left), tell)

    def _finish(self, ended: Ended, tell: bool) -> None:
        self.ended = ended
        self._took, self.timer_since = self.elapsed(), None
        self.clock_since = None  # taken back, a clock waits for a move, as it does in a table that was stored
        for seat, points in enumerate(ended.points):
            self.tally[self.player(seat)] += points
        if tell:
            self._later(self._tell_over)

    def _tell_over(self) -> None:
        if self.ended is not None:
            self.over.tell(self.ended)

    def _later(self, tell: Callable[[], None]) -> None:
        """Tell now, or after what is being told: two engines do not call each other ever deeper."""
        self._pending.append(tell)
        if self._telling:
            return
        self._telling = True
        try:
            while self._pending:
                self._pending.popleft()()
        finally:
            self._telling = False
            self._pending.clear()


def how_lost(table: Table) -> Text | None:
    """What the game says of the last move where it lost a game for one; nothing of a game given up."""
    ended = table.ended
    if ended is None or ended.ending != "rules" or ended.points != (0.0,) or not table.moves:
        return None
    before = table.states[-2]
    return table.game.how_lost(table.game.view(before, before.turn), table.moves[-1])


def ending_sentence(table: Table, ended: Ended, *, watched: bool = False) -> Text:
    """How it ended, in one sentence for whoever played, or *watched* it."""
    player = table.players[0] if table.players else None
    named = table.game.called(player) if player not in (None, PERSON) else None
    you = player == PERSON and not watched
    return how_it_ended(table.game, ended.points, ended.reason, you=you, player=named)
