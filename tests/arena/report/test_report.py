"""The report of a tournament: true to the games, safe to open, in three languages, never a traceback."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from damier.arena.executors import make_executors
from damier.arena.plan import GAUNTLET, Plan, named
from damier.arena.report.report import command, read_report, write_report
from damier.arena.report.report_page import page
from damier.arena.run_folder import Run
from damier.arena.statistics.sprt import Sprt, read_sprt
from damier.arena.tournament import Tournament
from damier.core.text import Refusal
from damier.games import game as find_game

EVIL = "<script>alert(1)</script>.py"
LANGUAGES = ("en", "fr", "es")


def play(folder: Path, key: str, entries: Sequence[tuple[str, str, str | None]], **more: Any) -> Path:
    """A small tournament that was really played; a sequential test ends it."""
    given = {"options": find_game(key).settle(None, more.pop("given", None)), "seed": 7, **more}
    run = Run.create(folder, Plan(game=key, entrants=named(entries), **given))
    here = make_executors(1)
    try:
        Tournament(run, here).play(kept=0)
    finally:
        here.close()
    return folder


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two players, with a sequential test."""
    entries = [("perfect", "perfect", None), ("easy", "easy", None)]
    openings = ("a1 b2", "b1 c3", "b2 a1")
    folder = tmp_path_factory.mktemp("duel") / "run"
    return play(
        folder,
        "tictactoe",
        entries,
        games=8,
        limit="200nodes",
        openings=openings,
        sprt=Sprt(elo0=0, elo1=200),
    )


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three players, two of them the same engine, and a bot of an evil name that fails."""
    folder = tmp_path_factory.mktemp("crowd")
    bot = folder / EVIL.replace("/", "_")
    bot.write_text(
        "def move(view):\n    print('<b>&', end='\\x1b[2J\\n')\n    raise KeyError('<img src=x>')\n"
    )
    entries = [
        ("easy", "easy", None),
        ("perfect", "perfect", "50nodes"),
        ("perfect", "perfect", "500nodes"),
        (EVIL, str(bot), None),
    ]
    return play(folder / "run", "tictactoe", entries, games=2, limit="100nodes")


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game for one."""
    entries = [("odds", "odds", None), ("random", "random", None)]
    folder = tmp_path_factory.mktemp("boards") / "run"
    return play(folder, "minesweeper", entries, games=6, alone=True, given={"size": "5x5", "mines": 3})


class Reader(HTMLParser):
    """Reads a page, checks that its tags match, and collects what a browser would do with it."""

    VOID = ("meta", "br", "wbr", "line", "polyline")

    def __init__(self, words: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(words)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def read_page(folder: Path, language: str = "en") -> tuple[str, Reader]:
    words = page(read_report(Run.open(folder)), language)
    return words, Reader(words)


@pytest.mark.parametrize("name", ["duel", "crowd", "boards"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_needs_nothing_else_and_can_be_read_by_everybody(
    name: str, language: str, request: pytest.FixtureRequest
) -> None:
    words, reader = read_page(request.getfixturevalue(name), language)
    kinds = [tag for tag, _ in reader.tags]
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(kinds)
    for tag, attributes in reader.tags:
        assert not {"src", "href", "srcset", "action"} & set(attributes), tag
        assert not any(attribute.startswith("on") for attribute in attributes), tag
        if tag == "svg":
            assert attributes["role"] == "img" and attributes["aria-label"]
        if tag == "th":
            assert attributes["scope"] in ("row", "col")
    assert "url(" not in words and "@import" not in words and "http" not in reader.words
    assert kinds.count("table") == kinds.count("caption") == kinds.count("thead") >= 3
    assert ("html", {"lang": language}) in reader.tags
    assert "prefers-color-scheme: dark" in words and 'name="viewport"' in words.replace(
        "=viewport", '="viewport"'
    )
    heading = {"en": "How to play it again", "fr": "Comment le rejouer", "es": "Cómo volver a jugarlo"}
    assert heading[language] in reader.words


def test_the_numbers_are_those_of_the_standings(duel: Path) -> None:
    report = read_report(Run.open(duel))
    words, reader = read_page(duel)
    standings = report.standings
    best = standings.table()[0]
    assert best.name == "perfect" and f"{best.score:.1%}" in reader.words
    assert str(best.words()).replace("+/-", "±").replace("-", "−") in reader.words
    assert " ".join(map(str, standings.pairs(0, 1))) in reader.words
    cell = standings.cell(0, 1)
    assert cell is not None and f"{cell.wins} {cell.draws} {cell.losses}" in reader.words
    assert f"{standings.estimate(0, 1).los:.1%}" in reader.words
    assert f"{standings.games} of 8 games played" in reader.words
    assert f"LLR {standings.llr:+.2f} between −2.94 and +2.94" in reader.words.replace("LLR −", "LLR -")
    assert report.progress[0] == (0, 0.0) and report.progress[-1] == (4, standings.llr)
    assert len(report.progress) == 5
    assert words.count("<polyline") >= 1
    shown = re.findall(r'class="p(\d)" style="width:([\d.]+)%', words)
    pairs = standings.pairs(0, 1)
    assert [(int(kind), float(width)) for kind, width in shown] == [
        (kind, round(100 * count / sum(pairs), 2)) for kind, count in enumerate(pairs) if count
    ]


def test_nothing_that_an_engine_says_is_believed(crowd: Path) -> None:
    for language in LANGUAGES:
        words, reader = read_page(crowd, language)
        assert "<script>alert" not in words and "&lt;script&gt;alert(1)" in words
        assert "<img" not in words and "&lt;img src=x&gt;" in words
        assert "<b>&amp;" not in words and "&lt;b&gt;&amp;" in words
        assert "\x1b" not in words
        assert EVIL in reader.words or EVIL.replace("/", "_") in reader.words


def test_forfeits_are_told(crowd: Path) -> None:
    _, reader = read_page(crowd)
    assert re.search(r"forfeited 6 games: .* failed: KeyError.*\(first in game \d+\)", reader.words)
    assert "what it printed last <b>&" in reader.words
    assert "below −" in reader.words, "who lost everything is bounded on one side"


def test_strength_is_shown_over_time(crowd: Path, duel: Path) -> None:
    report = read_report(Run.open(crowd))
    assert set(report.pace) == {0, 1, 2}, "who never moved took no time"
    assert all(0 < spent < 5 for spent in report.pace.values())
    words, reader = read_page(crowd)
    assert "Strength against thinking time" in reader.words
    assert words.count('<polyline class="line thin"') == 1, "one engine has two limits"
    assert words.count("<circle") == 3
    times = Run.open(duel).times()
    means = read_report(Run.open(duel)).pace
    total = sum(sum(spent) for spent in times.values())
    plies = {0: 0, 1: 0}
    for number, record in enumerate(Run.open(duel).records()):
        opening = record.more["arena"]["opening"]
        for ply in range(opening, len(record.moves)):
            plies[Run.open(duel).plan.slot(number).seats[ply % 2]] += 1
    assert sum(means[entry] * plies[entry] for entry in plies) == pytest.approx(total)


def test_a_game_for_one_has_rates_and_a_speed(boards: Path) -> None:
    _, reader = read_page(boards)
    report = read_report(Run.open(boards))
    best = report.standings.table()[0]
    assert str(best.words()) in reader.words and "Wilson" in reader.words
    assert best.speed is not None and f"{best.speed:.2f}" in reader.words
    assert "normalised Elo" not in reader.words and "worse, alike, better" in reader.words


def test_without_times_it_does_without(duel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(duel, folder)
    (folder / "times.jsonl").unlink()
    _, reader = read_page(folder)
    assert "Strength against thinking time" not in reader.words and "Ratings" in reader.words
    (folder / "times.jsonl").write_text('{"game": 0, "seconds": "x"}\nnonsense\n{"game": 1, "seconds": []}\n')
    assert "Ratings" in read_page(folder)[1].words


def test_a_run_that_was_cut_says_so(duel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(duel, folder)
    lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)
    (folder / "games.jsonl").write_text("".join(lines[:3]) + lines[3][:50])
    _, reader = read_page(folder)
    assert "3 of 8 games played" in reader.words and "only whole pairs are counted" in reader.words
    (folder / "games.jsonl").write_text(lines[0])
    _, reader = read_page(folder)
    assert "1 of 8 games played" in reader.words and "unknown" in reader.words


def test_a_great_many_pairings_are_folded_away(tmp_path: Path) -> None:
    entries = [("random", "random", None)] * 12
    folder = play(tmp_path / "run", "tictactoe", entries, games=2, limit="10nodes")
    words, reader = read_page(folder)
    assert "66 pairings" in reader.words and words.count("<details>") == 1
    assert words.index("<summary>66 pairings</summary>") < words.index('class="meetings"')
    assert "random#12" in reader.words and "132 of 132 games played" in reader.words


def test_damaged_and_empty_runs_are_refused_with_a_sentence(duel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(duel, folder)
    lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)

    def refused(words: str) -> None:
        with pytest.raises(Refusal, match=words):
            write_report(folder, None, "en")
        assert not (folder / "report.html").exists()

    (folder / "games.jsonl").write_text("")
    refused("there are no games in .* yet")
    (folder / "games.jsonl").unlink()
    refused("there are no games in .* yet")
    (folder / "games.jsonl").write_text(lines[0] + "{}\n")
    refused("line 2 of .* is broken")
    (folder / "games.jsonl").write_text(lines[1] + lines[0])
    refused("line 1 of .* is broken")
    content = json.loads(lines[0])
    content["more"]["arena"]["points"] = [3, -2]
    (folder / "games.jsonl").write_text(json.dumps(content) + "\n")
    refused("'more' is missing or not what it should be")
    content = json.loads(lines[0])
    content["moves"] = "a1 a1 a1 a1"
    (folder / "games.jsonl").write_text(json.dumps(content) + "\n")
    refused("of this record")
    (folder / "run.json").write_text("[]")
    refused("this is not a plan")
    (folder / "run.json").unlink()
    refused("there is no tournament in")


def test_only_reports_are_written_over(duel: Path, tmp_path: Path) -> None:
    mine = tmp_path / "thesis.html"
    mine.write_text("<p>years of work</p>")
    with pytest.raises(Refusal, match="is not a report: choose another name"):
        write_report(duel, mine, "en")
    assert mine.read_text() == "<p>years of work</p>"
    out = tmp_path / "report.html"
    assert write_report(duel, out, "en")[1] == out
    first = out.read_text("utf-8")
    write_report(duel, out, "fr")
    assert out.read_text("utf-8") != first
    write_report(duel, out, "en")
    assert out.read_text("utf-8") == first, "the same run, the same page"
    with pytest.raises(Refusal, match="cannot write"):
        write_report(duel, tmp_path / "no" / "where.html", "en")
    assert write_report(duel, None, "en")[1] == duel / "report.html"


def test_the_command_plays_the_same_again() -> None:
    game = find_game("tictactoe")
    entrants = named([("easy", "easy", None), ("x", "my bots/x.py", "50ms")])
    plan = Plan(game="tictactoe", options=game.settle(), seed=7, entrants=entrants)
    assert command(plan, game) == (
        "damier arena tictactoe --engines 'easy,my bots/x.py@50ms' --games 100 --seed 7"
    )
    test = Sprt(elo0=-5, elo1=2.5, alpha=0.1, normalised=True)
    larger = game.settle(None, {"size": "4x4"})
    plan = Plan(
        game="tictactoe",
        options=larger,
        seed=1,
        entrants=entrants,
        mode=GAUNTLET,
        limit="10nodes",
        plies=3,
        sprt=test,
    )
    words = command(plan, game)
    assert "--limit 10nodes --mode gauntlet --plies 3 --sprt" in words and "--option size=4x4" in words
    found = re.search(r"--sprt (\S+)", words)
    assert found is not None and read_sprt(found[1]) == test


def test_whether_the_games_depend_on_the_machine(duel: Path) -> None:
    report = read_report(Run.open(duel))
    assert not report.depends_on_time
    assert "The same seed gives the same games" in read_page(duel)[1].words
    for limit, entrants in (
        ("50ms", report.plan.entrants),
        ("60s+1s", report.plan.entrants),
        ("5nodes", named([("a", "easy", "9cpums"), ("b", "easy", None)])),
        (None, named([("a", "x.py", None), ("b", "easy", None)])),
    ):
        plan = Plan(game="tictactoe", options={}, seed=1, entrants=entrants, limit=limit)
        timed = type(report)(plan, report.game, report.standings, (), {})
        assert timed.depends_on_time, limit


def test_plots_are_written_whole(duel: Path, boards: Path, tmp_path: Path) -> None:
    from damier.arena.report.matplotlib_charts import write_plots

    for folder, names in ((duel, ("ratings", "sprt", "time")), (boards, ("ratings", "time"))):
        out = tmp_path / folder.parent.name / "deep" / "plots"
        report = read_report(Run.open(folder))
        written = write_plots(report, out, "fr")
        assert [path.name for path in written] == [
            f"damier-{name}.{kind}" for name in names for kind in ("png", "svg")
        ]
        for path in written:
            raw = path.read_bytes()
            if path.suffix == ".png":
                assert raw.startswith(b"\x89PNG") and raw.endswith(b"IEND\xaeB`\x82")
            else:
                assert ElementTree.fromstring(raw).tag.endswith("svg")
        assert {path.name for path in out.iterdir()} == {path.name for path in written}
    before = {path: path.read_bytes() for path in written}
    write_plots(report, out, "fr")
    assert before == {path: path.read_bytes() for path in written}, "the same run, the same plots"
    with pytest.raises(Refusal, match="cannot write"):
        write_plots(report, out / "damier-time.png", "en")


def test_a_name_that_is_no_text_is_shown_as_far_as_it_can_be(duel: Path, tmp_path: Path) -> None:
    from damier.arena.report.matplotlib_charts import write_plots

    folder = tmp_path / "run"
    shutil.copytree(duel, folder)
    plan = json.loads((folder / "run.json").read_text())
    plan["entrants"][0]["name"] = "half\ud800 \x1b[2J\0 whole"
    (folder / "run.json").write_text(json.dumps(plan))
    report, path = write_report(folder, tmp_path / "page.html", "es")
    words = path.read_text("utf-8")
    assert "half? ?[2J? whole" in words and "\x1b" not in words
    assert write_plots(report, tmp_path / "plots", "es")


def test_a_name_that_looks_like_a_formula_is_a_name(crowd: Path, tmp_path: Path) -> None:
    from damier.arena.report.matplotlib_charts import write_plots

    folder = tmp_path / "run"
    shutil.copytree(crowd, folder)
    plan = json.loads((folder / "run.json").read_text())
    plan["entrants"][0]["name"] = r"$\frac{1}$ _hidden"
    (folder / "run.json").write_text(json.dumps(plan))
    assert write_plots(read_report(Run.open(folder)), tmp_path / "plots", "en")


def damier(*words: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command; *without* a library as if it were not installed."""
    hide = f"import sys; sys.modules[{without!r}] = None; " if without else "import sys; "
    program = f"{hide}sys.argv[0] = 'damier'; from damier.cli import main; main()"
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True)


def test_the_command_line(duel: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    done = damier("report", str(duel), "--out", str(out), "--lang", "es")
    assert done.returncode == 0 and done.stdout == f"el informe está en {out}\n" and not done.stderr
    assert "Torneo" in out.read_text("utf-8")
    missing = damier("report", str(tmp_path / "nothing"))
    assert missing.returncode == 1 and missing.stderr.startswith("Error: there is no tournament in")
    assert "Traceback" not in missing.stderr


def test_without_matplotlib_the_page_is_still_written(duel: Path, tmp_path: Path) -> None:
    out, plots = tmp_path / "page.html", tmp_path / "plots"
    done = damier("report", str(duel), "--out", str(out), "--plots", str(plots), without="matplotlib")
    assert done.returncode == 1 and "pip install 'damier[plots]'" in done.stderr
    assert out.exists() and not plots.exists()
