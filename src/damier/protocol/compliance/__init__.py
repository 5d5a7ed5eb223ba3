"""Whether a program speaks the lines of docs/protocol.md, and if not, what would be right.

It is held to the limits of a match by what holds it there, :mod:`damier.protocol.supervise`, so that what
passes here does not lose there for something that could have been seen.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from damier.core.game import AnyGame
from damier.core.text import Number, Text
from damier.protocol.compliance.conversation_rules import check_beginning, check_leaving, check_manners
from damier.protocol.compliance.findings import DOUBTFUL, GOOD, WRONG, Finding, good, wrong
from damier.protocol.compliance.playing import check_game
from damier.protocol.conversation import Hopeless, Pace, Talk
from damier.protocol.supervise import BotFailed

__all__ = ["DOUBTFUL", "GOOD", "WRONG", "Finding", "Pace", "check_engine"]

PACE = Pace()
"""How long a check waits if nobody says otherwise."""


def check_engine(command: Sequence[str], keys: Sequence[str] = (), pace: Pace = PACE) -> Iterator[Finding]:
    """All that was looked at, as it is found; *keys* are the games to ask for, by default those it claims."""
    talk = Talk(command, pace)
    games: list[AnyGame] = []
    try:
        yield from check_beginning(talk, keys, games)
        talk.most = pace.most(len(games))
        yield from check_manners(talk)
        for game in games:
            yield from check_game(talk, game)
        yield from check_leaving(talk)
    except (Hopeless, BotFailed) as problem:
        yield wrong(problem.text)
    finally:
        talk.close()
    yield good(
        Text(
            "{n} questions in {seconds} s; a check takes at most {most} s",
            n=talk.questions,
            seconds=Number(time.monotonic() - talk.began, ".1f"),
            most=Number(talk.most, "g"),
        )
    )
