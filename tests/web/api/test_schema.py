"""Every operation of the interface, driven by schemathesis from its own description, on a real server."""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok
from tests.arena.contests import play
from tests.sizes import sized

from damier.games import games
from damier.store.table_archive import Archive
from damier.web.app import ROUTERS, create_app
from damier.web.host import health

pytestmark = pytest.mark.proof

PATIENCE = 120.0
"""Seconds that a slow and busy machine has for anything."""

EXAMPLES = sized(30, 15, 15)
"""Requests for each operation that make sense, and as many that do not."""

RUN = "run"
"""A tournament that is there, of four games."""

SCHEMA = schemathesis.openapi.from_dict(create_app(cast(Archive, None)).openapi())
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)}
ASKING = [label for label, found in OPERATIONS.items() if found.body or found.path_parameters or found.query]
"""Those that can be asked for something that makes no sense."""

CONFORMANCE = [
    CHECKS.get_one(name)
    for name in (
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
    )
]

bounded = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("schema")
    command = [sys.executable, "-m", "damier", "serve", "--no-browser", "--port", "0", "--rate-limit", "0"]
    command += ["--away-seconds", "1"]
    command += ["--database", f"sqlite:///{folder / 'games.sqlite'}", "--runs", str(folder / "runs")]
    play(folder / "runs" / RUN)
    log: Path = folder / "log"
    with log.open("w") as errors:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, log.read_text()
        yield found[0].rstrip("/")
        assert server.poll() is None, "the server has ended by itself"
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)
        assert "Traceback" not in log.read_text(), log.read_text()


class Visitor:
    """A browser with tables of every kind, so that what is asked for is there."""

    def __init__(self, address: str) -> None:
        self.api = f"{address}/api/v1"
        self.session = requests.Session()
        self.session.headers["cookie"] = f"damier={secrets.token_urlsafe(32)}"
        people = ["person", "person"]
        moves = ["a1", "b2", "a2", "b1"]
        self.tables = [
            self.new(game="tictactoe", players=people, moves=moves),
            self.new(game="tictactoe", players=people, moves=[*moves, "a3"]),
            self.answered(),
            self.new(game="tictactoe", players=people, yours=[0]),
            self.new(game="tictactoe", players=["easy", "easy"], moves=moves, pace=10),
            self.new(game="connect4", players=people, clock={"main": 300, "increment": 2}, moves=["4"]),
            self.new(game="minesweeper", moves=["d1,1"], seed=1),
            self.new(game="quoridor", players=people, options={"size": "3x3", "walls": 1}),
        ]
        self.undone()
        self.left = self.deserted()

    def new(self, **wish: Any) -> str:
        answer = self.session.post(f"{self.api}/tables", json=wish, timeout=PATIENCE)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def answered(self) -> str:
        """A table at which an engine has moved."""
        table_id = self.new(game="tictactoe", players=["person", "easy"], moves=["a1"])
        until = time.monotonic() + PATIENCE
        while self.look(table_id)["to_move"] == "level":
            assert time.monotonic() < until, "the engine does not move"
            time.sleep(0.02)
        return table_id

    def deserted(self) -> str:
        """A table that the other player has left, who is to move."""
        table = self.look(self.new(game="tictactoe", players=["person", "person"], yours=[1]))
        joining = {"invitation": table["invitations"]["0"]}
        requests.post(f"{self.api}/tables/{table['id']}/join", json=joining, timeout=PATIENCE)
        return str(table["id"])

    def undone(self) -> None:
        """A table at which a move can be made again, and one with an offer."""
        undone = self.new(game="dots", players=["person", "person"], moves=["a1t", "a1l"])
        self.session.post(f"{self.api}/tables/{undone}/undo", json={"version": 1}, timeout=PATIENCE)
        offered = self.new(game="dots", players=["person", "person"], yours=[1])
        self.session.post(f"{self.api}/tables/{offered}/draw", json={"version": 1}, timeout=PATIENCE)
        self.tables += [undone, offered]

    def choose(self, path: str, choice: int) -> str:
        """A table; mostly one at which this can be done."""
        if path.endswith("/pace") and choice % 3:
            return self.tables[4]
        if path.endswith("/join") and choice % 3:
            return self.tables[3]
        if path.endswith("/claim") and choice % 3:
            return self.left
        if path.endswith("/phrases"):
            return self.tables[3]
        if path.endswith("/ask") and choice % 4:
            return self.tables[6]
        few = 3 if path.endswith(("/ask", "/hint", "/review", "/why")) else len(self.tables)
        return self.tables[choice % few]

    def look(self, table_id: str) -> Any:
        answer = self.session.get(f"{self.api}/tables/{table_id}", timeout=PATIENCE)
        return answer.json() if answer.status_code == 200 else None


def aim(case: Any, visitor: Visitor, choice: int) -> None:
    """Let most of what was generated concern a table or a game that is there, as it is."""
    path = case.path_parameters or {}
    if "key" in path and choice % 5:
        path["key"] = list(games())[choice % len(games())]
    if case.path.endswith("/links") and choice % 5 and isinstance(case.body, dict):
        case.body["link"] = visitor.api.removesuffix("api/v1") + "#/table/abc"
    if "/puzzles" in case.path and choice % 5:
        _aim_at_a_puzzle(path, case.body, choice)
    if isinstance(case.body, dict) and "game" in case.body and choice % 5:
        _aim_at_a_game(case.body, choice)
    if "name" in path and choice % 5:
        path.update({"name": RUN} | {part: choice % 6 for part in ("number", "ply") if part in path})
        (case.query or {}).pop("player", None)
    if "table_id" not in path or choice % 5 == 0:
        return
    path["table_id"] = visitor.choose(case.path, choice)
    table = visitor.look(path["table_id"])
    if table is None:
        return
    if "ply" in path:
        path["ply"] = choice % (len(table["moves"]) + 1)
    if isinstance(case.body, dict):
        _aim_at_a_table(case.body, table, choice)


def _aim_at_a_puzzle(path: dict[str, Any], body: Any, choice: int) -> None:
    path["key"] = "connect4"
    if "grade" in path:
        path["grade"], path["number"] = ["easy", "medium", "tricky"][choice % 3], 1 + choice % 31
    if isinstance(body, dict) and choice % 3:
        body["made"] = [str(1 + choice % 7)] if choice % 3 == 1 else []


def _aim_at_a_game(body: dict[str, Any], choice: int) -> None:
    body["game"] = list(games())[choice % len(games())]
    if choice % 2:
        for name in ("setup", "options", "moves", "position", "players", "yours"):
            body.pop(name, None)
    if choice % 4 == 3:
        body["players"] = ["person", "person"]


def _aim_at_a_table(body: dict[str, Any], table: Any, choice: int) -> None:
    if "version" in body and choice % 4:
        body["version"] = table["version"]
    if "move" in body and choice % 3:
        offered = [move for mark in table["scene"]["marks"] for move in mark["moves"].values()]
        body["move"] = offered[choice % len(offered)] if offered else body["move"]
    if "place" in body and choice % 3:
        body["place"] = f"{'efghi'[choice % 5]}{5 + choice % 5}"
    if "invitation" in body and table["invitations"]:
        body["invitation"] = next(iter(table["invitations"].values()))
    if "level" in body and choice % 3:
        body["level"] = None


def ask(case: Any, address: str, visitor: Visitor, known: bool) -> Any:
    """The answer, which must be one that is described; a fault is none, but being busy is."""
    session = visitor.session if known and not case.path.endswith("/join") else None
    headers = None if known else {"accept-language": "fr"}
    answer = case.call(base_url=address, session=session, headers=headers, timeout=PATIENCE)
    assert answer.status_code < 500 or answer.status_code == 503, f"{case.as_curl_command()}\n{answer.text}"
    case.validate_response(answer, checks=CONFORMANCE)
    if answer.status_code in (429, 503):
        assert answer.headers.get("retry-after")
    if answer.status_code >= 400 and case.path.startswith("/api/"):
        assert isinstance(answer.json()["detail"], str) and answer.json()["detail"]
    return answer


@pytest.mark.parametrize("label", OPERATIONS)
def test_what_makes_sense_is_answered_as_described(address: str, label: str) -> None:
    operation = OPERATIONS[label]
    visitor = Visitor(address)
    seen: Counter[int] = Counter()
    while label.endswith("/claim") and visitor.look(visitor.left)["claim_in"] != 0:
        time.sleep(0.1)

    @bounded
    @given(case=operation.as_strategy(), choice=st.integers(0, 999))
    def drive(case: Any, choice: int) -> None:
        aim(case, visitor, choice)
        seen[ask(case, address, visitor, known=choice % 7 > 0).status_code] += 1

    drive()
    assert any(200 <= status < 300 for status in seen), f"nothing was ever done: {seen}"
    if "table_id" in label or "{name}" in label:
        assert seen[404], "nothing was ever not there"


@pytest.mark.parametrize("label", ASKING)
def test_what_makes_no_sense_is_refused_as_described(address: str, label: str) -> None:
    operation = OPERATIONS[label]
    visitor = Visitor(address)
    seen: Counter[int] = Counter()
    negative = schemathesis.GenerationMode.NEGATIVE

    @bounded
    @given(case=operation.as_strategy(generation_mode=negative), choice=st.integers(0, 999))
    def drive(case: Any, choice: int) -> None:
        there = choice % 2 and "table_id" in (case.path_parameters or {})
        if there:
            case.path_parameters["table_id"] = visitor.choose(case.path, choice)
        answer = ask(case, address, visitor, known=True)
        # 413 refuses as well; in a file of text, anything is a line that is refused in the answer.
        if not there and answer.status_code != 413 and case.media_type != "text/plain":
            case.validate_response(answer, checks=[CHECKS.get_one("negative_data_rejection")])
        seen[answer.status_code] += 1

    drive()
    assert any(400 <= status < 500 for status in seen), f"nothing was ever refused: {seen}"


def test_every_operation_is_described() -> None:
    routes = {
        f"{method} {route.path}"
        for router in (*ROUTERS, health.router)
        for route in router.routes
        for method in route.methods
    }
    assert set(OPERATIONS) == routes and len(ASKING) > 20
    for operation in OPERATIONS.values():
        assert operation.definition.raw["responses"]
        assert operation.definition.raw.get("summary") and operation.definition.raw.get("description")
