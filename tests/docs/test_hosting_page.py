"""What is written for hosts is true: options exist, numbers are named, the container fits the command."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from prometheus_client import REGISTRY

from damier.cli.commands import cli
from damier.cli.serve import SERVER_LIMITS
from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.host import rate_limits
from damier.web.host.request_guard import LONGER, MOST_BYTES
from damier.web.host.settings import Settings
from damier.web.thinking.worker_pool import Workers

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def options() -> dict[str, click.Option]:
    """Every way to write an option of `damier serve`."""
    found = [param for param in cli.commands["serve"].params if isinstance(param, click.Option)]
    return {name: param for param in found for name in (*param.opts, *param.secondary_opts)}


def parse(words: list[str]) -> dict[str, Any]:
    """The options as the command understands them; a word that it does not know fails the test."""
    command = cli.commands["serve"]
    return command.make_context("serve", list(words)).params


def test_the_page_names_every_option_and_no_other() -> None:
    table = PAGE.partition("## Every option")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(--[a-z-]+)`", table))
    assert named == set(options()), named ^ set(options())
    said = set(re.findall(r"`(--[a-z-]+)[ `]", PAGE))
    assert said <= set(options()), said - set(options())


def test_the_usual_values_on_the_page_are_true() -> None:
    rows = re.findall(r"^\| `(--[a-z-]+)` \| `([^`]+)` \|", PAGE, re.M)
    assert len(rows) > 5
    for name, usual in rows:
        assert str(options()[name].default) == usual, name


def test_every_limit_can_be_raised_by_option_and_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, (least, most, _) in SERVER_LIMITS.items():
        assert least <= getattr(Settings(), name) <= most
        option = f"--{name.replace('_', '-')}"
        assert parse([option, str(most)])[name] == most
        monkeypatch.setenv(f"DAMIER_{name.upper()}", str(most - 1))
        assert parse([])[name] == most - 1 and parse([option, str(most)])[name] == most


def test_every_command_on_the_page_is_understood() -> None:
    lines = re.findall(r"^damier serve.*$", PAGE, re.M)
    assert len(lines) >= 4
    for line in lines:
        parse(shlex.split(line, comments=True)[2:])


def test_the_numbers_on_the_page_are_those_that_are_counted() -> None:
    table = PAGE.partition("## Numbers")[2].partition("\n## ")[0]
    named = {name.removesuffix("_total") for name in re.findall(r"`(damier_\w+)`", table)}
    assert named == {metric.name for metric in REGISTRY.collect() if metric.name.startswith("damier_")}


def test_the_limits_on_the_page_are_those_that_hold() -> None:
    settings = Settings()
    table = PAGE.partition("## What is limited")[2].partition("\n## ")[0]
    assert f"{settings.rate_limit} a second, {settings.rate_limit * rate_limits.BREATH:,.0f} at once" in table
    assert f"{settings.rate_limit * rate_limits.SHARE * rate_limits.LONG_BREATH:.0f} at once" in table
    assert rate_limits.SHARE == 0.1 and f"| {settings.most_watchers} |" in table
    assert f"connections of one client | {settings.connections_per_address} |" in table
    assert f"connections in all | {settings.most_connections:,}, " in table
    assert f"the head of a request | {settings.header_seconds} seconds" in table
    assert f"{settings.body_seconds} seconds to send it" in table
    assert f"its answer | {settings.idle_seconds} seconds" in table
    assert f"wait for their turn | {settings.most_costly} |" in table
    longest = max(LONGER.values())
    assert f"{MOST_BYTES // 1000} kB, a file of games {longest // 1_000_000} MB" in table
    workers = Workers()
    assert f"{workers.most_waiting} moves and {workers.most_waiting} analyses" in table
    assert rate_limits.MOST_CLIENTS == 10_000 and "ten thousand" in table
    refused = re.search(r"by `limit`: ([\w, ]+)", PAGE)
    assert refused is not None
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "damier" / "web").rglob("*.py"))
    kinds = set(re.findall(r'REFUSED\.labels\("(\w+)"\)', sources)) | {"requests", "costly", "watchers"}
    assert set(refused[1].strip().split(", ")) == kinds


def test_nginx_is_told_of_websockets_and_long_files() -> None:
    block = PAGE.partition("```nginx")[2].partition("```")[0]
    for line in ("Upgrade $http_upgrade", "Host $http_host", "X-Forwarded-For", "X-Forwarded-Proto $scheme"):
        assert f"proxy_set_header {line}" in block
    size = re.search(r"client_max_body_size (\d+)m;", block)
    assert size is not None and int(size[1]) * 2**20 >= max(LONGER.values())


def listed(word: str) -> list[list[str]]:
    """The lists of words after *word* in the Dockerfile."""
    text = DOCKERFILE.replace("\\\n", " ")
    return [
        json.loads(found) for found in re.findall(rf"^\s*(?:HEALTHCHECK .*)?{word} (\[.*\])$", text, re.M)
    ]


def test_the_image_starts_the_server_as_nobody_special() -> None:
    entry, words = listed("ENTRYPOINT")[0], listed("CMD")[-1]
    assert entry[:2] == ["damier", "serve"]
    parsed = parse([*entry[2:], *words])
    assert parsed["host"] == "0.0.0.0" and parsed["no_browser"] and parsed["port"] == 8000
    steps = [line.split()[0] for line in DOCKERFILE.splitlines() if re.match(r"[A-Z]+ ", line)]
    assert steps.index("USER") < steps.index("ENTRYPOINT") and "USER damier" in DOCKERFILE
    assert "VOLUME /data" in DOCKERFILE and "DAMIER_DATA=/data" in DOCKERFILE and "EXPOSE 8000" in DOCKERFILE
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.M):
        allowed = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        for name in source.split():
            assert (ROOT / name).exists() and f"!{name}" in allowed, name


def test_the_health_check_of_the_image_is_python() -> None:
    check = listed("CMD")[0]
    assert check[:2] == ["python", "-c"]
    compile(check[2], "healthcheck", "exec")
    assert "http://127.0.0.1:8000/healthz" in check[2]


def test_compose_fits_the_command_and_itself() -> None:
    whole = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    damier, database = whole["services"]["damier"], whole["services"]["database"]
    parsed = parse([*listed("ENTRYPOINT")[0][2:], *damier["command"]])
    assert parsed["processes"] == 2
    url = damier["environment"]["DAMIER_DATABASE"]
    assert re.fullmatch(r"postgresql\+psycopg://damier:\$\{DAMIER_PASSWORD:\?[^}]+\}@database/damier", url)
    assert database["environment"]["POSTGRES_USER"] == database["environment"]["POSTGRES_DB"] == "damier"
    assert database["environment"]["POSTGRES_PASSWORD"] in url
    assert set(damier["depends_on"]) <= set(whole["services"])
    for service in whole["services"].values():
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in whole["volumes"]
    assert all(port.startswith("127.0.0.1:") for port in damier["ports"])  # https is the proxy's
    from damier.web.host.serve import SECONDS_TO_FINISH

    assert int(damier["stop_grace_period"].rstrip("s")) > SECONDS_TO_FINISH


# The description of the interface.


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    archive = Archive(f"sqlite:///{tmp_path_factory.mktemp('api') / 'games.sqlite'}")
    try:
        return create_app(archive, Workers(processes=1)).openapi()
    finally:
        archive.close()


def test_every_operation_is_described_with_its_refusals(api: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in api["tags"]}
    operations = [
        (f"{method} {path}", operation)
        for path, item in api["paths"].items()
        for method, operation in item.items()
    ]
    assert len(operations) > 20
    used = set()
    for name, operation in operations:
        assert operation["summary"] and operation["description"], name
        assert operation["tags"] and set(operation["tags"]) <= tags, name
        used |= set(operation["tags"])
        good = [status for status in operation["responses"] if status.startswith("2")]
        assert len(good) == 1, name
        assert good == ["204"] or operation["responses"][good[0]]["content"], name
        _check_refusals(name, operation["responses"])
        for parameter in operation.get("parameters", []):
            assert parameter["schema"], (name, parameter)
    assert used == tags


def _check_refusals(name: str, responses: dict[str, Any]) -> None:
    for status, answer in responses.items():
        if status.startswith("2"):
            continue
        assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/Problem"), (name, status)
        assert ("Retry-After" in answer.get("headers", {})) == (status in ("429", "503")), (name, status)
    if "/api/v1/" in name:
        assert {"413", "422", "429"} <= set(responses), name
    if "/tables/{table_id}" in name:
        assert {"403", "404", "503"} <= set(responses), name


def test_the_schemas_are_said_in_words(api: dict[str, Any]) -> None:
    assert api["components"]["schemas"]["TableOut"]["properties"]["you"]["description"]
    assert "1012" in api["info"]["description"]
