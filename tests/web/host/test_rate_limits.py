"""What one client may ask for: how often, how much, how long."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import WebSocketDenialResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tests.web.serving import echo

from damier.web.host.client import client_of
from damier.web.host.costly_pool import Traffic
from damier.web.host.middleware import protect
from damier.web.host.rate_limits import MOST_CLIENTS, Buckets, CostlyLimit, Limits, is_costly
from damier.web.host.request_guard import Guard
from damier.web.host.settings import Settings


class Watch:
    """A clock that goes when it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# Buckets.


def test_a_bucket_empties_and_fills() -> None:
    watch = Watch()
    buckets = Buckets(rate=2.0, seconds=5.0, clock=watch)
    assert [buckets.take("a") for _ in range(10)] == [0.0] * 10
    assert buckets.take("a") == pytest.approx(0.5)
    watch.now += 0.25
    assert buckets.take("a") == pytest.approx(0.25)
    assert buckets.take("b") == 0.0
    watch.now += 0.25
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0.0
    watch.now += 1000.0
    assert sum(buckets.take("a") == 0.0 for _ in range(50)) == 10


def test_who_is_refused_does_not_wait_longer_for_it() -> None:
    watch = Watch()
    buckets = Buckets(rate=1.0, seconds=1.0, clock=watch)
    assert buckets.take("a") == 0.0
    for _ in range(100):
        assert buckets.take("a") == pytest.approx(1.0)
    watch.now += 1.0
    assert buckets.take("a") == 0.0


def test_buckets_that_are_full_again_are_forgotten() -> None:
    watch = Watch()
    buckets = Buckets(rate=1.0, seconds=10.0, clock=watch)
    for i in range(100):
        buckets.take(f"{i}")
    assert len(buckets) == 100
    watch.now += 11.0
    buckets.take("new")
    assert len(buckets) == 1


def test_memory_is_bounded_whoever_asks() -> None:
    buckets = Buckets(rate=1.0, seconds=10.0, most=50, clock=Watch())
    for i in range(500):
        buckets.take(f"{i}")
        buckets.take("loud")
    assert len(buckets) == 50
    assert buckets.take("loud") > 0.0  # being loud does not push oneself out
    assert Buckets(1.0, 1.0).most == MOST_CLIENTS


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("x" * 5000, "x" * 60),
    ],
)
def test_who_is_behind_an_address(address: str, client: str) -> None:
    assert client_of(address) == client


# Limits.


def limited(app: ASGIApp = echo, **settings: Any) -> tuple[Limits, Watch]:
    watch = Watch()
    costly = CostlyLimit(app, Settings(**settings))
    limits = Limits(costly, Settings(**settings))
    for buckets in (limits.all, costly.buckets):
        if buckets is not None:
            buckets.clock = watch
    return limits, watch


def test_too_many_requests_are_refused_in_each_language_until_time_has_passed() -> None:
    limits, watch = limited(rate_limit=2)
    client = TestClient(limits, client=("192.0.2.1", 1))
    assert [client.get("/").status_code for _ in range(21)] == [200] * 20 + [429]
    said = set()
    for language in ("en", "fr", "es"):
        answer = client.get(f"/?lang={language}")
        assert answer.status_code == 429 and answer.headers["retry-after"] == "1"
        said.add(answer.json()["detail"])
    assert len(said) == 3
    assert TestClient(limits, client=("192.0.2.2", 1)).get("/").status_code == 200
    watch.now += 1.0
    assert [client.get("/").status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(
    "path",
    ["tables", "positions", "archive", "tables/x/hint", "tables/x/review", "tables/x/rematch"],
)
@pytest.mark.parametrize("root", ["", "/games"])
def test_what_costs_more_is_limited_more(path: str, root: str) -> None:
    limits, _ = limited(rate_limit=1)
    client = TestClient(limits, root_path=root)
    address = f"{root}/api/v1/{path}"
    assert [client.post(address).status_code for _ in range(4)] == [200] * 3 + [429]
    assert client.post(address).headers["retry-after"] == "10"
    searches = path in ("tables", "archive")  # the list of games, and the file of all of them
    assert client.get(address).status_code == (429 if searches else 200)
    assert client.get(f"{root}/api/v1/tables/x").status_code == 200
    assert client.post(f"{root}/api/v1/tables/x/moves").status_code == 200


def test_a_class_behind_one_address_does_not_notice() -> None:
    """Thirty pupils open the page and begin a game in the same second; then each moves twice a second."""
    limits, watch = limited()

    costly = limits.app
    assert isinstance(costly, CostlyLimit) and costly.buckets is not None
    buckets = costly.buckets

    def ask(method: str, path: str) -> float:
        scope = {"type": "http", "method": method, "path": path}
        return limits._ask(scope, "192.0.2.1")[1] or (is_costly(scope) and buckets.take("192.0.2.1"))

    for _ in range(30):
        assert not any(ask("GET", "/static/x.js") for _ in range(60))
        assert not ask("POST", "/api/v1/tables")
    for _ in range(20):
        watch.now += 1.0
        assert not any(ask("POST", "/api/v1/tables/x/moves") for _ in range(60))
    assert any(ask("GET", "/") for _ in range(3000))  # which is not to say that there is no limit


def test_half_a_request_uses_nothing_up() -> None:
    """Whoever shares an address with somebody who sends half a request on many connections still plays."""
    app = Starlette(routes=[Route("/api/v1/tables", lambda request: Response(), methods=["POST"])])
    protect(app, Settings(rate_limit=10), Traffic())  # type: ignore[arg-type]  # it is asked for less

    async def leave() -> Message:
        return {"type": "http.disconnect"}

    async def nobody_hears(message: Message) -> None:
        raise AssertionError(message)

    head = {"type": "http", "method": "POST", "path": "/api/v1/tables", "query_string": b"", "root_path": ""}
    scope = {**head, "headers": [(b"content-length", b"900"), (b"host", b"testserver")]}
    for _ in range(60):
        asyncio.run(app({**scope, "client": ("192.0.2.1", 1), "app": app}, leave, nobody_hears))
    client = TestClient(app, client=("192.0.2.1", 1), base_url="http://127.0.0.1")
    assert [client.post("/api/v1/tables").status_code for _ in range(31)] == [200] * 30 + [429]


def test_a_host_asks_as_often_as_it_likes() -> None:
    limits, _ = limited(rate_limit=1)
    client = TestClient(limits)
    for path in ("/healthz", "/readyz"):
        assert all(client.get(path).status_code == 200 for _ in range(50))
    assert {client.get("/metrics").status_code for _ in range(50)} == {200, 429}


def test_without_a_limit_nothing_is_counted() -> None:
    limits, _ = limited(rate_limit=0)
    client = TestClient(limits)
    assert all(client.post("/api/v1/tables").status_code == 200 for _ in range(50))
    assert limits.all is None and isinstance(limits.app, CostlyLimit) and limits.app.buckets is None


def test_one_client_holds_so_many_websockets_open() -> None:
    limits, _ = limited(rate_limit=0, most_watchers=2)
    client = TestClient(limits, client=("192.0.2.1", 1))
    with ExitStack() as open_ones:
        for _ in range(2):
            open_ones.enter_context(client.websocket_connect("/"))
        with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect("/?lang=fr"):
            raise AssertionError("it was let in")
        assert refused.value.status_code == 429 and int(refused.value.headers["retry-after"]) > 0
        assert "attendez" in refused.value.json()["detail"]
        other = TestClient(limits, client=("192.0.2.2", 1))
        with other.websocket_connect("/"):
            pass
    with client.websocket_connect("/"):
        pass
    assert not limits._watching


def test_a_websocket_costs() -> None:
    limits, _ = limited(rate_limit=1)
    client = TestClient(limits)
    for _ in range(3):
        with client.websocket_connect("/"):
            pass
    with pytest.raises(WebSocketDenialResponse), client.websocket_connect("/"):
        raise AssertionError("it was let in")


# Lengths.


def guarded(app: ASGIApp = echo, traffic: Traffic | None = None, **settings: Any) -> Guard:
    return Guard(app, Settings(**settings), traffic or Traffic())


@pytest.mark.parametrize("root", ["", "/games"])
def test_only_a_file_of_games_may_be_long(root: str) -> None:
    client = TestClient(guarded(), root_path=root)
    for path, most in (("/api/v1/tables", 20_000), ("/api/v1/archive", 4_000_000)):
        assert client.post(root + path, content=b"x" * most).text.endswith(f" {most}")
        assert client.post(root + path, content=b"x" * (most + 1)).status_code == 413

        def parts(most: int = most) -> Iterator[bytes]:
            for _ in range(most // 1000 + 1):
                yield b"x" * 1000

        assert client.post(root + path, content=parts()).status_code == 413
    assert client.request("PUT", f"{root}/api/v1/archive", content=b"x" * 30_000).status_code == 413


@pytest.mark.parametrize("length", ["9" * 30, "-1", "1e3", "٣", "5000001"])
def test_a_length_that_is_none_is_refused_before_anything_is_read(length: str) -> None:
    answer = TestClient(guarded()).post(
        "/api/v1/archive", headers={b"content-length": length.encode()}, content=iter([b"x"])
    )
    assert answer.status_code == 413


def test_who_sends_without_end_is_refused() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}
    asyncio.run(guarded(body_seconds=0.01)(scope, receive, send))
    assert sent[0]["status"] == 408


def test_who_sends_or_reads_slowly_holds_up_no_costly_work() -> None:
    traffic, calm = Traffic(), dict[str, bool]()

    def note(moment: str) -> None:
        calm[moment] = traffic._calm.is_set()

    async def receive() -> Message:
        note("while it is sent")
        return {"type": "http.request", "body": b"x", "more_body": False}

    async def send(message: Message) -> None:
        note(f"while {message['type']} is read")

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        note("while it is answered")
        await echo(scope, receive, send)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b"", "scheme": ""}
    asyncio.run(guarded(app, traffic)(scope, receive, send))
    assert not calm.pop("while it is answered")
    assert len(calm) == 3 and all(calm.values()) and traffic._calm.is_set()
