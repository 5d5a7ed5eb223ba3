"""Boards by length and difficulty, written one a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.record_files import check_writable, write_whole
from damier.core.text import Refusal, Text
from damier.core.tools.generating import Generating, WantedBoards
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_board

MOST_MISSES = 20_000
"""Boards in a row that are not as wanted: then there may be none."""


def generate_boards(
    screen: Screen,
    game: AnyGame,
    tool: Generating,
    options: Options,
    wanted: WantedBoards,
    *,
    games: int,
    seed: int,
    out: Path | None,
) -> None:
    """Write so many boards into *out*, or print them; the progress is shown aside."""
    if out is not None:
        check_writable(out)
    aside = screen.aside()
    prepare_board(aside, game, options)
    found = _some(tool, options, wanted, games, seed)
    tracked = aside.track(aside.words(Text("boards")), found, games)
    if out is None:
        for line in tracked:
            print(line, flush=sys.stdout.isatty())
        sys.stdout.flush()
        return
    lines: list[str] = []
    try:
        lines.extend(f"{line}\n" for line in tracked)
    finally:  # what was found is kept, whatever ended the search
        if lines:
            write_whole(out, "".join(lines))
            screen.say(Text("{path}: {n} boards", path=str(out), n=len(lines)))


def _some(tool: Generating, options: Options, wanted: WantedBoards, games: int, seed: int) -> Iterator[str]:
    """As many boards as are asked for; refuses to look for ever."""
    misses = found = 0
    for line in tool.boards(options, seed, wanted):
        if line is None:
            misses += 1
            if misses == MOST_MISSES:
                raise Refusal(
                    Text("none of {n} boards was as wanted: ask for less special ones", n=MOST_MISSES)
                )
            continue
        misses = 0
        found += 1
        yield line
        if found == games:
            return
