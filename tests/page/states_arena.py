"""Tournaments in every state: none, under way, over, damaged; and their games, replayed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from playwright.sync_api import Locator, expect
from tests.arena import contests
from tests.page.browsing import Server, Visitor
from tests.page.staging import STATES, Show, state

from damier.arena.run_folder import GAMES, PLAN
from damier.arena.statistics.sprt import Sprt

Make: TypeAlias = Callable[[Server, Path], None]
"""Plays a tournament in a folder."""

ENGINES = {
    "tictactoe": "easy,hard,normal",
    "connect4": "child,evaluator",
    "minesweeper": "document,counter",
    "quoridor": "easy,normal",
    "dots": "easy,hard",
    "nim": "random,random",
}
"""Who plays against whom in each game, the sixth one too."""


def prepare(server: Server, name: str) -> Path:
    """The tournament of that name on this server, made where it is not there yet; as new as if it went on."""
    folder = server.folder / "runs" / name
    if not folder.exists():
        MADE[name](server, folder)
    now = time.time()
    os.utime(folder / PLAN, (now, now))
    return folder


def of_game(key: str) -> Make:
    def make(server: Server, folder: Path) -> None:
        if key == "nim":
            play_elsewhere(server, folder)
        else:
            contests.play(folder, game=key, engines=ENGINES[key], games=2)

    return make


def play_elsewhere(server: Server, folder: Path) -> None:
    """By the command: only a process that is told so knows the sixth game."""
    command = [sys.executable, "-m", "damier", "arena", "nim", "--engines", ENGINES["nim"], "--games", "2"]
    command += ["--processes", "1", "--out", str(folder)]
    subprocess.run(command, env=server.environment, check=True, capture_output=True)


def under_way(server: Server, folder: Path) -> None:
    contests.play(folder, engines="normal,hard", games=10, sprt=Sprt(elo0=0, elo1=50))
    contests.cut(folder, 7)


def damaged(server: Server, folder: Path) -> None:
    shutil.copytree(prepare(server, "tictactoe"), folder)
    (folder / GAMES).write_text("nonsense\n")


def crowd(server: Server, folder: Path) -> None:
    """Wider than a phone: it must scroll by itself."""
    plan = contests.planned(engines="easy,hard,normal,perfect,easy,hard,normal", games=2)
    contests.written(folder, plan, [[1.0, 0.0]] * plan.total)


def hostile(server: Server, folder: Path) -> None:
    plan = replace(contests.planned(games=2), entrants=contests.hostile())
    contests.written(folder, plan, [[1.0, 0.0], [0.0, 1.0]])


MADE: dict[str, Make] = {
    **{key: of_game(key) for key in ENGINES},
    "under-way": under_way,
    "damaged": damaged,
    "hostile": hostile,
    "crowd": crowd,
}
"""How each tournament comes to be, by the name of its folder."""


def tournament(visitor: Visitor, name: str) -> Locator:
    """The page of a tournament, when its table is there."""
    prepare(visitor.server, name)
    visitor.open(f"#/tournaments/{name}")
    expect(visitor.page.locator(".standings tbody tr").first).to_be_visible()
    return visitor.page.locator(".played tbody tr")


def replay(visitor: Visitor, name: str, number: int = 0) -> Locator:
    """A game of a tournament; returns what is said of the move that is shown."""
    prepare(visitor.server, name)
    visitor.open(f"#/tournaments/{name}/{number}")
    expect(visitor.board).to_be_visible()
    return visitor.page.get_by_role("region").and_(visitor.page.locator(".moment"))


@state
def tournaments_none(visitor: Visitor) -> None:
    nothing = {"tournaments": [], "damaged": [], "left_off": 0}
    visitor.page.route("**/api/v1/tournaments?*", lambda route: route.fulfill(json=nothing))
    visitor.open("#/tournaments")
    expect(visitor.page.locator(".command")).to_contain_text("damier arena connect4")


@state
def tournaments(visitor: Visitor) -> None:
    for name in ("tictactoe", "minesweeper", "damaged", "under-way"):
        prepare(visitor.server, name)
    visitor.open("#/tournaments")
    expect(visitor.page.locator(".run-state.running")).to_be_visible()
    expect(visitor.page.locator(".damaged li")).to_be_visible()


def tournament_of(name: str) -> Show:
    return lambda visitor: tournament(visitor, name)


for _name in ("tictactoe", "minesweeper", "under-way", "hostile", "crowd"):
    STATES[f"tournament-{_name}"] = tournament_of(_name)


@state
def tournament_damaged(visitor: Visitor) -> None:
    visitor.forgive("422")
    prepare(visitor.server, "damaged")
    visitor.open("#/tournaments/damaged")
    expect(visitor.page.locator(".empty h1")).to_be_visible()


def replay_of(name: str) -> Show:
    def show(visitor: Visitor) -> None:
        moment = replay(visitor, name)
        visitor.page.keyboard.press("End")
        expect(moment.get_by_role("heading")).not_to_contain_text("beginning")
        visitor.page.locator(".chart summary").click()
        expect(visitor.page.locator(".chart table")).to_be_visible()

    return show


for _name in ("connect4", "minesweeper", "nim"):
    STATES[f"replay-{_name}"] = replay_of(_name)
