"""Whether a program speaks the lines of docs/protocol.md, and if not, what would be right."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.games import game as find_game
from damier.games import names as game_names
from damier.protocol.external import READY, with_grace
from damier.protocol.lines import HELLO, HELLO_BACK, write_position, write_setup
from damier.protocol.opinions import KEYS, read_info
from damier.protocol.process import clean
from damier.protocol.talk import PATIENCE, Hopeless, Talk

GOOD, DOUBTFUL, WRONG = "good", "doubtful", "wrong"
"""As it should be; allowed, but probably not meant; must be mended."""

CLOCK = 1.0
"""Seconds on the clock when it is asked to play by one."""

STOPPED = 0.5
"""Seconds in which an engine must answer ``stop``."""

LEAVING = 2.0
"""Seconds in which it must leave after ``quit``."""

PLIES = (0, 1, 4, 9, 16)
"""How many random moves lead to the positions that are asked about."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    grade: str
    """One of GOOD, DOUBTFUL and WRONG."""
    text: Text


def check_engine(command: Sequence[str], keys: Sequence[str] = ()) -> Iterator[Finding]:
    """All that was looked at, as it is found; *keys* are the games to ask for, by default those it claims."""
    try:
        talk = Talk(command)
    except Hopeless as problem:
        yield Finding(WRONG, problem.text)
        return
    try:
        games: list[AnyGame] = []
        yield from _introduction(talk, keys, games)
        yield from _manners(talk)
        for game in games:
            yield from _game(talk, game)
        yield from _leaving(talk, command)
    except Hopeless as problem:
        yield Finding(WRONG, problem.text)
    finally:
        talk.process.end()


def _introduction(talk: Talk, keys: Sequence[str], games: list[AnyGame]) -> Iterator[Finding]:
    """Who it is and what it plays; puts what can be asked for into *games*."""
    talk.say(HELLO)
    if talk.until(HELLO_BACK) is None:
        raise Hopeless(
            Text(
                "it does not answer '{hello}' with '{answer}': read a line, answer, and flush the output",
                hello=HELLO,
                answer=HELLO_BACK,
            )
        )
    yield Finding(GOOD, Text("it introduces itself"))
    said = [line.split() for line in talk.heard]
    if not any(words[:2] == ["id", "name"] and len(words) > 2 for words in said):
        yield Finding(
            DOUBTFUL, Text("it does not tell its name: say 'id name …' before '{word}'", word=HELLO_BACK)
        )
    claimed = [key for words in said if words[:1] == ["games"] for key in words[1:]]
    if not claimed:
        raise Hopeless(
            Text("it does not tell what it plays: say 'games connect4' before '{word}'", word=HELLO_BACK)
        )
    for key in keys or claimed:
        if key not in game_names():
            text = Text(
                "'{word}' is not a game: choose one of {choices}",
                word=key[:40],
                choices=", ".join(game_names()),
            )
            yield Finding(WRONG, text)
        elif key not in claimed:
            text = Text("it does not claim to play {game}: say so in its line 'games'", game=key)
            yield Finding(WRONG, text)
        else:
            games.append(find_game(key))


def _manners(talk: Talk) -> Iterator[Finding]:
    """Ready, options, and what it must ignore."""
    if not talk.ready():
        text = Text("it is not ready after {n} s; {most} s is the most", n=int(PATIENCE), most=int(READY))
        yield Finding(DOUBTFUL, text)
        if talk.until("readyok", READY - PATIENCE) is None:
            raise Hopeless(Text("it does not answer 'isready' with 'readyok'"))
    yield Finding(GOOD, Text("it says when it is ready"))
    talk.say("", "xyzzy 1 2 3", "setoption name Nonsense value 1", "déjà vu", "long " + "x" * 20_000)
    if not talk.ready():
        raise Hopeless(
            Text("it does not answer any more after a line that it does not know: ignore such lines")
        )
    yield Finding(GOOD, Text("it ignores what it does not know"))
    talk.say("stop")
    if not talk.ready() or any(line.startswith("bestmove") for line in talk.heard):
        yield Finding(WRONG, Text("it answers 'stop' though it does not think: ignore it then"))


def _game(talk: Talk, game: AnyGame) -> Iterator[Finding]:
    """Legal moves, limits, stop, and the same again for the same seed."""
    talk.say(f"newgame {game.key} seed 1")
    if not talk.ready():
        raise Hopeless(Text("it does not answer 'isready' after 'newgame {game}'", game=game.key))
    places = list(positions(game, random.Random(1)))
    wrong = 0
    for words, view in places:
        problem = _asked(talk, game, words, view, "go movetime 100", with_grace(0.1))
        if problem is not None:
            wrong += 1
            yield Finding(WRONG, Text("{game}: {problem}", game=game.key, problem=problem))
        if wrong == 3:
            return
    if not wrong:
        yield Finding(GOOD, Text("{game}: legal moves in {n} positions", game=game.key, n=len(places)))
    yield from _info(talk, game)
    yield from _text_alone(talk, game, places[-1][1])
    yield from _limits(talk, game, places[1])
    yield from _stop(talk, game, places[1])
    yield from _same_again(talk, game, places)


def _asked(
    talk: Talk,
    game: AnyGame,
    words: str,
    view: Any,
    go: str,
    seconds: float,
    heard: Callable[[str], None] = lambda word: None,
) -> Text | None:
    """What is wrong with its answer, if anything; *heard* gets the move."""
    for _ in range(2):  # a machine that does much at once may keep an engine waiting, but hardly twice
        talk.say(words, go)
        began = time.monotonic()
        answer = talk.until("bestmove", max(PATIENCE, seconds))
        took = time.monotonic() - began
        if answer is None or took <= seconds:
            break
    asked = Text("asked '{position}' and '{go}'", position=_cut(words), go=go)
    if answer is None:
        return Text("{asked}, it says no 'bestmove'", asked=asked)
    word = " ".join(answer.split()[1:2])
    try:
        move = game.read(word, view)
        if move not in view.moves():
            raise Refusal(Text("it is not among the legal moves"))
    except Refusal as problem:
        legal = " ".join(game.write(move) for move in view.moves()[:8])
        return Text(
            "{asked}, it answers '{answer}': {problem}; legal would be {moves}",
            asked=asked,
            answer=clean(answer, 60),
            problem=problem.text,
            moves=legal,
        )
    heard(game.write(move))
    if took > seconds:
        return Text(
            "{asked}, it takes {took} s; it would have lost after {seconds} s",
            asked=asked,
            took=f"{took:.2f}",
            seconds=f"{seconds:.2f}",
        )
    return None


def _cut(words: str) -> str:
    return words if len(words) <= 120 else words[:117] + "..."


def _info(talk: Talk, game: AnyGame) -> Iterator[Finding]:
    """Whether what it says while it thinks can be understood: the last answer is at hand."""
    for line in talk.heard:
        if line.startswith("info ") and not line.startswith("info string"):
            said = dict(read_info(line[5:]))
            for key in ("depth", "nodes", "rank", "score", "chance"):
                if key in said and not _is_number(said[key]):
                    yield Finding(
                        DOUBTFUL,
                        Text(
                            "{game}: '{line}' has no number after '{key}'",
                            game=game.key,
                            line=clean(line, 80),
                            key=key,
                        ),
                    )
                    return
            if not said:
                yield Finding(
                    DOUBTFUL,
                    Text(
                        "{game}: nothing in '{line}' is known: use {keys}",
                        game=game.key,
                        line=clean(line, 80),
                        keys=", ".join(KEYS),
                    ),
                )
                return


def _is_number(words: str) -> bool:
    try:
        float(words)
    except ValueError:
        return False
    return True


def _text_alone(talk: Talk, game: AnyGame, view: Any) -> Iterator[Finding]:
    """Whether it can do without setup and moves, which are not always known."""
    if _asked(talk, game, write_position(game, view), view, "go movetime 100", PATIENCE) is not None:
        yield Finding(
            DOUBTFUL,
            Text(
                "{game}: it cannot read a position as text alone: exams and boards set up by hand need it",
                game=game.key,
            ),
        )


def _limits(talk: Talk, game: AnyGame, place: tuple[str, Any]) -> Iterator[Finding]:
    """Every way to limit it."""
    words, view = place
    seats = view.seats
    clock = f"go times {' '.join(['1000'] * seats)} increments {' '.join(['0'] * seats)}"  # CLOCK, for each
    kept = True
    for go, seconds in (
        ("go movetime 300", with_grace(0.3)),
        ("go cputime 100", PATIENCE),
        ("go nodes 100", PATIENCE),
        ("go depth 1", PATIENCE),
        ("go nodes 100 lines 2", PATIENCE),
        ("go nodes 100 nonsense 5", PATIENCE),
        (clock, CLOCK),
    ):
        problem = _asked(talk, game, words, view, go, seconds)
        if problem is not None:
            kept = False
            yield Finding(WRONG, Text("{game}: {problem}", game=game.key, problem=problem))
    if kept:
        yield Finding(GOOD, Text("{game}: it keeps its limits", game=game.key))


def _stop(talk: Talk, game: AnyGame, place: tuple[str, Any]) -> Iterator[Finding]:
    """``stop`` is answered soon, with one ``bestmove`` in all."""
    talk.say(place[0], "go infinite")
    early = talk.until("bestmove", 0.3)
    talk.process.say("stop")
    began = time.monotonic()
    if early is None and talk.until("bestmove", PATIENCE) is None:
        raise Hopeless(
            Text(
                "{game}: it does not answer 'stop' with 'bestmove': read lines while it thinks", game=game.key
            )
        )
    took = time.monotonic() - began
    if not talk.ready():
        raise Hopeless(Text("{game}: it does not answer any more after 'stop'", game=game.key))
    if sum(line.startswith("bestmove") for line in talk.heard) > 1:
        yield Finding(WRONG, Text("{game}: it says 'bestmove' twice for one 'go'", game=game.key))
    elif took > STOPPED:
        yield Finding(
            WRONG,
            Text(
                "{game}: it answers 'stop' after {took} s; {most} s is the most",
                game=game.key,
                took=f"{took:.2f}",
                most=f"{STOPPED:g}",
            ),
        )
    else:
        yield Finding(GOOD, Text("{game}: it stops when it is told to", game=game.key))


def _same_again(talk: Talk, game: AnyGame, places: Sequence[tuple[str, Any]]) -> Iterator[Finding]:
    """The same seed and as many nodes give the same moves."""
    played: list[list[str]] = [[], []]
    for moves in played:
        talk.say(f"newgame {game.key} seed 7")
        talk.ready()
        for words, view in places:
            _asked(talk, game, words, view, "go nodes 200", PATIENCE, moves.append)
    if played[0] == played[1]:
        yield Finding(GOOD, Text("{game}: the same seed gives the same moves", game=game.key))
    else:
        yield Finding(
            DOUBTFUL,
            Text(
                "{game}: the same seed and as many nodes give other moves: tournaments cannot be repeated",
                game=game.key,
            ),
        )


def _leaving(talk: Talk, command: Sequence[str]) -> Iterator[Finding]:
    """``quit``, and the end of its input."""
    talk.say("quit")
    if not _left(talk):
        yield Finding(WRONG, Text("it does not leave within {n} s of 'quit'", n=int(LEAVING)))
    elif code := talk.process.end():
        yield Finding(DOUBTFUL, Text("it leaves with exit code {code} after 'quit': 0 is usual", code=code))
    else:
        yield Finding(GOOD, Text("it leaves when it is told to"))
    other = Talk(command)
    try:
        other.say(HELLO)
        other.until(HELLO_BACK)
        other.process.hang_up()
        if not _left(other):
            yield Finding(WRONG, Text("it does not leave within {n} s when its input ends", n=int(LEAVING)))
        else:
            yield Finding(GOOD, Text("it leaves when its input ends"))
    finally:
        other.process.end()


def _left(talk: Talk) -> bool:
    until = time.monotonic() + LEAVING
    while time.monotonic() < until and not talk.process.gone():
        time.sleep(0.01)
    return talk.process.gone()


def positions(game: AnyGame, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Positions of the usual board after some random moves, as they are told to engines."""
    options = game.settle()
    for plies in PLIES:
        state = game.deal(options, rng.getrandbits(64))
        moves: list[str] = []
        for _ in range(plies):
            move = rng.choice(state.moves())
            after = state.play(move)
            if after.outcome() is not None:
                break
            moves.append(game.write(move))
            state = after
        view = game.view(state, state.turn)
        told = (write_setup(game, options), moves) if view == state else (None, [])
        yield write_position(game, view, *told), view
