"""The page as it is sent: named by its content, joined, kept for good; HEAD; pages for wrong addresses."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright._impl._driver import compute_driver_executable

from damier.store.table_archive import Archive
from damier.web.app import create_app
from damier.web.host.settings import Settings
from damier.web.page.files import STATIC, page_files
from damier.web.page.scripts import closure, join_scripts, read_modules, squeezed, stripped
from damier.web.thinking.worker_pool import Workers

ROOT = Path(__file__).parents[3]
API = "/api/v1"
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def client_at(folder: Path, root: str = "") -> TestClient:
    archive = Archive(f"sqlite:///{folder / 'games.sqlite'}")
    return TestClient(create_app(archive, Workers(processes=1), Settings(root_path=root)))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_at(tmp_path) as client:
        yield client


def addresses(document: str) -> list[str]:
    return re.findall(r'(?:href|src)="((?:/|static/)[^"#]*)"', document)


@pytest.mark.parametrize("root", ["", "/damier"])
def test_what_the_documents_name_may_be_kept_for_good(tmp_path: Path, root: str) -> None:
    with client_at(tmp_path, root) as client:
        for path in ("/", "/docs"):
            document = client.get(f"{root}{path}")
            assert document.headers["cache-control"] == "no-cache"
            named = addresses(document.text)
            assert len(named) >= 3
            for address in named:
                answer = client.get(f"{root}/{address}")
                assert answer.status_code == 200, address
                assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert page_files().digest in client.get(f"{root}/").text


def test_every_page_finds_its_files(client: TestClient) -> None:
    files = page_files()
    told = json.loads(re.search(r'id="files">(.*?)</script>', client.get("/").text)[1])  # type: ignore[index]
    assert set(told["pages"]) >= {"start", "table", "choose", "review"}
    assert told["pages"]["table"]["sheets"] == ["stage", "table", "room", "analysis"]
    for page in set(told["pages"]) - {"docs"}:
        script, sheets = told["pages"][page]["script"], told["pages"][page]["sheets"]
        assert (script is None) == (page == "start")
        assert script is None or client.get(f"/{files.base}scripts/{script}").status_code == 200
        joined = client.get(f"/{files.base}css/{'+'.join(sheets)}.css") if sheets else None
        assert joined is None or joined.headers["content-type"].startswith("text/css")


def test_addresses_without_the_digest_are_not_kept(client: TestClient) -> None:
    """Neither the files as they are on the disk, nor ours below the digest of another version."""
    for path in ("/static/js/main.js", f"/static/{'0' * 16}/scripts/main.js"):
        answer = client.get(path)
        assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"
    assert client.get(f"/static/{page_files().digest}/scripts/none.js").status_code == 404
    assert client.get(f"/static/{page_files().digest}/../app.py").status_code == 404


def test_a_changed_file_changes_every_address(tmp_path: Path) -> None:
    for part in ("js", "css", "locale"):
        for path in (STATIC / part).rglob("*.*"):
            copy = tmp_path / path.relative_to(STATIC)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    before = page_files.__wrapped__(tmp_path).digest
    assert page_files.__wrapped__(tmp_path).digest == before
    with (tmp_path / "css" / "base.css").open("a") as sheet:
        sheet.write("p { color: red }\n")
    assert page_files.__wrapped__(tmp_path).digest != before


def test_the_only_script_inside_the_document_is_named_by_the_policy(client: TestClient) -> None:
    page = client.get("/")
    scripts = re.findall(r"<script>(.*?)</script>", page.text, re.S)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    policy = page.headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{digest}'" in policy and "unsafe" not in policy
    assert "sha256" not in client.get("/docs").headers["content-security-policy"]


SAME = """
const ts = require("typescript");
const printer = ts.createPrinter({ removeComments: true });
const printed = (code) => printer.printFile(ts.createSourceFile("x.js", code, ts.ScriptTarget.ES2022, true));
const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
const spoilt = pairs.filter(({ code, left }) => printed(code) !== printed(left)).map(({ name }) => name);
process.stdout.write(JSON.stringify(spoilt));
"""
"""Which scripts mean something else without their comments and indentation, as TypeScript reads them."""


def spoilt(sources: dict[str, str]) -> list[str]:
    pairs = [{"name": name, "code": code, "left": squeezed(stripped(code))} for name, code in sources.items()]
    node = str(compute_driver_executable()[0])
    done = subprocess.run(
        [node, "-e", SAME], input=json.dumps(pairs), capture_output=True, text=True, cwd=ROOT, check=True
    )
    found: list[str] = json.loads(done.stdout)
    return found


def test_a_script_without_its_comments_says_the_same() -> None:
    folder = STATIC / "js"
    sources = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.js")}
    sources["planted.js"] = "const words = `two\n  lines`;\n"  # which stripping does spoil
    sources["planted_too.js"] = "const words = `two\na = b\nlines`;\n"  # which squeezing does spoil
    assert len(sources) > 40
    assert spoilt(sources) == ["planted.js", "planted_too.js"]


def test_signs_need_no_spaces_and_strings_keep_theirs() -> None:
    assert squeezed('if (a === "x = y" ? b : [c, d]) { e(); }') == 'if(a==="x = y"?b:[c,d]){e();}'
    for line in ("const a = `b = ${c}`;", "const a = / = /.test(b);", "a + +b - -c;"):
        assert squeezed(line) == line


def write(folder: Path, **modules: str) -> Path:
    for name, code in {"main": "", "pages/start/start_page": "", **modules}.items():
        path = folder / f"{name}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    return folder


def test_modules_are_joined_with_what_they_need(tmp_path: Path) -> None:
    modules = read_modules(
        write(
            tmp_path,
            main='import { one as first } from "./one.js";\nconst late = await import("./late.js");\n',
            one="export const one = 1;\n",
            late='import * as one from "./one.js";\nimport { two } from "./two.js";\nexport class Late {}\n',
            two="export function two() {}\n",
        )
    )
    joined = join_scripts(modules)
    assert set(joined) == {"main.js", "late.js"}
    assert 'const{one:first}=use("one.js");' in joined["main.js"]
    assert 'await load("late.js")' in joined["main.js"]
    assert "return{two};" in joined["late.js"] and "return{Late};" in joined["late.js"]
    assert 'define("one.js"' not in joined["late.js"]  # the main script has it


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        ({"main": 'import "./one.js";\n'}, "write this import"),
        ({"main": "export default 1;\n"}, "write this import or export"),
        ({"main": 'import { a } from "./a.js";\n', "a": 'import { b } from "./main.js";\n'}, "each other"),
    ],
)
def test_what_cannot_be_joined_is_told(tmp_path: Path, modules: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        join_scripts(read_modules(write(tmp_path, **modules)))


def test_what_is_needed_stands_first() -> None:
    modules = read_modules(STATIC / "js")
    order = closure(modules, "main.js")
    assert order[-1] == "main.js"
    for i, name in enumerate(order):
        assert set(modules[name].needs) <= set(order[:i])


# Answers that a browser has already.


@pytest.mark.parametrize("path", ["/", "/docs", f"{API}/games", f"{API}/games/connect4/demo"])
def test_what_the_browser_has_is_not_sent_again(client: TestClient, path: str) -> None:
    first = client.get(path, headers={"accept-language": "fr"})
    known = {"if-none-match": first.headers["etag"], "accept-language": "fr"}
    again = client.get(path, headers=known)
    assert again.status_code == 304 and not again.content and again.headers["etag"] == first.headers["etag"]


def test_another_language_is_another_answer(client: TestClient) -> None:
    french = client.get(f"{API}/games", headers={"accept-language": "fr"})
    known = {"if-none-match": french.headers["etag"], "accept-language": "es"}
    spanish = client.get(f"{API}/games", headers=known)
    assert spanish.status_code == 200 and spanish.content != french.content


def test_demos_need_not_be_asked_for_again(client: TestClient) -> None:
    assert client.get(f"{API}/games/connect4/demo").headers["cache-control"] == "max-age=3600"
    for path in ("games", "games/connect4/pictures"):
        assert client.get(f"{API}/{path}").headers["cache-control"] == "no-cache"


# HEAD, and addresses where there is nothing.


@pytest.mark.parametrize("path", ["/", "/docs", "/static/icon.svg", f"{API}/games", "/healthz", "/nowhere"])
def test_head_is_get_without_a_body(client: TestClient, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert head.status_code == got.status_code and not head.content
    for name in ("content-type", "content-length"):
        assert head.headers.get(name) == got.headers.get(name)


def test_head_where_nothing_can_be_got(client: TestClient) -> None:
    answer = client.head(f"{API}/positions")
    assert answer.status_code == 405 and not answer.content


@pytest.mark.parametrize(
    ("language", "title", "way"),
    [
        ("en", "There is nothing at this address", "All games"),
        ("fr", "Il n&#39;y a rien à cette adresse", "Tous les jeux"),
        ("es", "No hay nada en esta dirección", "Todos los juegos"),
    ],
)
def test_a_wrong_address_gets_a_page(tmp_path: Path, language: str, title: str, way: str) -> None:
    with client_at(tmp_path, "/damier") as client:
        for path in ("/foo", "/foo/bar/", "/static/nothing.js"):
            answer = client.get(f"/damier{path}", headers={**BROWSER, "accept-language": language})
            assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
            assert f"<h1>{title}</h1>" in answer.text and way in answer.text
            assert f'lang="{language}"' in answer.text
            for address in addresses(answer.text):
                assert client.get(address).status_code == 200, address


def test_programs_get_a_sentence_as_json(client: TestClient) -> None:
    for path, headers in (("/foo", {}), (f"{API}/foo", BROWSER), (f"{API}/tables/none", BROWSER)):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 404 and answer.json()["detail"]
