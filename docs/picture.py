"""Draws ``picture.svg`` for the README: a game of Connect Four in progress and the reason for a move.

Run it again when the screen changes: ``python docs/picture.py``.
"""

from __future__ import annotations

import io
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from damier import Limit, Text, game, think
from damier.terminal.screen import Screen

MOVES = "4 4 4 3 3 5 2"


def main() -> None:
    connect4 = game("connect4")
    state = connect4.begin()
    for word in MOVES.split():
        state = state.play(connect4.read(word, state))
    console = Console(
        record=True, width=66, height=40, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    screen = Screen(console=console)
    level = "evaluator"
    opinion = think(connect4.engines[level].make(0), state, Limit())
    scene = connect4.scene(state)
    cells = {cell for reason in opinion.why for cell in reason.cells}
    screen.line("$ damier play connect4", "dim")
    screen.board(connect4, state, chosen=scene.where(opinion.move), pointed=cells)
    move = connect4.write(opinion.move)
    screen.say(Text("try {move} (says the level '{level}')", move=move, level=level), "bold")
    screen.reasons(opinion.why[:1])
    # The usual frame loads fonts from a server; a picture in a repository should not.
    start, end = CONSOLE_SVG_FORMAT.index("@font-face"), CONSOLE_SVG_FORMAT.index(".{unique_id}-matrix")
    plain = (CONSOLE_SVG_FORMAT[:start] + CONSOLE_SVG_FORMAT[end:]).replace(
        "Fira Code", "DejaVu Sans Mono, Menlo"
    )
    picture = console.export_svg(title="damier", code_format=plain, unique_id="damier")
    (Path(__file__).parent / "picture.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
