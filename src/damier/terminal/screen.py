"""The terminal as a place to say something, to show a board and to ask."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeVar

from rich.cells import cell_len
from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.status import Status
from rich.table import Column
from rich.table import Table as Grid

from damier.core.engine import Analysis, Engine, Limit, Line, Reason
from damier.core.game import AnyGame
from damier.core.heat import warmth
from damier.core.scene import At, Scene
from damier.core.text import Text, printable
from damier.core.verdict import Verdict
from damier.core.whose_moves import moves_of
from damier.terminal.draw_board import Look, fitting
from damier.terminal.line_breaks import Words
from damier.terminal.wide_boards import Narrow, narrowed

T = TypeVar("T")

LABEL = 5
"""How many characters a label on the board may have."""

COLUMN_GAP = 2
"""Characters between two columns of a table, and before what stands under a row."""


@dataclass(frozen=True, slots=True)
class Heat:
    """An opinion on each move, as it is written on the board."""

    labels: dict[At, str] = field(default_factory=dict)
    """Short words by place: ``12%``."""
    chances: dict[At, float] = field(default_factory=dict)
    """The colours of those places."""
    meanings: dict[str, Text] = field(default_factory=dict)
    """What the short words are short for: ``12% mine``."""
    signs: dict[str, Verdict] = field(default_factory=dict)
    """Of each kind of verdict with a sign one that explains it: ``W3`` is ``wins in 3 of red's moves``."""


class Screen:
    """Where a person looks; one language, one way of drawing."""

    def __init__(self, language: str = "en", *, ascii: bool = False, console: Console | None = None) -> None:
        self.language = language
        self.ascii = ascii or not _knows_unicode(sys.stdout.encoding)
        self.console = console or Console(highlight=False, soft_wrap=True, emoji=False)
        self.look = Look(ascii=self.ascii)

    def aside(self) -> Screen:
        """The same on standard error, for the progress of what is printed for programs."""
        console = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
        return Screen(self.language, ascii=self.ascii, console=console)

    def words(self, text: Text) -> str:
        """*text* in the screen's language."""
        return text.show(self.language)

    def say(self, text: Text, style: str = "") -> None:
        """One sentence on a line of its own."""
        self.line(self.words(text), style)

    def line(self, words: str = "", style: str = "") -> None:
        """Words that need no translation: a table row, a file's name.

        They are broken between words where a person looks, and left whole where a program reads.
        """
        wrap = self.console.is_terminal
        self.console.print(
            Group(Words(printable(words))),  # in a group, or rich would make it a text of its own kind
            style=style or None,
            soft_wrap=not wrap,
            overflow="fold" if wrap else "ignore",  # "ignore" breaks no line at all
            crop=False,
        )

    def columns(self, items: Iterable[str]) -> None:
        """Short items, as many beside each other as fit; one a line where a program reads."""
        lines = list(items)
        width = max(map(cell_len, lines), default=0)
        each = max(1, self.console.width // max(1, width)) if self.console.is_terminal else 1
        for first in range(0, len(lines), each):
            row = lines[first : first + each]
            self.line("".join(item + " " * (width - cell_len(item)) for item in row).rstrip())

    def problem(self, text: Text) -> None:
        """What was wrong, and what would be right."""
        self.line(self.words(text), "bold #e8563a")

    def ask(self, prompt: str) -> str | None:
        """What the person types; None at the end of input."""
        try:
            if _edits_lines() and not self.console.is_dumb_terminal:
                # Python's own prompt, its colours marked as no width, so that arrow keys edit and remember.
                return input(f"\x01\x1b[1m\x02{prompt}\x01\x1b[0m\x02")
            return self.console.input(Words(prompt, "bold"))
        except EOFError:
            self.line()
            return None
        except UnicodeError:
            return "\N{REPLACEMENT CHARACTER}"

    def board(
        self,
        game: AnyGame,
        view: Any,
        *,
        chosen: At | None = None,
        pointed: Iterable[At] = (),
        heat: Sequence[Line[Any]] = (),
        labelled: Sequence[tuple[At, Verdict]] = (),
    ) -> None:
        """The board of *view*, with a move, places pointed at, the numbers of a heat map and other labels."""
        scene = game.scene(view)
        shown = self._heat(game, scene, heat, labelled)
        look = replace(
            self.look,
            chosen=chosen,
            pointed=frozenset(pointed),
            labels=shown.labels,
            heat=shown.chances,
            roomy=True,
        )
        board = fitting(scene, look, self.console.width, self.console.height)
        if board.width() > self.console.width:
            self._in_parts(narrowed(scene, look, self.console.width), shown.meanings)
        else:
            self.console.print(board, end="", soft_wrap=True)
        counts = "   ".join(
            self.words(Text("{seat}: {words}", seat=game.seat_names[seat], words=count))
            for seat, count in scene.status
        )
        if counts:
            self.line(counts)
        if shown.signs:
            self._meaning(shown.signs, game.seat_names[view.turn])

    def _heat(
        self,
        game: AnyGame,
        scene: Scene[Any],
        heat: Sequence[Line[Any]],
        labelled: Sequence[tuple[At, Verdict]],
    ) -> Heat:
        """What is written on the board of an opinion on each move, and of labels that are no move's own."""
        found = Heat()
        for at, verdict in labelled:
            if (word := self._in_short(verdict)) is not None:
                found.labels[at], found.meanings[word] = word, verdict.label
        for line, warm in zip(heat, warmth(heat), strict=True):
            place = scene.where(line.move)
            if place is not None and place not in found.chances:
                short = self._short(game, line)
                found.labels[place], found.chances[place] = short, warm
                found.meanings[short] = line.label
                if line.verdict.sign is not None and type(line.verdict) not in map(
                    type, found.signs.values()
                ):
                    found.signs[short] = line.verdict
        return found

    def legend(self, game: AnyGame, level: str, lines: Iterable[Line[Any]]) -> None:
        """What the numbers of a level count, where there are any and they do not say so themselves."""
        legend = game.engines[level].legend
        if legend is not None and any(line.verdict.is_number for line in lines):
            self.say(Text("the numbers: {legend}", legend=legend), "dim")

    def _in_parts(self, narrow: Narrow, meanings: Mapping[str, Text]) -> None:
        """A board too wide for the screen, and what its labels are short for."""
        for board in narrow.boards:
            self.console.print(board, end="", soft_wrap=True)
        for word, meaning in meanings.items():
            figure = word.removesuffix("%").rstrip()
            if word != narrow.common and figure in narrow.figures.values():
                self.say(Text("{sign}: {meaning}", sign=figure, meaning=meaning), "dim")
                break
        if narrow.common is not None:
            self.say(Text("elsewhere: {label}", label=meanings[narrow.common]), "dim")

    def _meaning(self, signs: Mapping[str, Verdict], seat: Text) -> None:
        """What the signs on the board mean, by one example of each: ``W3: wins in 3 of red's moves``."""
        examples = ", ".join(
            self.words(Text("{sign}: {meaning}", sign=short, meaning=moves_of(seat, verdict.label)))
            for short, verdict in signs.items()
        )
        self.line(examples, "dim")

    def _short(self, game: AnyGame, line: Line[Any]) -> str:
        """What stands on the board for a move: its label, or where that is long its chance."""
        short = self._in_short(line.verdict)
        return self.words(game.odds(line.chance).label).partition(" ")[0] if short is None else short

    def _in_short(self, verdict: Verdict) -> str | None:
        """The sign of a verdict, or its words, or the first of them, where that is short: ``+3``, ``12%``."""
        words = self.words(verdict.sign or verdict.label)
        return next((part for part in (words, words.partition(" ")[0]) if len(part) <= LABEL), None)

    def reasons(self, reasons: Iterable[Reason], seat: Text | None) -> None:
        """Each reason on a line, for a move of *seat*: None where whoever reads it makes the move."""
        for reason in reasons:
            self.item(f"  {'-' if self.ascii else '•'} ", self.words(moves_of(seat, reason.text)))

    def explain(
        self, game: AnyGame, view: Any, move: Any, why: Sequence[Reason], title: Text, seat: Text | None
    ) -> None:
        """A move on the board with the places that its reasons point at, a sentence on it, the reasons."""
        pointed = {at for reason in why for at in reason.cells}
        self.board(game, view, chosen=game.scene(view).where(move), pointed=pointed)
        self.say(title, "bold")
        self.reasons(why, seat)

    def rules(self, game: AnyGame) -> None:
        """The rules of a game, short."""
        for paragraph in game.rules:
            self.say(paragraph)
        self.line()

    def commands(self, commands: Iterable[tuple[Text, Text]]) -> None:
        """What can be typed and what it does, each on a line."""
        for name, about in commands:
            self.item(f"  {self.words(name):<12} ", self.words(about))

    def indented(self, mark: str, words: str) -> None:
        """Words after a mark, their further lines under the first."""
        table = Grid.grid(Column(width=len(mark)), Column(overflow="fold"))
        table.add_row(mark, Words(printable(words)))
        self.console.print(table)

    def item(self, mark: str, words: str) -> None:
        """The same where a person looks, and one line where a program reads."""
        if self.console.is_terminal:
            self.indented(mark, words)
        else:
            self.line(mark + words)

    def working(self, text: Text) -> Status:
        """Something that moves beside *text* while there is nothing else to see."""
        return self.console.status(Words(self.words(text)), spinner="line" if self.ascii else "dots")

    def progress(self) -> Progress:
        """How far something is that takes long; its name may hold anything, so it is not markup."""
        bar = () if self.ascii else (BarColumn(),)
        columns = (
            TextColumn("{task.description}", markup=False),
            *bar,
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        return Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal)

    def track(self, title: str, items: Iterable[T], total: int, done: int = 0) -> Iterator[T]:
        """*items* one by one, with how many of *total* are done; some may have been *done* before."""
        with self.progress() as bar:
            task = bar.add_task(title, total=total, completed=done)
            for item in items:
                yield item
                bar.advance(task)

    def think(
        self, engine: Engine[Any, Any], view: Any, limit: Limit, *, hurry: bool = True
    ) -> Analysis[Any]:
        """The engine's last word; Ctrl-C takes what it has thought so far, unless it shall not *hurry*."""
        last: Analysis[Any] | None = None
        opinions = iter(engine.think(view, limit))
        try:
            with self.working(Text("thinking...")):
                for opinion in opinions:
                    last = opinion
        except KeyboardInterrupt:
            if last is None or not hurry:
                raise
            close = getattr(opinions, "close", None)
            if close is not None:
                close()
        if last is None:
            raise RuntimeError(f"{type(engine).__name__} had no opinion")
        return last


@cache
def _edits_lines() -> bool:
    """Whether a person types here, on a system whose Python can edit lines."""
    try:
        import readline  # noqa: F401 - to import it is to use it
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


def _knows_unicode(encoding: str | None) -> bool:
    """Whether the boards' signs can be written at all."""
    try:
        "●┃🚩".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
