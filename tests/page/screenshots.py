"""Writes a picture of every state of every page, wide and narrow, light and dark: `make screenshots`.

    python -m tests.page.screenshots [FOLDER] [WORD ...]

Only states whose names hold one of the words, if any is given. The pictures are for looking at: nothing
compares them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser
from tests.page.browsing import Server, Visitor, chromium
from tests.page.states import STATES, bring

FOLDER = Path("build/screenshots")


def take(browser: Browser, server: Server, folder: Path, name: str) -> None:
    """Both widths and both colours of a state; a phone is a browser of its own, with a finger."""
    for phone in (False, True):
        visitor = Visitor(browser, server, phone=phone)
        bring(visitor, name)
        for colours in ("light", "dark"):
            visitor.page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
            width = 390 if phone else 1280
            visitor.page.screenshot(path=folder / f"{name}-{width}-{colours}.png", full_page=True)
        visitor.leave()


def main(folder: Path, words: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in STATES if not words or any(word in name for word in words)]
    with tempfile.TemporaryDirectory() as place:
        games = Path(place) / "games"
        shutil.copytree(Path(__file__).parent.parent / "data" / "nim", games / "nim")
        server = Server(Path(place), DAMIER_GAMES=str(games))
        try:
            with chromium() as browser:
                for number, name in enumerate(names, 1):
                    print(f"{number}/{len(names)} {name}", flush=True)
                    take(browser, server, folder, name)
        finally:
            server.stop()
    print(f"{4 * len(names)} pictures in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, sys.argv[2:])
