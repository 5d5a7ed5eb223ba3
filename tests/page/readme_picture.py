"""Takes ``docs/page.png`` for the README: a game on the page, with a reason on the board.

    python -m tests.page.readme_picture

Run it again when the page changes. Three in a row with room on both sides win: the hint says so and
points at the cells.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import expect
from tests.page.browsing import Server, Visitor, chromium
from tests.page.inspection import rest

MOVES = ["4", "4", "5", "5"]
FILE = Path(__file__).parent.parent.parent / "docs" / "page.png"
SIZE = (1100, 760)


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place))
        try:
            with chromium() as browser:
                visitor = Visitor(browser, server)
                visitor.page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
                wish = {"game": "connect4", "seed": 1, "moves": MOVES, "players": ["person", "beginner"]}
                table = visitor.ask("/tables", wish)
                visitor.open(f"#/table/{table['id']}")
                visitor.page.locator("[data-act=hint]").click()
                expect(visitor.page.locator(".advice h2")).to_be_visible()
                rest(visitor)
                visitor.page.screenshot(path=FILE)
                visitor.leave()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
