"""A scene drawn with characters: one renderer for every game.

A board of cells is drawn on the scene's lattice. Each lattice column has a width in characters: a cell
column takes a few, an edge column one or none::

    columns      a     b
               ┌───┬───┐      lattice row 0: corners and edges
             2 │ x │ · │      lattice row 1: edges and cells
               ├───┼───┤
             1 │ · │ o │
               └───┴───┘
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from rich.segment import Segment
from rich.style import Style

from damier.core.scene import At, Mark, Scene

SEAT_COLOURS: tuple[str, ...] = ("#f0c808", "#e8563a", "#4aa3df", "#5ab56e")
"""Yellow, red, blue and green of unlike brightness: colour-blind people tell them apart."""

KIND_STYLES: Mapping[str, str] = {
    "empty": "dim",
    "target": "dim",
    "gap": "dim",
    "corner": "dim",
    "edge": "bold",
    "wall": "bold",
    "mine": "bold red",
    "exploded": "bold white on red",
    "number": "bold",
}
"""How a kind of mark looks where it belongs to no seat."""

_LINES: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "edge": (("─", "│"), ("-", "|")),
    "chosen": (("═", "║"), ("=", "#")),
    "wall": (("━", "┃"), ("=", "#")),
    "pointed": (("╌", "┊"), ("?", "?")),
    "nothing": ((" ", " "), (" ", " ")),
}
"""How a line looks, flat and upright: in Unicode, then in plain characters."""

# Which of the four neighbours of a corner are lines: left 1, right 2, up 4, down 8.
_JOINTS = " ───│┘└┴│┐┌┬│┤├┼"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How to draw, beyond what is drawn."""

    ascii: bool = False
    """Plain characters, one a cell, for terminals and screen readers that know no others."""
    flip: bool = False
    """Turn the board round: the other side at the bottom."""
    chosen: At | None = None
    """The place of a move to show: the last one, or the one that is proposed; in brackets."""
    pointed: frozenset[At] = frozenset()
    """Places to point at: the cells of a reason; in round brackets."""
    labels: Mapping[At, str] = field(default_factory=dict)
    """Short words to write on places instead of their marks: the heat map."""
    heat: Mapping[At, float] = field(default_factory=dict)
    """Chances from 0 to 1 that colour those places."""
    roomy: bool = True
    """Whether the terminal has room for lines between the rows."""
    part: range | None = None
    """The columns of cells to draw, counted from the left as they are shown; None for all of them."""


class DrawnBoard:
    """A scene as something that rich can print."""

    def __init__(self, scene: Scene[Any], look: Look) -> None:
        self.scene = scene
        self.look = look
        self.marks = {mark.at: mark for mark in scene.marks}
        self.part = look.part or range(scene.width)
        """Which columns of cells are drawn."""
        self.margin = max((len(name) for name in scene.rows), default=0) + 2
        """How many characters the labels of the rows take."""
        self.edge = 0 if scene.grid == "none" else max(1, self._longest_label(upright=True))
        """How wide a lattice column between cells is: a line, or what is written on one."""
        self.cell = self._cell_width()
        """How wide a lattice column of cells is."""

    def _longest_label(self, upright: bool) -> int:
        """Of the labels on upright edges, or of those on cells and on the edges above and below them.

        Corners have no room: a number on each would leave none for the board.
        """
        labels = self.look.labels.items()
        return max(
            (len(word) for (x, y), word in labels if (x % 2 == 0 and y % 2 if upright else x % 2)), default=0
        )

    def _cell_width(self) -> int:
        signs = (self._sign(mark) for mark in self.scene.marks if is_cell(mark.at))
        words = self._longest_label(upright=False)
        around = 0 if self.scene.grid == "none" else 2  # for brackets
        wide = max(max(map(cell_len, signs), default=1) + around, words)
        labels = max((len(name) for name in self.scene.columns), default=1)
        # Without lines between them, labels would run into each other.
        return max(wide, labels + 1, words + 1) if self.scene.grid == "none" and self.look.roomy else wide

    def width(self) -> int:
        """How many characters it is wide."""
        return self.margin + len(self.part) * (self.cell + self.edge) + self.edge

    def height(self) -> int:
        """How many lines it takes without the names of the columns."""
        return 2 * self.scene.height + 1 if self._edge_rows() else self.scene.height

    def _edge_rows(self) -> bool:
        """Whether the lattice rows between the cells are drawn."""
        return self.scene.grid in ("dots", "gaps") or (self.scene.grid == "lines" and self.look.roomy)

    # Drawing.

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for y in range(2 * self.scene.height + 1):
            if y % 2 == 0 and not self._edge_rows():
                continue
            yield Segment(self._row_label(y).rjust(self.margin - 1) + " ", Style(dim=True))
            column = self.margin
            for x in range(2 * self.part.start, 2 * self.part.stop + 1):
                width = self.cell if x % 2 else self.edge
                if width == 0:
                    continue
                yield self._place((x, y), width)
                column += width
                # Terminals disagree on how wide an emoji is: say where the next column begins.
                if not self.look.ascii and self.scene.grid == "none":
                    yield Control.move_to_column(column).segment
            yield Segment.line()
        yield from self._column_labels()

    def _place(self, shown: At, width: int) -> Segment:
        """What stands at a place of the drawing, in *width* characters."""
        at = self._turned(shown)
        mark = self.marks.get(at)
        word = self.look.labels.get(at)
        style = self._style(at, mark)
        if word is not None and len(word) <= width:
            return Segment(word.center(width), style)
        if not is_cell(at):
            return Segment(self._between(at, shown, mark, width), style)
        glyph = self._glyph(mark) if mark else " "
        room = width - cell_len(glyph)
        return Segment(" " * (room // 2) + glyph + " " * (room - room // 2), style)

    def _between(self, at: At, shown: At, mark: Mark[Any] | None, width: int) -> str:
        """An edge or a corner: a thin line, a wall, a dot, or nothing."""
        kind = self._line_kind(at, shown, mark)
        if shown[0] % 2 == 0 and shown[1] % 2 == 0:
            return self._joined(self._corner(shown, mark, kind), shown, width)
        flat, upright = _LINES[kind][self.look.ascii]
        return flat * width if shown[1] % 2 == 0 else upright.center(width)

    def _joined(self, corner: str, shown: At, width: int) -> str:
        """A corner in the middle of its column, with the lines that lead to it from either side."""
        if width == 1:
            return corner
        left = (width - 1) // 2
        lines = []
        for x, room in ((shown[0] - 1, left), (shown[0] + 1, width - 1 - left)):
            at = self._turned((x, shown[1]))
            inside = 0 <= x <= 2 * self.scene.width
            kind = self._line_kind(at, (x, shown[1]), self.marks.get(at)) if inside else "nothing"
            lines.append(_LINES[kind][self.look.ascii][0] * room)
        return corner.join(lines)

    def _line_kind(self, at: At, shown: At, mark: Mark[Any] | None) -> str:
        """What runs along a place between cells; the chosen line is told apart without colours too."""
        if mark is not None and mark.kind in ("edge", "wall"):
            return "chosen" if mark.kind == "edge" and at == self.look.chosen else mark.kind
        border = shown[0] in (0, 2 * self.scene.width) or shown[1] in (0, 2 * self.scene.height)
        if self.scene.grid == "lines" or (self.scene.grid == "gaps" and border):
            return "edge"
        return "pointed" if at in self.look.pointed or at == self.look.chosen else "nothing"

    def _corner(self, shown: At, mark: Mark[Any] | None, kind: str) -> str:
        plain = self.look.ascii
        if self.scene.grid == "dots":
            return "+" if plain else "•"
        if kind == "edge":
            return "+" if plain else _JOINTS[self._arms(shown)]
        if kind == "wall" and mark is not None:
            if mark.at == self.look.chosen:
                return "*" if plain else "◆"
            return "#" if plain else mark.glyph or "╋"
        return " " if kind == "nothing" else "+" if plain else "✛"

    def _arms(self, shown: At) -> int:
        """Which lines meet at a corner: those inside the board, but for gaps the border alone."""
        x, y = shown
        last_x, last_y = 2 * self.scene.width, 2 * self.scene.height
        left, right, up, down = x > 0, x < last_x, y > 0, y < last_y
        if self.scene.grid == "gaps":
            on_side, on_end = x in (0, last_x), y in (0, last_y)
            left, right, up, down = left and on_end, right and on_end, up and on_side, down and on_side
        return left + 2 * right + 4 * up + 8 * down

    def _style(self, at: At, mark: Mark[Any] | None) -> Style:
        kind = mark.kind if mark else "line"
        style = Style.parse(KIND_STYLES.get(kind, "none" if is_cell(at) else "dim"))
        if mark is not None and mark.seat is not None:
            style = Style(color=SEAT_COLOURS[mark.seat % len(SEAT_COLOURS)], bold=True)
        if mark is not None and "win" in mark.tags:
            style += Style(reverse=True)
        if at in self.look.heat:
            style = Style(color="black", bgcolor=_heat_colour(self.look.heat[at]))
        if at == self.look.chosen:
            style += Style(bold=True, dim=False, reverse=True)
        elif at in self.look.pointed:
            style += Style(
                bold=True,
                dim=False,
                bgcolor=style.bgcolor.name if style.bgcolor else "grey30",
            )
        return style

    def _glyph(self, mark: Mark[Any]) -> str:
        """The sign of a mark; in brackets where it is pointed at or wins, for who sees no colours."""
        glyph = self._sign(mark)
        if self.scene.grid == "none":
            return glyph
        if mark.at == self.look.chosen or "win" in mark.tags:
            return f"[{glyph}]"
        return f"({glyph})" if mark.at in self.look.pointed else glyph

    def _sign(self, mark: Mark[Any]) -> str:
        return (mark.ascii if self.look.ascii else mark.glyph) or " "

    # Labels.

    def _row_label(self, y: int) -> str:
        rows = self.scene.rows[::-1] if self.look.flip else self.scene.rows
        return rows[y // 2] if y % 2 and rows else ""

    def _column_labels(self) -> Iterator[Segment]:
        """Under the board; stacked where they are wider than their columns."""
        names = self.scene.columns[::-1] if self.look.flip else self.scene.columns
        names = names[self.part.start : self.part.stop]
        width = self.cell
        stacked = any(len(name) >= width for name in names) and width < 3
        rows = max(map(len, names), default=0) if stacked else 1
        for row in range(rows):
            words = [name.rjust(rows)[row] if stacked else name for name in names]
            line = (" " * self.edge).join(word.center(width) for word in words)
            yield Segment((" " * (self.margin + self.edge) + line).rstrip(), Style(dim=True))
            yield Segment.line()

    def _turned(self, shown: At) -> At:
        if not self.look.flip:
            return shown
        return 2 * self.scene.width - shown[0], 2 * self.scene.height - shown[1]


UNDER = 5
"""How many lines a person wants to see under a board."""


def fitting(scene: Scene[Any], look: Look, width: int, height: int) -> DrawnBoard:
    """The board with room around its cells, or close together where a window of this size is too small."""
    board = DrawnBoard(scene, look)
    if board.width() > width or board.height() + UNDER > height:
        return DrawnBoard(scene, replace(look, roomy=False))
    return board


def is_cell(at: At) -> bool:
    return at[0] % 2 == 1 and at[1] % 2 == 1


def _heat_colour(chance: float) -> str:
    """From orange (bad) over grey to blue (good), which colour-blind people tell apart."""
    low, middle, high = (230, 145, 56), (200, 200, 200), (90, 160, 230)
    one, two, share = (low, middle, 2 * chance) if chance < 0.5 else (middle, high, 2 * chance - 1)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"
