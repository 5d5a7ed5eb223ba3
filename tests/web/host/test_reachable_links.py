"""A link is given away as others reach it, or says that they do not, and what would help."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import segno
from fastapi.testclient import TestClient

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.host import reachable_links
from damier.web.host.reachable_links import is_loopback, qr_code, reachable_link
from damier.web.host.settings import Settings, read_names
from damier.web.thinking.worker_pool import Workers

HERE = "http://127.0.0.1:8000/#/join/abc/123"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reachable_links, "own_address", lambda: "192.168.1.5")


def bound(host: str, *names: str, **more: Any) -> Settings:
    return Settings(bound=host, allowed_hosts=read_names(names, host), **more)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_a_server_for_this_machine_alone_says_so(host: str) -> None:
    found = reachable_link(HERE, bound(host))
    assert found.local and found.link == HERE
    assert found.command == "damier serve --host 0.0.0.0" and found.address == "http://192.168.1.5:8000/"
    other = reachable_link(HERE.replace("8000", "8123"), bound(host))
    assert other.command == "damier serve --host 0.0.0.0 --port 8123"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_a_server_in_the_network_gives_its_address_there(host: str, name: str) -> None:
    found = reachable_link(HERE.replace("127.0.0.1", name), bound(host))
    assert not found.local and found.command is None
    assert found.link == "http://192.168.1.5:8000/#/join/abc/123"


def test_a_name_that_the_server_goes_by_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reachable_link(HERE, bound("0.0.0.0", "class.local"))
    assert found.link == "http://class.local:8000/#/join/abc/123", "its address would be refused"
    assert reachable_link(HERE, bound("192.168.7.7")).link.startswith("http://192.168.7.7:8000/")
    monkeypatch.setattr(reachable_links, "own_address", lambda: None)
    alone = reachable_link(HERE, bound("0.0.0.0"))
    assert alone.local and alone.command is None, "it listens, and there is no network"


@pytest.mark.parametrize(
    "link", ["https://games.example.org/damier/#/join/abc/123", "http://192.168.1.5:8000/#/"]
)
def test_a_link_that_others_know_stays_as_it_is(link: str) -> None:
    for settings in (bound("127.0.0.1"), bound("0.0.0.0"), Settings()):
        found = reachable_link(link, settings)
        assert found.link == link and not found.local and found.command is None


@pytest.mark.parametrize("settings", [Settings(), bound("127.0.0.1", root_path="/damier")])
def test_no_command_is_named_where_none_is_known(settings: Settings) -> None:
    found = reachable_link(HERE, settings)
    assert found.local and found.command is None and found.link == HERE


def test_only_this_machine_has_such_names() -> None:
    assert all(map(is_loopback, ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1"]))
    assert not any(map(is_loopback, ["localhost.example.org", "192.168.1.5", "::", "0.0.0.0", "", "fe80::1"]))


def test_the_code_holds_the_link_dark_on_white_with_room_around_it() -> None:
    """Drawn square by square as the library says; a phone reads it from there."""
    kind, _, content = qr_code(HERE).partition(",")
    assert kind.startswith("data:image/svg+xml")
    root = ET.parse(io.StringIO(unquote(content))).getroot()
    side = len(segno.make_qr(HERE, error="m").matrix) + 2 * 4
    assert root.attrib["viewBox"] == f"0 0 {side} {side}"
    drawn = {path.attrib.get("fill") or path.attrib.get("stroke") for path in root}
    assert drawn == {"#fff", "#000"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(
        Archive(f"sqlite:///{tmp_path / 'games.sqlite'}"), Workers(processes=1), bound("0.0.0.0")
    )
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def test_a_browser_asks_for_its_own_link(client: TestClient) -> None:
    answer = client.post("/api/v1/links", json={"link": HERE})
    assert answer.status_code == 200
    assert answer.json()["link"] == "http://192.168.1.5:8000/#/join/abc/123" and not answer.json()["local"]


@pytest.mark.parametrize(
    "link",
    [
        "http://elsewhere.example.org/#/",
        "http://127.0.0.1:8001/#/",
        "http://127.0.0.1:8000@elsewhere.example.org/",
        "http://127.0.0.1:80000/",
        "javascript:alert(1)",
        "http://[::1/",
        "http://127.0.0.1:8000/\n",
        "",
        "http://127.0.0.1:8000/" + "x" * 300,
        5,
        None,
    ],
)
def test_no_other_link_is_drawn(client: TestClient, link: Any) -> None:
    answer = client.post("/api/v1/links", json={"link": link})
    assert answer.status_code == 422 and isinstance(answer.json()["detail"], str)
