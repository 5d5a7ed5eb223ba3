"""What the tests of the page share: a real server, a real browser, and a person who uses both.

conftest.py makes fixtures of them.
"""

from __future__ import annotations

import copy
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import Browser, FloatRect, Locator, Page, expect, sync_playwright

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 120.0
"""Seconds until a test gives up waiting: machines that run tests are slow and busy."""
LANGUAGES = {"en": "en-GB", "fr": "fr-FR", "es": "es-ES"}
DESKTOP = (1280, 900)
PHONE = (390, 844)

Json: TypeAlias = Any
"""What the server answered: its shape is tested elsewhere."""

expect.set_options(timeout=PATIENCE * 1000)


class Server:
    """`damier serve` in a process of its own, which can be ended and started again with the same games."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        """*words* are further options of the command."""
        self.folder = folder
        self.words = words
        self.environment = {**os.environ, "DAMIER_DATA": str(folder), "LANG": "C.UTF-8", **environment}
        self.port = 0
        self.starts = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """On a free port; and on the same one again."""
        self.starts += 1
        said = self.folder / f"said-{self.starts}.txt"
        command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--database", f"sqlite:///{self.folder / 'games.sqlite'}", *self.words]
        with said.open("wb") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.STDOUT, env=self.environment
            )
        wait_until(lambda: self._heard(said), "the server does not start")

    def _heard(self, said: Path) -> bool:
        """Whether it has told where it is."""
        assert self.process is not None
        words = said.read_text()
        assert self.process.poll() is None, words
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", words)
        if found:
            self.port = int(found[1])
        return found is not None

    def stop(self) -> None:
        """As a system does that shuts down."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """As a power cut does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None


def wait_until(true: Callable[[], Any], otherwise: str, pause: Callable[[float], Any] = time.sleep) -> None:
    """Look again and again; *pause* lets a browser go on meanwhile."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, otherwise
        pause(0.03)


class Visitor:
    """A person at a browser of their own. Whatever the browser complains about fails the test."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        *,
        language: str = "en",
        phone: bool = False,
        dark: bool = False,
        still: bool = True,
    ) -> None:
        width, height = PHONE if phone else DESKTOP
        self.server = server
        self.phone = phone
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=LANGUAGES[language],
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=phone,
            is_mobile=phone,
            accept_downloads=True,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
        self.forgiven: list[str] = []
        """Patterns of complaints that a test has caused on purpose."""
        self.complaints: list[str] = []
        self.guests: list[Visitor] = []
        """Other people who came because of this one."""
        self.new_window()

    def second_window(self) -> Visitor:
        """The same person at the same browser, in another window."""
        other = copy.copy(self)
        other.new_window()
        return other

    def guest(self) -> Visitor:
        """Somebody else, at another browser; leaves with this one."""
        browser = self.context.browser
        assert browser is not None
        self.guests.append(Visitor(browser, self.server))
        return self.guests[-1]

    def new_window(self) -> None:
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        # A busy machine may take longer than the browser expects to use what was fetched ahead.
        if message.type in ("error", "warning") and "but not used within a few seconds" not in message.text:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def forgive(self, pattern: str) -> None:
        self.forgiven.append(pattern)

    def check(self) -> None:
        """Fail for what the browser has complained about, and forget it; guests go."""
        while self.guests:
            self.guests.pop().leave()
        bad = [words for words in self.complaints if not any(re.search(p, words) for p in self.forgiven)]
        self.complaints.clear()
        self.forgiven.clear()
        assert not bad, bad

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()
        self.check()

    # Going somewhere.

    def open(self, route: str = "#/") -> Locator:
        """Type an address; returns the page when it is there."""
        if self.page.url.partition("#")[0] == self.server.address:
            self.page.goto("about:blank")  # else the browser would only tell the old page of the new address
        self.page.goto(self.server.address + route)
        return self.arrived()

    def follow(self, link: Locator, route: str) -> Locator:
        """Click on what leads to another page, and wait for that page: the old one may look just like it."""
        self.page.evaluate("document.querySelector('#main > .page').setAttribute('data-old', '')")
        link.click()
        self.page.wait_for_url(f"**/{route}*")
        return self.arrived()

    def arrived(self) -> Locator:
        page = self.page.locator("#main > .page:not([data-old])")
        expect(page).to_be_visible()
        return page

    def reload(self) -> None:
        self.page.reload()
        self.arrived()

    def button(self, name: str, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def cannot(self, name: str) -> None:
        """No button of that name can be pressed now: there is none, or it says that it does nothing."""
        usable = self.page.locator("button:not([aria-disabled=true]):not([hidden])")
        expect(usable.filter(has_text=re.compile(f"^{re.escape(name)}$"))).to_have_count(0)

    # Asking the server, as the page does.

    def ask(self, path: str, content: Json = None, method: str | None = None) -> Json:
        """The answer to a request that must succeed."""
        status, answer = self.try_to_ask(path, content, method)
        assert status < 400, (status, answer)
        return answer

    def try_to_ask(self, path: str, content: Json = None, method: str | None = None) -> tuple[int, Json]:
        """From within the page, so with its cookie and under its policy; before that, with the cookie."""
        method = method or ("GET" if content is None else "POST")
        if not self.page.url.startswith(self.server.address):
            url = f"{self.server.address}api/v1{path}"
            answer = self.context.request.fetch(url, method=method, data=content)
            return answer.status, answer.json() if answer.text() else None
        script = """async ([path, content, method]) => {
            const init = content === null ? {method} : {method,
                headers: {"content-type": "application/json"}, body: JSON.stringify(content)};
            const answer = await fetch("api/v1" + path, init);
            const words = await answer.text();
            return [answer.status, words ? JSON.parse(words) : null];
        }"""
        status, found = self.page.evaluate(script, [path, content, method])
        return status, found

    def begin(self, game: str, **wish: Json) -> Json:
        """A new table, and the page of it."""
        table = self.ask("/tables", {"game": game, "seed": 1, **wish})
        self.open(f"#/table/{table['id']}")
        return self.ready() if table["to_move"] == "person" and table["you"] else table

    # At a table.

    @property
    def table_id(self) -> str:
        found = re.search(r"#/(?:table|review)/([\w-]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def table(self) -> Json:
        return self.ask(f"/tables/{self.table_id}")

    @property
    def board(self) -> Locator:
        return self.page.locator("[role=grid]")

    def ready(self) -> Json:
        """The table when a person should move or the game is over, and the page shows exactly that."""
        found: list[Json] = []

        def settled() -> bool:
            found[:] = [self.table()]
            return bool(found[0]["ended"] or found[0]["to_move"] == "person")

        wait_until(settled, "the engine does not move", self.pause)
        table = found[0]
        self.shows(table["scene"])
        if table["turn"] in table["you"] and not table["ended"]:
            expect(self.board).to_have_class(re.compile(r"\bready\b"))
        return table

    def shows(self, scene: Json) -> None:
        """Wait until the board shows this scene."""
        script = """marks => {
            const look = cell => [cell.dataset.at, `${cell.dataset.kind} ${cell.dataset.seat}`];
            const seen = new Map([...document.querySelectorAll("[role=grid] [data-at]")].map(look));
            return seen.size > 0 && marks.every(mark =>
                seen.get(mark.at.join()) === `${mark.kind} ${mark.seat ?? ""}`);
        }"""
        marks = [{"at": mark["at"], "kind": mark["kind"], "seat": mark["seat"]} for mark in scene["marks"]]
        self.page.wait_for_function(script, arg=marks)

    def pause(self, seconds: float) -> None:
        """Let the browser go on; a plain sleep would stop it from telling us anything."""
        self.page.wait_for_timeout(seconds * 1000)

    def cell(self, at: str) -> Locator:
        """A place by its coordinates on the lattice: "1,1"."""
        return self.page.locator(f'[role=gridcell][data-at="{at}"]')

    def spot(self, mark: Json, gesture: str) -> dict[str, float]:
        """Where to point for a gesture, from the board's corner; a wall is meant by its line."""
        place = box(self.cell(",".join(map(str, mark["at"]))))
        board = box(self.board)
        pitch = float(self.page.evaluate("60 * document.querySelector('[role=grid]').getScreenCTM().a"))
        x = place["x"] + place["width"] / 2 - board["x"] + (pitch / 4 if gesture == "horizontal" else 0)
        y = place["y"] + place["height"] / 2 - board["y"] + (pitch / 4 if gesture == "vertical" else 0)
        return {"x": x, "y": y}

    def make(self, move: str) -> Json:
        """Make a move by mouse, or finger on a phone; returns the table when the server has it."""
        before = self.ready()
        mark, gesture = find(before["scene"], move)
        where = self.spot(mark, gesture)
        if self.phone:
            self._tap(where, gesture)
        elif gesture == "chord":
            self.board.dblclick(position=where)  # type: ignore[arg-type]
        else:
            right = gesture in ("flag", "unflag")
            self.board.click(position=where, button="right" if right else "left")  # type: ignore[arg-type]
        return self.moved(before, move)

    def _tap(self, where: dict[str, float], gesture: str) -> None:
        if gesture in ("flag", "unflag"):
            self.long_press(where)
            return
        self.board.tap(position=where)  # type: ignore[arg-type]
        if gesture in ("horizontal", "vertical"):
            expect(self.page.locator("[role=grid].aiming")).to_be_visible()  # the finger sees the wall first
            self.board.tap(position=where)  # type: ignore[arg-type]
        elif gesture == "chord":
            self.board.tap(position=where)  # type: ignore[arg-type]

    def long_press(self, where: dict[str, float]) -> None:
        """A finger that rests until something has happened."""
        self.board.scroll_into_view_if_needed()
        version = self.table()["version"]
        corner = box(self.board)
        point = {"x": corner["x"] + where["x"], "y": corner["y"] + where["y"]}
        session = self.context.new_cdp_session(self.page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        wait_until(lambda: self.table()["version"] > version, "a long press does nothing", self.pause)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def moved(self, before: Json, move: str) -> Json:
        """Wait until the server has the move that was made."""
        ply = len(before["moves"])
        wait_until(lambda: len(self.table()["moves"]) > ply, f"{move} does nothing", self.pause)
        table = self.table()
        assert table["moves"][ply] == move
        return table

    def play_through(self, choose: Callable[[Json], str] | None = None) -> Json:
        """Play to the end, by chance unless *choose* says how; returns the table."""
        rng = random.Random(1)
        for _ in range(200):
            table = self.ready()
            if table["ended"]:
                return table
            self.make(choose(table) if choose else rng.choice(offered(table)))
        raise AssertionError("the game has no end")


Welcome: TypeAlias = Callable[..., Visitor]
"""Makes a visitor: `welcome(phone=True, language="fr")`."""


def offered(table: Json) -> list[str]:
    """Every move, once."""
    return list(dict.fromkeys(move for mark in table["scene"]["marks"] for move in mark["moves"].values()))


def find(scene: Json, move: str) -> tuple[Json, str]:
    """The mark on which a move is made, and the gesture."""
    for mark in scene["marks"]:
        for gesture, made in mark["moves"].items():
            if made == move:
                return mark, gesture
    raise AssertionError(f"{move} is nowhere on the board")


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, the one without a screen if possible, or whichever is there."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "the tests of the page need Chromium: sudo apt install chromium-headless-shell"
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=FLAGS.split())
        yield browser
        browser.close()
