"""Whether a program keeps to the conversation: it begins, gets ready, ignores what is new, and leaves."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from damier.core.game import AnyGame
from damier.core.text import Number, Text
from damier.games import game as find_game
from damier.games import names as game_names
from damier.protocol.compliance.findings import Finding, doubtful, good, wrong
from damier.protocol.compliance.introduction import OPTION, check_introduction
from damier.protocol.conversation import Hopeless, Talk
from damier.protocol.external_engine import READY
from damier.protocol.lines import HELLO, HELLO_BACK, after_first, first_word, split_keys
from damier.protocol.process import clean
from damier.protocol.supervise import BotFailed, TooLate

STRANGE = ("", "xyzzy 1 2 3", "setoption name Nonsense value 1", "déjà vu", "long " + "x" * 20_000)
"""Lines that no engine knows."""


def check_beginning(talk: Talk, keys: Sequence[str], games: list[AnyGame]) -> Iterator[Finding]:
    """Who it is and what it plays; puts what can be asked for into *games*."""
    try:
        said = talk.introduce()
    except TooLate as problem:
        raise Hopeless(_unheard(talk, HELLO, HELLO_BACK, problem)) from problem
    yield good(Text("it introduces itself"))
    yield from check_introduction(said)
    claimed = [key for line in said if first_word(line) == "games" for key in after_first(line).split()]
    if not claimed:
        raise Hopeless(
            Text("it does not tell what it plays: say 'games connect4' before '{word}'", word=HELLO_BACK)
        )
    for key in dict.fromkeys(keys or claimed):
        if key not in claimed:
            yield wrong(Text("it does not claim to play {game}: say so in its line 'games'", game=key))
        elif key in game_names():
            games.append(find_game(key))
    yield from _readiness(talk, [line for line in said if first_word(line) == "option"])


def _readiness(talk: Talk, options: Sequence[str]) -> Iterator[Finding]:
    """Whether it gets ready, at first and after its options were set to what they are anyway."""
    began = time.monotonic()
    try:
        talk.say()
        talk.ready()
    except TooLate as problem:
        raise Hopeless(_unheard(talk, "isready", "readyok", problem)) from problem
    took = time.monotonic() - began
    if took > talk.pace.idle:
        yield doubtful(
            Text(
                "it needs {took} s to get ready; {most} s is the most",
                took=Number(took, ".0f"),
                most=int(READY),
            )
        )
    yield good(Text("it says when it is ready"))
    for line in options:
        values = dict(split_keys(after_first(line).split(), OPTION))
        if values.get("name") and values.get("default"):
            talk.say(f"setoption name {values['name']} value {values['default']}")
            try:
                talk.ready()
            except TooLate as problem:
                raise Hopeless(
                    Text(
                        "it does not answer any more after its option '{name}' was set to its default",
                        name=clean(values["name"], 40),
                    )
                ) from problem


def _unheard(talk: Talk, question: str, word: str, problem: TooLate) -> Text:
    """That *word* did not come, and what came in its place."""
    near = next((line for line in talk.heard if first_word(line) == word), None)
    if near is not None:
        return Text(
            "it answers '{line}': say '{word}' and nothing else in that line", line=clean(near, 80), word=word
        )
    if question == HELLO:
        return Text(
            "it does not answer '{hello}' with '{answer}': read a line, answer, and flush the output",
            hello=HELLO,
            answer=HELLO_BACK,
        )
    return Text(
        "it does not answer '{question}' with '{answer}': {problem}; "
        "where it has much to load, let the check wait: --ready {most}",
        question=question,
        answer=word,
        problem=problem.text,
        most=int(READY),
    )


def check_manners(talk: Talk) -> Iterator[Finding]:
    """What it must ignore."""
    talk.say(*STRANGE)
    try:
        talk.ready()
    except BotFailed as problem:
        raise Hopeless(
            Text(
                "it fails after a line that it does not know: ignore such lines ({problem})",
                problem=problem.text,
            )
        ) from problem
    yield good(Text("it ignores what it does not know"))
    talk.say("stop")
    talk.ready()
    if any(first_word(line) == "bestmove" for line in talk.heard):
        yield wrong(Text("it answers 'stop' though it does not think: ignore it then"))


def check_leaving(talk: Talk) -> Iterator[Finding]:
    """``quit``, and the end of its input."""
    if not talk.running:
        talk.introduce()
    talk.say("quit")
    if not talk.process.leaves(talk.pace.leaving):
        yield wrong(
            Text("it does not leave within {seconds} s of 'quit'", seconds=Number(talk.pace.leaving, "g"))
        )
    elif code := talk.process.end():
        yield doubtful(Text("it leaves with exit code {code} after 'quit': 0 is usual", code=code))
    else:
        yield good(Text("it leaves when it is told to"))
    talk.close()
    talk.introduce()
    talk.process.hang_up()
    if not talk.process.leaves(talk.pace.leaving):
        yield wrong(
            Text(
                "it does not leave within {seconds} s when its input ends",
                seconds=Number(talk.pace.leaving, "g"),
            )
        )
    else:
        yield good(Text("it leaves when its input ends"))
