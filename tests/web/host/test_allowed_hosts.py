"""By which name and from which page the server may be asked, and what a proxy tells it."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from tests.web.serving import echo

from damier.core.text import Unreadable
from damier.web.host.allowed_hosts import Behind, Hosts, name_of
from damier.web.host.settings import LOOPBACK, Settings, read_names, read_proxies, read_root_path

# Names and origins.


def named(**settings: Any) -> Hosts:
    return Hosts(echo, Settings(**settings))


def test_a_name_that_is_not_ours_is_refused() -> None:
    """DNS rebinding: a page from elsewhere whose name leads here says its own name."""
    client = TestClient(named(allowed_hosts=LOOPBACK))
    for host in ("localhost", "localhost:8000", "LOCALHOST.:1", "127.0.0.1:80", "[::1]:8000"):
        assert client.get("/", headers={"host": host}).status_code == 200, host
    for host in (
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "",
        "127.0.0.1.evil",
        "[::2]",
    ):
        answer = client.get("/?lang=fr", headers={"host": host})
        assert answer.status_code == 403 and "ne répond pas au nom" in answer.json()["detail"], host
        with pytest.raises(WebSocketDenialResponse), client.websocket_connect("/", headers={"host": host}):
            raise AssertionError("it was let in")
    assert client.get("/healthz", headers={"host": "10.1.2.3"}).status_code == 200
    assert TestClient(named()).get("/", headers={"host": "any.example"}).status_code == 200


@pytest.mark.parametrize("host", ["[::1", "[", "", ":", "a:b:c", "é", "[]:1"])
def test_odd_names_are_just_names(host: str) -> None:
    assert name_of(host) not in LOOPBACK or host == "[::1"


SAME = [
    ("http", "http://me.example:8000", "me.example:8000", True),
    ("http", "http://ME.example:8000", "me.example:8000", True),
    ("http", "http://me.example", "me.example", True),
    ("http", "http://me.example:80", "me.example", True),
    ("http", "http://me.example", "me.example:80", True),
    ("http", "https://me.example", "me.example", True),  # a proxy that says nothing of https
    ("https", "https://me.example", "me.example:443", True),
    ("https", "http://me.example", "me.example", False),
    ("http", "http://me.example:3000", "me.example:8000", False),
    ("http", "http://evil.example", "me.example", False),
    ("http", "http://me.example.evil.example", "me.example", False),
    ("http", "null", "me.example", False),
    ("http", "", "me.example", False),
    ("http", "file://", "me.example", False),
    ("http", "http://", "me.example", False),
]


@pytest.mark.parametrize(("scheme", "origin", "host", "same"), SAME)
def test_only_our_own_page_may_change_or_watch(scheme: str, origin: str, host: str, same: bool) -> None:
    client = TestClient(named(), base_url=f"{scheme}://x")
    headers = {"origin": origin, "host": host}
    for method in ("POST", "DELETE", "PUT", "BREW"):
        assert client.request(method, "/", headers=headers).status_code == (200 if same else 403)
    assert client.get("/", headers=headers).status_code == 200
    address = f"{scheme.replace('http', 'ws')}://x/"
    if same:
        with client.websocket_connect(address, headers=headers):
            pass
    else:
        with pytest.raises(WebSocketDenialResponse) as refused:
            client.websocket_connect(address, headers=headers).__enter__()
        assert refused.value.status_code == 403


def test_a_program_that_is_no_browser_may() -> None:
    assert TestClient(named()).post("/").status_code == 200


# Behind a proxy.


def behind(client: str = "127.0.0.1", **settings: Any) -> TestClient:
    chosen = Settings(**settings)
    return TestClient(Behind(Hosts(echo, chosen), chosen), client=(client, 1), follow_redirects=False)


@pytest.mark.parametrize("root", ["/damier", "/a/b"])
def test_a_proxy_may_take_the_root_path_away_or_not(root: str) -> None:
    client = behind(root_path=root)
    for path in ("/api/v1/games", f"{root}/api/v1/games"):
        assert client.get(path).text.startswith(f"{root} {root}/api/v1/games ")
    assert client.get(f"{root}/").text.startswith(f"{root} {root}/ ")
    assert client.get("/").text.startswith(f"{root} {root}/ ")
    moved = client.get(root)
    assert moved.status_code == 308 and moved.headers["location"] == f"{root}/"
    assert client.get(f"{root}x/y").text.startswith(f"{root} {root}{root}x/y ")


def test_a_trusted_proxy_tells_who_asks_and_how() -> None:
    told = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    assert behind().get("/", headers=told).text == " / https 203.0.113.9 0"
    assert behind("192.0.2.1").get("/", headers=told).text == " / http 192.0.2.1 0"
    assert behind(proxy_headers=False).get("/", headers=told).text == " / http 127.0.0.1 0"
    assert (
        behind("10.9.8.7", trusted_proxies="10.0.0.0/8").get("/", headers=told).text.split()[2]
        == "203.0.113.9"
    )
    forged = {"x-forwarded-for": "198.51.100.1, 203.0.113.9"}  # the first was written by the client itself
    assert behind().get("/", headers=forged).text.split()[2] == "203.0.113.9"


def test_a_proxy_that_asks_by_another_name_tells_the_real_one() -> None:
    told = {"host": "inner:8000", "x-forwarded-host": "games.example", "origin": "https://games.example"}
    assert behind().post("/", headers=told).status_code == 200
    assert behind("192.0.2.1").post("/", headers=told).status_code == 403
    assert behind(proxy_headers=False).post("/", headers=told).status_code == 403
    assert behind().post("/", headers={**told, "origin": "https://evil.example"}).status_code == 403
    # A page from elsewhere could write that header once its name leads here: what it is asked by counts.
    assert behind(allowed_hosts=("games.example",)).post("/", headers=told).status_code == 403


# What a host writes.


@pytest.mark.parametrize(
    ("words", "path"), [("", ""), ("/", ""), ("damier", "/damier"), ("/damier/", "/damier"), ("/a/b", "/a/b")]
)
def test_root_paths(words: str, path: str) -> None:
    assert read_root_path(words) == path


@pytest.mark.parametrize("words", ["/a b", "/a//b", "http://x/", "/../a", "/a?b", "/é", "/a\nb"])
def test_what_is_no_root_path(words: str) -> None:
    with pytest.raises(Unreadable):
        read_root_path(words)


def test_which_names_are_answered_to() -> None:
    assert read_names([], "127.0.0.1") == LOOPBACK
    assert read_names([], "192.168.1.5") == (*LOOPBACK, "192.168.1.5")
    assert read_names([], "0.0.0.0") == read_names([], "::") == ()
    assert read_names(["Games.Example"], "0.0.0.0") == (*LOOPBACK, "games.example")
    assert read_names(["a.example", "*"], "127.0.0.1") == ()
    assert read_names(["[2001:db8::1]"], "::1") == (*LOOPBACK, "2001:db8::1")
    for word in ("http://x", "x:80", "a b", "", "x/y", "é"):
        with pytest.raises(Unreadable):
            read_names([word], "127.0.0.1")


def test_which_proxies_are_believed() -> None:
    assert read_proxies("10.0.0.1, 10.1.0.0/16,::1") == "10.0.0.1, 10.1.0.0/16,::1"
    assert read_proxies("*") == read_proxies("10.0.0.1,*") == "*"
    for words in ("", "proxy", "10.0.0", "10.0.0.1;10.0.0.2", "10.0.0.1/8"):
        with pytest.raises(Unreadable):
            read_proxies(words)
