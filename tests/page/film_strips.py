"""Writes one whole game of each kind as a strip of pictures, wide and narrow: a look at what a player sees.

    python -m tests.page.film_strips [FOLDER] [GAME ...]

The strips are for looking at: nothing compares them.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser
from tests.page.browsing import Server, Visitor, chromium

from damier.core.demo_game import demo_moves
from damier.core.engine import Limit, think
from damier.core.game import DEMO_SEED
from damier.games import game as find_game
from damier.games import games

FOLDER = Path("build/film")
MOST_FRAMES = 8


def whole_game(key: str) -> list[str]:
    """The short game that shows a game off, and after it what its first level plays to the end."""
    game = find_game(key)
    state, moves = game.begin(seed=DEMO_SEED), list(demo_moves(game))
    for word in moves:
        state = state.play(game.read(word, game.view(state, state.turn)))
    level = next(iter(game.engines.values())).make(1)
    while state.moves():
        move = think(level, game.view(state, state.turn), Limit(nodes=200)).move
        moves.append(game.write(move))
        state = state.play(move)
    return moves


def film(browser: Browser, server: Server, key: str, phone: bool) -> list[bytes]:
    """Pictures of a short game from its first position to what is said at its end."""
    written = whole_game(key)
    seats = find_game(key).begin(seed=DEMO_SEED).seats
    visitor = Visitor(browser, server, phone=phone)
    visitor.begin(key, players=["person"] * seats, seed=DEMO_SEED)
    wanted = {round(number * len(written) / (MOST_FRAMES - 1)) for number in range(MOST_FRAMES)}
    frames = [visitor.page.screenshot()]
    for number, move in enumerate(written, 1):
        visitor.make(move)
        visitor.ready()
        if number in wanted:
            visitor.page.wait_for_timeout(300)  # a disc falls
            frames.append(visitor.page.screenshot())
    visitor.leave()
    return frames


def join(browser: Browser, frames: list[bytes], path: Path) -> None:
    """The frames beside each other."""
    pictures = (base64.b64encode(frame).decode() for frame in frames)
    page = browser.new_page(viewport={"width": 1640, "height": 400})
    page.set_content(
        '<body style="display:grid;grid-template-columns:repeat(4,1fr);gap:8px;margin:8px;align-items:start">'
        + "".join(f'<img style="width:100%" src="data:image/png;base64,{one}">' for one in pictures)
    )
    page.wait_for_function("[...document.images].every(one => one.complete)")
    page.screenshot(path=path, full_page=True)
    page.close()


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place))
        try:
            with chromium() as browser:
                for key in wanted or games():
                    for phone in (False, True):
                        path = folder / f"{key}-{390 if phone else 1280}.png"
                        join(browser, film(browser, server, key, phone), path)
                        print(path, flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, sys.argv[2:])
