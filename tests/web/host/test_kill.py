"""kill -9 in the middle of 200 games at once: every move that was answered is there afterwards."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from tests.sizes import sized

from damier.core.game import AnyGame
from damier.games import game as find_game

API = "/api/v1"

GAMES = sized(200, 100, 100)
"""Games that are played at the same time."""

MOVES = sized((300, 300), (150, 150), (150, 150))
"""How many moves are answered before the first kill, and before the second."""

PATIENCE = 120.0
"""Seconds that a slow and busy machine has for anything."""

SMALL: list[dict[str, Any]] = [
    {"game": "tictactoe"},
    {"game": "connect4", "options": {"size": "5x4"}},
    {"game": "dots", "options": {"size": "2x2"}},
    {"game": "quoridor", "options": {"size": "3x3", "walls": 2}},
]


@dataclass(slots=True)
class Played:
    """A game as the client knows it."""

    id: str
    game: AnyGame
    options: dict[str, Any]
    acknowledged: list[str] = field(default_factory=list)
    """The moves that were answered."""
    asked: str | None = None
    """The move that was sent and not answered: it may have been made or not."""

    def state(self) -> Any:
        state = self.game.begin(seed=0, **self.options)
        for word in self.acknowledged:
            state = state.play(self.game.read(word, state))
        return state


class Players:
    """A browser that plays both seats of many games at once, until somebody pulls the plug."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.games: list[Played] = []
        self.headers = {"cookie": f"damier={secrets.token_urlsafe(32)}"}
        self.answered = 0
        self.enough = asyncio.Event()

    def client(self, address: str) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=GAMES)
        return httpx.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits, headers=self.headers)

    async def play(self, address: str, server: subprocess.Popen[str], moves: int) -> None:
        """Play until *moves* were answered, kill the server with requests under way, and let all fail."""
        self.answered, self.enough = 0, asyncio.Event()
        going_on = [game for game in self.games if game.state().moves()][:GAMES]
        async with (
            self.client(address) as client,
            asyncio.timeout(3 * PATIENCE),
            asyncio.TaskGroup() as group,
        ):
            for game in [*going_on, *[None] * (GAMES - len(going_on))]:
                group.create_task(self._seat(client, game, moves))
            await self.enough.wait()
            server.send_signal(signal.SIGKILL)

    async def _seat(self, client: httpx.AsyncClient, game: Played | None, moves: int) -> None:
        """One game after the other, until the server does not answer."""
        try:
            while True:
                game = game or await self._begin(client)
                while (state := game.state()).moves():
                    await self._move(client, game, self.chance.choice(state.moves()), moves)
                game = None
        except httpx.TransportError:
            assert self.enough.is_set(), "the server was gone before it was killed"

    async def _begin(self, client: httpx.AsyncClient) -> Played:
        wish = self.chance.choice(SMALL)
        people = ["person", "person"]
        answer = await client.post(f"{API}/tables", json={**wish, "players": people, "seed": 0})
        assert answer.status_code == 201, answer.text
        game = Played(answer.json()["id"], find_game(wish["game"]), wish.get("options", {}))
        self.games.append(game)
        return game

    async def _move(self, client: httpx.AsyncClient, game: Played, move: Any, moves: int) -> None:
        game.asked = game.game.write(move)
        wish = {"move": game.asked, "version": len(game.acknowledged) + 1}
        answer = await client.post(f"{API}/tables/{game.id}/moves", json=wish)
        assert answer.status_code == 200, answer.text
        game.acknowledged.append(game.asked)
        game.asked = None
        self.answered += 1
        if self.answered >= moves and sum(bool(game.acknowledged) for game in self.games) >= GAMES:
            self.enough.set()

    async def check(self, address: str) -> None:
        """That nothing is missing, and nothing there that nobody asked for."""
        async with self.client(address) as client, asyncio.TaskGroup() as group:
            for game in self.games:
                group.create_task(self._check_one(client, game))

    async def _check_one(self, client: httpx.AsyncClient, game: Played) -> None:
        answer = await client.get(f"{API}/tables/{game.id}")
        assert answer.status_code == 200, answer.text
        kept = answer.json()["moves"]
        assert kept in (game.acknowledged, [*game.acknowledged, game.asked])
        assert answer.json()["you"] == [0, 1] and answer.json()["version"] == len(kept) + 1
        game.acknowledged, game.asked = kept, None


@contextmanager
def serving(url: str, log: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0", "--rate-limit", "0"]
    with log.open("a") as errors:
        server = subprocess.Popen(
            [*command, "--database", url], stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert server.stdout is not None
        told = server.stdout.readline()
        address = re.search(r"http://\S+", told)
        assert address, f"{told}{log.read_text()}"
        yield server, address[0].rstrip("/")
    finally:
        server.kill()
        server.communicate()


@pytest.mark.proof
@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a POSIX signal")
def test_no_answered_move_is_lost(database_url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    players = Players(seed=1)
    for moves in MOVES:
        with serving(database_url, log) as (server, address):
            asyncio.run(players.check(address))
            asyncio.run(players.play(address, server, moves))
            assert server.wait(PATIENCE) == -signal.SIGKILL
        assert players.answered >= moves and len(players.games) >= GAMES
        assert any(game.asked for game in players.games), "it was killed while nothing was asked"
    with serving(database_url, log) as (server, address):
        asyncio.run(players.check(address))
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)
    assert "Traceback" not in log.read_text()
