"""Positions whose exact worth is known, and the tool that asks about them.

An examiner knows for every move of a position what it is exactly worth to who makes it. Whether an engine
keeps the best worth is then no opinion, and no rival is needed to tell.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from damier.core.game import AnyGame, Tool
from damier.core.text import Number, Text
from damier.core.tools.batch_tools import make_or_count
from damier.core.verdict import Draw

Worth: TypeAlias = float
"""What a move is exactly worth to who makes it, more is better: points, boxes, the chance to survive."""

Every: TypeAlias = Callable[[str], Iterable[str]]
"""By a position, as text, every move that answers the question, as written."""

OTHERS = "*"
"""In a file, for all moves of a position that are not listed."""

SAME = 1e-6
"""Worths that are nearer are the same: files keep nine digits."""


@dataclass(frozen=True, slots=True)
class Question:
    """One position, solved; some moves are worth less than others, else it would ask nothing."""

    position: str
    """The position, as text."""
    kinds: tuple[str, ...]
    """What it is an example of, by the examiner's keys: ``("won", "late")``."""
    worths: Mapping[str, Worth]
    """Every move that answers the question, as written, and its exact worth."""
    story: tuple[str, ...] = ()
    """The preset and the moves of a game that leads here, for engines that read moves; empty if none does."""

    @property
    def best(self) -> Worth:
        """What the best moves are worth."""
        return max(self.worths.values())

    @property
    def worst(self) -> Worth:
        """What the worst moves are worth."""
        return min(self.worths.values())

    def keeps(self, worth: Worth) -> bool:
        """Whether a move of this *worth* keeps what the position is worth."""
        return worth >= self.best - SAME

    @property
    def right(self) -> tuple[str, ...]:
        """The moves that keep it."""
        return tuple(move for move, worth in self.worths.items() if self.keeps(worth))

    @property
    def asks(self) -> bool:
        """Whether moves differ at all."""
        return self.worst < self.best - SAME


@dataclass(frozen=True, slots=True)
class Scale:
    """How a game says what a move is worth."""

    say: Callable[[Worth], Text]
    """``wins``, ``3 boxes ahead``, ``34% mine``."""
    blame: Callable[[Worth, Worth], Text]
    """A worth where a better one could be had: ``loses instead of winning``, ``2 boxes fewer``."""
    lost: Callable[[float], Text]
    """What is lost by a move on average: ``0.12 points lost a move``."""


@dataclass(frozen=True, slots=True)
class Examiner(Tool):
    """A tool of a game that asks for the best move of solved positions."""

    questions: Callable[[], Sequence[Question]]
    """The set, always the same; every beginning of it is a fair sample."""
    kinds: Mapping[str, Text]
    """The kinds of questions in the order in which marks are told, and what people call them."""
    scale: Scale
    worth: Callable[[Question, Any, str], Worth] = lambda question, view, move: question.worths[move]
    """What an answer is worth; only where the list of a question cannot hold them all is it counted."""
    follow: Callable[[Any, Any], Any] = lambda view, move: None
    """The view after a move that only writes something down, to be asked about again; else None."""


def examiner(
    about: Text,
    *,
    game: str,
    kinds: Mapping[str, Text],
    scale: Scale,
    make: Callable[[], Iterable[Question]],
    stored: Path | None = None,
    every: Every | None = None,
    **more: Callable[..., Any],
) -> Examiner:
    """The examiner of *game*, whose set is what *make* solves, or what was *stored* of that in a file.

    Where *every* lists the moves that answer a position, the file need not list those of the largest group.
    As a tool it counts its questions, or solves them anew and writes them to a file.
    """

    def solve() -> tuple[Question, ...]:
        return mixed(make())

    questions = cache(solve) if stored is None else partial(load, stored, every)
    run = partial(
        make_or_count,
        solve,
        questions,
        lambda asked: dump(asked, game, shorten=every is not None),
        lambda n: Text("{n} positions with an exact answer", n=n),
        kinds,
        lambda question: question.kinds,
    )
    return Examiner(about, run, questions, kinds, scale, **more)


def examiner_of(game: AnyGame) -> Examiner | None:
    """The examiner among the tools of *game*, if it offers one."""
    return next((tool for tool in game.tools.values() if isinstance(tool, Examiner)), None)


def mixed(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Those that ask something, in an order that is fixed and has nothing to do with what they ask."""

    def shuffled(question: Question) -> bytes:
        return hashlib.blake2b(question.position.encode(), digest_size=8).digest()

    return tuple(sorted((question for question in questions if question.asks), key=shuffled))


def dump(questions: Sequence[Question], game: str, *, shorten: bool = False) -> str:
    """The set as text, a question a line: position, kinds, story, each worth with its moves.

    To *shorten* it, a question's largest group of moves is written as all others.
    """
    head = (
        f"# {len(questions)} solved positions of {game}; written by: damier tool {game} exam FILE\n"
        "# position, kinds, preset and moves of a game that leads there or -, "
        "then each worth and the moves that have it, best first; tabs between them\n"
    )
    return head + "".join(_line(question, shorten) for question in questions)


def _line(question: Question, shorten: bool) -> str:
    moves: dict[str, list[str]] = {}
    for move, worth in sorted(question.worths.items(), key=lambda pair: -pair[1]):
        moves.setdefault(f"{worth:.9g}", []).append(move)
    if shorten:
        largest = max(moves, key=lambda worth: len(moves[worth]))
        moves[largest] = [OTHERS]
    groups = (f"{worth}: {' '.join(sorted(named))}" for worth, named in moves.items())
    story = " ".join(question.story) or "-"
    return "\t".join((question.position, " ".join(question.kinds), story, *groups)) + "\n"


@cache
def load(path: Path, every: Every | None = None) -> tuple[Question, ...]:
    """The set that :func:`dump` wrote to *path*."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_question(line, every) for line in lines if line and not line.startswith("#"))


def _question(line: str, every: Every | None) -> Question:
    position, kinds, story, *groups = line.split("\t")
    worths: dict[str, Worth] = {}
    for group in groups:
        worth, _, moves = group.partition(": ")
        worths.update(dict.fromkeys(moves.split(), float(worth)))
    if every is not None and OTHERS in worths:
        worths = {**dict.fromkeys(every(position), worths.pop(OTHERS)), **worths}
    return Question(position, tuple(kinds.split()), worths, () if story == "-" else tuple(story.split()))


# Games that are won, drawn or lost


def _say(worth: Worth) -> Text:
    return Text("wins") if worth == 1 else Draw().label if worth == 0.5 else Text("loses")


def _blame(worth: Worth, best: Worth) -> Text:
    if best == 1:
        return Text("draws instead of winning") if worth == 0.5 else Text("loses instead of winning")
    return Text("loses instead of drawing")


RESULT = Scale(
    say=_say,
    blame=_blame,
    lost=lambda loss: Text("{n} points lost a move, on average", n=Number(round(loss, 3), "g")),
)
"""Worths are points: 1 for a win, 0.5 for a draw, 0 for a loss, with best play of both from there."""

RESULTS: Mapping[str, Text] = {"won": Text("to be won"), "drawn": Text("to be held")}
"""What can be kept; a lost position asks nothing, because no move loses it any more."""


def result_kind(best: Worth) -> str:
    """The key in RESULTS for a position worth *best*."""
    return "won" if best == 1 else "drawn"
