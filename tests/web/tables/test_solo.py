"""Who plays alone is timed by the server, and told what the board needed when it is over, not before."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.serving import API

from damier.games import game as find_game
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.thinking.worker_pool import Workers

SEED = 7


class Watch:
    """The time of day, as a test turns it."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr("time.time", watch)
    return watch


class Alone:
    """Somebody who plays alone; every request may come to a server that has just been started."""

    def __init__(self, folder: Path, **wish: Any) -> None:
        self.folder = folder
        self.cookies: dict[str, str] = {}
        self.table = self.ask("/tables", {"game": "minesweeper", "seed": SEED, **wish})
        game, seed = find_game("minesweeper"), int(wish.get("seed", SEED))
        self.state = game.begin(wish.get("setup"), seed=seed, **wish.get("options", {}))
        for word in wish.get("moves", ()):
            self.state = self.state.play(game.read(word, self.state.board))

    def ask(self, path: str, content: Any = None) -> Any:
        archive = Archive(f"sqlite:///{self.folder / 'games.sqlite'}")
        app = create_app(archive, Workers(processes=1))
        with TestClient(app, base_url="http://127.0.0.1:8000", cookies=self.cookies) as client:
            answer = client.get(API + path) if content is None else client.post(API + path, json=content)
            self.cookies |= dict(client.cookies)
        assert answer.status_code < 400, answer.text
        return answer.json()

    def act(self, what: str, **more: Any) -> Any:
        path = f"/tables/{self.table['id']}/{what}"
        self.table = self.ask(path, {"version": self.table["version"], **more})
        return self.table["solo"]

    def play(self, word: str) -> Any:
        self.state = self.state.play(find_game("minesweeper").read(word, self.state.board))
        return self.act("moves", move=word)

    def dig(self, *, mined: bool) -> Any:
        move = next(
            move
            for move in self.state.moves()
            if move.act == "dig" and (move.y * self.state.board.width + move.x in self.state.mined()) == mined
        )
        return self.play(find_game("minesweeper").write(move))


def test_the_time_runs_from_the_first_dig_to_the_end_whichever_server_is_asked(
    tmp_path: Path, watch: Watch
) -> None:
    alone = Alone(tmp_path)
    secret = {"needed": None, "again": None}
    assert alone.table["solo"] == {"board": "beginner", "seconds": 0.0, "running": False, **secret}
    watch.now += 60
    assert alone.play("f1,1") == {"board": "beginner", "seconds": 0.0, "running": False, **secret}
    watch.now += 60
    assert alone.play("d5,5")["running"]
    watch.now += 10
    told = alone.ask(f"/tables/{alone.table['id']}")["solo"]
    assert told["running"] and told["seconds"] == pytest.approx(10, abs=0.1) and told["needed"] is None
    watch.now += 2.5
    told = alone.dig(mined=True)
    assert alone.table["ended"] and not told["running"]
    watch.now += 1000
    told = alone.ask(f"/tables/{alone.table['id']}")["solo"]
    assert told["seconds"] == pytest.approx(12.5, abs=0.1)
    clicks = find_game("minesweeper").clicks
    assert clicks is not None and told["needed"] == clicks(alone.state) > 1
    alone.act("undo")
    watch.now += 1000
    told = alone.ask(f"/tables/{alone.table['id']}")["solo"]
    assert told["seconds"] == pytest.approx(12.5, abs=0.1) and told["needed"] is None and not told["running"]


def test_what_a_board_needs_is_not_told_of_a_game_given_up_which_can_be_played_on(tmp_path: Path) -> None:
    alone = Alone(tmp_path)
    alone.play("d5,5")
    told = alone.act("resign")
    assert alone.table["ended"]["ending"] == "resigned" and told["needed"] is None and not told["running"]
    assert told["again"] is None


def test_a_board_that_is_over_can_be_given_to_others(tmp_path: Path) -> None:
    """To the last of 128 bits, which a browser sends as text, and with the first dig."""
    seed = 2**128 - 1
    alone = Alone(tmp_path, options={"no_guess": 1}, seed=str(seed))
    alone.play("f1,1")
    assert alone.play("d5,5")["again"] is None
    told = alone.dig(mined=True)
    assert told["board"] == "beginner no_guess=1" and told["again"] == {"seed": str(seed), "first": "d5,5"}
    again = Alone(
        tmp_path, options={"no_guess": 1}, seed=told["again"]["seed"], moves=[told["again"]["first"]]
    )
    again.dig(mined=True)
    assert again.table["ended"] and again.state.mined() == alone.state.mined()
    assert again.table["solo"]["again"] == told["again"]


def test_moves_that_somebody_gave_to_begin_with_are_not_timed(tmp_path: Path) -> None:
    alone = Alone(tmp_path, moves=["d5,5"])
    assert alone.table["solo"]["seconds"] is None
    assert alone.act("moves", move="f1,1")["seconds"] is None
    assert Alone(tmp_path, moves=["f1,1"]).table["solo"]["seconds"] == 0


def test_two_players_are_told_nothing_of_it(tmp_path: Path) -> None:
    assert Alone(tmp_path, game="tictactoe", setup=None).table["solo"] is None
