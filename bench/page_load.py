"""The page on slow networks: requests, bytes, time to the first board, and from a press to the next frame.

    python -m bench.page_load    # about a minute, alone on the machine

Chromium delays every answer by the latency and slows bytes down as named; it asks for six files at a time. A
reload is one with a filled cache. A press is answered when the first frame that differs is painted.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.web import served
from playwright.sync_api import Browser, BrowserContext, Page
from tests.page.browsing import chromium

NETWORKS = {
    "no latency": (0, -1),
    "400 ms": (400, -1),
    "400 ms, 1.6 Mbit/s": (400, 200_000),
}
"""Milliseconds, and bytes a second; -1 is no limit."""
ROUNDS = 3
PERSON = ["person", "person"]
LOST = ["b2", "b1", "a1", "c3", "a3", "a2", "c1"]
"""Tic-tac-toe, over."""

FIRST_BOARD = """new MutationObserver((_, observer) => {
    if (!document.querySelector("BOARD")) return;
    observer.disconnect();
    window.firstBoard = performance.now();
}).observe(document, {subtree: true, childList: true})"""

NEXT_FRAME = """async selector => {
    const button = document.querySelector(selector);
    const began = performance.now();
    const changed = new Promise(resolve => new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    }).observe(document.body, {subtree: true, childList: true, attributes: true}));
    button.click();
    return changed;
}"""
"""Milliseconds from a click until the first frame after a change of the document has been painted."""


def slow_down(page: Page, network: str) -> dict[str, int]:
    """Slow a window's network down; gives what is counted from now on."""
    latency, speed = NETWORKS[network]
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": speed, "uploadThroughput": speed},
    )
    counted = {"requests": 0, "bytes": 0}
    cached: set[str] = set()
    session.on("Network.requestServedFromCache", lambda it: cached.add(it["requestId"]))

    def received(it: dict[str, Any]) -> None:
        if it["response"]["fromDiskCache"]:
            cached.add(it["requestId"])
        counted["requests"] += it["requestId"] not in cached

    def arrived(it: dict[str, Any]) -> None:
        counted["bytes"] += 0 if it["requestId"] in cached else int(it["encodedDataLength"])

    session.on("Network.responseReceived", received)
    session.on("Network.loadingFinished", arrived)
    return counted


def measure_loading(browser: Browser, address: str, network: str) -> None:
    owner = browser.new_context()
    table = begun(owner, address, "connect4")
    print(f"{network:<20}  {'requests':>14} {'kB on the wire':>16} {'first board':>13}  (cold / reload)")
    for title, path, board in (
        ("start", address, ".cards svg"),
        ("choose", f"{address}#/play/connect4", ".rules svg"),
        ("a table", f"{address}#/table/{table}", "[role=grid]"),
    ):
        times: list[list[float]] = [[], []]
        for _ in range(ROUNDS):
            context = browser.new_context(reduced_motion="reduce")
            page = context.new_page()
            seen = slow_down(page, network)
            counts = []
            for again in (False, True):
                seen.update(requests=0, bytes=0)
                times[again].append(seconds(page, path, board, again))
                page.wait_for_load_state("networkidle")
                counts.append(dict(seen))
            context.close()
        cold, warm = counts
        waits = [statistics.median(some) for some in times]
        print(
            f"  {title:<18}  {cold['requests']:6d} /{warm['requests']:6d} "
            f"{cold['bytes'] / 1000:8.0f} /{warm['bytes'] / 1000:6.0f} {waits[0]:6.2f} /{waits[1]:5.2f} s"
        )
    owner.close()


def seconds(page: Page, path: str, board: str, again: bool) -> float:
    """From the beginning of the navigation until the board is in the document, by the clock of the page."""
    if again:
        page.reload()
    else:
        page.add_init_script(FIRST_BOARD.replace("BOARD", board))
        page.goto(path)
    page.wait_for_selector(board)
    return float(page.evaluate("window.firstBoard")) / 1000


def begun(context: BrowserContext, address: str, game: str, **wish: Any) -> str:
    wish = {"game": game, "players": PERSON, **wish}
    return str(context.request.post(f"{address}api/v1/tables", data=wish).json()["id"])


def measure_presses(browser: Browser, address: str, network: str) -> None:
    """Each press in a fresh window; the median of some."""
    table = f"{address}#/table/"
    presses: dict[str, tuple[str, Callable[[BrowserContext], str]]] = {
        "Play": ("[data-play=tictactoe]", lambda context: address),
        "Hint": ("[data-act=hint]", lambda context: table + begun(context, address, "tictactoe")),
        "Review": ("#status a", lambda context: table + begun(context, address, "tictactoe", moves=LOST)),
        "Join": ("#join", lambda context: invitation(browser, address)),
    }
    found = {}
    for title, (selector, prepare) in presses.items():
        waits = []
        for _ in range(ROUNDS):
            context = browser.new_context(reduced_motion="reduce")
            page = context.new_page()
            page.goto(prepare(context))
            page.wait_for_selector(selector)
            page.wait_for_load_state("networkidle")
            slow_down(page, network)
            waits.append(page.evaluate(NEXT_FRAME, selector))
            context.close()
        found[title] = statistics.median(waits)
    print(
        f"  {'press to next frame':<18} ", "   ".join(f"{name} {wait:.0f} ms" for name, wait in found.items())
    )


def invitation(browser: Browser, address: str) -> str:
    """A link that somebody else sends."""
    context = browser.new_context()
    wish = {"game": "tictactoe", "players": PERSON, "yours": [0]}
    table = context.request.post(f"{address}api/v1/tables", data=wish).json()
    context.close()
    return f"{address}#/join/{table['id']}/{table['invitations']['1']}"


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{Path(folder) / 'games.sqlite'}") as port,
        chromium() as browser,
    ):
        address = f"http://127.0.0.1:{port}/"
        for network in NETWORKS:
            measure_loading(browser, address, network)
            measure_presses(browser, address, network)


if __name__ == "__main__":
    main()
