"""A browser to look at the page, where there is one."""

from __future__ import annotations

import http.client
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Mapping
from contextlib import suppress

from damier.core.text import Speaker, Text

SECONDS_TO_FIRST_ANSWER = 60.0
"""Seconds that the server has to answer for the first time."""


def find_browser(environment: Mapping[str, str] = os.environ) -> webbrowser.BaseBrowser | None:
    """The person's browser; none where there is no screen, as one in the terminal would take it from us."""
    windows = sys.platform in ("win32", "darwin")
    if not windows and not any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        return None
    try:
        return webbrowser.get()
    except webbrowser.Error:
        return None


def open_browser(screen: Speaker, address: str, place: tuple[str, int]) -> None:
    """Show *address* as soon as the server at *place* answers; where that cannot be, say so."""
    found = find_browser()
    if found is None:
        screen.say(Text("no browser can be opened here: open the address in yours"))
        return
    threading.Thread(target=_open, args=(screen, found, address, place), daemon=True).start()


def _open(screen: Speaker, found: webbrowser.BaseBrowser, address: str, place: tuple[str, int]) -> None:
    until = time.monotonic() + SECONDS_TO_FIRST_ANSWER
    while not _answers(place) and time.monotonic() < until:
        time.sleep(0.05)
    if not found.open(address):
        screen.say(Text("no browser can be opened here: open the address in yours"))


def _answers(place: tuple[str, int]) -> bool:
    """Whether somebody serves at *place*; asked directly, whatever proxy the environment names."""
    connection = http.client.HTTPConnection(*place, timeout=5)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    connection.close()
    return False
