"""A game in a folder of its own has everything on the server too: hints, review, positions, files."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from tests.web.serving import API, PATIENCE, Served
from websockets.sync.client import connect

NIM = Path(__file__).parents[2] / "data" / "nim"


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    shutil.copytree(NIM, tmp_path / "games" / "nim")
    monkeypatch.setenv("DAMIER_GAMES", str(tmp_path / "games"))
    with Served(tmp_path) as served:
        yield served


def ok(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def test_it_is_served_like_the_others(served: Served) -> None:
    with served.client() as client:
        games = {game["key"]: game for game in ok(client.get(f"{API}/games"))["games"]}
        assert games["nim"]["title"] == "Nim" and games["nim"]["presets"][0]["key"] == "usual"
        assert ok(client.get(f"{API}/games/nim/demo"))["steps"]
        wish = {"game": "nim", "players": ["person", "person"], "moves": ["3", "3"]}
        table = ok(client.post(f"{API}/tables", json=wish), 201)
        path = f"{API}/tables/{table['id']}"
        hint = ok(client.post(f"{path}/hint", json={}))
        assert hint["level"] == "random" and len(hint["lines"]) == 3
        with connect(served.address.replace("http", "ws", 1) + f"{path}/events?analysis=true") as line:
            while "analysis" not in (told := str(line.recv(timeout=PATIENCE))):
                assert "table" in told
        for move in ("3", "2", "1"):
            table = ok(client.post(f"{path}/moves", json={"move": move, "version": table["version"]}))
        assert table["ended"]["points"] == [0.0, 1.0] and table["ended"]["words"]
        review = ok(client.post(f"{path}/review"))
        until = time.monotonic() + PATIENCE
        while review["state"] == "running":
            assert time.monotonic() < until, review
            time.sleep(0.05)
            review = ok(client.get(f"{path}/review"))
        assert review["state"] == "done" and review["done"] == 5 and review["graph"][-1] == 0.0
        assert review["title"] == "Random" and review["accuracy"] == [100.0, 100.0]
        place = ok(client.post(f"{API}/positions", json={"game": "nim", "moves": ["3", "3"]}))
        again = ok(client.post(f"{API}/positions", json={"game": "nim", "position": place["position"]}))
        assert place["playable"] and again["scene"] == place["scene"]
        for form in ("jsonl", "text"):
            file = client.get(f"{API}/archive?format={form}").text
            assert ok(client.post(f"{API}/archive", content=file.encode()))["refused"] == []
        found = ok(client.get(f"{API}/tables?game=nim&words=nim&state=over"))["tables"]
        assert len(found) == 4  # one was played, one came from the first file, two from the second
