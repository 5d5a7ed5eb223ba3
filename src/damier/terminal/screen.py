"""The terminal as a place to say something, to show a board and to ask."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.status import Status
from rich.table import Table as Grid
from rich.text import Text as Words

from damier.core.engine import Analysis, Engine, Limit, Line, Reason
from damier.core.game import AnyGame
from damier.core.scene import At
from damier.core.text import Text, printable
from damier.core.verdict import sign
from damier.terminal.draw import Board, Look


class Screen:
    """Where a person looks; one language, one way of drawing."""

    def __init__(self, language: str = "en", *, ascii: bool = False, console: Console | None = None) -> None:
        self.language = language
        self.ascii = ascii or not _knows_unicode(sys.stdout.encoding)
        self.console = console or Console(highlight=False, soft_wrap=True, emoji=False)
        self.look = Look(ascii=self.ascii)

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
            printable(words),
            style=style or None,
            markup=False,
            soft_wrap=not wrap,
            overflow="fold" if wrap else "ignore",  # "ignore" breaks no line at all
            crop=False,
        )

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
    ) -> None:
        """The board of *view*, with a move, places pointed at and the numbers of a heat map."""
        scene = game.scene(view)
        labels: dict[At, str] = {}
        chances: dict[At, float] = {}
        signs: dict[str, Line[Any]] = {}
        for line in heat:
            place = scene.where(line.move)
            if place is not None and place not in labels:
                labels[place] = self._short(line)
                chances[place] = line.chance
                if sign(line.label) is not None:
                    signs.setdefault(line.label.message, line)
        look = replace(
            self.look, chosen=chosen, pointed=frozenset(pointed), labels=labels, heat=chances, roomy=True
        )
        board = Board(scene, look)
        if board.width() > self.console.width or 2 * scene.height + 6 > self.console.height:
            board = Board(scene, replace(look, roomy=False))
        if board.width() > self.console.width:
            # Too many columns for whole labels: two figures each, and colour where they do not do.
            figures = {at: word.rstrip("%") for at, word in labels.items() if word[:-1].isdigit()}
            labels = {at: figures.get(at, "") for at in labels}
            labels = {at: word if len(word) <= 2 else "" for at, word in labels.items()}
            board = Board(scene, replace(look, roomy=False, labels=labels))
        self.console.print(board, end="", soft_wrap=True)
        counts = "   ".join(
            self.words(Text("{seat}: {words}", seat=game.seat_names[seat], words=count))
            for seat, count in scene.status
        )
        if counts:
            self.line(counts)
        if any(labels.values()):
            self._meaning(list(signs.values()))

    def _meaning(self, lines: Sequence[Line[Any]]) -> None:
        """What the signs on the board mean, by one example of each: ``W5: wins in 5``."""
        examples = ", ".join(
            self.words(Text("{sign}: {meaning}", sign=self._short(line), meaning=line.label))
            for line in lines
        )
        if any(line.label.params for line in lines):
            self.say(Text("{examples} (moves of both sides are counted)", examples=examples), "dim")
        elif examples:
            self.line(examples, "dim")

    def _short(self, line: Line[Any]) -> str:
        """The sign of a label, or itself, or its first word, where that is short: ``+3``, ``12%``."""
        words = self.words(sign(line.label) or line.label)
        first = words.partition(" ")[0]
        return words if len(words) <= 5 else first if len(first) <= 5 else f"{line.chance:.0%}"

    def reasons(self, reasons: Iterable[Reason]) -> None:
        """Each reason on a line."""
        for reason in reasons:
            mark, words = f"  {'-' if self.ascii else '•'} ", self.words(reason.text)
            if self.console.is_terminal:
                self.item(mark, words)
            else:
                self.line(mark + words)

    def item(self, mark: str, words: str) -> None:
        """Words after a mark, their further lines under the first."""
        table = Grid.grid()
        table.add_column(width=len(mark))
        table.add_column(overflow="fold")
        table.add_row(mark, Words(printable(words)))
        self.console.print(table)

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
