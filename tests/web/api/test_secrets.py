"""Nothing on the wire tells what a browser may not know: every endpoint, every state of Minesweeper.

The test that counts: two mine fields that look the same and have their mines in different places. Whatever is
asked, in whatever state, the answers are the same to the letter, so they cannot hold what differs.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

import httpx2 as httpx
import pytest
from tests.web.serving import API, PATIENCE, Served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from damier.games import game as find_game
from damier.store.table_archive import Archive, TableRow
from damier.warm import prepare

BOARD: dict[str, int | str] = {"size": "5x4", "mines": 4}

MINES = {"mine", "exploded", "wrong"}
"""The kinds of marks that tell where mines are."""


class Wire:
    """A real server, and its database to look up what must not be told."""

    def __init__(self, served: Served, url: str) -> None:
        self.client = served.client()
        self.sockets = served.address.replace("http", "ws", 1)
        self.archive = Archive(url)

    def who(self, secret: str | None) -> httpx.Client:
        """The same client with another browser's secret, or none."""
        self.client.cookies.clear()
        if secret is not None:
            self.client.headers["cookie"] = f"damier={secret}"
        else:
            self.client.headers.pop("cookie", None)
        return self.client

    def secret(self) -> str:
        """The one that was given with the last answer."""
        return str(self.client.cookies["damier"])

    def stored(self, table_id: str) -> TableRow:
        found = self.archive.load(table_id)
        assert found is not None
        return found


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    folder = tmp_path_factory.mktemp("secrets")
    game = find_game("minesweeper")
    for level in (
        "odds",
        "champion",
    ):  # or the first to be asked is told of the compiler
        prepare(game, level, game.first_view(game.settle(given=BOARD)))
    url = f"sqlite:///{folder / 'games.sqlite'}"
    with Served(folder, "--rate-limit", "0", database=url) as served:
        wire = Wire(served, url)
        yield wire
        wire.client.close()
        wire.archive.close()


@cache
def twins() -> tuple[int, int]:
    """Two seeds whose fields look the same after digs in two corners, and have no mine in common."""
    game, chance = find_game("minesweeper"), random.Random(1)
    seen: dict[str, list[tuple[int, frozenset[int]]]] = {}
    for _ in range(50_000):
        seed = chance.getrandbits(62) | 1 << 61
        state = game.begin(seed=seed, **BOARD)
        state = state.play(game.read("d1,1", state.board))
        if state.outcome() is not None or state.board.cells[-1] != ".":
            continue
        state = state.play(game.read("d5,4", state.board))
        if state.outcome() is not None:
            continue
        alike = seen.setdefault(state.board.cells, [])
        for other, mined in alike:
            if mined.isdisjoint(state.mined()):
                return other, seed
        alike.append((seed, state.mined()))
    raise AssertionError("no two fields look the same")


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


class World:
    """A table of Minesweeper, and everything that can be heard of it."""

    def __init__(self, wire: Wire, seed: int) -> None:
        self.wire = wire
        self.client = wire.who(None)
        self.table = ok(self.client.post(f"{API}/tables", json=self.wish(seed)), 201)
        self.secret = wire.secret()
        self.path = f"{API}/tables/{self.table['id']}"
        self.seed = seed

    @staticmethod
    def wish(seed: int) -> dict[str, Any]:
        return {"game": "minesweeper", "options": BOARD, "seed": seed}

    def act(self, what: str, **more: Any) -> None:
        self.wire.who(self.secret)
        wish = {"version": self.table["version"], **more}
        self.table = ok(self.client.post(f"{self.path}/{what}", json=wish))

    def play(self, *words: str) -> None:
        """Make moves, or do what is no move."""
        for word in words:
            if word in ("undo", "resign"):
                self.act(word)
            else:
                self.act("moves", move=word)

    def everything(self) -> dict[str, str]:
        """By question: the answer with its headers, for who plays and for who looks on."""
        self.wire.who(self.secret)
        heard = {f"mine {name}": words for name, words in self._everything().items()}
        self.wire.who(None)
        return {**heard, **{f"theirs {name}": words for name, words in self._everything().items()}}

    def _everything(self) -> dict[str, str]:
        heard: dict[str, str] = {}
        for name in (
            "",
            "/why",
            "/review",
            *(f"/plies/{ply}" for ply in range(len(self.table["moves"]) + 2)),
        ):
            heard[f"GET {name}"] = _whole(self.client.get(f"{self.path}{name}"))
        for path in ("/games", "/games/minesweeper/demo", "/games/minesweeper/pictures"):
            heard[f"GET {path}"] = _whole(self.client.get(f"{API}{path}"), PUBLIC)
        for path in (
            "/tables",
            "/tables?words=minesweeper",
            "/tables?state=over",
        ):
            heard[f"GET {path}"] = _whole(self.client.get(f"{API}{path}"))
        for form in ("jsonl", "text"):
            heard[f"export {form}"] = _whole(self.client.get(f"{API}/archive?format={form}"))
        for path in ("/openapi.json", "/metrics", "/readyz", "/healthz"):
            _whole(self.client.get(path))
        heard |= self._asked() | self._watched()
        return heard

    def _asked(self) -> dict[str, str]:
        """What changes nothing, or is refused."""
        heard = {}
        stale = {"version": self.table["version"] - 1}
        for what in ("undo", "redo", "resign", "draw", "decline"):
            heard[what] = _whole(self.client.post(f"{self.path}/{what}", json=stale))
        wrong = {"version": self.table["version"], "move": "z"}
        for move in ("z", "d9,9", "c1,1", "u5,1", "d1,1"):
            if move != "d1,1" or move in self.table["moves"]:  # else it would be made
                wrong["move"] = move
                heard[f"move {move}"] = _whole(self.client.post(f"{self.path}/moves", json=wrong))
        heard["pace"] = _whole(self.client.post(f"{self.path}/pace", json={"pace": 1}))
        heard["join"] = _whole(self.client.post(f"{self.path}/join", json={"invitation": "x"}))
        for level in (None, "document", "odds"):
            heard[f"hint {level}"] = _whole(self.client.post(f"{self.path}/hint", json={"level": level}))
        for place in ("a1", "e5", "h8"):
            heard[f"ask {place}"] = _whole(self.client.post(f"{self.path}/ask", json={"place": place}))
        wish = {"game": "minesweeper", "position": self.table["position"]}
        heard["position"] = _whole(self.client.post(f"{API}/positions", json=wish))
        if self.table["ended"]:
            self._review()
            heard["reviewed"] = _whole(self.client.get(f"{self.path}/review"))
        else:
            heard["review"] = _whole(self.client.post(f"{self.path}/review"))
        return heard

    def _review(self) -> None:
        ok(self.client.post(f"{self.path}/review"))
        until = time.monotonic() + 120
        while ok(self.client.get(f"{self.path}/review"))["state"] != "done":
            assert time.monotonic() < until, "the review does not end"
            time.sleep(0.02)

    def _watched(self) -> dict[str, str]:
        heard = {}
        last = len(self.table["moves"])
        for query in (
            "",
            "?review=true",
            "?analysis=true",
            "?analysis=true&ply=0",
            f"?analysis=true&ply={last}",
        ):
            heard[f"events {query}"] = _told(self.wire, f"{self.path}/events{query}")
        position = f"game=minesweeper&position={quote(self.table['position'])}"
        heard["events of the position"] = _told(self.wire, f"{API}/positions/events?{position}")
        return heard


SEEN: list[str] = []
"""Every answer since a test began."""

PUBLIC: list[str] = []
"""Answers with boards that everybody knows: mines may be on them."""


def _whole(answer: Any, kept: list[str] = SEEN) -> str:
    """Status, headers and body."""
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    words = f"{answer.status_code}\n{headers}\n\n{answer.text}"
    kept.append(words)
    return words


def _told(wire: Wire, path: str) -> str:
    """What a WebSocket tells: the table, and the last word of the analysis or why there is none."""
    wanted = {"table"} if "/tables/" in path else set()
    wanted |= {"analysis"} if "analysis" in path or "positions" in path else set()
    wanted |= {"review"} if "review" in path else set()
    found: dict[str, Any] = {}
    headers = {"cookie": cookie} if (cookie := wire.client.headers.get("cookie")) else {}
    try:
        with connect(wire.sockets + path, additional_headers=headers, open_timeout=PATIENCE) as line:
            while wanted - found.keys():
                words = str(line.recv(timeout=PATIENCE))
                SEEN.append(words)
                for name, content in json.loads(words).items():
                    if name != "analysis" or content["final"]:
                        found[name] = content
                ended = found.get("table", {}).get("ended")
                if ended and ended["ending"] == "rules" and "ply=0" not in path:
                    wanted -= {"analysis"}  # there is nothing left to think about
    except ConnectionClosed as end:
        assert end.rcvd is not None
        found["closed"] = [end.rcvd.code, end.rcvd.reason]
        SEEN.append(end.rcvd.reason)
    return json.dumps(found, sort_keys=True)


def alike(world: World, words: str) -> str:
    """*words* without what differs between any two tables: their names and times."""
    words = words.replace(world.table["id"], "ID")
    words = re.sub(r'"(created|updated)": ?[0-9.e+-]+', r'"\1": 0', words)
    words = re.sub(r'"seconds": ?[0-9.]+', '"seconds": 0', words)
    return re.sub(r"(?m)^(content-length|date): .*$", "", words)


STATES: dict[str, Callable[[World], None]] = {
    "fresh": lambda world: None,
    "a flag before the first dig": lambda world: world.play("f3,3"),
    "the first dig": lambda world: world.play("d1,1"),
    "the middle": lambda world: world.play("d1,1", "d5,4"),
    "a flag": lambda world: world.play("d1,1", "d5,4", "f5,1"),
    "a flag taken away": lambda world: world.play("d1,1", "d5,4", "f5,1", "u5,1"),
    "taken back": lambda world: world.play("d1,1", "d5,4", "undo", "undo"),
    "given up": lambda world: world.play("d1,1", "d5,4", "resign"),
}


@pytest.fixture
def worlds(wire: Wire) -> tuple[World, World]:
    SEEN.clear()
    PUBLIC.clear()
    one, other = twins()
    return World(wire, one), World(wire, other)


@pytest.mark.parametrize("state", STATES)
def test_fields_that_look_the_same_are_told_the_same(worlds: tuple[World, World], state: str) -> None:
    heard = []
    for world in worlds:
        STATES[state](world)
        heard.append({name: alike(world, words) for name, words in world.everything().items()})
    one, other = heard
    assert one.keys() == other.keys() and len(one) > 60
    over = worlds[0].table["ended"] is not None
    for name in one:
        if over and name.startswith("mine export"):
            continue  # a finished game goes out whole
        assert one[name] == other[name], name
    if not over:
        for world in worlds:
            for words in SEEN:
                check_no_mine(words)
            for words in SEEN + PUBLIC:
                check_no_secret(world, words)


def check_no_secret(world: World, words: str) -> None:
    """No seed in any form, no secret of the browser, nothing that the database keeps of it."""
    stored = world.wire.stored(world.table["id"])
    assert stored.record.seed == world.seed and stored.holders
    forms = {str(world.seed), f"{world.seed:x}", stored.owner, *stored.holders.values(), world.secret}
    assert not any(form in words for form in forms)


def check_no_mine(words: str) -> None:
    """No mark of a mine on any board, and none in a position as text."""
    assert not set(re.findall(r'"kind": ?"([a-z]+)"', words)) & MINES
    for position in re.findall(r'"position": ?"([^"]*)"', words):
        assert not set(position.split(" ")[0]) & set("m*x")


@pytest.mark.parametrize("end", ["exploded", "won"])
def test_mines_are_shown_at_the_end_and_not_before_when_looking_back(wire: Wire, end: str) -> None:
    SEEN.clear()
    game = find_game("minesweeper")
    world = World(wire, twins()[0])
    state = game.begin(seed=world.seed, **BOARD)
    boards = [state.board]
    while state.outcome() is None:
        covered = [move for move in state.moves() if move.act == "dig"]
        mined = [move for move in covered if move.y * 5 + move.x in state.mined()]
        safe = [move for move in covered if move not in mined]
        move = mined[0] if end == "exploded" and len(boards) > 2 else safe[0]
        world.play(game.write(move))
        state = state.play(move)
        boards.append(state.board)
    assert world.table["ended"]["points"] == [float(end == "won")]
    browser = wire.who(None)
    shown = {mark["kind"] for mark in world.table["scene"]["marks"]}
    assert shown & MINES and world.table["position"] == game.text(boards[-1])
    for ply, board in enumerate(boards):
        seen = ok(browser.get(f"{world.path}/plies/{ply}"))
        assert seen["position"] == game.text(board)
        kinds = {mark["kind"] for mark in seen["scene"]["marks"]}
        assert bool(kinds & MINES) is (ply == len(boards) - 1)
    world._review()
    review = browser.get(f"{world.path}/review").text
    assert str(world.seed) not in review
    for words in world.everything().values():
        assert not any(secret in words for secret in (world.secret, f"{world.seed:x}"))


def test_a_game_opened_again_tells_nothing_more(worlds: tuple[World, World]) -> None:
    """A mine went off, and the dig is taken back: what was seen is the player's own, and is told no more."""
    heard = []
    for world in worlds:
        world.play("d1,1", "d5,4")
        before = world.table["position"]
        game = find_game("minesweeper")
        state = game.begin(seed=world.seed, **BOARD)
        for word in ("d1,1", "d5,4"):
            state = state.play(game.read(word, state.board))
        mined = min(state.mined())
        world.play(f"d{mined % 5 + 1},{mined // 5 + 1}")
        assert world.table["ended"]["points"] == [0.0]
        world.act("undo")
        assert world.table["position"] == before and world.table["practice"] and world.table["redo"] == 1
        SEEN.clear()
        world.everything()
        for words in SEEN:
            check_no_secret(world, words)
            check_no_mine(words)
        heard.append(alike(world, world.client.get(world.path).text))
    assert heard[0] == heard[1]


def test_nobody_hears_of_another_seat(wire: Wire) -> None:
    """Two people by link: secrets and invitations stay with whom they belong to."""
    browser = wire.who(None)
    wish = {"game": "tictactoe", "players": ["person", "person"], "yours": [0]}
    table = ok(browser.post(f"{API}/tables", json=wish), 201)
    mine, token = wire.secret(), table["invitations"]["1"]
    path = f"{API}/tables/{table['id']}"

    def hear(secret: str | None) -> list[str]:
        wire.who(secret)
        SEEN.clear()
        for address in (
            path,
            f"{path}/why",
            f"{path}/review",
            f"{path}/plies/0",
            f"{API}/tables",
            f"{API}/archive",
        ):
            _whole(browser.get(address))
        for what in ("undo", "draw", "resign"):
            _whole(browser.post(f"{path}/{what}", json={"version": 0}))
        _whole(browser.post(f"{path}/join", json={"invitation": "x" * 43}))
        _whole(browser.post(f"{path}/hint", json={}))
        _told(wire, f"{path}/events?analysis=true")
        _told(wire, f"{path}/events?review=true")
        return list(SEEN)

    def kept() -> set[str]:
        stored = wire.stored(table["id"])
        return {stored.owner, *stored.holders.values(), *stored.invites.values()}

    everything = hear(mine)
    assert any(token in words for words in everything), "who invites can look it up again"
    assert not any(word in words for words in everything for word in (mine, *kept()))
    assert not any(word in words for words in hear(None) for word in (mine, token, *kept()))
    joined = wire.who(None).post(f"{path}/join", json={"invitation": token})
    theirs = wire.secret()
    assert joined.status_code == 200 and mine not in _whole(joined) and theirs not in joined.text
    for secret in (mine, theirs, None):
        heard = hear(secret)
        assert not any(word in words for words in heard for word in (mine, theirs, token, *kept()))
