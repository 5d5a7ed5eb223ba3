"""Whether a program plays one game as a match asks for it: everywhere, in time, and again the same."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

from damier.core.engine import Clock, Limit
from damier.core.game import AnyGame
from damier.core.text import Number, Text
from damier.protocol.compliance.asking import Asking
from damier.protocol.compliance.findings import Finding, doubtful, good, wrong
from damier.protocol.compliance.positions import Place, early, late, start, step, unfit, walk
from damier.protocol.conversation import Hopeless, Talk
from damier.protocol.lines import first_word, write_position
from damier.protocol.process import clean
from damier.protocol.supervise import THINKING, BotFailed, TooLate

SECONDS_TO_USE = 0.3
"""Seconds of which the share that it used is told: a clock that stops early has cost programs many a game."""

QUICK = Limit(time=0.05)
"""For most questions: an engine that thinks as long as it may is asked a hundred of them in five seconds."""

WALKS, WALKS_ELSEWHERE = 6, 2
"""Random games that positions are taken from: on the usual board, and on each of the others."""

LATE_POSITIONS, LATE_POSITIONS_ELSEWHERE = 12, 3
"""Late positions that are asked about."""

HABITS, HABITS_ELSEWHERE = 6, 2
"""Of so many of its moves, the most usual first, a position is asked about in which it is not legal."""

OWN_MOVES = 40
"""Moves of its own in a game against chance."""

PAUSE = 0.5
"""Seconds in which the other thinks."""

AGAIN = 6
"""Positions that are asked about twice with the same seed."""


def check_game(talk: Talk, game: AnyGame) -> Iterator[Finding]:
    """Legal moves on every board, limits, silence, stop, and the same again for the same seed."""
    asking = Asking(talk, game)
    asking.begin()
    walks = _walks(game, None, WALKS)
    parts = (
        _usual_board(asking, walks),
        _own_game(asking),
        _other_boards(asking),
        _told_alone(asking, walks[0][-1]),
        _limits(asking, walks[1][1]),
        _silence(asking, walks[1][1]),
        _stop(asking, walks[1][1]),
        _same_again(asking, early(walks) + late(walks, 1)),
    )
    for part in parts:
        yield from part
        if asking.given_up:
            return
    if not asking.told:
        yield good(Text("{game}: every word that it says is right", game=game.key))


def _usual_board(asking: Asking, walks: Sequence[Sequence[Place]]) -> Iterator[Finding]:
    """Positions from the first to the last move, and those where what it always plays is not legal."""
    for place in early(walks) + late(walks, LATE_POSITIONS):
        yield from asking.ask(place, QUICK)
    yield from _habits(asking, walks, HABITS)
    if not asking.wrong:
        yield good(Text("{game}: legal moves in {n} positions", game=asking.game.key, n=asking.asked))


def _walks(game: AnyGame, setup: str | None, number: int) -> list[list[Place]]:
    """So many random games on one board; the same in every check."""
    return [walk(game, game.settle(setup), random.Random(f"{game.key} {setup} {n}")) for n in range(number)]


def _habits(asking: Asking, walks: Sequence[Sequence[Place]], most: int) -> Iterator[Finding]:
    usual = [move for move, _ in asking.answers.most_common(most)]
    for place in unfit(walks, usual):
        yield from asking.ask(place, QUICK)


def _own_game(asking: Asking) -> Iterator[Finding]:
    """A game against chance, in the order in which a match asks."""
    rng = random.Random(asking.game.key)
    place: Place | None = start(asking.game, asking.game.settle(), rng)
    asking.begin()
    seat = rng.randrange(place.state.seats) if place is not None else 0
    moves = 0
    while place is not None and place.state.outcome() is None and moves < OWN_MOVES:
        if place.state.turn != seat:
            place = step(place, rng)
            continue
        moves += 1
        yield from asking.ask(place, QUICK)
        if asking.move is None:
            return
        place = place.after(asking.move)
    yield good(Text("{game}: a game against chance, {n} moves of its own", game=asking.game.key, n=moves))


def _other_boards(asking: Asking) -> Iterator[Finding]:
    """The presets of the game; an engine that does not play one says ``bestmove none`` there."""
    game = asking.game
    for setup in list(game.presets)[1:]:
        if asking.given_up:
            return
        walks = _walks(game, setup, WALKS_ELSEWHERE)
        before, asked = asking.wrong, asking.asked
        asking.answers.clear()
        asking.begin()
        first, *others = early(walks, (0, 9)) + late(walks, LATE_POSITIONS_ELSEWHERE)
        found = list(asking.ask(first, QUICK))
        if asking.refused:
            asking.wrong = before
            yield doubtful(
                Text(
                    "{game}: it does not play on the board '{setup}', and would lose there",
                    game=game.key,
                    setup=setup,
                )
            )
            continue
        yield from found
        for place in others:
            yield from asking.ask(place, QUICK)
        yield from _habits(asking, walks, HABITS_ELSEWHERE)
        if asking.wrong == before:
            n = asking.asked - asked
            yield good(
                Text("{game}: legal moves in {n} positions of '{setup}'", game=game.key, n=n, setup=setup)
            )


def _told_alone(asking: Asking, place: Place) -> Iterator[Finding]:
    """Whether it can do without setup and moves, which are not always known."""
    before = asking.wrong
    list(asking.ask(place, QUICK, words=write_position(asking.game, place.view)))
    if asking.move is None:
        asking.wrong = before
        yield doubtful(
            Text(
                "{game}: it cannot read a position as text alone: exams and boards set up by hand need it",
                game=asking.game.key,
            )
        )


def _limits(asking: Asking, place: Place) -> Iterator[Finding]:
    """Every way to limit it."""
    seats = place.state.seats
    before = asking.wrong
    yield from asking.ask(place, Limit(time=SECONDS_TO_USE))
    if asking.move is not None:
        yield good(
            Text(
                "{game}: of {seconds} s for a move it used {share}",
                game=asking.game.key,
                seconds=Number(SECONDS_TO_USE, "g"),
                share=Number(min(1.0, asking.took / SECONDS_TO_USE), ".0%"),
            )
        )
    for limit, more in (
        (Limit(cpu=0.1), ""),
        (Limit(nodes=100), ""),
        (Limit(depth=1), ""),
        (Limit(nodes=100, lines=2), ""),
        (Limit(nodes=100), " nonsense 5"),
        (Limit(time=0.1, nodes=10**9, depth=100), ""),
        (Limit(clock=Clock((1.0,) * seats)), ""),
        (Limit(clock=Clock((0.3,) * seats, 0.1)), ""),
        (Limit(), ""),
    ):
        yield from asking.ask(place, limit, more)
    if asking.wrong == before:
        yield good(Text("{game}: it keeps its limits", game=asking.game.key))


def _silence(asking: Asking, place: Place) -> Iterator[Finding]:
    """Nothing is said, printed or started without end while the other thinks."""
    yield from asking.ask(place, QUICK)
    talk = asking.talk
    if asking.move is None:
        return
    try:
        talk.say()
        talk.within(PAUSE)
    except BotFailed as problem:
        asking.wrong += 1
        yield wrong(
            Text("{game}: while the other thinks: {problem}", game=asking.game.key, problem=problem.text)
        )
        return
    said = talk.unasked + talk.heard
    if any(first_word(line) == "bestmove" for line in said):
        yield wrong(Text("{game}: it says 'bestmove' twice for one 'go'", game=asking.game.key))
    elif said:
        yield doubtful(
            Text(
                "{game}: it says '{line}' while the other thinks: wait until you are asked",
                game=asking.game.key,
                line=clean(said[0], 80),
            )
        )


def _stop(asking: Asking, place: Place) -> Iterator[Finding]:
    """``stop`` is answered soon, with one ``bestmove`` in all."""
    talk, game = asking.talk, asking.game
    if not talk.running:
        asking.begin()
    talk.say(place.words, "go infinite")
    try:
        early = talk.within(0.3, "bestmove")
        talk.add("stop")
        began = time.monotonic()
        if early is None:
            talk.until("bestmove", min(talk.pace.idle, THINKING))
        took = time.monotonic() - began
    except TooLate as problem:
        raise Hopeless(
            Text(
                "{game}: it does not answer 'stop' with 'bestmove': read lines while it thinks", game=game.key
            )
        ) from problem
    try:
        talk.ready()
    except TooLate as problem:
        raise Hopeless(Text("{game}: it does not answer any more after 'stop'", game=game.key)) from problem
    if sum(first_word(line) == "bestmove" for line in talk.heard) > 1:
        yield wrong(Text("{game}: it says 'bestmove' twice for one 'go'", game=game.key))
    elif took > talk.pace.stopping + talk.pace.slack:
        yield wrong(
            Text(
                "{game}: it answers 'stop' after {took} s; {most} s is the most",
                game=game.key,
                took=Number(took, ".2f"),
                most=Number(talk.pace.stopping, "g"),
            )
        )
    else:
        yield good(Text("{game}: it stops when it is told to", game=game.key))


def _same_again(asking: Asking, places: Sequence[Place]) -> Iterator[Finding]:
    """The same seed and as many nodes give the same moves."""
    played: list[list[object]] = [[], []]
    for moves in played:
        asking.begin(7)
        for place in places[:AGAIN]:
            yield from asking.ask(place, Limit(nodes=200))
            moves.append(asking.move)
            if asking.given_up:
                return
    if played[0] == played[1]:
        yield good(Text("{game}: the same seed gives the same moves", game=asking.game.key))
    else:
        yield doubtful(
            Text(
                "{game}: the same seed and as many nodes give other moves: tournaments cannot be repeated",
                game=asking.game.key,
            )
        )
