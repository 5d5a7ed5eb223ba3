"""A position with every move judged: the board, a table, the lines and the reasons; or the same as JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.table import Column
from rich.table import Table as Grid

from damier.arena.players import player
from damier.core.analysis_json import shown, to_json
from damier.core.engine import Analysis, Limit, Line
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.os_errors import reading
from damier.core.read_position import read_view, understand_file
from damier.core.text import Refusal, Text, printable
from damier.core.whose_moves import moves_of
from damier.terminal.line_breaks import Words
from damier.terminal.screen import COLUMN_GAP, Screen
from damier.terminal.warm import prepare_cold

LEAST_WHY = 40
"""Characters that the reasons need beside the rest of the table; with fewer they stand under it."""

LEAST_THEN = 8
"""Characters that a continuation needs beside its move and worth; with fewer it stands under them."""

MOST_BYTES = 1_000_000
"""Of a file with a position."""

MOST_ROWS = 24
"""Moves in the table: the board has the numbers of all."""

MOST_THEN = 12
"""Moves of a continuation that a person wants to read."""


def given_view(game: AnyGame, options: Options, seed: int, words: Sequence[str], told: Options) -> Any:
    """The position that these words are, or that stands in a file named by the first of them.

    What is a position by itself is none of a file, whatever files there are: ``./44`` is one.
    """
    if words and words[0] == "-":
        return _in_file(game, options, seed, words, told)
    try:
        return read_view(game, options, seed, " ".join(words), told)
    except Refusal:
        if words and (_is_there(words[0]) or re.search(r"\w\.[A-Za-z]\w{1,4}$", words[0])):
            return _in_file(game, options, seed, words, told)
        raise


def _in_file(game: AnyGame, options: Options, seed: int, words: Sequence[str], told: Options) -> Any:
    file, *moves = words
    path = Path(file)
    with reading(path), nullcontext(sys.stdin.buffer) if file == "-" else path.open("rb") as source:
        content = source.read(MOST_BYTES)
    try:
        return understand_file(game, options, seed, content, moves, told).view
    except Refusal as problem:
        raise Refusal(Text("{path}: {problem}", path=file, problem=problem.text)) from None


def _is_there(file: str) -> bool:
    try:
        return Path(file).exists()
    except (OSError, ValueError):  # what no file can be called
        return False


def ask_level(screen: Screen, game: AnyGame, view: Any, level: str, limit: Limit | None) -> Analysis[Any]:
    """The last word of a level on all moves."""
    if view.outcome() is not None:
        raise Refusal(Text("the game is over: there is no move to analyse"))
    player(game, level).check_fits(game, view)
    prepare_cold(screen, game, [level], view)
    found = game.engines[level]
    return screen.think(found.make(0), view, limit or found.patient or found.usual)


def show_analysis(screen: Screen, game: AnyGame, view: Any, level: str, limit: Limit | None) -> None:
    """The board with what each move is worth, and a table: move, worth, continuation, reasons."""
    found = ask_level(screen, game, view, level, limit)
    best = found.line(found.move)
    pointed = [at for reason in (best.why if best is not None else ()) for at in reason.cells]
    screen.board(
        game,
        view,
        chosen=game.scene(view).where(found.move),
        pointed=pointed,
        heat=found.lines,
        labelled=found.labels,
    )
    screen.say(Text("best: {move}", move=game.name(found.move)), "bold")
    screen.reasons(found.why, game.seat_names[view.turn])
    titles = [screen.words(title) for title in (Text("move"), Text("worth"), Text("then"), Text("why"))]
    rows = [
        [printable(cell) for cell in _row(screen, game, game.seat_names[view.turn], line)]
        for line in found.lines[:MOST_ROWS]
    ]
    widths = [max(map(cell_len, column)) for column in zip(titles, *rows, strict=True)][:-1]
    longest_why = max(cell_len(row[-1]) for row in rows)
    if screen.console.width - sum(widths) - COLUMN_GAP * len(widths) < min(LEAST_WHY, longest_why):
        _show_below(screen, titles, rows, widths)
    else:
        _show_beside(screen, titles, rows)
    if len(found.lines) > MOST_ROWS:
        screen.say(Text("  and {n} more", n=len(found.lines) - MOST_ROWS), "dim")
    screen.legend(game, level, found.lines)
    who = game.engines[level].title
    exact = Text("exact, by {level}: {n} positions", level=who, n=found.nodes)
    believed = Text("not proven, by {level}: {n} positions", level=who, n=found.nodes)
    screen.say(exact if all(line.proven for line in found.lines) else believed, "dim")


def _show_beside(screen: Screen, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """One table, the reasons in its last column."""
    columns = (Column(title, overflow="fold") for title in titles)
    table = Grid(*columns, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*map(Words, row))
    screen.console.print(table)


def _show_below(
    screen: Screen, titles: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> None:
    """The reasons under the row of their move, where the window has no room for them beside it.

    In a very small one the continuation stands there as well, without its title.
    """
    is_tiny = screen.console.width - sum(widths[:-1]) - COLUMN_GAP * len(widths[:-1]) < LEAST_THEN
    for number, (move, worth, then, why) in enumerate([titles, *rows]):
        cells = [move, worth] if is_tiny else [move, worth, then]
        fixed = (Column(width=width) for width in widths[: len(cells) - 1])
        table = Grid.grid(*fixed, Column(overflow="fold"), padding=(0, COLUMN_GAP, 0, 0))
        table.add_row(*map(Words, cells), style="bold")
        screen.console.print(table)
        for words in (then if is_tiny else "", why):
            if number and words:
                screen.indented(" " * COLUMN_GAP, words)


def _row(screen: Screen, game: AnyGame, seat: Text, line: Line[Any]) -> tuple[str, str, str, str]:
    then = " ".join(screen.words(game.name(move)) for move in line.then[:MOST_THEN])
    if len(line.then) > MOST_THEN:
        then += " ..." if screen.ascii else " …"
    why = " ".join(_sentence(screen.words(moves_of(seat, reason.text))) for reason in line.why)
    value = screen.words(moves_of(seat, line.label))
    if line.proven and game.risk is None and line.value == int(line.value):
        value += f" ({int(line.value):+d})" if line.value else " (0)"
    return screen.words(game.name(line.move)), value, then, why


def _sentence(sentence: str) -> str:
    """With a capital and a full stop; a cell such as c3 or aa3 keeps its small letters."""
    if not re.match(r"[a-z]{1,2}[0-9]", sentence):
        sentence = sentence[:1].upper() + sentence[1:]
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def print_analysis(screen: Screen, game: AnyGame, view: Any, level: str, limit: Limit | None) -> None:
    """The same as one object of JSON, its sentences in full; progress is shown on standard error."""
    found = ask_level(screen.aside(), game, view, level, limit)
    content = {"game": game.key, "position": game.text(view), "level": level, **to_json(game, found)}
    print(json.dumps(shown(content, screen.language), ensure_ascii=screen.ascii))
